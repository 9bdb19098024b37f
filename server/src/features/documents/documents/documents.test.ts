import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, newFolder, pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { textOf, withoutPoppler } from '../../../../testing/poppler.ts'
import {
  bookCompletedConsultation,
  consult,
  moveIntoPast,
  newPractice,
  placeOrder,
  prescribe,
} from '../../../../testing/practice.ts'
import type { Actor } from '../../../actor.ts'
import type { ApiError } from '../../../errors.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { templateNames } from '../../../pdf/content.ts'
import { openRenderer } from '../../../pdf/renderer.ts'
import { renderAndStore } from './generation.ts'

const files = await newFolder()
const platform = await startPlatform({ STORAGE_URL: pathToFileURL(files).href })
/** A server of the same installation that cannot reach its storage. */
const down = await startPlatform({ STORAGE_URL: 's3+http://key:secret@127.0.0.1:9/documents' }, platform.ownerUrl)
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist, tenantId } = practice
const elsewhere = await newPractice(platform)

const generate = (caller: Person, templateId: string, data: object, headers: Record<string, string> = {}) =>
  call('POST', '/api/pdf/generate', { token: caller.token, body: { templateId, data }, headers })
const read = async (caller: Person, id: string) =>
  (await call('GET', `/api/documents/${id}`, { token: caller.token })).body.document
const list = async (caller: Person, query = '') =>
  (await call('GET', `/api/documents${query}`, { token: caller.token })).body.documents
const cancel = (caller: Person, id: string, body: object = {}) =>
  call('POST', `/api/documents/${id}/cancel`, { token: caller.token, body })
const newPrescription = async () =>
  (await prescribe(platform, doctor, patient, await consult(platform, doctor, patient))).id

