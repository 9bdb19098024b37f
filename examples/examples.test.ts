import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { PYTHON, SOURCES, withoutPython } from '../clients/conformance/python.ts'
import { startPlatform } from '../server/testing/harness.ts'

/** The examples, as programs against the sandbox. */
const platform = await startPlatform()
const admin = await platform.tokenOf('sandbox-admin')
const env = { ...process.env, MEDINA_URL: platform.url }

describe('the booking page', async () => {
  const shop = spawn(process.execPath, [join(import.meta.dirname, 'booking-page/server.ts')], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(async () => {
    if (shop.exitCode === null && shop.kill()) await once(shop, 'exit')
  })
  const [first] = (await once(createInterface({ input: shop.stdout }), 'line')) as [string]
  const site = first.replace('Open ', '')

  const open = async (path: string, form?: Record<string, string>) => {
    const sent = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(site + path, { redirect: 'manual', ...sent })
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }
  const formOf = (text: string) => ({
    doctor: /name="doctor" value="([^"]+)"/.exec(text)![1]!,
    key: /name="key" value="([^"]+)"/.exec(text)![1]!,
    start: /name="start" value="([^"]+)"/.exec(text)![1]!,
  })
  const doctorPage = async () => open(/href="(\/doctors\/[^"]+)"/.exec((await open('/')).text)![1]!)

  it('books a free time once, and shows the link to join', async () => {
    const form = formOf((await doctorPage()).text)
    const booked = await open('/book', form)
    assert.equal(booked.status, 303, booked.text)
    assert.equal((await open('/book', form)).location, booked.location, 'the button was pressed twice')

    const { text } = await open(booked.location!)
    const link = new URL(/href="([^"]+)">Rejoindre/.exec(text)![1]!.replaceAll('&#38;', '&'))
    const id = booked.location!.replace('/visits/', '')
    const { body } = await platform.call('GET', `/api/appointments/${id}`, { token: admin })
    assert.equal(body.appointment.startTime, form.start)
    assert.equal(link.pathname, `/room/${body.appointment.videoRoomId}`)
    assert.match(link.hash, /^#token=.{20,}/)
  })

  it('shows what is still free to the second of two patients', async () => {
    const text = (await doctorPage()).text
    const form = formOf(text)
    assert.equal((await open('/book', form)).status, 303)
    const late = await open('/book', { ...form, key: 'another-form-of-the-page' })
    assert.equal(late.status, 409)
    assert.ok(!late.text.includes(form.start))
    assert.match(late.text, /role="alert"/)
    assert.notEqual(formOf(late.text).start, form.start)
  })

  it('shows no visit of another patient', async () => {
    const body = {
      doctorId: 'usr_sandbox_dentist',
      patientId: 'usr_sandbox_mother',
      startTime: '2031-01-06T10:00:00Z',
      endTime: '2031-01-06T10:30:00Z',
    }
    const { appointment } = (await platform.call('POST', '/api/appointments', { token: admin, body })).body
    const { status, text } = await open(`/visits/${appointment.id}`)
    assert.equal(status, 404)
    assert.doesNotMatch(text, /token/)
  })
})

describe('the nightly report', { skip: withoutPython }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'medina-report-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('has the visits and the unpaid invoices that the platform has', async () => {
    const { stdout } = await promisify(execFile)(
      PYTHON,
      [join(import.meta.dirname, 'nightly-report/report.py'), '--days', '60', '--folder', folder],
      { env: { ...env, PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' } },
    )
    const rows = (name: string) =>
      readFileSync(join(folder, `${name}.csv`), 'utf8')
        .trim()
        .split('\r\n')
        .slice(1)
    const until = new Date()
    const from = new Date(until.getTime() - 60 * 86_400_000)
    const query = `from=${from.toISOString()}&to=${until.toISOString()}`
    const visits = await platform.call('GET', `/api/appointments?${query}`, { token: admin })
    const counted = rows('visits').reduce((sum, row) => sum + Number(row.split(',')[3]), 0)
    assert.equal(counted, visits.body.pagination.total)
    assert.ok(counted > 0)
    const unpaid = await platform.call('GET', `/api/invoices?${query}&status=OPEN,PARTIALLY_PAID`, { token: admin })
    assert.equal(rows('unpaid-invoices').length, unpaid.body.pagination.total)
    assert.match(stdout, new RegExp(`^${counted} visits, [\\d.]+ dirhams due`, 'm'))
  })
})
