import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, messagesTo, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import {
  bookCompletedConsultation,
  enterResults,
  newPractice,
  openFile,
  orderTests,
  prescribe,
  propose,
  recordCondition,
} from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const { tenantId, admin, doctor, pharmacist } = await newPractice(platform)
const newAdmin = () => newPerson(platform, tenantId, 'ADMIN')
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const open = (caller: Person, { id }: Pick<Person, 'id'>, reason = 'Complaint 2026-114 of the patient') =>
  callAs('POST', caller, `patients/${id}/administrative-access`, { reason })

let hour = 400

/** A patient with clinical content of every kind. */
async function newFile() {
  const patient = await newPatient()
  const visit = await bookCompletedConsultation(platform, doctor, patient)
  const { id: next, videoRoomId } = await book(platform, patient, doctor, patient, hour++, 'Chest pain since Monday')
  const condition = await recordCondition(platform, doctor, patient, { name: 'HIV' })
  const { id: labOrder } = await orderTests(platform, doctor, patient, { tests: ['HIV serology'] })
  await enterResults(platform, doctor, labOrder)
  const followUp = await propose(platform, doctor, patient, { reason: 'Discuss the HIV result' })
  const data = { appointmentId: visit, statement: 'Fit for work.' }
  const certified = await callAs('POST', doctor, 'pdf/generate', { templateId: 'certificate', data })
  assert.equal(certified.status, 200, certified.text)
  return { patient, visit, next, videoRoomId, condition, labOrder, followUp, certificate: certified.body.documentId }
}

type File = Awaited<ReturnType<typeof newFile>>

/** The clinical content that an administrator sees: the statuses and contents of the answers. */
const seenBy = async (caller: Person, file: File) => {
  const { patient, next, condition, labOrder, followUp, certificate } = file
  const patientQuery = `patientId=${patient.id}`
  const list = async (path: string) => (await callAs('GET', caller, path)).body
  return {
    conditions: (await callAs('GET', caller, `patients/${patient.id}/conditions`)).status,
    strike: (await callAs('POST', caller, `patients/conditions/${condition}/strike`, { reason: 'Wrong patient' }))
      .status,
    record: (await callAs('POST', caller, `patients/${patient.id}/conditions`, { name: 'Asthma', longTerm: true }))
      .status,
    notes: (await list(`appointments/${next}`)).appointment.notes,
    listedNotes: (await list(`appointments?${patientQuery}`)).appointments.map((one: { notes: unknown }) => one.notes),
    labOrder: (await callAs('GET', caller, `lab-orders/${labOrder}`)).status,
    results: (await callAs('GET', caller, `lab-orders/${labOrder}/results`)).status,
    labOrders: (await list(`lab-orders?${patientQuery}`)).pagination.total,
    followUp: (await list(`follow-ups/${followUp}`)).followUp.reason,
    listedFollowUps: (await list(`follow-ups?${patientQuery}`)).followUps.map((one: { reason: unknown }) => one.reason),
    certificate: (await callAs('GET', caller, `documents/${certificate}`)).status,
    documents: (await list(`documents?${patientQuery}`)).pagination.total,
    observes: (await callAs('POST', caller, 'video/token', { appointmentId: next, identity: caller.id })).status,
  }
}

const closed = {
  conditions: 403,
  strike: 403,
  record: 403,
  notes: null,
  listedNotes: [null, null],
  labOrder: 404,
  results: 404,
  labOrders: 0,
  followUp: null,
  listedFollowUps: [null],
  certificate: 404,
  documents: 0,
  observes: 403,
}

const opened = {
  conditions: 200,
  strike: 200,
  record: 201,
  notes: 'Chest pain since Monday',
  listedNotes: ['Chest pain since Monday', null],
  labOrder: 200,
  results: 200,
  labOrders: 1,
  followUp: 'Discuss the HIV result',
  listedFollowUps: ['Discuss the HIV result'],
  certificate: 200,
  documents: 1,
  observes: 200,
}