/** Downloads the file of a response without a token. */
async function fileOf({ body }: Answer): Promise<Buffer> {
  const response = await fetch(body.url)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

const invoice = async (extra: object = {}) =>
  (
    await call('POST', '/api/invoices', {
      token: doctor.token,
      body: { patientId: patient.id, amountMAD: 40_000, description: 'Consultation', ...extra },
    })
  ).body.invoice.id as string

describe('generating a document', () => {
  test('in a sandbox marks it as a specimen', { skip: withoutPoppler }, async () => {
    const answer = await generate(doctor, 'prescription', { prescriptionId: await newPrescription() })
    // The letters go up the page, so some readers give them from above.
    assert.match(textOf(await fileOf(answer)).replace(/\s/g, ''), /SPECIMEN|ENIMECSP/)
  })

  test('is refused for a moment while too many are being rendered, and can be repeated', async (t) => {
    const { services } = platform
    const { renderer } = services
    services.renderer = openRenderer({ threads: 1, waiting: 0 })
    t.after(async () => {
      await services.renderer.close()
      services.renderer = renderer
    })
    const ids = [await newPrescription(), await newPrescription()]
    const answers = await Promise.all(ids.map((prescriptionId) => generate(doctor, 'prescription', { prescriptionId })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 503])
    const refused = answers.findIndex(({ status }) => status === 503)
    assert.equal(answers[refused]!.headers.get('retry-after'), '1')
    assert.equal((await generate(doctor, 'prescription', { prescriptionId: ids[refused] })).status, 200)
  })

  test('prints the patient’s identity only for professionals who treat the patient', async () => {
    const [former, known] = await Promise.all([
      newPerson(platform, tenantId, 'DOCTOR'),
      newPerson(platform, tenantId, 'PATIENT'),
    ])
    const identity = { birthDate: '1984-03-09', nationalId: 'BE123456', nameAr: 'سلمى الإدريسي' }
    const path = `/api/patients/${known.id}/identity`
    assert.equal((await call('PUT', path, { token: admin.token, body: identity })).status, 200)
    /** The patient on a printed prescription. */
    const printed = async (doctor: Person, prescriptionId: string) => {
      const answer = await generate(doctor, 'prescription', { prescriptionId })
      assert.equal(answer.status, 200, answer.text)
      const { rows } = await owner.query(`select content -> 'patient' as patient from documents where id = $1`, [
        answer.body.documentId,
      ])
      const { birthDate, nationalId, nameAr } = rows[0].patient
      return [birthDate, nationalId, nameAr]
    }
    const appointmentId = await consult(platform, former, known)
    const earlier = await prescribe(platform, former, known, appointmentId)
    const current = await prescribe(platform, doctor, known)
    const ended = await call('DELETE', `/api/patients/${known.id}/relationships/${former.id}`, { token: known.token })
    assert.equal(ended.status, 200, ended.text)
    assert.deepEqual(await printed(former, earlier.id), [null, null, undefined])
    assert.equal((await generate(former, 'attestation', { appointmentId })).status, 403)
    assert.deepEqual(await printed(doctor, current.id), Object.values(identity))
  })

  test('prints no identity for former practitioners and for pharmacies after the delivery', async () => {
    const [former, known, pharmacy] = await Promise.all([
      newPerson(platform, tenantId, 'DOCTOR'),
      newPerson(platform, tenantId, 'PATIENT'),
      newPerson(platform, tenantId, 'PHARMACIST'),
    ])
    const path = `/api/patients/${known.id}`
    const { id: nameless } = await prescribe(platform, former, known)
    const body = { birthDate: '1984-03-09', nationalId: 'BE123456' }
    assert.equal((await call('PUT', `${path}/identity`, { token: admin.token, body })).status, 200)
    const refillable = { quantity: 30, unit: 'comprimés', refills: 1 }
    const { id: prescriptionId } = await prescribe(platform, former, known, undefined, refillable)
    const created = async (caller: Person, language = 'fr'): Promise<string> => {
      const answer = await generate(caller, 'prescription', { prescriptionId, language })
      assert.equal(answer.status, 200, answer.text)
      return answer.body.documentId
    }
    const identityOn = async (id: string) =>
      (await owner.query(`select content -> 'patient' ->> 'nationalId' as id from documents where id = $1`, [id]))
        .rows[0].id
    const idsFor = async (caller: Person) =>
      (await list(caller, `?prescriptionId=${prescriptionId}`)).map(({ id }: { id: string }) => id)
    const own = await created(former)
    const { id: orderId } = await placeOrder(platform, known, prescriptionId, pharmacy)
    for (const status of ['PREPARING', 'READY', 'DELIVERED'])
      await call('PUT', `/api/orders/${orderId}`, { token: pharmacy.token, body: { status } })
    const ended = await call('DELETE', `${path}/relationships/${former.id}`, { token: known.token })
    assert.equal(ended.status, 200, ended.text)
    await generate(known, 'prescription', { prescriptionId: nameless })
    const same = await generate(former, 'prescription', { prescriptionId: nameless })
    assert.equal(same.status, 200, 'of the same content')
    const current = await created(known, 'ar')
    assert.equal(await identityOn(current), 'BE123456')
    assert.equal((await call('GET', `/api/documents/${current}`, { token: former.token })).status, 404)
    assert.equal((await cancel(former, current)).status, 404)
    assert.ok((await idsFor(former)).includes(own), 'what they created stays')
    assert.ok(!(await idsFor(former)).includes(current))
    assert.equal(await identityOn(await created(former)), null)
    assert.equal(await identityOn(await created(pharmacy)), null, 'the order is delivered')
    await placeOrder(platform, known, nameless, pharmacy)
    assert.equal(await identityOn(await created(pharmacy)), null, 'the open order is on another prescription')
    await placeOrder(platform, known, prescriptionId, await newPerson(platform, tenantId, 'PHARMACIST'))
    assert.equal(await identityOn(await created(pharmacy)), null, 'the open order is at another pharmacy')
    await call('PUT', `${path}/relationships/${former.id}`, { token: known.token, body: {} })
    assert.ok((await idsFor(former)).includes(current), 'who treats the patient again sees it')
  })

  test('returns a URL that serves the file without a token', async () => {
    const prescriptionId = await newPrescription()
    const answer = await generate(doctor, 'prescription', { prescriptionId })
    assert.equal(answer.status, 200, answer.text)
    const { ok, url, expiresAt, documentId, ...rest } = answer.body
    assert.equal(ok, true)
    assert.deepEqual(rest, {})
    assert.match(documentId, /^doc_[0-9a-f]{32}$/)
    const minutes = (Date.parse(expiresAt) - platform.services.clock.nowMs()) / 60_000
    assert.ok(minutes > 13 && minutes <= 15.1, String(minutes))

    const response = await fetch(url)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/pdf')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const file = Buffer.from(await response.arrayBuffer())
    assert.equal(file.subarray(0, 5).toString(), '%PDF-')

    const document = await read(patient, documentId)
    assert.equal(document.sha256, createHash('sha256').update(file).digest('hex'))
    assert.equal(document.size, file.length)
    assert.equal(document.signed, true)
    assert.equal(document.prescriptionId, prescriptionId)
    assert.equal(document.language, 'fr-ar')
    assert.deepEqual([document.patient.id, document.practitioner.id], [patient.id, doctor.id])
    assert.match(
      response.headers.get('content-disposition')!,
      new RegExp(`attachment.*ordonnance-${document.serial}-[0-9a-f]{8}.pdf`),
    )
    assert.equal(document.verifyUrl, `${platform.url}/verify/${document.serial}`)
  })

  test('returns the existing document to every caller, and a new one for another language', async () => {
    const prescriptionId = await newPrescription()
    const first = await generate(doctor, 'prescription', { prescriptionId })
    const again = await generate(patient, 'prescription', { prescriptionId, language: 'fr-ar' })
    assert.equal(again.body.documentId, first.body.documentId)
    assert.deepEqual(await fileOf(again), await fileOf(first))
    const french = await generate(patient, 'prescription', { prescriptionId, language: 'fr' })
    assert.notEqual(french.body.documentId, first.body.documentId)
  })

  test('creates one document with one file in twenty concurrent requests', async () => {
    const prescriptionId = await newPrescription()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => generate(doctor, 'prescription', { prescriptionId })),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const ids = [...new Set(answers.map(({ body }) => body.documentId))]
    assert.equal(ids.length, 1)
    const { sha256 } = await read(doctor, ids[0])
    for (const answer of answers)
      assert.equal(
        createHash('sha256')
          .update(await fileOf(answer))
          .digest('hex'),
        sha256,
      )
    // Duplicate files are removed after the first one is recorded.
    const folder = join(files, tenantId, ids[0])
    await eventually(async () => (await readdir(folder)).length === 1, 'one file')
  })

  test('returns the same response for the same Idempotency-Key', async () => {
    const prescriptionId = await newPrescription()
    const headers = { 'Idempotency-Key': 'document-1' }
    const first = await generate(doctor, 'prescription', { prescriptionId }, headers)
    const again = await generate(doctor, 'prescription', { prescriptionId }, headers)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
  })

  test('reports the invalid fields', async () => {
    const unknown = await generate(doctor, 'letter', {})
    assert.equal(unknown.status, 422)
    assert.deepEqual(unknown.body.error.details, [
      { path: ['templateId'], message: `must be ${templateNames.join(' or ')}`, code: 'not_a_choice' },
    ])
    const rows: [string, object, string[]][] = [
      ['prescription', {}, ['data.prescriptionId']],
      ['prescription', { prescriptionId: 'apt_1', language: 'en' }, ['data.prescriptionId', 'data.language']],
      ['certificate', { appointmentId: 'apt_1' }, ['data']],
      ['certificate', { appointmentId: 'apt_1', statement: ' ' }, ['data.statement']],
      [
        'certificate',
        { appointmentId: 'apt_1', rest: { from: '2026-02-30', days: 0 } },
        ['data.rest.from', 'data.rest.days'],
      ],
      ['certificate', { appointmentId: 'apt_1', statement: 'x'.repeat(100_000) }, ['data.statement']],
      ['attestation', { appointmentId: 'apt_1', purpose: 'a\u202eb' }, ['data.purpose']],
      ['invoice', { invoiceId: 7 }, ['data.invoiceId']],
    ]
    for (const [templateId, data, paths] of rows) {
      const answer = await generate(doctor, templateId, data)
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(pathsOf(answer).toSorted(), paths.toSorted(), JSON.stringify(data))
    }
    const without = await call('POST', '/api/pdf/generate', { token: doctor.token, body: { templateId: 'invoice' } })
    assert.deepEqual(pathsOf(without), ['data'])
  })

  test('returns the same fault for invisible and unknown records', async () => {
    const prescriptionId = await newPrescription()
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const invoiceId = await invoice()
    const stranger = await newPerson(platform, tenantId, 'PATIENT')
    for (const [templateId, field, id, absent] of [
      ['prescription', 'prescriptionId', prescriptionId, 'rx_absent'],
      ['attestation', 'appointmentId', appointmentId, 'apt_absent'],
      ['certificate', 'appointmentId', appointmentId, 'apt_absent'],
      ['invoice', 'invoiceId', invoiceId, 'inv_absent'],
    ] as const) {
      const extra = templateId === 'certificate' ? { statement: 'Apte' } : {}
      const answers = await Promise.all([
        generate(stranger, templateId, { [field]: id, ...extra }),
        generate(elsewhere.admin, templateId, { [field]: id, ...extra }),
        generate(pharmacist, templateId, { [field]: id, ...extra }),
        generate(admin, templateId, { [field]: absent, ...extra }),
      ])
      for (const answer of answers) {
        assert.equal(answer.status, 422, answer.text)
        assert.deepEqual(pathsOf(answer), [`data.${field}`])
      }
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    }
  })

  test('refuses characters that no font contains, and lists them', async () => {
    const foreign = await newPerson(platform, tenantId, 'PATIENT', undefined, '李小龙')
    const { id } = await prescribe(platform, doctor, foreign, await consult(platform, doctor, foreign))
    const answer = await generate(doctor, 'prescription', { prescriptionId: id })
    assert.equal(answer.status, 422)
    assert.match(answer.body.error.details[0].message, /李/)
    assert.deepEqual(await list(doctor, `?prescriptionId=${id}`), [])
  })
})

