import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Role } from '@medina-care/protocol/people.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { book, eventsOf, newClinic, newPerson, newSession } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { openFile } from '../../../../testing/practice.ts'
import { decisions } from '../../../providers/video/decisions.ts'
import { serveVideo } from '../../../providers/video/embedded/testing.ts'
import { roomLedger } from './room-ledger.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient, tenantId } = clinic
const ledger = roomLedger(() => platform.services)

let hours = 1
async function appointment({ admin, doctor, patient, tenantId } = clinic) {
  const { id: appointmentId, videoRoomId: roomId } = await book(platform, admin, doctor, patient, hours++)
  const participant = (identity: string, role: Role) => ({
    tenantId,
    roomId,
    appointmentId,
    identity,
    name: identity,
    role,
  })
  return { id: appointmentId, room: { tenantId, roomId }, participant }
}

async function invite(id: string): Promise<string> {
  const { body } = await call('POST', `/api/appointments/${id}/guests`, {
    token: doctor.token,
    body: { name: 'Samira', kind: 'FAMILY' },
  })
  return body.guest.id
}

const auditOf = async (subject: string) =>
  (await owner.query('select operation, outcome from audit_log where subject_id = $1 order by id', [subject])).rows.map(
    ({ operation, outcome }) => `${operation} ${outcome}`,
  )

/** A provider that is not told of changes by the API, so that it has to poll the ledger. */
const pollingProvider = (t: TestContext) => serveVideo(t, ledger, { limits: { pollMs: 200 } })

test('a provider that missed a change removes withdrawn and disabled participants, and closes closed rooms', async (t) => {
  const { id, participant } = await appointment()
  const server = await pollingProvider(t)
  const guestId = await invite(id)
  const second = await newPerson(platform, tenantId, 'ADMIN')
  await openFile(platform, second, patient)
  const people = [
    participant(doctor.id, 'host'),
    participant(patient.id, 'patient'),
    participant(guestId, 'guest'),
    participant(second.id, 'observer'),
  ]
  const pages = []
  for (const one of people) {
    await ledger.arrive(one)
    if (one.role !== 'host') await ledger.decide(one, one.identity, decisions.admit, doctor.id)
    const { token, roomId } = await server.video.issueJoinToken(one)
    const page = await server.knock(roomId, token)
    await page.next('joined')
    pages.push(page)
  }
  const [host, sick, guest, observer] = pages
  await call('DELETE', `/api/appointments/${id}/guests/${guestId}`, { token: doctor.token })
  assert.equal(await guest!.end, 4411)
  await call('PUT', `/api/users/${second.id}`, { token: admin.token, body: { disabled: true } })
  assert.equal(await observer!.end, 4411)
  await call('PUT', `/api/appointments/${id}`, { token: patient.token, body: { status: 'CANCELLED' } })
  for (const page of [host, sick]) assert.equal(await page!.end, 4410)
})

test('withdrawn and disabled participants are denied; a participant who is enabled again has the earlier admission', async () => {
  const { id, room, participant } = await appointment()
  const guestId = await invite(id)
  const other = await newPerson(platform, tenantId, 'ADMIN')
  await openFile(platform, other, patient)
  const people = [participant(guestId, 'guest'), participant(other.id, 'observer')]
  for (const one of people) {
    await ledger.arrive(one)
    await ledger.decide(room, one.identity, decisions.admit, doctor.id)
  }
  const admission = async (identity: string) => {
    const all = await ledger.participants(room)
    return all === 'CLOSED' ? all : all.find((one) => one.identity === identity)
  }
  const before = await Promise.all(people.map(({ identity }) => admission(identity)))
  await call('DELETE', `/api/appointments/${id}/guests/${guestId}`, { token: doctor.token })
  await call('PUT', `/api/users/${other.id}`, { token: admin.token, body: { disabled: true } })
  for (const [at, one] of people.entries()) {
    const now = await admission(one.identity)
    assert.partialDeepStrictEqual(now, { admission: 'DENIED' })
    assert.ok((now as { revision: number }).revision > (before[at] as { revision: number }).revision)
    assert.equal(await ledger.mayAct(one), false)
    assert.equal(await ledger.arrive(one), 'UNKNOWN')
    for (const decision of [decisions.allow, decisions['to-lobby']])
      assert.equal(await ledger.decide(room, one.identity, decision, doctor.id), undefined)
  }
  const { token } = await newSession(platform, admin)
  await call('PUT', `/api/users/${other.id}`, { token, body: { disabled: false } })
  assert.partialDeepStrictEqual(await admission(other.id), { admission: 'ADMITTED' })
  assert.equal(await ledger.mayAct(people[1]!), true)
  assert.equal((await auditOf(id)).filter((what) => what === 'joinRoom FORBIDDEN').length, 2)
})