describe('an administrator', () => {
  test('reads clinical content only after stating a reason, and only of that patient', async () => {
    const [caller, file, other] = [await newAdmin(), await newFile(), await newFile()]
    assert.deepEqual(await seenBy(caller, file), closed)
    assert.equal((await open(caller, file.patient)).status, 201)
    assert.deepEqual(await seenBy(caller, file), opened)
    assert.deepEqual(await seenBy(caller, other), closed)
    assert.deepEqual(await seenBy(admin, file), closed, 'the reason of another administrator')
    assert.equal((await callAs('GET', caller, 'lab-orders')).body.pagination.total, 1)
  })

  test('learns from the refusal how to state a reason', async () => {
    const { patient } = await newFile()
    const refused = await callAs('GET', admin, `patients/${patient.id}/conditions`)
    assert.match(refused.body.error.message, new RegExp(`POST /api/patients/${patient.id}/administrative-access`))
  })

  test('who opens a file is reported to the patient and other administrators, and the patient can end the access', async () => {
    const [caller, { patient }] = [await newAdmin(), await newFile()]
    assert.equal((await open(caller, patient, ' ')).status, 422)
    const { body } = await open(caller, patient)
    const { id, since, until, reason } = body.administrativeAccess
    assert.match(id, /^adm_/)
    assert.equal(Date.parse(until) - Date.parse(since), 86_400_000)
    const [message] = await messagesTo(platform, patient.id, 'ADMINISTRATIVE_ACCESS')
    assert.equal(message!.purpose, 'CRITICAL')
    const reportsTo = async (one: Person) =>
      (await messagesTo(platform, one.id, 'ADMINISTRATIVE_ACCESS_REPORT')).filter(({ about }) =>
        about.includes(patient.id),
      ).length
    assert.deepEqual([await reportsTo(admin), await reportsTo(caller)], [1, 0])
    const shown = (await callAs('GET', patient, `patients/${patient.id}/relationships`)).body.relationships
    const access = shown.find((one: { professional: { id: string } }) => one.professional.id === caller.id)
    assert.deepEqual([access.bases, access.emergencies], [['ADMINISTRATION'], [{ at: since, until, reason }]])
    const audit = await callAs('GET', admin, `audit?operation=openAsAdministrator&patientId=${patient.id}`)
    assert.deepEqual(
      audit.body.audit.map((entry: { userId: string; outcome: string }) => [entry.userId, entry.outcome]),
      [
        [caller.id, 'OK'],
        [caller.id, 'UNPROCESSABLE'],
      ].slice(0, audit.body.audit.length),
    )
    assert.equal((await callAs('GET', caller, `patients/${patient.id}/conditions`)).status, 200)
    assert.equal((await callAs('DELETE', patient, `patients/${patient.id}/relationships/${caller.id}`)).status, 200)
    assert.equal((await callAs('GET', caller, `patients/${patient.id}/conditions`)).status, 403)
  })

  test('needs no reason for administrative data, appointments and prescriptions', async () => {
    const { patient, visit, next, labOrder } = await newFile()
    const { id: prescription } = await prescribe(platform, doctor, patient, visit)
    const total = async (path: string) =>
      (await callAs('GET', admin, `${path}?patientId=${patient.id}`)).body.pagination.total
    assert.equal(await total('appointments'), 2)
    assert.equal(await total('prescriptions'), 1)
    assert.equal(await total('follow-ups'), 1)
    const printed = { templateId: 'prescription', data: { prescriptionId: prescription } }
    assert.equal((await callAs('POST', admin, 'pdf/generate', printed)).status, 200)
    for (const path of ['', '/identity', '/consents', '/relationships'])
      assert.equal((await callAs('GET', admin, `patients/${patient.id}${path}`)).status, 200)
    const joined = { appointmentId: next, identity: patient.id }
    assert.equal((await callAs('POST', admin, 'video/token', joined)).status, 200)
    assert.equal((await callAs('PUT', admin, `lab-orders/${labOrder}`, { status: 'RELEASED' })).status, 200)
  })

  test('reads the notes that they wrote themselves, until another user changes them', async () => {
    const patient = await newPatient()
    const notes = 'Wheelchair access'
    const { id } = await book(platform, admin, doctor, patient, hour++, notes)
    const notesFor = async (caller: Person) =>
      (await callAs('GET', caller, `appointments/${id}`)).body.appointment.notes
    assert.deepEqual([await notesFor(admin), await notesFor(await newAdmin())], [notes, null])
    await callAs('PUT', doctor, `appointments/${id}`, { notes: 'Multiple sclerosis' })
    assert.deepEqual([await notesFor(admin), await notesFor(doctor)], [null, 'Multiple sclerosis'])
    await callAs('PUT', admin, `appointments/${id}`, { status: 'CONFIRMED' })
    assert.equal(await notesFor(doctor), 'Multiple sclerosis', 'a change by an administrator keeps them')
  })

  test('does not learn the reason of a follow-up by accepting it', async () => {
    const { patient } = await newFile()
    const { startTime, endTime } = {
      startTime: new Date(platform.services.clock.nowMs() + hour++ * 3_600_000).toISOString(),
      endTime: new Date(platform.services.clock.nowMs() + hour++ * 3_600_000 - 1_800_000).toISOString(),
    }
    const id = await propose(platform, doctor, patient, { reason: 'HIV' })
    const accepted = await callAs('POST', admin, `follow-ups/${id}/accept`, { startTime, endTime })
    assert.equal(accepted.status, 200, accepted.text)
    const read = await callAs('GET', admin, `appointments/${accepted.body.followUp.appointmentId}`)
    assert.equal(read.body.appointment.notes, null)
  })
})

test('only administrators can state a reason, and only for patients of their organisation', async () => {
  const patient = await newPatient()
  for (const caller of [patient, doctor, pharmacist]) assert.equal((await open(caller, patient)).status, 403)
  const stranger = await newPerson(platform, await newTenant(platform), 'ADMIN')
  assert.equal((await open(stranger, patient)).status, 404)
  for (const wrong of [{ id: 'usr_absent' }, doctor]) assert.equal((await open(admin, wrong)).status, 404)
})

test('administrative access ends after 24 hours, and is refused if the setting disables it', async () => {
  const strict = await startPlatform({ EMERGENCY_ACCESS: '0' }, platform.ownerUrl)
  const answer = await strict.call('POST', '/api/patients/usr_sandbox_patient/administrative-access', {
    token: await strict.tokenOf('sandbox-admin'),
    body: { reason: 'Complaint' },
  })
  assert.equal(answer.status, 403)
  assert.match(answer.text, /disabled/)
  const [caller, patient] = [await newAdmin(), await newPatient()]
  await openFile(platform, caller, patient)
  await platform.owner.query(
    `update care_relationships set until = now() - interval '1 second' where professional_id = $1`,
    [caller.id],
  )
  assert.equal((await callAs('GET', caller, `patients/${patient.id}/conditions`)).status, 403)
})
