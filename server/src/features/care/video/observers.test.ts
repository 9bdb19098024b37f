import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consent, openFile } from '../../../../testing/practice.ts'
import { decisions } from '../../../providers/video/decisions.ts'
import { serveVideo } from '../../../providers/video/embedded/testing.ts'
import { roomLedger } from './room-ledger.ts'
import { arrive, join, type Side, tokenFor } from './room-testing.ts'

const platform = await startPlatform()
const { call } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient, tenantId } = clinic

let hours = 1
/** An administrator who opened the file and was admitted, with a second join token. */
async function observe(observer: Person) {
  await openFile(platform, observer, patient)
  const { id, videoRoomId: roomId } = await book(platform, admin, doctor, patient, hours++)
  const host = await arrive(call, doctor, id)
  await host.receives('joined')
  const page = await arrive(call, observer, id)
  await page.receives('waiting')
  host.send({ type: 'admit', peerId: observer.id })
  await page.receives('joined')
  return { id, room: { tenantId, roomId }, host, page, spare: await tokenFor(call, observer, id) }
}

async function assertOutside({ url, token }: { url: string; token: string }) {
  const late: Side = await join(url, token)
  await late.closed
  assert.deepEqual(
    late.received.filter(({ type }) => ['joined', 'waiting'].includes(type)),
    [],
  )
}

const newAdmin = () => newPerson(platform, tenantId, 'ADMIN')
const endAccess = async ({ id }: Person) =>
  call('DELETE', `/api/patients/${patient.id}/relationships/${id}`, { token: patient.token })

test('an observer is removed when the patient ends the access, and cannot return with an earlier token', async () => {
  const observer = await newAdmin()
  const { id, host, page, spare } = await observe(observer)
  assert.equal((await endAccess(observer)).status, 200)
  assert.equal(await page.closed, 4411)
  await assertOutside(spare)
  host.send({ type: 'admit', peerId: observer.id })
  assert.equal((await host.receives('error')).code, 'not_there')
  const body = { appointmentId: id, identity: observer.id }
  assert.equal((await call('POST', '/api/video/token', { token: observer.token, body })).status, 403)
  // A day later the administrator may state a reason again.
  await platform.owner.query(
    `update care_relationships set since = since - interval '25 hours', ended_at = ended_at - interval '25 hours'
     where professional_id = $1`,
    [observer.id],
  )
  await openFile(platform, observer, patient)
  const again = await arrive(call, observer, id)
  await again.receives('joined')
  host.socket.close()
  again.socket.close()
})

test('the end of an access does not affect other observers, participants, or rooms of other patients', async () => {
  const [first, second] = [await newAdmin(), await newAdmin()]
  const [one, other] = [await observe(first), await observe(second)]
  assert.equal((await endAccess(first)).status, 200)
  assert.equal(await one.page.closed, 4411)
  for (const page of [one.host, other.host, other.page]) assert.equal(page.socket.readyState, page.socket.OPEN)
  for (const page of [one.host, other.host, other.page]) page.socket.close()
})

test('an observer is removed from the rooms in which they still are', async (t) => {
  const observer = await newAdmin()
  const [left, present] = [await observe(observer), await observe(observer)]
  left.page.send({ type: 'leave' })
  await eventually(async () => {
    const { rows } = await platform.owner.query(
      'select left_at from video_participants where room_id = $1 and identity = $2',
      [left.room.roomId, observer.id],
    )
    return rows[0].left_at !== null
  })
  const remove = t.mock.method(platform.services.video, 'removeParticipant')
  assert.equal((await endAccess(observer)).status, 200)
  assert.equal(await present.page.closed, 4411)
  assert.deepEqual(
    remove.mock.calls.map(({ arguments: [room, identity] }) => [room.roomId, identity]),
    [[present.room.roomId, observer.id]],
  )
  for (const { host } of [left, present]) host.socket.close()
})

test('the practitioner stays in the room when the patient ends the access', async (t) => {
  await consent(platform, patient, doctor)
  const observer = await newAdmin()
  const { host, page } = await observe(observer)
  const remove = t.mock.method(platform.services.video, 'removeParticipant')
  for (const person of [doctor, observer]) assert.equal((await endAccess(person)).status, 200)
  assert.equal(await page.closed, 4411)
  assert.deepEqual(
    remove.mock.calls.map(({ arguments: [, identity] }) => identity),
    [observer.id],
  )
  host.socket.close()
})

test('a disabled observer is removed and cannot return', async () => {
  const observer = await newAdmin()
  const { host, page, spare } = await observe(observer)
  await call('PUT', `/api/users/${observer.id}`, { token: admin.token, body: { disabled: true } })
  assert.equal(await page.closed, 4411)
  await assertOutside(spare)
  host.socket.close()
})

test('an observer is removed after 24 hours', async (t) => {
  const observer = await newAdmin()
  const ledger = roomLedger(() => platform.services)
  await openFile(platform, observer, patient)
  const { id: appointmentId, videoRoomId: roomId } = await book(platform, admin, doctor, patient, 23.8)
  const participant = {
    tenantId,
    roomId,
    appointmentId,
    identity: observer.id,
    name: 'Observer',
    role: 'observer' as const,
  }
  const server = await serveVideo(t, ledger, { limits: { pollMs: 100 } })
  await ledger.arrive(participant)
  await ledger.decide(participant, participant.identity, decisions.admit, doctor.id)
  const { token } = await server.video.issueJoinToken(participant)
  const page = await server.knock(roomId, token)
  await page.next('joined')
  await platform.advance(86_000)
  assert.equal(await ledger.mayAct(participant), true)
  await platform.advance(401)
  assert.equal(await page.end, 4411)
  assert.equal(await ledger.mayAct(participant), false)
  assert.equal(await ledger.arrive(participant), 'UNKNOWN')
})