test('a participant of two rooms who is disabled gets the next revision of each', async () => {
  const [first, second] = [await appointment(), await appointment()]
  for (const { participant } of [first, second]) await ledger.arrive(participant(doctor.id, 'host'))
  // The first room has had more changes than the second.
  for (let n = 0; n < 3; n++) await ledger.arrive(first.participant(await invite(first.id), 'guest'))
  const observer = await newPerson(platform, tenantId, 'ADMIN')
  await openFile(platform, observer, patient)
  for (const { participant } of [first, second]) await ledger.arrive(participant(observer.id, 'observer'))
  await call('PUT', `/api/users/${observer.id}`, { token: admin.token, body: { disabled: true } })
  const { rows } = await owner.query(
    `select p.revision = r.revision as newest
     from video_participants p
     join video_rooms r on r.tenant_id = p.tenant_id and r.id = p.room_id
     where p.identity = $1`,
    [observer.id],
  )
  assert.deepEqual(rows, [{ newest: true }, { newest: true }])
})

test('only the practitioner can decide, and only about participants with a suitable admission', async () => {
  const { room, participant } = await appointment()
  await ledger.arrive(participant(doctor.id, 'host'))
  assert.equal(
    await ledger.decide(room, patient.id, decisions.admit, doctor.id),
    undefined,
    'the patient has not arrived',
  )
  await ledger.arrive(participant(patient.id, 'patient'))
  assert.equal(await ledger.decide(room, patient.id, decisions.admit, admin.id), undefined)
  await ledger.end(room, admin.id)
  assert.equal(await ledger.mayAct(participant(patient.id, 'patient')), true)
  await ledger.decide(room, patient.id, decisions.admit, doctor.id)
  assert.equal(
    await ledger.decide(room, patient.id, decisions.allow, doctor.id),
    undefined,
    'an admitted participant stays',
  )
  await ledger.decide(room, patient.id, decisions.kick, doctor.id)
  assert.equal(await ledger.decide(room, patient.id, decisions['to-lobby'], doctor.id), undefined)
  assert.equal(await ledger.mayAct(participant(patient.id, 'patient')), false)
  for (const decision of Object.values(decisions))
    assert.equal(await ledger.decide(room, doctor.id, decision, doctor.id), undefined, 'not about themselves')
})

test('a decision about one guest does not depend on the others', async () => {
  const { id, room, participant } = await appointment()
  const [admitted, denied] = [await invite(id), await invite(id)]
  for (const guestId of [admitted, denied]) await ledger.arrive(participant(guestId, 'guest'))
  await ledger.decide(room, admitted, decisions.admit, doctor.id)
  await ledger.decide(room, denied, decisions.deny, doctor.id)
  assert.equal(await ledger.decide(room, denied, decisions['to-lobby'], doctor.id), undefined)
  assert.equal(await ledger.mayAct(participant(admitted, 'guest')), true)
})

test('an admission is to one room', async () => {
  const [first, second] = [await appointment(), await appointment()]
  for (const { room, participant } of [first, second]) {
    await ledger.arrive(participant(patient.id, 'patient'))
    await ledger.decide(room, patient.id, decisions.admit, doctor.id)
  }
  await ledger.decide(first.room, patient.id, decisions.kick, doctor.id)
  assert.equal(await ledger.mayAct(first.participant(patient.id, 'patient')), false)
  assert.equal(await ledger.mayAct(second.participant(patient.id, 'patient')), true)
})

