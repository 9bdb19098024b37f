import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { type Answer, newFolder, pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { enterResults, newPractice, openFile, orderTests } from '../../../../testing/practice.ts'
import { StorageError } from '../../../providers/storage/index.ts'

/** Files of lab orders: permissions to add, read and remove them, and accepted content. */
const folder = await newFolder()
const platform = await startPlatform({ STORAGE_URL: `file://${folder}` })
const { call, owner, services } = platform
const { tenantId, admin, doctor, dentist, patient, pharmacist } = await newPractice(platform)
const laboratory = await newPerson(platform, tenantId, 'LABORATORY', undefined, 'Laboratoire Atlas')
const otherLaboratory = await newPerson(platform, tenantId, 'LABORATORY')

const PDF = Buffer.from('%PDF-1.7\nLDL 1.31 g/L\n%%EOF\n')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const LARGEST = 5_000_000
const file = (bytes: Buffer = PDF, name = 'Bilan.pdf') => ({ name, content: bytes.toString('base64') })

const pathOf = (order: string, id = '') => `/api/lab-orders/${order}/files${id && `/${id}`}`
const add = (caller: Person, order: string, body: object = file(), headers = {}): Promise<Answer> =>
  call('POST', pathOf(order), { token: caller.token, body, headers })
const list = (caller: Person, order: string) => call('GET', pathOf(order), { token: caller.token })
const read = (caller: Person, order: string, id: string) => call('GET', pathOf(order, id), { token: caller.token })
const remove = (caller: Person, order: string, id: string) => call('DELETE', pathOf(order, id), { token: caller.token })
const move = (caller: Person, order: string, status: string) =>
  call('PUT', `/api/lab-orders/${order}`, { token: caller.token, body: { status } })
const idsIn = ({ body }: Answer): string[] => body.labOrderFiles.map(({ id }: { id: string }) => id)

async function addFile(caller: Person, order: string, body = file()): Promise<string> {
  const answer = await add(caller, order, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.labOrderFile.id
}

async function readFile(caller: Person, order: string, id: string) {
  const answer = await read(caller, order, id)
  assert.equal(answer.status, 200, answer.text)
  return fetch(answer.body.labOrderFile.url)
}

/** A lab order that is COLLECTED at a laboratory. */
async function newCollectedOrder(person: Person = patient): Promise<string> {
  const { id } = await orderTests(platform, doctor, person, { laboratoryId: laboratory.id })
  assert.equal((await move(laboratory, id, 'COLLECTED')).status, 200)
  return id
}

async function releaseOrder(order: string): Promise<void> {
  await enterResults(platform, laboratory, order)
  assert.equal((await move(laboratory, order, 'RELEASED')).status, 200)
}

const keyOf = (id: string, ending = 'pdf') => `${tenantId}/${id}/resultats.${ending}`
const isStored = (id: string) => existsSync(join(folder, keyOf(id)))
const rowOf = async (id: string) =>
  (await owner.query('select ready_at, removed_at, erased_at from lab_order_files where id = $1', [id])).rows[0]

describe('adding a file', () => {
  test('stores PDF, JPEG and PNG files of the laboratory and of the doctor, encrypted and unchanged', async () => {
    const order = await newCollectedOrder()
    const files: [Person, Buffer, string, string][] = [
      [laboratory, PDF, 'Bilan lipidique – نتائج.PDF', 'application/pdf'],
      [doctor, JPEG, 'Radio.jpeg', 'image/jpeg'],
      [laboratory, PNG, 'Courbe.png', 'image/png'],
    ]
    for (const [caller, bytes, name, type] of files) {
      const answer = await add(caller, order, file(bytes, name))
      assert.equal(answer.status, 201, answer.text)
      const { id } = answer.body.labOrderFile
      assert.match(id, /^lbf_[0-9a-f]{32}$/)
      assert.partialDeepStrictEqual(answer.body, {
        labOrderFile: { id, labOrderId: order, name, type, size: bytes.length },
      })
      const shown = (await read(doctor, order, id)).body.labOrderFile
      const { url, expiresAt, createdAt, ...rest } = shown
      assert.ok(Date.parse(expiresAt) > Date.parse(createdAt))
      assert.deepEqual(
        { ...rest, createdAt },
        {
          ...answer.body.labOrderFile,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          uploadedBy: { id: caller.id, name: shown.uploadedBy.name },
        },
      )
      const response = await fetch(url)
      assert.equal(response.headers.get('content-type'), type)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    }
    assert.equal((await list(laboratory, order)).body.labOrderFiles.length, 3)
  })

  test('accepts 5 MB, and refuses a larger file or body', async () => {
    const order = await newCollectedOrder()
    const sized = (size: number) => file(Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]))
    const largest = await addFile(laboratory, order, sized(LARGEST))
    assert.equal((await readFile(doctor, order, largest)).headers.get('content-length'), String(LARGEST))
    for (const size of [LARGEST + 1, LARGEST + 3]) {
      const longer = await add(laboratory, order, sized(size))
      assert.deepEqual([longer.status, pathsOf(longer)], [422, ['content']], longer.text)
      assert.match(longer.text, /at most 5 MB/)
    }
    const beyond = await add(laboratory, order, sized(LARGEST + 300_000))
    assert.equal(beyond.status, 413)
    assert.equal(beyond.body.error.code, 'PAYLOAD_TOO_LARGE')
    assert.match(beyond.body.error.message, /larger than 7 MB/)
    assert.deepEqual(idsIn(await list(doctor, order)), [largest])
  })

  test('detects the type from the content, not from the name or the content type of the request', async () => {
    const order = await newCollectedOrder()
    const contents = [
      '',
      'PDF',
      '<html>',
      'MZ%PDF-',
      ' %PDF-1.7',
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ]
    for (const content of contents) {
      const refused = await add(laboratory, order, file(Buffer.from(content)))
      assert.deepEqual([refused.status, pathsOf(refused)], [422, ['content']], content)
    }
    for (const content of [
      'JVBERi0',
      'JVBE Ri0x',
      'JVBERi0xLjcK=',
      '%PDF-1.7',
      'JVBERi0xLjcK\n',
      'JVBERi0_',
      7,
      null,
    ]) {
      const refused = await add(laboratory, order, { name: 'Bilan.pdf', content })
      assert.deepEqual([refused.status, pathsOf(refused)], [422, ['content']], String(content))
    }
    for (const type of ['application/pdf', 'text/plain', 'multipart/form-data; boundary=x']) {
      const raw = await call('POST', pathOf(order), {
        token: laboratory.token,
        raw: PDF.toString('latin1'),
        headers: { 'content-type': type },
      })
      assert.equal(raw.status, 415, type)
    }
  })

  test('refuses names with a path, control characters or direction characters, and extensions that differ from the content', async () => {
    const order = await newCollectedOrder()
    const names = [
      ...['../Bilan.pdf', '/etc/Bilan.pdf', 'a\\Bilan.pdf', 'C:Bilan.pdf', 'a\nb.pdf', 'a\0.pdf', '"x".pdf', '.pdf'],
      ...['', ' ', `${'a'.repeat(97)}.pdf`, 'Bilan\u202efdp.pdf', 'Bilan', 'Bilan.exe', 'Bilan.png', 'Bilan.pdf.exe'],
    ]
    for (const name of names) {
      const refused = await add(laboratory, order, file(PDF, name))
      assert.deepEqual([refused.status, ...new Set(pathsOf(refused))], [422, 'name'], JSON.stringify(name))
    }
    assert.deepEqual((await list(laboratory, order)).body.labOrderFiles, [])
  })

  test('is possible from COLLECTED to the release only', async () => {
    const { id: order } = await orderTests(platform, doctor, patient, { laboratoryId: laboratory.id })
    assert.equal((await add(laboratory, order)).status, 409, 'the laboratory may still change')
    for (const status of ['COLLECTED', 'IN_PROGRESS']) {
      await move(laboratory, order, status)
      await addFile(laboratory, order)
    }
    await enterResults(platform, laboratory, order)
    await addFile(doctor, order)
    await move(laboratory, order, 'RELEASED')
    assert.equal((await add(laboratory, order)).status, 409)
    const cancelled = await newCollectedOrder()
    await move(doctor, cancelled, 'CANCELLED')
    assert.equal((await add(doctor, cancelled)).status, 409)
    assert.equal((await add(laboratory, cancelled)).status, 404)
  })

  test('is limited to ten files for each order, also concurrently', async () => {
    const order = await newCollectedOrder()
    const answers = await Promise.all(Array.from({ length: 15 }, () => add(laboratory, order)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(10).fill(201), ...Array(5).fill(409)])
    const [first] = idsIn(await list(doctor, order))
    await remove(laboratory, order, first!)
    await addFile(laboratory, order)
  })

  test('is allowed to the laboratory and the doctor of the order', async () => {
    const order = await newCollectedOrder()
    for (const caller of [otherLaboratory, dentist]) {
      const refused = await add(caller, order)
      assert.equal(refused.status, 404)
      assert.equal(refused.text, (await add(caller, 'lab_absent')).text)
    }
    for (const caller of [patient, pharmacist, admin]) assert.equal((await add(caller, order)).status, 403)
    const pending = await newPerson(platform, tenantId, 'LABORATORY')
    const { id: otherOrder } = await orderTests(platform, doctor, patient, { laboratoryId: pending.id })
    await move(doctor, otherOrder, 'COLLECTED')
    await owner.query('update users set verified_at = null where id = $1', [pending.id])
    assert.match((await add(pending, otherOrder)).text, /has not been verified/)
    assert.deepEqual((await list(doctor, order)).body.labOrderFiles, [])
  })

  test('with an Idempotency-Key adds one file in repeated and concurrent calls', async () => {
    const order = await newCollectedOrder()
    const headers = { 'idempotency-key': 'upload-1' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(laboratory, order, file(), headers)))
    assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1, answers[0]!.text)
    assert.equal(answers[0]!.status, 201)
    const other = await add(laboratory, order, file(PNG, 'Courbe.png'), headers)
    assert.equal(other.status, 422)
    await releaseOrder(order)
    const replayed = await add(laboratory, order, file(), headers)
    assert.deepEqual([replayed.status, replayed.text], [201, answers[0]!.text])
    assert.equal((await readFile(patient, order, replayed.body.labOrderFile.id)).status, 200)
  })

  test('returns no repeated response to a laboratory after its order moved to another one, even if it has another order of the patient', async () => {
    const [order] = [await newCollectedOrder(), await newCollectedOrder()]
    const headers = { 'idempotency-key': 'upload-3' }
    const upload = () => add(laboratory, order!, file(), headers)
    assert.deepEqual([(await upload()).status, (await upload()).status], [201, 201])
    await owner.query('update lab_orders set laboratory_id = $2 where id = $1', [order, otherLaboratory.id])
    assert.equal((await upload()).status, 403)
  })

  test('that the storage refuses adds no visible file, and a repeated call completes it', async (t) => {
    const order = await newCollectedOrder()
    const headers = { 'idempotency-key': 'upload-2' }
    const broken = t.mock.method(services.storage, 'put', () => Promise.reject(new StorageError('No space.')))
    const failed = await add(laboratory, order, file(), headers)
    assert.equal(failed.status, 502)
    assert.doesNotMatch(failed.text, /No space/)
    assert.deepEqual((await list(doctor, order)).body.labOrderFiles, [])
    const { rows } = await owner.query('select id from lab_order_files where lab_order_id = $1', [order])
    assert.equal((await read(doctor, order, rows[0].id)).status, 404)
    broken.mock.restore()
    const repeated = await add(laboratory, order, file(), headers)
    assert.equal(repeated.status, 201, repeated.text)
    assert.deepEqual(idsIn(await list(doctor, order)), [repeated.body.labOrderFile.id])
  })

  test('that ends after the release or the cancellation is refused, and leaves no content', async (t) => {
    for (const [status, expected] of [
      ['RELEASED', 409],
      ['CANCELLED', 404],
    ] as const) {
      const order = await newCollectedOrder()
      await enterResults(platform, laboratory, order)
      const { put } = services.storage
      let id = ''
      const slow = t.mock.method(services.storage, 'put', async (key: string, bytes: Uint8Array) => {
        id = key.split('/')[1]!
        await put.call(services.storage, key, bytes)
        assert.equal((await move(doctor, order, status)).status, 200)
      })
      const refused = await add(laboratory, order)
      slow.mock.restore()
      assert.equal(refused.status, expected, refused.text)
      assert.deepEqual((await list(doctor, order)).body.labOrderFiles, [])
      await eventually(() => !isStored(id), 'the content is deleted')
      assert.ok((await rowOf(id)).removed_at)
    }
  })
})

