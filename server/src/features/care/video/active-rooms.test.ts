import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { arrive } from './room-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic
const receptionist = await newPerson(platform, clinic.tenantId, 'RECEPTIONIST')
const otherDoctor = await newPerson(platform, clinic.tenantId, 'DOCTOR')

const list = (caller: Person) => call('GET', '/api/appointments/active-rooms', { token: caller.token })
const rooms = async (caller: Person) => {
  const { status, body, text } = await list(caller)
  assert.equal(status, 200, text)
  return body.activeRooms
}

test('the list has waiting and present participants, and none who have left', async () => {
  const { id } = await book(platform, admin, doctor, patient, 1)
  assert.deepEqual(await rooms(receptionist), [])

  const guest = await arrive(call, patient, id)
  await guest.receives('waiting')
  const [waiting] = await rooms(receptionist)
  assert.ok(Date.now() - Date.parse(waiting.waitingSince) < 60_000)
  const state = { appointmentId: id, guestsWaiting: 0, togetherSince: null }
  assert.deepEqual(waiting, {
    ...state,
    practitioner: 'ABSENT',
    patient: 'WAITING',
    waitingSince: waiting.waitingSince,
  })

  const host = await arrive(call, doctor, id)
  await host.receives('joined')
  host.send({ type: 'admit', peerId: patient.id })
  await guest.receives('joined')
  const present = { ...state, practitioner: 'PRESENT', patient: 'PRESENT', waitingSince: null }
  for (const caller of [admin, doctor, receptionist]) assert.deepEqual(await rooms(caller), [present])

  guest.send({ type: 'leave' })
  host.send({ type: 'leave' })
  await eventually(async () => (await rooms(doctor)).length === 0, 'an empty room')
})

test('the list states since when practitioner and patient are connected', async () => {
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 2)
  const host = await arrive(call, doctor, id)
  await host.receives('joined')
  const together = (ago: string) =>
    owner.query(
      `update video_rooms
       set together_since = now() - interval '10 minutes', together_seen_at = now() - $2::interval
       where id = $1`,
      [videoRoomId, ago],
    )
  await together('1 second')
  assert.ok(Date.parse((await rooms(doctor))[0].togetherSince) < Date.now() - 9 * 60_000)
  await together('1 minute')
  assert.equal((await rooms(doctor))[0].togetherSince, null)
  host.send({ type: 'leave' })
  await eventually(async () => (await rooms(doctor)).length === 0, 'an empty room')
})

test('the list omits old arrivals, denied participants and other days', async () => {
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 3)
  const guest = await arrive(call, patient, id)
  await guest.receives('waiting')
  const isShown = async () => (await rooms(admin)).length === 1
  const change = async (set: string) => {
    await owner.query(`update video_participants set ${set} where room_id = $1`, [videoRoomId])
    return isShown()
  }
  assert.equal(await isShown(), true)
  assert.equal(await change(`waiting_since = now() - interval '3 hours'`), false)
  assert.equal(await change(`waiting_since = now(), standing = 'DENIED'`), false)
  assert.equal(await change(`standing = 'WAITING'`), true)
  await owner.query(
    `update appointments set start_time = start_time + interval '2 days', end_time = end_time + interval '2 days' where id = $1`,
    [id],
  )
  assert.equal(await isShown(), false)
})

test('professionals see their own rooms, patients see none', async () => {
  const { id } = await book(platform, admin, otherDoctor, patient, 5)
  const guest = await arrive(call, patient, id)
  await guest.receives('waiting')
  assert.equal((await rooms(otherDoctor)).length, 1)
  assert.deepEqual(await rooms(doctor), [])
  assert.equal((await list(patient)).status, 403)
})