describe('a prescription', () => {
  test('is also available to the pharmacy of an order', async () => {
    const prescriptionId = await newPrescription()
    assert.equal((await generate(pharmacist, 'prescription', { prescriptionId })).status, 422)
    await placeOrder(platform, patient, prescriptionId, pharmacist)
    const { documentId } = (await generate(pharmacist, 'prescription', { prescriptionId })).body
    assert.equal((await read(pharmacist, documentId)).id, documentId)
  })

  test('is not available to another pharmacy that has its own orders and documents', async () => {
    const other = await newPerson(platform, tenantId, 'PHARMACIST')
    const [prescriptionId, own] = [await newPrescription(), await newPrescription()]
    await placeOrder(platform, patient, prescriptionId, pharmacist)
    await placeOrder(platform, patient, own, other)
    const { documentId } = (await generate(pharmacist, 'prescription', { prescriptionId })).body
    const ownDocument = (await generate(other, 'prescription', { prescriptionId: own })).body.documentId
    assert.equal((await generate(other, 'prescription', { prescriptionId })).status, 422)
    assert.equal((await call('GET', `/api/documents/${documentId}`, { token: other.token })).status, 404)
    const shown = (await list(other)).map(({ id }: { id: string }) => id)
    assert.deepEqual(shown, [ownDocument])
  })

  test('is no longer available to a pharmacy that rejected its order, even while another pharmacy has an order', async () => {
    const other = await newPerson(platform, tenantId, 'PHARMACIST')
    const prescriptionId = await newPrescription()
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    const headers = { 'Idempotency-Key': 'before-the-rejection' }
    const generated = () => generate(pharmacist, 'prescription', { prescriptionId }, headers)
    const { documentId } = (await generated()).body
    const isListed = async (caller: Person) => (await list(caller)).some((one: { id: string }) => one.id === documentId)
    assert.equal(await isListed(pharmacist), true)
    const body = { status: 'REJECTED' }
    assert.equal((await call('PUT', `/api/orders/${id}`, { token: pharmacist.token, body })).status, 200)
    await placeOrder(platform, patient, prescriptionId, other)
    assert.deepEqual([await isListed(pharmacist), await isListed(other)], [false, true])
    assert.equal((await call('GET', `/api/documents/${documentId}`, { token: pharmacist.token })).status, 404)
    assert.equal((await generated()).status, 403, 'a repeat')
  })

  test('of a disabled practitioner is generated again, signed by the organisation', async () => {
    const former = await newPerson(platform, tenantId, 'DOCTOR')
    const { id: prescriptionId } = await prescribe(platform, former, patient, await consult(platform, former, patient))
    const before = await generate(patient, 'prescription', { prescriptionId })
    const body = { disabled: true }
    assert.equal((await call('PUT', `/api/users/${former.id}`, { token: admin.token, body })).status, 200)
    const after = await generate(patient, 'prescription', { prescriptionId })
    assert.equal(after.status, 200, after.text)
    assert.notEqual(after.body.documentId, before.body.documentId)
    const certificateOf = async ({ body }: Answer) =>
      (await owner.query('select certificate_id as id from documents where id = $1', [body.documentId])).rows[0].id
    assert.notEqual(await certificateOf(after), await certificateOf(before))
  })

  test('whose certificate was replaced before its file was made gets none', async () => {
    const former = await newPerson(platform, tenantId, 'DOCTOR')
    const { id: prescriptionId } = await prescribe(platform, former, patient, await consult(platform, former, patient))
    const { documentId } = (await generate(patient, 'prescription', { prescriptionId })).body
    await owner.query(
      'update documents set object_key = null, pdf_sha256 = null, size = null, ready_at = null where id = $1',
      [documentId],
    )
    await owner.query(
      'update signing_certificates set retired_at = now(), private_key_encrypted = null where user_id = $1',
      [former.id],
    )
    const made = renderAndStore(platform.services, { tenantId } as Actor, documentId)
    await assert.rejects(
      made,
      (error: ApiError) => error.status === 409 && /was replaced meanwhile/.test(error.message),
    )
  })

  test('that was cancelled is refused', async () => {
    const prescriptionId = await newPrescription()
    await generate(doctor, 'prescription', { prescriptionId })
    await call('POST', `/api/prescriptions/${prescriptionId}/cancel`, { token: doctor.token, body: {} })
    assert.equal((await generate(doctor, 'prescription', { prescriptionId })).status, 409)
  })

  test('that was changed in the database is refused', async () => {
    const prescriptionId = await newPrescription()
    await owner.query(
      `update prescriptions set items = jsonb_set(items, '{0,dosage}', '"10 comprimés"') where id = $1`,
      [prescriptionId],
    )
    const answer = await generate(doctor, 'prescription', { prescriptionId })
    assert.equal(answer.status, 409)
    assert.match(answer.body.error.message, /does not match its signature/)
  })
})