describe('reading a file', () => {
  test('is allowed to the readers of the results: the patient after the release, administrators with a reason', async () => {
    const tested = await newPerson(platform, tenantId, 'PATIENT')
    const order = await newCollectedOrder(tested)
    const id = await addFile(laboratory, order)
    const statuses = async (caller: Person) => {
      const answers = [await list(caller, order), await read(caller, order, id)]
      for (const { status, text } of answers) if (status !== 200) assert.ok(!text.includes('Bilan'))
      return answers.map(({ status }) => status)
    }
    const strangers = [otherLaboratory, dentist, pharmacist, patient, admin]
    for (const caller of [...strangers, tested]) assert.deepEqual(await statuses(caller), [404, 404])
    for (const caller of [laboratory, doctor]) assert.deepEqual(await statuses(caller), [200, 200])
    await releaseOrder(order)
    for (const caller of strangers) assert.deepEqual(await statuses(caller), [404, 404])
    for (const caller of [laboratory, doctor, tested]) assert.deepEqual(await statuses(caller), [200, 200])
    await openFile(platform, admin, tested)
    assert.deepEqual(await statuses(admin), [200, 200])
  })

  test('is hidden from other organisations, and under another lab order', async () => {
    const order = await newCollectedOrder()
    const id = await addFile(laboratory, order)
    const elsewhere = await newTenant(platform)
    for (const role of ['LABORATORY', 'DOCTOR', 'ADMIN'] as const) {
      const caller = await newPerson(platform, elsewhere, role)
      for (const answer of [await list(caller, order), await read(caller, order, id)]) assert.equal(answer.status, 404)
    }
    const second = await newCollectedOrder()
    assert.equal((await read(laboratory, second, id)).status, 404)
    assert.equal((await remove(laboratory, second, id)).status, 404)
  })

  test('is refused to the laboratory after the order is cancelled', async () => {
    const order = await newCollectedOrder()
    const id = await addFile(laboratory, order)
    await move(doctor, order, 'CANCELLED')
    assert.equal((await read(laboratory, order, id)).status, 404)
    assert.equal((await read(doctor, order, id)).status, 200)
    assert.equal((await read(patient, order, id)).status, 404)
  })

  test('returns a download that browsers do not render, without the file name of the client', async () => {
    const order = await newCollectedOrder()
    const response = await readFile(doctor, order, await addFile(laboratory, order, file(JPEG, 'نتائج.jpg')))
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="resultats.jpg"')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('content-security-policy'), "sandbox; default-src 'none'")
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
  })

  test('is audited with the patient: upload, list, address, download and removal', async () => {
    const order = await newCollectedOrder()
    const id = await addFile(laboratory, order)
    await list(doctor, order)
    await readFile(doctor, order, id)
    await remove(laboratory, order, id)
    const { rows } = await owner.query<{ operation: string; subject_id: string }>(
      `select operation, subject_id from audit_log
       where tenant_id = $1 and subject_id = any($2) and patient_ids = $3 and operation ~ 'File' order by id`,
      [tenantId, [order, id], [patient.id]],
    )
    assert.deepEqual(
      rows.map(({ operation, subject_id }) => [operation, subject_id]),
      [
        ['addLabOrderFile', id],
        ['listLabOrderFiles', order],
        ['readLabOrderFile', id],
        ['fetchFile', id],
        ['removeLabOrderFile', id],
      ],
    )
  })
})

