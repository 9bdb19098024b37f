import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { eventually } from '../../../../../testing/eventually.ts'
import { book, givePhone, messagesTo, newClinic, newPerson, type Person } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { newId } from '../../../../lib/ids.ts'
import { codeIn } from '../../../people/codes/codes-testing.ts'

const platform = await startPlatform({ VIDEO_JOIN_WINDOW: '30,60' })
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient, tenantId } = clinic

let days = 1
/** An appointment on a day of its own. */
const appointment = () => book(platform, admin, doctor, patient, 24 * days++)
const create = (caller: Person, id: string, body: object = {}) =>
  call('POST', `/api/appointments/${id}/join-link`, { token: caller.token, body })
const revoke = (caller: Person, id: string, query = '') =>
  call('DELETE', `/api/appointments/${id}/join-link${query}`, { token: caller.token })
const put = (id: string, body: object) => call('PUT', `/api/appointments/${id}`, { token: admin.token, body })
const codeOf = (url: string) => url.split('/').at(-1)!
const exchange = (link: string, more: object = {}) => call('POST', '/api/video/link-token', { body: { link, ...more } })
const open = (url: string) => fetch(url, { redirect: 'manual' })
/** The link of a participant. */
const linkOf = async (caller: Person, id: string, body: object = {}): Promise<string> => {
  const answer = await create(caller, id, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.joinLink.url
}
/** Moves an appointment so that it starts in some minutes, by the clock of the database, and removes those in its way. */
const startIn = async (id: string, minutes: number) => {
  await owner.query(
    "update appointments set deleted_at = now() where id <> $1 and start_time < app_now() + $2 * interval '1 minute'",
    [id, minutes + 30],
  )
  await owner.query(
    `update appointments
     set start_time = app_now() + $2 * interval '1 minute', end_time = app_now() + ($2 + 30) * interval '1 minute'
     where id = $1`,
    [id, minutes],
  )
}

describe('the link of a participant', () => {
  test('is the same at each call, has 128 bits, and is stored as a hash', async () => {
    const { id } = await appointment()
    const { status, body } = await create(patient, id, { language: 'ar' })
    assert.equal(status, 200)
    assert.match(body.joinLink.url, new RegExp(`^${platform.config.publicUrl}/ar/join/[\\w-]{22}$`))
    const shown = (await call('GET', `/api/appointments/${id}`, { token: patient.token })).body.appointment
    assert.equal(Date.parse(shown.startTime) - Date.parse(body.joinLink.opensAt), 30 * 60_000)
    assert.equal(Date.parse(body.joinLink.closesAt) - Date.parse(shown.endTime), 60 * 60_000)
    const code = codeOf(body.joinLink.url)
    assert.equal(codeOf(await linkOf(patient, id)), code)
    const { rows } = await owner.query('select j::text as row from join_links j where appointment_id = $1', [id])
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(code)))
    const others = await Promise.all([linkOf(doctor, id), linkOf(patient, (await appointment()).id)])
    assert.equal(new Set([code, ...others.map(codeOf)]).size, 3, 'each person and appointment has its own')
  })

  test('leads nowhere once the appointment is deleted', async () => {
    const { id } = await appointment()
    const url = await linkOf(patient, id)
    assert.equal((await call('DELETE', `/api/appointments/${id}`, { token: admin.token })).status, 200)
    assert.equal((await open(url)).status, 404)
    assert.equal((await exchange(codeOf(url))).status, 404)
  })

  test('opens the room for its person, while the room is open', async () => {
    for (const [caller, role] of [
      [patient, 'patient'],
      [doctor, 'host'],
    ] as const) {
      const { id, videoRoomId } = await appointment()
      const code = codeOf(await linkOf(caller, id))
      assert.equal((await exchange(code)).status, 409, 'too early')
      await startIn(id, 29)
      const { status, body } = await exchange(code)
      assert.equal(status, 200)
      const claims = { sub: caller.id, role, room: videoRoomId, apt: id }
      assert.partialDeepStrictEqual(decodeJwt(body.token), claims)
      assert.equal((await exchange(code)).status, 200, 'repeatedly, for reloads of the page')
      await startIn(id, -91)
      assert.equal((await exchange(code)).status, 409, 'too late')
    }
  })

  test('of a guardian ends with the guardianship', async () => {
    const guardian = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Zineb Alami')
    const child = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Adam Alami')
    await owner.query(
      'insert into patient_identities (tenant_id, patient_id, birth_date, updated_by) values ($1, $2, $3, $2)',
      [tenantId, child.id, '2019-05-01'],
    )
    const body = { guardianId: guardian.id, dependantId: child.id, kind: 'PARENT' }
    const made = await call('POST', '/api/guardianships', { token: admin.token, body })
    assert.equal(made.status, 201, made.text)
    const { id } = await book(platform, admin, doctor, child, 24 * days++)
    const code = codeOf(await linkOf(guardian, id))
    assert.notEqual(code, codeOf(await linkOf(admin, id, { identity: child.id })))
    await startIn(id, 0)
    const token = decodeJwt((await exchange(code)).body.token)
    assert.partialDeepStrictEqual(token, { sub: guardian.id, role: 'patient', name: 'Zineb Alami (Adam Alami)' })
    const ended = await call('DELETE', `/api/guardianships/${made.body.guardianship.id}`, { token: admin.token })
    assert.equal(ended.status, 200, ended.text)
    const refused = await exchange(code)
    assert.deepEqual([refused.status, refused.body.error.details], [410, { link: 'OVER' }])
  })

  test('ends when its person is disabled, or is no longer the practitioner', async () => {
    const other = await newPerson(platform, tenantId, 'DOCTOR')
    const leaving = await newPerson(platform, tenantId, 'DOCTOR')
    const { id } = await book(platform, admin, leaving, patient, 24 * days++)
    const code = codeOf(await linkOf(leaving, id))
    await startIn(id, 0)
    assert.equal((await exchange(code)).status, 200)
    await owner.query('update appointments set doctor_id = $2 where id = $1', [id, other.id])
    assert.equal((await exchange(code)).status, 410)
    await owner.query('update appointments set doctor_id = $2 where id = $1', [id, leaving.id])
    await owner.query('update users set disabled_at = now() where id = $1', [leaving.id])
    assert.equal((await exchange(code)).status, 410)
  })

  test('is created by participants, and by administrators, whom the participant learns of', async () => {
    const { id } = await appointment()
    const [stranger, colleague, elsewhere] = [
      await newPerson(platform, tenantId, 'PATIENT'),
      await newPerson(platform, tenantId, 'DOCTOR'),
      (await newClinic(platform)).admin,
    ]
    for (const [caller, body, status] of [
      [stranger, {}, 404],
      [colleague, {}, 404],
      [patient, { identity: doctor.id }, 403],
      [doctor, { identity: patient.id }, 403],
      [admin, {}, 403],
      [admin, { identity: stranger.id }, 403],
      [elsewhere, { identity: patient.id }, 404],
    ] as const)
      assert.equal((await create(caller, id, body)).status, status, JSON.stringify(body))
    const notices = async () =>
      (await messagesTo(platform, patient.id, 'ROOM_TOKEN_FETCHED')).filter(({ about }) => about.includes(id))
    await linkOf(patient, id)
    assert.equal((await notices()).length, 0)
    const code = codeOf(await linkOf(admin, id, { identity: patient.id }))
    assert.equal((await notices()).length, 1)
    await startIn(id, 0)
    const issuedBy = async (link: string) => decodeJwt((await exchange(link)).body.token).by
    assert.equal(await issuedBy(code), admin.id, 'who joins with it may not be the patient')
    assert.equal(await issuedBy(codeOf(await linkOf(doctor, id))), undefined)
    await revoke(patient, id)
    assert.equal(await issuedBy(codeOf(await linkOf(patient, id))), undefined)
  })

  test('cannot be created for an appointment that is over or not by video', async () => {
    const { id } = await appointment()
    await owner.query(`update appointments set mode = 'IN_PERSON' where id = $1`, [id])
    assert.equal((await create(patient, id)).status, 409)
    const cancelled = (await appointment()).id
    await put(cancelled, { status: 'CANCELLED' })
    assert.equal((await create(patient, cancelled)).status, 409)
  })

  test('is revoked by its person, and replaced by another one', async () => {
    const { id } = await appointment()
    const [first, doctors] = [codeOf(await linkOf(patient, id)), codeOf(await linkOf(doctor, id))]
    assert.equal((await revoke(doctor, id, `?identity=${patient.id}`)).status, 403)
    assert.equal((await revoke(patient, id)).status, 200)
    await startIn(id, 0)
    assert.equal((await exchange(first)).status, 404)
    const second = codeOf(await linkOf(patient, id))
    assert.notEqual(second, first)
    assert.equal((await exchange(second)).status, 200)
    assert.equal((await exchange(doctors)).status, 200, 'links of others stay')
    assert.equal((await revoke(admin, id, `?identity=${patient.id}`)).status, 200)
    assert.equal((await exchange(second)).status, 404)
  })

  test('can be revoked before it was created', async () => {
    const { id } = await appointment()
    await revoke(patient, id)
    const code = codeOf(await linkOf(patient, id))
    assert.equal(codeOf(await linkOf(patient, id)), code)
  })

  test('is audited with its person and the patient', async () => {
    const { id } = await appointment()
    const code = codeOf(await linkOf(doctor, id))
    await startIn(id, 0)
    await exchange(code)
    await open(`${platform.url}/fr/join/${code}`)
    const operations = ['createJoinLink', 'issueLinkToken', 'openJoinLink']
    const { rows } = await owner.query(
      'select operation, user_id, patient_ids from audit_log where subject_id = $1 and operation = any($2)',
      [id, operations],
    )
    assert.deepEqual(rows.map(({ operation }) => operation).sort(), operations)
    assert.ok(rows.every(({ user_id, patient_ids }) => user_id === doctor.id && patient_ids[0] === patient.id))
  })

  test('wrong codes are counted, and refused after too many', async () => {
    const wrong = () => exchange('A'.repeat(22), {})
    assert.equal((await wrong()).status, 404)
    assert.equal((await call('POST', '/api/video/link-token', { body: {} })).status, 422)
    assert.equal((await call('POST', '/api/video/link-token')).status, 400)
  })
})