test('an expired invitation gives no access, except to a consultation in progress', async () => {
  const { id, room, participant } = await appointment()
  const [guestId, lateId, waitingId] = [await invite(id), await invite(id), await invite(id)]
  const guest = participant(guestId, 'guest')
  await ledger.arrive(guest)
  await ledger.decide(room, guestId, decisions.admit, doctor.id)
  assert.partialDeepStrictEqual(await ledger.arrive(participant(waitingId, 'guest')), { admission: 'WAITING' })
  await owner.query(`update video_guests set expires_at = now() - interval '1 s' where appointment_id = $1`, [id])
  assert.equal(await ledger.arrive(guest), 'UNKNOWN')
  await ledger.together(room, 0)
  assert.partialDeepStrictEqual(await ledger.arrive(guest), { admission: 'ADMITTED' })
  assert.equal(await ledger.arrive(participant(lateId, 'guest')), 'UNKNOWN')
  assert.equal(await ledger.arrive(participant(waitingId, 'guest')), 'UNKNOWN', 'waited, but was never admitted')
})

test('outside the join window, only participants of a consultation in progress can join', async () => {
  const windowed = await startPlatform({ VIDEO_JOIN_WINDOW: '30,60' }, platform.ownerUrl)
  const strict = roomLedger(() => windowed.services)
  const { doctor, patient, ...others } = await newClinic(platform)
  const { id, room, participant } = await appointment({ doctor, patient, ...others })
  const [host, sick] = [participant(doctor.id, 'host'), participant(patient.id, 'patient')]
  const move = (minutes: number, moved = id) =>
    owner.query(
      `update appointments
       set start_time = app_now() + $2 * interval '1 minute', end_time = app_now() + ($2 + 20) * interval '1 minute'
       where id = $1`,
      [moved, minutes],
    )
  await move(40)
  assert.equal(await strict.arrive(host), 'UNKNOWN')
  await move(20)
  assert.partialDeepStrictEqual(await strict.arrive(host), { admission: 'ADMITTED' })
  await strict.arrive(sick)
  await strict.decide(room, patient.id, decisions.admit, doctor.id)
  await move(-100)
  for (const one of [host, sick]) assert.equal(await strict.arrive(one), 'UNKNOWN')
  await strict.together(room, 0)
  for (const one of [host, sick]) assert.partialDeepStrictEqual(await strict.arrive(one), { admission: 'ADMITTED' })
  assert.equal(await strict.mayAct(sick), true)

  const other = await appointment({ doctor, patient, ...others })
  await move(-200, other.id)
  await strict.together(other.room, 0)
  for (const one of [other.participant(doctor.id, 'host'), other.participant(patient.id, 'patient')])
    assert.equal(await strict.arrive(one), 'UNKNOWN', 'was admitted to another room only')
})

test('an invitation that has expired keeps out its own guest only', async () => {
  const { id, participant } = await appointment()
  const [expired, valid] = [await invite(id), await invite(id)]
  await owner.query('update video_guests set expires_at = app_now() where id = $1', [expired])
  assert.equal(await ledger.arrive(participant(expired, 'guest')), 'UNKNOWN')
  for (const one of [participant(valid, 'guest'), participant(patient.id, 'patient')])
    assert.partialDeepStrictEqual(await ledger.arrive(one), { admission: 'WAITING' })
})

test('an interval that another transaction has just opened counts as zero, not as negative', async () => {
  const { id, room } = await appointment()
  await ledger.together(room, 0)
  await owner.query(
    `update video_rooms
     set together_since = now() + interval '5 s', together_seen_at = now() + interval '5 s'
     where id = $1`,
    [room.roomId],
  )
  const { status } = await call('PUT', `/api/appointments/${id}`, {
    token: doctor.token,
    body: { status: 'COMPLETED' },
  })
  assert.equal(status, 200)
  assert.partialDeepStrictEqual((await eventsOf(platform, id)).at(-1)!.data, { durationSec: 0 })
})

