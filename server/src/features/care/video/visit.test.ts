import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { admin, doctor, patient, tenantId } = await newClinic(platform)

const tokenFor = async (person: Person, appointmentId: string) =>
  (
    await call('POST', '/api/video/token', {
      token: person.token,
      body: { appointmentId, identity: person.id },
    })
  ).body.token as string
const visitOf = (roomId: string, token?: string) => call('GET', `/video/rooms/${roomId}/visit`, token ? { token } : {})
/** A patient in the room of an appointment. */
const arrive = (roomId: string, identity: string, standing: string, role = 'patient') =>
  owner.query(
    `insert into video_participants (tenant_id, room_id, identity, role, name, standing, revision)
     values ($1, $2, $3, $5, 'x', $4, 1)`,
    [tenantId, roomId, identity, standing, role],
  )

test('a waiting patient sees with whom, where and when the consultation is', async () => {
  await call('PUT', '/api/letterhead', {
    token: admin.token,
    body: {
      name: 'Clinique Atlas',
      logoSvg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    },
  })
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 5)
  const { rows } = await owner.query('select name from users where id = $1', [doctor.id])
  const { status, body } = await visitOf(videoRoomId, await tokenFor(patient, id))
  assert.equal(status, 200)
  const { visit } = body
  assert.equal(visit.doctorName, rows[0].name)
  assert.match(visit.organization, /./)
  assert.match(visit.localTime, /^\d\d:\d\d$/)
  assert.equal(visit.patientsAhead, 0)
  assert.equal((await visitOf(videoRoomId, await tokenFor(doctor, id))).body.visit.patientsAhead, null)
})

test('counts the patients of the practitioner with earlier appointments who are in their rooms', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => newPerson(platform, tenantId, 'PATIENT')))
  const rooms = await Promise.all(people.map((person, index) => book(platform, admin, doctor, person, 30 + index)))
  const ahead = async () => {
    const { id, videoRoomId } = rooms[2]!
    return (await visitOf(videoRoomId, await tokenFor(people[2]!, id))).body.visit.patientsAhead
  }
  assert.equal(await ahead(), 0)
  await arrive(rooms[0]!.videoRoomId, people[0]!.id, 'WAITING')
  await arrive(rooms[1]!.videoRoomId, people[1]!.id, 'ADMITTED')
  await arrive(rooms[3]!.videoRoomId, people[3]!.id, 'WAITING')
  assert.equal(await ahead(), 2, 'not the later one')
  const refused = await book(platform, admin, doctor, people[3]!, 28)
  await arrive(refused.videoRoomId, people[3]!.id, 'DENIED')
  assert.equal(await ahead(), 2, 'not refused ones')
  await owner.query(`update video_participants set left_at = now() where identity = $1`, [people[0]!.id])
  assert.equal(await ahead(), 1)
  const other = await newPerson(platform, tenantId, 'DOCTOR')
  const elsewhere = await book(platform, admin, other, people[0]!, 29)
  await arrive(elsewhere.videoRoomId, people[0]!.id, 'WAITING')
  assert.equal(await ahead(), 1, 'not those of other practitioners')
  await arrive(rooms[0]!.videoRoomId, 'guest', 'ADMITTED', 'guest')
  assert.equal(await ahead(), 1, 'not guests')
  const dayBefore = await book(platform, admin, doctor, people[0]!, 6)
  await arrive(dayBefore.videoRoomId, people[0]!.id, 'WAITING')
  assert.equal(await ahead(), 1, 'not those of more than 24 hours before')
  const missed = await book(platform, admin, doctor, people[0]!, 29)
  await arrive(missed.videoRoomId, people[0]!.id, 'WAITING')
  assert.equal(await ahead(), 2)
  await owner.query(`update appointments set status = 'NO_SHOW' where id = $1`, [missed.id])
  assert.equal(await ahead(), 1, 'not those of ended appointments')
  await call('PUT', `/api/appointments/${rooms[1]!.id}`, { token: admin.token, body: { status: 'CANCELLED' } })
  assert.equal(await ahead(), 0)
})

