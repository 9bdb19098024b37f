import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { book, messagesTo, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient, tenantId } = clinic

let hours = 1
const appointment = () => book(platform, admin, doctor, patient, hours++)
const khadija = { name: 'Khadija Alaoui', kind: 'FAMILY' }
const invite = (caller: Person, id: string, body: object = khadija) =>
  call('POST', `/api/appointments/${id}/guests`, { token: caller.token, body })
const list = (caller: Person, id: string) => call('GET', `/api/appointments/${id}/guests`, { token: caller.token })
const withdraw = (caller: Person, id: string, guestId: string) =>
  call('DELETE', `/api/appointments/${id}/guests/${guestId}`, { token: caller.token })
const put = (caller: Person, id: string, body: object) =>
  call('PUT', `/api/appointments/${id}`, { token: caller.token, body })
const secretOf = (url: string) => new URL(url).hash.slice('#guest='.length)
const enter = (invitation: unknown) => call('POST', '/api/video/guest-token', { body: { invitation } })
/** An appointment with a guest, and the secret of the invitation. */
const newInvitation = async (body: object = khadija) => {
  const { id, videoRoomId } = await appointment()
  const { guest } = (await invite(doctor, id, body)).body
  return { id, videoRoomId, guest, secret: secretOf(guest.url) }
}

