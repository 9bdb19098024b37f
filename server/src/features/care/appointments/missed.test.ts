import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic
const otherDoctor = await newPerson(platform, clinic.tenantId, 'DOCTOR')

/** Creates an appointment that ended the given number of hours ago. */
async function past(withDoctor: Person, hoursAgo: number) {
  const { id, videoRoomId } = await book(platform, admin, withDoctor, patient, 100 + hoursAgo)
  await owner.query(
    `update appointments
     set start_time = app_now() - $2 * interval '1 hour' - interval '30 minutes', end_time = app_now() - $2 * interval '1 hour'
     where id = $1`,
    [id, hoursAgo],
  )
  return { id, videoRoomId }
}
const missed = async (caller: Person, query = '') =>
  (await call('GET', `/api/appointments/missed${query}`, { token: caller.token })).body
const idsOf = async (caller: Person, query = '') =>
  (await missed(caller, query)).appointments.map(({ id }: { id: string }) => id)

test('the list has past appointments without an outcome whose participants never met, latest first', async () => {
  const [older, later, elsewhere] = [await past(doctor, 5), await past(doctor, 2), await past(otherDoctor, 3)]
  const [used, going] = [await past(doctor, 6), await past(doctor, 7)]
  await owner.query('update video_rooms set together_ms = 60000 where id = $1', [used.videoRoomId])
  await owner.query('update video_rooms set together_since = now(), together_seen_at = now() where id = $1', [
    going.videoRoomId,
  ])
  for (const [at, status] of [
    [8, 'NO_SHOW'],
    [9, 'COMPLETED'],
    [10, 'CANCELLED'],
  ] as const) {
    const { id } = await past(doctor, at)
    await call('PUT', `/api/appointments/${id}`, { token: doctor.token, body: { status } })
  }
  await book(platform, admin, doctor, patient, 1)
  const removed = await past(doctor, 11)
  await call('DELETE', `/api/appointments/${removed.id}`, { token: admin.token })

  assert.deepEqual(await idsOf(doctor), [later.id, older.id])
  assert.deepEqual(await idsOf(otherDoctor), [elsewhere.id])
  assert.deepEqual(await idsOf(admin), [later.id, elsewhere.id, older.id])
  assert.deepEqual(await idsOf(admin, '?pageSize=1&page=2'), [elsewhere.id])
  const { nextCursor, ...counted } = (await missed(admin, '?pageSize=2')).pagination
  assert.equal(typeof nextCursor, 'string')
  assert.deepEqual(counted, { page: 1, pageSize: 2, total: 3, totalPages: 2 })

  await call('PUT', `/api/appointments/${later.id}`, { token: doctor.token, body: { status: 'NO_SHOW' } })
  assert.deepEqual(await idsOf(doctor), [older.id])
})

test('patients cannot list missed appointments', async () => {
  const answer = await call('GET', '/api/appointments/missed', { token: patient.token })
  assert.equal(answer.status, 403)
})