test('tells the practitioner alone of their next appointment, and whether its patient waits, also after the end', async () => {
  const own = await newClinic(platform)
  const at = (hours: number, who = own.patient) => book(platform, own.admin, own.doctor, who, hours)
  const next = async (appointmentId: string, roomId: string, person = own.doctor) =>
    (await visitOf(roomId, await tokenFor(person, appointmentId))).body.visit.next
  const now = await at(40)
  assert.equal(await next(now.id, now.videoRoomId), null)
  await at(53)
  assert.equal(await next(now.id, now.videoRoomId), null, 'not on another day')
  const [later, other] = [await at(43), await newPerson(platform, own.tenantId, 'DOCTOR')]
  await at(39)
  await book(platform, own.admin, other, await newPerson(platform, own.tenantId, 'PATIENT'), 41)
  const cancelled = await at(42)
  await call('PUT', `/api/appointments/${cancelled.id}`, { token: own.admin.token, body: { status: 'CANCELLED' } })
  const localTime = new Intl.DateTimeFormat('fr-MA', {
    ...{ timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(Date.parse(later.startTime))
  assert.deepEqual(await next(now.id, now.videoRoomId), { localTime, waiting: false })
  assert.equal(await next(now.id, now.videoRoomId, own.patient), null)
  await owner.query(
    `insert into video_participants (tenant_id, room_id, identity, role, name, standing, revision)
     values ($1, $2, $3, 'patient', 'x', 'WAITING', 1)`,
    [own.tenantId, later.videoRoomId, own.patient.id],
  )
  assert.deepEqual(await next(now.id, now.videoRoomId), { localTime, waiting: true })
  const token = await tokenFor(own.doctor, now.id)
  await call('PUT', `/api/appointments/${now.id}`, { token: own.doctor.token, body: { status: 'COMPLETED' } })
  const { status, body } = await visitOf(now.videoRoomId, token)
  assert.deepEqual([status, body.visit.next], [200, { localTime, waiting: true }])
})

describe('a delay', () => {
  const announce = (roomId: string, token: string | undefined, body: unknown = { minutes: 10 }) =>
    call('POST', `/video/rooms/${roomId}/delay`, { ...(token !== undefined && { token }), body })
  const inMorocco = new Intl.DateTimeFormat('fr-MA', {
    ...{ timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })

  test('counts from the start of the appointment, or from now after it, and is audited', async () => {
    const { id, videoRoomId, startTime } = await book(platform, admin, doctor, patient, 8)
    const [host, guest] = [await tokenFor(doctor, id), await tokenFor(patient, id)]
    assert.equal((await visitOf(videoRoomId, guest)).body.visit.expectedTime, null)
    const { status, body } = await announce(videoRoomId, host)
    assert.equal(status, 200)
    const expected = inMorocco.format(Date.parse(startTime) + 600_000)
    assert.equal(body.visit.expectedTime, expected)
    assert.equal((await visitOf(videoRoomId, guest)).body.visit.expectedTime, expected)
    await owner.query(
      `update appointments set start_time = app_now() - interval '1 minute',
      end_time = app_now() + interval '20 minutes' where id = $1`,
      [id],
    )
    const again = await announce(videoRoomId, host, { minutes: 30 })
    const inHalfAnHour = [0, -60_000].map((ms) => inMorocco.format(Date.now() + 1_800_000 + ms))
    assert.ok(inHalfAnHour.includes(again.body.visit.expectedTime), again.body.visit.expectedTime)
    const { rows } = await owner.query(
      `select user_id from audit_log where operation = 'announceDelay' and subject_id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ user_id: doctor.id }, { user_id: doctor.id }])
  })

  test('is no longer shown when its time is over', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, 9)
    const host = await tokenFor(doctor, id)
    assert.equal((await announce(videoRoomId, host)).status, 200)
    await owner.query(`update video_rooms set expected_at = app_now() where id = $1`, [videoRoomId])
    assert.equal((await visitOf(videoRoomId, host)).body.visit.expectedTime, null)
  })

  test('is announced by the practitioner of the open room only', async () => {
    const [one, other] = [
      await book(platform, admin, doctor, patient, 10),
      await book(platform, admin, doctor, patient, 11),
    ]
    const host = await tokenFor(doctor, one.id)
    assert.equal((await announce(one.videoRoomId, undefined)).status, 401)
    assert.equal((await announce(one.videoRoomId, doctor.token)).status, 401)
    assert.equal((await announce(other.videoRoomId, host)).status, 401)
    assert.equal((await announce(one.videoRoomId, await tokenFor(patient, one.id))).status, 403)
    for (const body of [
      {},
      { minutes: 4 },
      { minutes: 61 },
      { minutes: 7.5 },
      { minutes: 10, note: 'x' },
      [],
      null,
      'x',
    ])
      assert.equal((await announce(one.videoRoomId, host, body)).status, 422, JSON.stringify(body))
    const withoutBody = await call('POST', `/video/rooms/${one.videoRoomId}/delay`, { token: host })
    assert.equal(withoutBody.status, 400)
    assert.equal((await visitOf(other.videoRoomId, await tokenFor(doctor, other.id))).body.visit.expectedTime, null)
    await call('PUT', `/api/appointments/${one.id}`, { token: admin.token, body: { status: 'CANCELLED' } })
    assert.equal((await announce(one.videoRoomId, host)).status, 409)
    const barred = await tokenFor(doctor, other.id)
    await owner.query(`update users set disabled_at = now() where id = $1`, [doctor.id])
    assert.equal((await announce(other.videoRoomId, barred)).status, 403)
    await owner.query(`update users set disabled_at = null where id = $1`, [doctor.id])
  })
})

test('is not found for a deleted appointment', async () => {
  const { id, videoRoomId } = await book(platform, admin, doctor, patient, 60)
  const [host, guest] = [await tokenFor(doctor, id), await tokenFor(patient, id)]
  assert.equal((await call('DELETE', `/api/appointments/${id}`, { token: admin.token })).status, 200)
  assert.equal((await visitOf(videoRoomId, guest)).status, 404)
  const refused = async (appointmentId: string) => {
    const body = { appointmentId, identity: patient.id }
    const { status, body: answer } = await call('POST', '/api/video/token', { token: patient.token, body })
    return [status, answer.error.message]
  }
  assert.deepEqual(await refused(id), await refused('apt_absent'))
  const delay = { token: host, body: { minutes: 10 } }
  assert.equal((await call('POST', `/video/rooms/${videoRoomId}/delay`, delay)).status, 409, 'its room is closed')
})

test('requires a join token of the room', async () => {
  const [one, other] = [
    await book(platform, admin, doctor, patient, 50),
    await book(platform, admin, doctor, patient, 51),
  ]
  for (const token of [undefined, 'x.y.z', patient.token, await tokenFor(patient, other.id)])
    assert.equal((await visitOf(one.videoRoomId, token)).status, 401)
  assert.equal((await visitOf('room', await tokenFor(patient, one.id))).status, 401)
})