describe('an invitation', () => {
  test('opens the room to a person without an account, under the name that the doctor gave', async () => {
    const { id, videoRoomId } = await appointment()
    const { status, body } = await invite(doctor, id, { name: '  Khadija Alaoui ', kind: 'INTERPRETER' })
    assert.equal(status, 201)
    const { guest } = body
    assert.match(guest.id, /^gst_/)
    assert.deepEqual([guest.name, guest.kind], ['Khadija Alaoui', 'INTERPRETER'])
    assert.ok(guest.url.startsWith(`${platform.config.publicUrl}/room/${videoRoomId}#guest=`))

    const answer = await enter(secretOf(guest.url))
    assert.equal(answer.status, 200)
    const { token, ...rest } = answer.body
    const members = (
      await call('POST', '/api/video/token', {
        token: doctor.token,
        body: { appointmentId: id, identity: doctor.id },
      })
    ).body
    assert.deepEqual(Object.keys(answer.body).sort(), Object.keys(members).sort())
    assert.deepEqual([rest.ok, rest.url, rest.roomId], [true, members.url, videoRoomId])
    assert.partialDeepStrictEqual(decodeJwt(token), { sub: guest.id, role: 'guest', room: videoRoomId, apt: id })
    assert.equal((await enter(secretOf(guest.url))).status, 200, 'repeatedly, for reloads of the page')
  })

  test('notifies patient and doctor, except the one who invites', async () => {
    const { id } = await appointment()
    const noticesTo = async (to: Person, guestId: string) =>
      (await messagesTo(platform, to.id, 'GUEST_INVITED')).filter(({ about }) => about.includes(guestId))
    const byAdmin = (await invite(admin, id, { name: 'Dr Salma Idrissi', kind: 'FAMILY' })).body.guest
    for (const to of [patient, doctor]) {
      const [notice, ...more] = await noticesTo(to, byAdmin.id)
      assert.deepEqual([notice?.variables.guestName, notice?.purpose, more], ['Dr Salma Idrissi', 'CRITICAL', []])
    }
    const byDoctor = (await invite(doctor, id)).body.guest
    assert.equal((await noticesTo(patient, byDoctor.id)).length, 1)
    assert.deepEqual(await noticesTo(doctor, byDoctor.id), [])
  })

  test('is stored only as a hash, and returned once', async () => {
    const { id, guest, secret } = await newInvitation()
    const { rows } = await platform.owner.query('select g::text as row from video_guests g where id = $1', [guest.id])
    assert.ok(!rows[0].row.includes(secret))
    const { body, text } = await list(doctor, id)
    assert.deepEqual(body.guests, [{ id: guest.id, ...khadija, expiresAt: guest.expiresAt }])
    assert.deepEqual(body.pagination, { page: 1, pageSize: 20, total: 1, totalPages: 1, nextCursor: null })
    assert.ok(!text.includes('#guest'))
  })

  test('can be created, listed and withdrawn by the practitioner or an administrator', async () => {
    const { id, guest } = await newInvitation()
    const [otherDoctor, otherPatient] = [
      await newPerson(platform, tenantId, 'DOCTOR'),
      await newPerson(platform, tenantId, 'PATIENT'),
    ]
    const elsewhere = (await newClinic(platform)).admin
    for (const [caller, status] of [
      [patient, 403],
      [otherPatient, 403],
      [otherDoctor, 404],
      [elsewhere, 404],
    ] as const) {
      assert.equal((await invite(caller, id)).status, status)
      assert.equal((await list(caller, id)).status, status)
      assert.equal((await withdraw(caller, id, guest.id)).status, status)
    }
    assert.equal((await invite(admin, id)).status, 201)
    assert.equal((await list(admin, id)).body.guests.length, 2)
    assert.equal((await withdraw(admin, id, guest.id)).status, 200)
  })

  test('expires a day after the appointment, even if the appointment is moved, or at a given time', async () => {
    const { id, guest, secret } = await newInvitation()
    const DAY_MS = 24 * 3_600_000
    const shown = (await call('GET', `/api/appointments/${id}`, { token: doctor.token })).body.appointment
    assert.equal(Date.parse(guest.expiresAt), Date.parse(shown.endTime) + DAY_MS)
    const [startTime, endTime] = [shown.startTime, shown.endTime].map((time) =>
      new Date(Date.parse(time) + 7 * DAY_MS).toISOString(),
    )
    await put(doctor, id, { startTime, endTime })
    assert.equal(Date.parse((await list(doctor, id)).body.guests[0].expiresAt), Date.parse(endTime!) + DAY_MS)

    const soon = new Date(platform.services.clock.nowMs() + 3_600_000).toISOString()
    const second = (await invite(doctor, id, { ...khadija, expiresAt: soon })).body.guest
    assert.equal(second.expiresAt, soon)
    await platform.owner.query(`update video_guests set expires_at = app_now() where id = $1`, [second.id])
    const late = await enter(secretOf(second.url))
    assert.equal(late.status, 410)
    assert.deepEqual(late.body.error.details, { invitation: 'EXPIRED' })
    assert.equal((await enter(secret)).status, 200)
  })

  test('counts as withdrawn while its doctor is disabled or not verified', async () => {
    const formerDoctor = await newPerson(platform, tenantId, 'DOCTOR')
    const { id } = await book(platform, admin, formerDoctor, patient, hours++)
    const secret = secretOf((await invite(formerDoctor, id)).body.guest.url)
    assert.equal((await enter(secret)).status, 200)
    for (const [without, restored] of [
      ['disabled_at = app_now()', 'disabled_at = null'],
      ['verified_at = null', 'verified_at = app_now()'],
    ]) {
      await platform.owner.query(`update users set ${without} where id = $1`, [formerDoctor.id])
      const refused = await enter(secret)
      assert.deepEqual([refused.status, refused.body.error.details], [410, { invitation: 'WITHDRAWN' }])
      await platform.owner.query(`update users set ${restored} where id = $1`, [formerDoctor.id])
      assert.equal((await enter(secret)).status, 200)
    }
  })

  test('to a consultation of days ago that was not completed is valid for a day', async () => {
    const { id } = await book(platform, admin, doctor, patient, -72)
    const { guest } = (await invite(doctor, id)).body
    const ahead = Date.parse(guest.expiresAt) - platform.services.clock.nowMs()
    assert.ok(ahead > 23 * 3_600_000 && ahead <= 24 * 3_600_000)
    const entered = await enter(secretOf(guest.url))
    assert.equal(entered.status, 200, entered.text)
    const shown = (await list(doctor, id)).body.guests.map(({ id }: { id: string }) => id)
    assert.deepEqual(shown, [guest.id])
  })

  test('is valid until it is withdrawn', async () => {
    const { id, guest, secret } = await newInvitation()
    assert.deepEqual((await withdraw(doctor, id, guest.id)).body, { ok: true })
    const { status, body } = await enter(secret)
    assert.equal(status, 410)
    assert.deepEqual(body.error.details, { invitation: 'WITHDRAWN' })
    assert.deepEqual((await list(doctor, id)).body.guests, [])
    assert.equal((await withdraw(doctor, id, guest.id)).status, 404)
  })

  test('belongs to its own appointment only', async () => {
    const { guest } = await newInvitation()
    const other = await appointment()
    assert.equal((await withdraw(doctor, other.id, guest.id)).status, 404)
    assert.deepEqual((await list(doctor, other.id)).body.guests, [])
  })

  test('requires a name on one line, a kind, and an expiry in the future', async () => {
    const { id } = await appointment()
    for (const [body, field] of [
      [{ ...khadija, name: ' ' }, 'name'],
      [{ ...khadija, name: 'a\nb' }, 'name'],
      [{ ...khadija, name: 'a'.repeat(101) }, 'name'],
      [{ ...khadija, kind: 'FRIEND' }, 'kind'],
      [{ ...khadija, expiresAt: '2026-01-01T00:00:00Z' }, 'expiresAt'],
    ] as const) {
      const answer = await invite(doctor, id, body)
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.deepEqual(answer.body.error.details[0].path, [field])
    }
  })
})