describe('a certificate', () => {
  /** Rest that starts the given number of days after an appointment. */
  const restFrom = async (appointmentId: string, daysAfter = 0) => {
    const { appointment } = (await call('GET', `/api/appointments/${appointmentId}`, { token: doctor.token })).body
    return { from: localDay(new Date(Date.parse(appointment.startTime) + daysAfter * 86_400_000)), days: 3 }
  }

  test('is only available to the practitioner of the appointment', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const rest = await restFrom(appointmentId)
    for (const caller of [patient, admin]) {
      const answer = await generate(caller, 'certificate', { appointmentId, rest })
      assert.equal(answer.status, 403, answer.text)
    }
    const answer = await generate(doctor, 'certificate', { appointmentId, rest, statement: 'Apte au sport.' })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await read(patient, answer.body.documentId)).templateId, 'certificate')
    const pending = await newPerson(platform, tenantId, 'DENTIST')
    await owner.query('update users set verified_at = null where id = $1', [pending.id])
    const unverified = await bookCompletedConsultation(platform, doctor, patient)
    const unseen = await generate(pending, 'certificate', {
      appointmentId: unverified,
      rest: await restFrom(unverified),
    })
    assert.equal(unseen.status, 403)
  })

  test('is refused before the appointment and after its cancellation', async () => {
    const toCome = (await book(platform, doctor, doctor, patient, 5000)).id
    const rest = await restFrom(toCome)
    const refused = () => generate(doctor, 'certificate', { appointmentId: toCome, rest })
    assert.equal((await refused()).status, 409)
    await call('PUT', `/api/appointments/${toCome}`, { token: doctor.token, body: { status: 'CONFIRMED' } })
    assert.equal((await refused()).status, 409, 'confirmed, but not held')
    await call('PUT', `/api/appointments/${toCome}`, { token: doctor.token, body: { status: 'CANCELLED' } })
    assert.equal((await refused()).status, 409)
    for (const status of ['CANCELLED', 'NO_SHOW']) {
      const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
      await owner.query('update appointments set status = $2 where id = $1', [appointmentId, status])
      const past = await generate(doctor, 'certificate', { appointmentId, rest: await restFrom(appointmentId) })
      assert.deepEqual([past.status, past.body.error.message.split('. ')[0]], [409, `The appointment is ${status}`])
    }
  })

  test('with other content is a separate document', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const rest = await restFrom(appointmentId)
    const one = (await generate(doctor, 'certificate', { appointmentId, rest })).body.documentId
    const other = (await generate(doctor, 'certificate', { appointmentId, rest: { ...rest, days: 4 } })).body.documentId
    assert.notEqual(one, other)
    assert.deepEqual(
      (await list(patient, `?appointmentId=${appointmentId}`)).map(({ id }: { id: string }) => id),
      [other, one],
    )
  })

  test('refuses rest that starts before the examination or more than 30 days after', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    for (const daysAfter of [-1, 31]) {
      const answer = await generate(doctor, 'certificate', {
        appointmentId,
        rest: await restFrom(appointmentId, daysAfter),
      })
      assert.equal(answer.status, 422)
      assert.deepEqual(pathsOf(answer), ['data.rest.from'])
    }
    const answer = await generate(doctor, 'certificate', { appointmentId, rest: await restFrom(appointmentId, 30) })
    assert.equal(answer.status, 200, answer.text)
  })
})

