import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { after, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { attestation, certificate, invoice, jobOf, longPrescription, prescription } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { BusyError, type Renderer, UnprintableError } from './content.ts'
import { openRenderer } from './renderer.ts'

const threads: Worker[] = []
process.on('worker', (worker) => threads.push(worker))

function rendererOf(...options: Parameters<typeof openRenderer>): Renderer {
  const renderer = openRenderer(...options)
  after(() => renderer.close())
  return renderer
}

describe('the renderer', () => {
  test('starts no thread before the first document, and has a stable edition', () => {
    const before = threads.length
    assert.match(rendererOf().edition, /^[0-9a-f]{16}$/)
    assert.equal(rendererOf().edition, rendererOf().edition)
    assert.equal(threads.length, before)
  })

  test('renders the same bytes for the same job in any thread', async () => {
    for (const content of [prescription, certificate, invoice, attestation]) {
      const [one, other] = await Promise.all([rendererOf(), rendererOf()].map((some) => some.render(jobOf(content))))
      assert.equal(one!.sha256, other!.sha256)
      assert.deepEqual(one!.bytes, other!.bytes)
    }
    const other = await rendererOf().render(jobOf({ ...prescription, patient: { ...prescription.patient, sex: 'M' } }))
    assert.notEqual(other.sha256, (await rendererOf().render(jobOf(prescription))).sha256)
  })

  test('reports the characters that no font contains, and renders the next document', async () => {
    const renderer = rendererOf()
    const unprintable = { ...prescription, patient: { ...prescription.patient, name: 'Li 李 and 😀 and \ue000' } }
    await assert.rejects(renderer.render(jobOf(unprintable)), (error: Error) => {
      assert.ok(error instanceof UnprintableError)
      assert.deepEqual(new Set(error.characters), new Set(['李', '😀', '\ue000']))
      return true
    })
    assert.ok((await renderer.render(jobOf(prescription))).bytes.length > 10_000)
  })

  test('throws BusyError if the queue is full', async () => {
    const renderer = rendererOf({ threads: 1, waiting: 2 })
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => renderer.render(jobOf(prescription)))
    await assert.rejects(fourth!, BusyError)
    await Promise.all([first, second, third])
    await renderer.render(jobOf(prescription))
  })

  test('lets an organisation with many waiting documents wait for another with one', async () => {
    const renderer = rendererOf({ threads: 1 })
    const order: string[] = []
    const render = (tenantId: string) => renderer.render(jobOf(prescription), tenantId).then(() => order.push(tenantId))
    await Promise.all([...Array.from({ length: 10 }, () => render('many')), render('one')])
    assert.ok(order.indexOf('one') < 3, order.join(' '))
  })

  test('works at a lower priority than the threads that answer requests', {
    skip: process.platform !== 'linux',
  }, async () => {
    await rendererOf({ threads: 1 }).render(jobOf(prescription))
    const ids = await readdir('/proc/self/task')
    const stats = await Promise.all(ids.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8')))
    const nice = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
    assert.ok(nice.includes(10) && nice.includes(getPriority()), nice.join(' '))
  })

  test('reports an error for a document whose thread dies, and renders the next one in another thread', async () => {
    const renderer = rendererOf({ threads: 1 })
    await renderer.render(jobOf(prescription))
    const thread = threads.at(-1)!
    const failing = assert.rejects(renderer.render(jobOf(longPrescription(100))))
    await thread.terminate()
    await failing
    await renderer.render(jobOf(prescription))
    assert.notEqual(threads.at(-1), thread)
  })

  test('gives up a document that takes too long, and renders the next one', async () => {
    const renderer = rendererOf({ threads: 1, withinMs: 800 })
    // Takes seconds on any machine. The work runs to its end, and keeps the process alive until then.
    const many = longPrescription(500)
    const endless = { ...many, lines: many.lines.map((line) => ({ ...line, dosage: 'ab '.repeat(3000) })) }
    const next = () => renderer.render(jobOf(prescription))
    const [first, second] = [renderer.render(jobOf(endless)), next()]
    await Promise.all([
      assert.rejects(first, /not rendered within 800 ms/),
      assert.rejects(second, BusyError, 'it had not started'),
    ])
    await eventually(() => next().then(Boolean, () => false), 'the next document')
  })

  test('can be closed while documents are being rendered, which then fail', async () => {
    const renderer = rendererOf()
    const failing = Array.from({ length: 6 }, () => assert.rejects(renderer.render(jobOf(longPrescription(100)))))
    await renderer.close()
    await Promise.all(failing)
  })
})