describe('removing a file', () => {
  test('deletes its content, and keeps the record of its uploader', async () => {
    const order = await newCollectedOrder()
    const id = await addFile(laboratory, order)
    const { url } = (await read(doctor, order, id)).body.labOrderFile
    assert.deepEqual([isStored(id), (await fetch(url)).status], [true, 200])
    assert.equal((await remove(laboratory, order, id)).status, 200)
    assert.deepEqual([isStored(id), (await fetch(url)).status], [false, 404])
    assert.deepEqual((await list(doctor, order)).body.labOrderFiles, [])
    const { ready_at, removed_at, erased_at } = await rowOf(id)
    assert.ok(ready_at && removed_at && erased_at)
    assert.equal((await remove(laboratory, order, id)).status, 404)
  })

  test('is allowed to the user who uploaded it, before the release', async () => {
    const order = await newCollectedOrder()
    const [laboratoryFile, doctorFile] = [await addFile(laboratory, order), await addFile(doctor, order)]
    assert.equal((await remove(doctor, order, laboratoryFile)).status, 403)
    assert.equal((await remove(laboratory, order, doctorFile)).status, 403)
    for (const caller of [otherLaboratory, dentist]) assert.equal((await remove(caller, order, doctorFile)).status, 404)
    for (const caller of [patient, admin]) assert.equal((await remove(caller, order, doctorFile)).status, 403)
    assert.equal((await remove(doctor, order, doctorFile)).status, 200)
    await releaseOrder(order)
    assert.equal((await remove(laboratory, order, laboratoryFile)).status, 409)
    assert.deepEqual(idsIn(await list(patient, order)), [laboratoryFile])
  })

  test('hides the file even if the storage fails, and a repeated call deletes the content', async (t) => {
    const order = await newCollectedOrder()
    const id = await addFile(laboratory, order)
    const broken = t.mock.method(services.storage, 'remove', () => Promise.reject(new StorageError('Down.')))
    assert.equal((await remove(laboratory, order, id)).status, 502)
    assert.equal((await read(doctor, order, id)).status, 404)
    broken.mock.restore()
    assert.equal((await remove(laboratory, order, id)).status, 200)
    assert.equal(isStored(id), false)
  })

  test('also happens to interrupted uploads at the next upload; they do not count towards the limit', async (t) => {
    const order = await newCollectedOrder()
    const broken = t.mock.method(services.storage, 'put', () => Promise.reject(new StorageError('Down.')))
    for (let n = 0; n < 10; n++) assert.equal((await add(laboratory, order)).status, 502)
    broken.mock.restore()
    assert.equal((await add(laboratory, order)).status, 409, 'they may still be running')
    await owner.query("update lab_order_files set created_at = now() - interval '61 min' where lab_order_id = $1", [
      order,
    ])
    await addFile(laboratory, order)
    const { rows } = await owner.query(
      'select count(*)::int as n from lab_order_files where lab_order_id = $1 and removed_at is null',
      [order],
    )
    assert.equal(rows[0].n, 1)
  })
})