test('a closed room accepts no arrival, action, decision or change', async (t) => {
  const own = await newClinic(platform)
  const { id, room, participant } = await appointment(own)
  const [host, sick] = [participant(own.doctor.id, 'host'), participant(own.patient.id, 'patient')]
  for (const one of [host, sick]) await ledger.arrive(one)
  assert.equal(await ledger.mayAct(sick), true)
  await call('PUT', `/api/appointments/${id}`, { token: own.doctor.token, body: { status: 'COMPLETED' } })
  const revisions = async () =>
    (
      await owner.query('select identity, revision from video_participants where room_id = $1 order by 1', [
        room.roomId,
      ])
    ).rows
  const before = await revisions()
  for (const one of [host, sick]) {
    assert.equal(await ledger.arrive(one), 'CLOSED')
    assert.equal(await ledger.mayAct(one), false)
  }
  assert.equal(await ledger.decide(room, sick.identity, decisions.admit, own.doctor.id), undefined)
  assert.equal(await ledger.participants(room), 'CLOSED')
  const open = await appointment(own)
  await ledger.arrive(open.participant(own.patient.id, 'patient'))
  const removals = t.mock.method(platform.services.video, 'removeParticipant')
  await call('PUT', `/api/users/${own.patient.id}`, { token: own.admin.token, body: { disabled: true } })
  await eventually(() => removals.mock.callCount() > 0)
  assert.deepEqual(
    removals.mock.calls.map(({ arguments: [{ roomId }] }) => roomId),
    [open.room.roomId],
  )
  assert.deepEqual(await revisions(), before)
})

test('reports that arrive after the end of a consultation add no time to it', async () => {
  const { id, room } = await appointment()
  await ledger.together(room, 0)
  const { status } = await call('PUT', `/api/appointments/${id}`, {
    token: doctor.token,
    body: { status: 'COMPLETED' },
  })
  assert.equal(status, 200)
  const stored = async () =>
    (
      await owner.query(
        'select closed_at, together_ms, together_since, together_seen_at from video_rooms where id = $1',
        [room.roomId],
      )
    ).rows[0]
  const ended = await stored()
  assert.ok(ended.closed_at)
  assert.equal(await ledger.together(room, 5000), undefined)
  assert.deepEqual(await stored(), ended)
})

test('ending a cancelled consultation disconnects with its outcome', async (t) => {
  const { id, room, participant } = await appointment()
  await ledger.arrive(participant(doctor.id, 'host'))
  await call('PUT', `/api/appointments/${id}`, { token: patient.token, body: { status: 'CANCELLED' } })
  const closings = t.mock.method(platform.services.video, 'closeRoom')
  await ledger.end(room, doctor.id)
  await eventually(() => closings.mock.callCount() === 1)
  assert.equal(closings.mock.calls[0]!.arguments[1], 'cancelled')
})

test('a wait of yesterday without a recorded departure starts again', async () => {
  const { room, participant } = await appointment()
  await ledger.arrive(participant(patient.id, 'patient'))
  await owner.query(`update video_participants set waiting_since = now() - interval '1 day' where room_id = $1`, [
    room.roomId,
  ])
  const again = await ledger.arrive(participant(patient.id, 'patient'))
  assert.ok(typeof again === 'object' && Date.now() - again.waitingSince.getTime() < 60_000)
})

test('a user who is disabled during the arrival is refused or disconnected', async (t) => {
  const removals = t.mock.method(platform.services.video, 'removeParticipant')
  for (let round = 0; round < 5; round++) {
    const { participant } = await appointment()
    const user = await newPerson(platform, tenantId, 'ADMIN')
    const before = removals.mock.callCount()
    const [arrived] = await Promise.all([
      ledger.arrive(participant(user.id, 'observer')),
      call('PUT', `/api/users/${user.id}`, { token: admin.token, body: { disabled: true } }),
    ])
    if (arrived !== 'UNKNOWN') await eventually(() => removals.mock.callCount() === before + 1)
  }
})
