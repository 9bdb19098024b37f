import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, messagesTo, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { join, type Side } from './room-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { admin, doctor, tenantId } = await newClinic(platform)

let hours = 1
const joinAs = async (caller: Person, { id: identity }: Person, appointmentId: string): Promise<Side> => {
  const answer = await call('POST', '/api/video/token', { token: caller.token, body: { appointmentId, identity } })
  assert.equal(answer.status, 200, answer.text)
  return join(answer.body.url, answer.body.token)
}

/** Connects practitioner and patient in the room, each with a token that the given user fetched. */
async function meet(id: string, patient: Person, { doctorBy = doctor, patientBy = patient } = {}) {
  const host = await joinAs(doctorBy, doctor, id)
  await host.receives('joined')
  const guest = await joinAs(patientBy, patient, id)
  await guest.receives('waiting')
  host.send({ type: 'admit', peerId: patient.id })
  await guest.receives('joined')
  host.media(true)
  guest.media(true)
  await host.receives('call')
  return { host, guest }
}

async function proposal() {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const { id } = await book(platform, doctor, doctor, patient, hours++)
  return { id, patient }
}

const put = (id: string, body: object) => call('PUT', `/api/appointments/${id}`, { token: doctor.token, body })
const stateOf = async (id: string) =>
  (await owner.query('select status, proposed from appointments where id = $1', [id])).rows[0]
const fileOf = async ({ id }: Person) => (await call('GET', `/api/patients/${id}`, { token: doctor.token })).status
const issuersIn = async (id: string) =>
  (
    await owner.query(
      `select p.role, p.issued_by
       from video_participants p
       join appointments a on a.tenant_id = p.tenant_id and a.video_room_id = p.room_id
       where a.id = $1
       order by p.role`,
      [id],
    )
  ).rows.map(({ role, issued_by }) => [role, issued_by])

/** Asserts that the appointment is still proposed, and allows no prescription, lab order, certificate or invoice. */
async function assertNotAccepted(id: string, patient: Person) {
  assert.deepEqual(await stateOf(id), { status: 'SCHEDULED', proposed: true })
  assert.equal(await fileOf(patient), 404)
  const { rows } = await owner.query('select basis from care_relationships where patient_id = $1', [patient.id])
  assert.deepEqual(rows, [])
  assert.equal((await put(id, { status: 'COMPLETED' })).status, 409)
  const attestation = { templateId: 'attestation', data: { appointmentId: id } }
  assert.equal((await call('POST', '/api/pdf/generate', { token: doctor.token, body: attestation })).status, 403)
}

describe('a proposed appointment is not accepted', () => {
  test('by an administrator who joins as the patient, nor when the doctor then ends the consultation', async () => {
    const { id, patient } = await proposal()
    const { host, guest } = await meet(id, patient, { patientBy: admin })
    await assertNotAccepted(id, patient)
    host.send({ type: 'end' })
    await host.receives('error')
    await assertNotAccepted(id, patient)
    assert.deepEqual(await issuersIn(id), [
      ['host', null],
      ['patient', admin.id],
    ])
    for (const side of [host, guest]) side.socket.close()
  })

  test('by an administrator who joins as the doctor, and admits the patient', async () => {
    const { id, patient } = await proposal()
    const { host, guest } = await meet(id, patient, { doctorBy: admin })
    await assertNotAccepted(id, patient)
    for (const side of [host, guest]) side.socket.close()
  })

  test('by a page that reconnects without the API', async () => {
    const { id, patient } = await proposal()
    const host = await joinAs(doctor, doctor, id)
    await host.receives('joined')
    const first = await joinAs(admin, patient, id)
    await first.receives('waiting')
    host.send({ type: 'admit', peerId: patient.id })
    const { resumeToken } = await first.receives('joined')
    first.socket.terminate()
    const again = await join(first.socket.url, resumeToken, first.sid)
    await again.receives('joined')
    for (const side of [host, again]) side.media(true)
    await host.receives('call')
    await assertNotAccepted(id, patient)
    for (const side of [host, again]) side.socket.close()
  })

  test('until the patient joins', async () => {
    const { id, patient } = await proposal()
    const { host, guest } = await meet(id, patient, { patientBy: admin })
    const own = await joinAs(patient, patient, id)
    await own.receives('joined')
    own.media(true)
    await guest.closed
    await eventually(async () => !(await stateOf(id)).proposed, 'the proposal to be accepted')
    assert.equal((await stateOf(id)).status, 'IN_PROGRESS')
    assert.equal(await fileOf(patient), 200)
    for (const side of [host, own]) side.socket.close()
  })
})

test('a proposed appointment is accepted when both meet with their own tokens', async () => {
  const { id, patient } = await proposal()
  const { host, guest } = await meet(id, patient)
  assert.deepEqual(await stateOf(id), { status: 'IN_PROGRESS', proposed: false })
  assert.equal(await fileOf(patient), 200)
  assert.deepEqual(await issuersIn(id), [
    ['host', null],
    ['patient', null],
  ])
  host.send({ type: 'end' })
  assert.equal((await guest.receives('ended')).reason, 'completed')
})

test('a meeting with tokens that another user fetched opens no file, even after acceptance, and doctor and patient are notified', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const path = `/api/patients/${patient.id}/relationships/${doctor.id}`
  assert.equal((await call('PUT', path, { token: patient.token, body: {} })).status, 200)
  const { id } = await book(platform, doctor, doctor, patient, hours++)
  assert.equal((await call('DELETE', path, { token: patient.token })).status, 200)
  const { host, guest } = await meet(id, patient, { patientBy: admin })
  assert.equal((await stateOf(id)).status, 'IN_PROGRESS')
  assert.equal(await fileOf(patient), 404)
  const again = await joinAs(admin, patient, id)
  const [notice, ...more] = await messagesTo(platform, patient.id, 'ROOM_TOKEN_FETCHED')
  assert.deepEqual([notice!.purpose, notice!.about, more], ['CRITICAL', [id], []])
  const toDoctor = await messagesTo(platform, doctor.id, 'ROOM_TOKEN_FETCHED')
  assert.ok(!toDoctor.some(({ about }) => about.includes(id)), 'who fetched their own')
  host.send({ type: 'end' })
  await host.receives('ended')
  assert.equal(await fileOf(patient), 404)
  for (const side of [host, guest, again]) side.socket.close()
})

test('software of the organisation can fetch the tokens of both for an accepted appointment', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const { id } = await book(platform, admin, doctor, patient, hours++)
  const { host, guest } = await meet(id, patient, { doctorBy: admin, patientBy: admin })
  assert.deepEqual(await stateOf(id), { status: 'IN_PROGRESS', proposed: false })
  host.send({ type: 'end' })
  assert.equal((await guest.receives('ended')).reason, 'completed')
  assert.deepEqual(await stateOf(id), { status: 'COMPLETED', proposed: false })
  assert.deepEqual(await issuersIn(id), [
    ['host', admin.id],
    ['patient', admin.id],
  ])
})