test('an appointment has at most five valid invitations, with concurrent requests', async () => {
  const { id } = await appointment()
  const answers = await Promise.all(Array.from({ length: 12 }, () => invite(doctor, id)))
  const created = answers.filter(({ status }) => status === 201)
  assert.equal(created.length, 5)
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  await withdraw(doctor, id, created[0]!.body.guest.id)
  await platform.owner.query(`update video_guests set expires_at = app_now() where id = $1`, [
    created[1]!.body.guest.id,
  ])
  assert.deepEqual(
    (await Promise.all([invite(doctor, id), invite(doctor, id), invite(doctor, id)]))
      .map(({ status }) => status)
      .sort(),
    [201, 201, 409],
  )
})

test('a cancelled appointment refuses invitations and guests', async () => {
  const { id, secret } = await newInvitation()
  await put(doctor, id, { status: 'CANCELLED' })
  assert.equal((await enter(secret)).status, 409)
  assert.equal((await invite(doctor, id)).status, 409)
})

test('a deleted appointment has no guests', async () => {
  const { id, guest } = await newInvitation()
  assert.equal((await call('DELETE', `/api/appointments/${id}`, { token: admin.token })).status, 200)
  for (const answer of [await invite(doctor, id), await list(doctor, id), await withdraw(doctor, id, guest.id)])
    assert.equal(answer.status, 404)
})

test('guests may join within the join window, which moves with the appointment', async () => {
  const strict = await startPlatform({ VIDEO_JOIN_WINDOW: '30,60' }, platform.ownerUrl)
  const { id, secret } = await newInvitation()
  const move = (minutes: number) => {
    const start = platform.services.clock.nowMs() + minutes * 60_000
    const [startTime, endTime] = [start, start + 60_000].map((ms) => new Date(ms).toISOString())
    return put(doctor, id, { startTime, endTime })
  }
  const exchangeInvitation = async () =>
    (await strict.call('POST', '/api/video/guest-token', { body: { invitation: secret } })).status
  await move(6000)
  assert.equal(await exchangeInvitation(), 409)
  await move(29)
  assert.equal(await exchangeInvitation(), 200)
  await move(-90)
  assert.equal(await exchangeInvitation(), 409)
  await strict.stop()
})

test('all wrong secrets get the same answer, and guesses are limited', async () => {
  const wrong = await enter('x'.repeat(43))
  assert.equal(wrong.status, 404)
  assert.equal((await enter('short')).text, wrong.text)
  assert.equal((await call('POST', '/api/video/guest-token', { raw: '' })).status, 400)
  for (const body of [{}, { invitation: 1 }, { invitation: 'x'.repeat(201) }])
    assert.equal((await call('POST', '/api/video/guest-token', { body })).status, 422)
  const strictServer = await startPlatform({ RATE_LIMIT_GUESSES: '3' }, platform.ownerUrl)
  const guess = async (invitation: string) =>
    (await strictServer.call('POST', '/api/video/guest-token', { body: { invitation } })).status
  const { secret } = await newInvitation()
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push(await guess(`${i}`.repeat(43)))
  assert.deepEqual(statuses, [404, 404, 404, 429])
  assert.equal(await guess(secret), 429, 'the right secret has to wait too')
  await strictServer.stop()
})

test('invitations, their use and refusals are in the audit log', async () => {
  const { id, guest, secret } = await newInvitation()
  await enter(secret)
  await withdraw(doctor, id, guest.id)
  await enter(secret)
  const { rows } = await platform.owner.query(
    `select operation, user_id, outcome, patient_ids
     from audit_log
     where tenant_id = $1
       and (subject_id in ($2, $3) or user_id = $2)
     order by id`,
    [tenantId, guest.id, id],
  )
  assert.deepEqual(
    rows.map(({ operation, user_id, outcome }) => [operation, user_id, outcome]),
    [
      ['bookAppointment', admin.id, 'OK'],
      ['inviteGuest', doctor.id, 'OK'],
      ['issueGuestToken', guest.id, 'OK'],
      ['withdrawGuest', doctor.id, 'OK'],
      ['issueGuestToken', guest.id, 'GONE'],
    ],
  )
  assert.ok(rows.slice(0, 4).every(({ patient_ids }) => patient_ids.includes(patient.id)))
})