test('no document states that a visit months ahead took place, even if it is COMPLETED, unless doctor and patient met by video', async () => {
  const { id, videoRoomId } = await book(platform, patient, doctor, patient, 3200)
  const put = await call('PUT', `/api/appointments/${id}`, { token: doctor.token, body: { status: 'COMPLETED' } })
  assert.equal(put.status, 200, put.text)
  const attempts = () =>
    Promise.all([
      generate(doctor, 'certificate', { appointmentId: id, statement: 'Examiné ce jour.' }),
      ...[doctor, patient, admin].map((caller) => generate(caller, 'attestation', { appointmentId: id })),
    ])
  for (const answer of await attempts()) {
    assert.equal(answer.status, 409, answer.text)
    assert.match(answer.body.error.message, /has not started/)
  }
  await owner.query('update video_rooms set together_ms = 60000 where id = $1', [videoRoomId])
  for (const answer of await attempts()) assert.equal(answer.status, 200, answer.text)
})

test('an attestation needs a completed appointment', async () => {
  const appointmentId = await consult(platform, doctor, patient)
  const early = await generate(patient, 'attestation', { appointmentId })
  assert.equal(early.status, 409)
  assert.equal(early.body.error.details.state.to, 'COMPLETED')
  await owner.query('update appointments set proposed = true where id = $1', [appointmentId])
  const proposed = await generate(patient, 'attestation', { appointmentId })
  assert.deepEqual(
    [proposed.status, proposed.body.error.message],
    [409, 'The patient has not accepted this appointment.'],
  )
  await owner.query('update appointments set proposed = false where id = $1', [appointmentId])
  await call('PUT', `/api/appointments/${appointmentId}`, { token: doctor.token, body: { status: 'COMPLETED' } })
  await moveIntoPast(platform, appointmentId)
  for (const purpose of ['Apte au port d’armes et en arrêt de travail du 01/01 au 31/12', 'Arrêt de 3 jours']) {
    const refused = await generate(patient, 'attestation', { appointmentId, purpose })
    assert.deepEqual([refused.status, refused.body.error.details?.[0].path], [422, ['data', 'purpose']])
  }
  const answer = await generate(patient, 'attestation', { appointmentId, purpose: 'Son employeur' })
  assert.equal(answer.status, 200, answer.text)
  const { rows } = await owner.query(
    'select c.user_id from documents d join signing_certificates c on c.id = d.certificate_id where d.id = $1',
    [answer.body.documentId],
  )
  assert.deepEqual(rows, [{ user_id: null }], 'the caller’s text must not be signed by the doctor')
})