describe('a link with a code by telephone', async () => {
  const asking = await startPlatform({ VIDEO_JOIN_WINDOW: '30,60', JOIN_LINK_CHECK: 'code' }, platform.ownerUrl)
  const enter = (link: string, code?: string) =>
    asking.call('POST', '/api/video/link-token', { body: { link, ...(code !== undefined && { code }) } })
  const request = (link: string) => asking.call('POST', '/api/video/link-code', { body: { link } })
  let numbers = 0
  /** The link of a patient with a telephone number, to an open room. */
  async function openLink() {
    const person = await newPerson(platform, tenantId, 'PATIENT')
    const phone = `+2126551100${String(++numbers).padStart(2, '0')}`
    await givePhone(platform, person, phone)
    const { id } = await book(platform, admin, doctor, person, 24 * days++)
    const link = codeOf(await linkOf(person, id))
    await startIn(id, 0)
    return { id, person, phone, link }
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('sends six digits to the telephone only, which stay the same and open the room', async () => {
    const { id, person, phone, link } = await openLink()
    const asked = await enter(link)
    assert.deepEqual([asked.status, asked.body.error.details], [403, { check: 'CODE', wrong: false }])
    assert.deepEqual((await request(link)).body, { sentTo: `••${phone.slice(-2)}` })
    const code = await codeIn(platform, person.id)
    const { rows } = await owner.query(
      `select template_code, to_phone, to_email, variables::text from messages where recipient_user_id = $1 and about = $2`,
      [person.id, [id]],
    )
    const [message] = rows.filter(({ template_code }) => template_code === 'JOIN_CODE')
    assert.deepEqual([message.to_phone, message.to_email], [phone, null])
    assert.ok(!message.variables.includes(code), 'the code is stored encrypted')
    assert.equal((await enter(link, code)).status, 200)
    assert.equal((await enter(link, code)).status, 200, 'again, for the next token')
    await request(link)
    assert.equal(
      (await owner.query(`select from join_links where wrong_checks > 0 and user_id = $1`, [person.id])).rowCount,
      0,
    )
    const other = await openLink()
    assert.equal((await enter(other.link, code)).body.error.details.wrong, true, 'not for another link')
  })

  test('keeps the wrong codes of other participants and appointments when its own code is right', async () => {
    const { id, person, link } = await openLink()
    assert.ok(await linkOf(doctor, id))
    const { id: otherId } = await book(platform, admin, doctor, person, 3)
    assert.ok(await linkOf(person, otherId))
    await request(link)
    const others = '(appointment_id, user_id) in (($1, $2), ($3, $4))'
    const ids = [id, doctor.id, otherId, person.id]
    const { rowCount } = await owner.query(`update join_links set wrong_checks = 3 where ${others}`, ids)
    assert.equal(rowCount, 2)
    assert.equal((await enter(link, await codeIn(platform, person.id))).status, 200)
    const { rows } = await owner.query(
      `select wrong_checks, ${others} as other
       from join_links
       where (appointment_id = $1 or user_id = $4) and user_id in ($2, $4)
       order by wrong_checks`,
      ids,
    )
    assert.deepEqual(rows, [
      { wrong_checks: 0, other: false },
      { wrong_checks: 3, other: true },
      { wrong_checks: 3, other: true },
    ])
  })

  test('ends after five wrong codes, and has another code after it was revoked', async () => {
    const { id, person, link } = await openLink()
    await request(link)
    const code = await codeIn(platform, person.id)
    for (const malformed of ['', '12345', '1234567', 'abcdef']) assert.equal((await enter(link, malformed)).status, 422)
    for (let tries = 0; tries < 5; tries++) {
      const refused = await enter(link, wrong(code))
      assert.deepEqual([refused.status, refused.body.error.details], [403, { check: 'CODE', wrong: true }])
    }
    assert.equal((await enter(link, code)).status, 410)
    assert.equal((await request(link)).status, 410)
    const { rows } = await owner.query(
      `select outcome, count(*)::int from audit_log
       where operation = 'issueLinkToken' and user_id = $1 group by outcome order by outcome`,
      [person.id],
    )
    const outcomes = [
      { outcome: 'FORBIDDEN', count: 5 },
      { outcome: 'GONE', count: 1 },
    ]
    assert.deepEqual(rows, outcomes, 'a wrong code is no token in the audit log')
    assert.equal((await revoke(admin, id, `?identity=${person.id}`)).status, 200)
    const next = codeOf(await linkOf(person, id))
    assert.equal((await enter(next, code)).status, 403)
  })

  test('has five tries, also for answers at the same time', async () => {
    const { person, link } = await openLink()
    await request(link)
    const code = await codeIn(platform, person.id)
    const guesses = await Promise.all(Array.from({ length: 30 }, () => enter(link, wrong(code))))
    assert.equal(guesses.filter(({ status }) => status === 403).length, 5)
    assert.equal(guesses.filter(({ status }) => status === 410).length, 25)
  })

  test('sends at most five codes to a telephone in an hour', async () => {
    const { link } = await openLink()
    for (let sent = 0; sent < 5; sent++) assert.equal((await request(link)).status, 200)
    assert.equal((await request(link)).status, 429)
  })

  test('asks neither the practitioner nor people without a telephone', async () => {
    const { id, person, link } = await openLink()
    assert.equal((await enter(codeOf(await linkOf(doctor, id)))).status, 200)
    await owner.query('update contacts set phone = null, phone_confirmed_at = null where user_id = $1', [person.id])
    assert.equal((await enter(link)).status, 200)
    assert.deepEqual((await request(link)).body, { sentTo: null })
    assert.equal((await request('A'.repeat(22))).status, 404)
  })
})

describe('the page of a link', () => {
  const text = async (url: string) => {
    const answer = await open(url)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  test('shows when and with whom before the room opens, and enters it by itself', async () => {
    const { id } = await appointment()
    const url = await linkOf(patient, id, { language: 'fr' })
    await startIn(id, 90)
    const page = await text(url)
    assert.equal(page.status, 200)
    const { rows } = await owner.query('select name from users where id = $1', [doctor.id])
    assert.ok(page.text.includes(rows[0].name))
    assert.match(page.text, /<html lang="fr"/)
    assert.match(page.text, /La salle ouvre le/)
    assert.ok(page.text.includes(`${new URL(url).pathname}/calendar.ics`))
    const refreshSec = Number(page.headers.get('refresh'))
    assert.ok(refreshSec > 3500 && refreshSec <= 3600, String(refreshSec))
    assert.equal(page.headers.get('x-robots-tag'), 'noindex')
    assert.match((await text(`${url}?lang=ar`)).text, /<html lang="ar" dir="rtl"/)
    assert.match((await text(url.replace('/fr/', '/en/'))).text, /The room opens on/)
    await startIn(id, 24 * 60 * 40)
    assert.equal((await text(url)).headers.get('refresh'), null)
  })

  test('leads into the room while it is open, with the code where servers do not see it', async () => {
    const { id, videoRoomId } = await appointment()
    const url = await linkOf(patient, id, { language: 'ar' })
    await startIn(id, 10)
    const { status, headers } = await open(url)
    assert.equal(status, 302)
    assert.equal(headers.get('location'), `/room/${videoRoomId}?lang=ar#join=${codeOf(url)}`)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('says what happened after the end, and instead of it', async () => {
    const { id } = await appointment()
    const url = await linkOf(patient, id)
    await startIn(id, -200)
    assert.match((await text(url)).text, /Cette consultation est terminée/)
    await startIn(id, 60)
    await owner.query(`update appointments set mode = 'IN_PERSON' where id = $1`, [id])
    assert.match((await text(url)).text, /n’a plus lieu en vidéo/)
    await owner.query(`update appointments set mode = 'VIDEO' where id = $1`, [id])
    await put(id, { status: 'CANCELLED' })
    assert.match((await text(url)).text, /Ce rendez.vous est annulé/)
    await owner.query(`update appointments set status = 'NO_SHOW' where id = $1`, [id])
    assert.match((await text(url)).text, /n’a pas eu lieu/)
    const unknown = await text(`${platform.url}/ar/join/${'A'.repeat(22)}`)
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /<html lang="ar".*رابط غير معروف/s)
    assert.equal((await text(`${platform.url}/fr/join/short`)).status, 404)
    await revoke(admin, id, `?identity=${patient.id}`)
    assert.equal((await text(url)).status, 404)
  })

  test('has a calendar file that keeps its UID, and grows its SEQUENCE when the appointment moves', async () => {
    const { id } = await appointment()
    const url = await linkOf(patient, id)
    const file = async () => {
      const answer = await text(`${url}/calendar.ics`)
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type')!, /^text\/calendar/)
      const lines = answer.text.replaceAll('\r\n ', '').split('\r\n')
      return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
    }
    const first = await file()
    const shown = (await call('GET', `/api/appointments/${id}`, { token: patient.token })).body.appointment
    const compact = (at: string) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
    assert.equal(first.get('UID'), `${id}@${new URL(platform.config.publicUrl).hostname}`)
    assert.equal(first.get('DTSTART'), compact(shown.startTime))
    assert.equal(first.get('DTEND'), compact(shown.endTime))
    assert.equal(first.get('URL'), url)
    assert.equal(first.get('METHOD'), 'PUBLISH')
    await platform.advance(5)
    const [startTime, endTime] = [shown.startTime, shown.endTime].map((at) =>
      new Date(Date.parse(at) + 3_600_000).toISOString(),
    )
    assert.equal((await put(id, { startTime, endTime })).status, 200)
    const moved = await file()
    assert.equal(moved.get('UID'), first.get('UID'))
    assert.equal(moved.get('DTSTART'), compact(startTime!))
    assert.ok(Number(moved.get('SEQUENCE')) > Number(first.get('SEQUENCE')))
    await put(id, { status: 'CANCELLED' })
    const cancelled = await file()
    assert.equal(cancelled.get('METHOD'), 'CANCEL')
    assert.ok(Number(cancelled.get('SEQUENCE')) > Number(moved.get('SEQUENCE')))
  })
})

describe('messages about a video appointment', () => {
  /** The text that a message had when it was sent. */
  async function sentText(userId: string, templateCode: string, about: string): Promise<string> {
    let text = ''
    await eventually(async () => {
      const { rows } = await owner.query(
        `select s.body from sandbox_messages s join messages m on m.tenant_id = s.tenant_id and m.id = s.message_id
         where m.recipient_user_id = $1 and m.template_code = $2 and $3 = any(m.about)`,
        [userId, templateCode, about],
      )
      text = rows[0]?.body ?? ''
      return rows.length === 1
    }, `the message ${templateCode}`)
    return text
  }

  test('contain the link of their recipient, which the API returns too', async () => {
    const { id } = await appointment()
    const url = /https?:\/\/\S+\/fr\/join\/[\w-]{22}/
    const [toPatient] = url.exec(await sentText(patient.id, 'APPOINTMENT_CREATED', id)) ?? []
    const [toDoctor] = url.exec(await sentText(doctor.id, 'APPOINTMENT_CREATED', id)) ?? []
    for (const link of [toPatient, toDoctor]) assert.equal((await open(link!)).status, 200, 'at once')
    assert.equal(toPatient, await linkOf(patient, id))
    assert.equal(toDoctor, await linkOf(doctor, id))
    await put(id, { status: 'CONFIRMED' })
    assert.ok((await sentText(patient.id, 'APPOINTMENT_CONFIRMED', id)).includes(toPatient!))
  })

  test('contain no link if the appointment is not by video', async () => {
    const body = {
      ...(await call('GET', `/api/appointments/${(await appointment()).id}`, { token: admin.token })).body.appointment,
    }
    const [startTime, endTime] = [body.startTime, body.endTime].map((at: string) =>
      new Date(Date.parse(at) + 7_200_000).toISOString(),
    )
    const made = await call('POST', '/api/appointments', {
      token: admin.token,
      body: { doctorId: doctor.id, patientId: patient.id, startTime, endTime, mode: 'IN_PERSON' },
    })
    assert.equal(made.status, 201, made.text)
    assert.doesNotMatch(await sentText(patient.id, 'APPOINTMENT_CREATED', made.body.appointment.id), /join/)
  })

  test('store no link, and clients cannot give one', async () => {
    const { id } = await appointment()
    await sentText(patient.id, 'APPOINTMENT_CREATED', id)
    const [stored] = (await messagesTo(platform, patient.id, 'APPOINTMENT_CREATED')).filter(({ about }) =>
      about.includes(id),
    )
    assert.deepEqual(Object.keys(stored!.variables).sort(), ['startTime', 'withName'])
    const answer = await call('POST', '/api/notifications/send', {
      token: admin.token,
      body: {
        recipientUserId: patient.id,
        templateCode: 'APPOINTMENT_CREATED',
        variables: { withName: 'X', startTime: '2027-01-01T09:00:00Z', joinLink: 'https://example.com/' },
      },
      headers: { 'idempotency-key': newId('req') },
    })
    assert.equal(answer.status, 422)
    assert.match(answer.text, /is filled in by the platform/)
  })
})