test('a paid invoice gets a new document, and a cancelled one can be printed', async () => {
  const invoiceId = await invoice()
  const open = (await generate(patient, 'invoice', { invoiceId })).body.documentId
  await call('POST', `/api/invoices/${invoiceId}/payments`, {
    token: doctor.token,
    body: { method: 'CASH', amountMAD: 40_000 },
  })
  const paid = (await generate(patient, 'invoice', { invoiceId })).body.documentId
  assert.notEqual(paid, open)
  const other = await invoice()
  await call('POST', `/api/invoices/${other}/cancel`, { token: doctor.token, body: {} })
  assert.equal((await generate(doctor, 'invoice', { invoiceId: other })).status, 200)
})

describe('a document', () => {
  let documentId: string
  let prescriptionId: string
  before(async () => {
    prescriptionId = await newPrescription()
    documentId = (await generate(doctor, 'prescription', { prescriptionId })).body.documentId
  })

  test('is visible to patient, practitioner and administrators', async () => {
    const status = async (caller: Person) =>
      (await call('GET', `/api/documents/${documentId}`, { token: caller.token })).status
    const others = [dentist, pharmacist, elsewhere.admin, await newPerson(platform, tenantId, 'PATIENT')]
    assert.deepEqual(await Promise.all([admin, doctor, patient].map(status)), [200, 200, 200])
    assert.deepEqual(await Promise.all(others.map(status)), [404, 404, 404, 404])
    for (const caller of others) assert.ok(!JSON.stringify(await list(caller)).includes(documentId))
    const found = await list(patient, `?templateId=prescription&prescriptionId=${prescriptionId}`)
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      [documentId],
    )
    assert.equal(found[0].url, undefined)
  })

  test('can be cancelled by its practitioner or an administrator, and generated again', async () => {
    assert.equal((await cancel(patient, documentId)).status, 403)
    const { body } = await cancel(doctor, documentId, { reason: 'Établi par erreur' })
    assert.equal(body.document.cancelReason, 'Établi par erreur')
    assert.deepEqual((await cancel(admin, documentId, { reason: 'Autre' })).body, body)
    assert.equal((await read(patient, documentId)).cancelledAt, body.document.cancelledAt)
    const refused = await generate(patient, 'prescription', { prescriptionId })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'], 'by the patient')
    assert.equal((await generate(patient, 'prescription', { prescriptionId, language: 'ar' })).status, 409)
    const second = (await generate(doctor, 'prescription', { prescriptionId })).body.documentId
    assert.notEqual(second, documentId)
    assert.equal((await generate(patient, 'prescription', { prescriptionId })).body.documentId, second)
  })

  test('is not affected by the cancellation of a document of another record', async () => {
    const invoices = [await invoice(), await invoice({ description: 'Acte' })]
    const prescriptions = [await newPrescription(), await newPrescription()]
    const visits = [
      await bookCompletedConsultation(platform, doctor, patient),
      await bookCompletedConsultation(platform, doctor, patient),
    ]
    for (const [templateId, field, [one, other]] of [
      ['invoice', 'invoiceId', invoices],
      ['prescription', 'prescriptionId', prescriptions],
      ['attestation', 'appointmentId', visits],
    ] as const) {
      const created = await generate(doctor, templateId, { [field]: one })
      assert.equal(created.status, 200, created.text)
      await cancel(doctor, created.body.documentId)
      assert.equal((await generate(patient, templateId, { [field]: one })).status, 409, templateId)
      const answer = await generate(patient, templateId, { [field]: other })
      assert.equal(answer.status, 200, `${templateId}: ${answer.text}`)
    }
  })

  test('is not affected by the cancellation of another kind of document about the same record', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const certificate = await generate(doctor, 'certificate', { appointmentId, statement: 'Apte au sport.' })
    await cancel(doctor, certificate.body.documentId)
    const answer = await generate(patient, 'attestation', { appointmentId })
    assert.equal(answer.status, 200, answer.text)
  })

  test('is audited with its reader and the patient', async () => {
    await read(patient, documentId)
    const { rows } = await owner.query(
      `select patient_ids, outcome from audit_log where operation = 'readDocument' and subject_id = $1 and user_id = $2`,
      [documentId, patient.id],
    )
    assert.deepEqual(rows.at(-1), { patient_ids: [patient.id], outcome: 'OK' })
  })
})

describe('while the storage or the time-stamping authority is down', () => {
  const requestDocument = async (
    prescriptionId: string,
    headers: Record<string, string> = {},
    { caller = doctor, at = down } = {},
  ) => {
    const credentials = { grant_type: 'client_credentials', client_id: caller.clientId, client_secret: caller.secret }
    const token = (await at.call('POST', '/api/auth/token', { body: credentials })).body.access_token
    return at.call('POST', '/api/pdf/generate', {
      token,
      body: { templateId: 'prescription', data: { prescriptionId } },
      headers,
    })
  }

  test('the document stays unavailable, and a repeated request completes it', async () => {
    const prescriptionId = await newPrescription()
    const headers = { 'Idempotency-Key': 'down-1' }
    for (const { status, body } of [
      await requestDocument(prescriptionId, headers),
      await requestDocument(prescriptionId, headers),
    ]) {
      assert.equal(status, 502)
      assert.equal(body.error.code, 'BAD_GATEWAY')
    }
    assert.deepEqual(await list(doctor, `?prescriptionId=${prescriptionId}`), [])
    const { rows } = await owner.query<{ id: string; serial: string }>(
      'select id, serial from documents where prescription_id = $1',
      [prescriptionId],
    )
    assert.equal(rows.length, 1)
    assert.equal((await call('GET', `/verify/${rows[0]!.serial}`)).status, 404)
    const answer = await generate(doctor, 'prescription', { prescriptionId }, headers)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.documentId, rows[0]!.id)
    assert.equal((await fileOf(answer)).subarray(0, 5).toString(), '%PDF-')
  })

  test('a signed document without a time stamp is refused, and a repeated request completes it', async (t) => {
    const unstamped = await startPlatform({ TIMESTAMP_URL: 'http://127.0.0.1:9/tsr' }, platform.ownerUrl)
    t.after(() => unstamped.stop())
    const prescriptionId = await newPrescription()
    const refused = await requestDocument(prescriptionId, {}, { at: unstamped })
    assert.equal(refused.status, 502)
    assert.match(refused.body.error.message, /time-stamping authority/)
    assert.deepEqual(await list(doctor, `?prescriptionId=${prescriptionId}`), [])
    assert.equal((await generate(doctor, 'prescription', { prescriptionId })).status, 200)
  })

  test('a pharmacy cannot repeat its request after its order was cancelled, other callers can', async () => {
    const prescriptionId = await newPrescription()
    const order = await placeOrder(platform, patient, prescriptionId, pharmacist)
    const headers = { 'Idempotency-Key': 'down-2' }
    assert.equal((await requestDocument(prescriptionId, headers, { caller: pharmacist })).status, 502)
    await call('PUT', `/api/orders/${order.id}`, { token: patient.token, body: { status: 'CANCELLED' } })
    const refused = await generate(pharmacist, 'prescription', { prescriptionId }, headers)
    assert.equal(refused.status, 404, refused.text)
    const answer = await generate(doctor, 'prescription', { prescriptionId })
    assert.equal((await fileOf(answer)).subarray(0, 5).toString(), '%PDF-')
    await placeOrder(platform, patient, prescriptionId, pharmacist)
    assert.equal((await generate(pharmacist, 'prescription', { prescriptionId }, headers)).status, 200)
  })

  test('a document is visible to a pharmacy whose order was placed while it was being stored', async () => {
    const prescriptionId = await newPrescription()
    assert.equal((await requestDocument(prescriptionId)).status, 502)
    const storing = await owner.connect()
    let placed: ReturnType<typeof placeOrder>
    let id: string
    try {
      await storing.query('begin')
      const { rows } = await storing.query(
        `update documents
         set object_key = 'x', pdf_sha256 = repeat('0', 64), size = 1, ready_at = now()
         where prescription_id = $1
         returning id`,
        [prescriptionId],
      )
      id = rows[0].id
      placed = placeOrder(platform, patient, prescriptionId, pharmacist)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => (await storing.query(waiting)).rowCount === 1, 'the order to wait', 10_000)
      await storing.query('commit')
    } finally {
      storing.release(true)
    }
    await placed
    const listed = async () => (await list(pharmacist)).map(({ id }: { id: string }) => id)
    assert.equal((await listed())[0], id)
    await call('PUT', `/api/orders/${(await placed).id}`, { token: patient.token, body: { status: 'CANCELLED' } })
    assert.ok(!(await listed()).includes(id))
  })

  test('a document whose certificate was retired meanwhile is signed with the next one', async () => {
    const [prescriptionId, other] = [await newPrescription(), await newPrescription()]
    for (const id of [prescriptionId, other]) assert.equal((await requestDocument(id)).status, 502)
    const certificateOf = async (id = prescriptionId) =>
      (await owner.query('select certificate_id as id from documents where prescription_id = $1', [id])).rows[0].id
    const first = await certificateOf()
    await owner.query(`update documents set created_at = now() - interval '3 days' where prescription_id = $1`, [
      prescriptionId,
    ])
    const retired = await call('POST', `/api/signing-certificates/${first}/retire`, { token: doctor.token })
    assert.equal(retired.status, 200, retired.text)
    const answer = await generate(doctor, 'prescription', { prescriptionId })
    assert.equal(answer.status, 200, answer.text)
    assert.notEqual(await certificateOf(), first)
    assert.equal(await certificateOf(other), first, 'no other document')
    const created = Date.parse((await read(doctor, answer.body.documentId)).createdAt)
    assert.ok(created > Date.now() - 3_600_000, 'createdAt is the time of signing')
    assert.ok((await fileOf(answer)).includes('/ETSI.CAdES.detached'))
  })
})

test('a token without the scope that reads a record cannot print it', async () => {
  const reader = await newPerson(platform, tenantId, 'PATIENT')
  const { id: prescriptionId } = await prescribe(platform, doctor, reader)
  const appointmentId = await bookCompletedConsultation(platform, doctor, reader)
  const print = async (scopes: string[], templateId: string, data: object) => {
    await owner.query('update clients set scopes = $2 where id = $1', [reader.clientId, scopes])
    const grant = { grant_type: 'client_credentials', client_id: reader.clientId, client_secret: reader.secret }
    const token = (await call('POST', '/api/auth/token', { body: grant })).body.access_token
    return call('POST', '/api/pdf/generate', { token, body: { templateId, data } })
  }
  for (const [templateId, data, scope] of [
    ['prescription', { prescriptionId }, 'prescriptions:read'],
    ['attestation', { appointmentId }, 'appointments:read'],
  ] as const) {
    const refused = await print(['pdf:generate'], templateId, data)
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.body.error.message, new RegExp(scope))
    const printed = await print(['pdf:generate', scope], templateId, data)
    assert.equal(printed.status, 200, printed.text)
  }
})
