import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, patient, pharmacist } = practice
await consult(platform, doctor, patient)

const body = (to: Person, more: object = {}) => ({
  recipientUserId: to.id,
  templateCode: 'PRESCRIPTION_ISSUED',
  variables: { doctorName: 'Dr Benali' },
  ...more,
})
const send = (caller: Person, given: object, headers: Record<string, string> = {}) =>
  call('POST', '/api/notifications/send', { token: caller.token, body: given, headers })
const read = async (caller: Person, id: string) =>
  (await call('GET', `/api/notifications/${id}`, { token: caller.token })).body.message
const list = async (caller: Person, query = '') =>
  (await call('GET', `/api/notifications${query}`, { token: caller.token })).body
const untilStatus = async (id: string, status: string) => {
  await eventually(async () => (await read(admin, id)).status === status, `${id} to be ${status}`)
  return read(admin, id)
}

describe('sending', () => {
  test('queues a message, sends it by the preferred channel and reports its status', async () => {
    const answer = await send(doctor, body(patient))
    assert.equal(answer.status, 200)
    const { messageId, ...rest } = answer.body
    assert.deepEqual(rest, { ok: true, providerMessageId: '', status: 'QUEUED' })
    const message = await untilStatus(messageId, 'DELIVERED')
    assert.deepEqual(
      [message.recipientUserId, message.channel, message.templateCode, message.language, message.lastError],
      [patient.id, 'EMAIL', 'PRESCRIPTION_ISSUED', 'fr', null],
    )
    assert.match(message.providerMessageId, /./)
    assert.ok(message.createdAt <= message.sentAt && message.sentAt <= message.deliveredAt)
    const { messages } = (await call('GET', '/api/sandbox/messages', { token: patient.token })).body
    const { subject, text, at, ...kept } = messages.find(({ id }: { id: string }) => id === messageId)
    const to = `${patient.id}@test.example`
    assert.deepEqual(kept, {
      ...{ id: messageId, channel: 'EMAIL', to, recipientUserId: patient.id },
      ...{ templateCode: 'PRESCRIPTION_ISSUED', about: [] },
    })
    assert.ok(text.includes('Dr Benali') && subject.length > 0 && Date.parse(at))
  })

  test('creates one message from fifty concurrent requests with one Idempotency-Key', async () => {
    const to = await newPerson(platform, practice.tenantId, 'PATIENT')
    const headers = { 'idempotency-key': 'fifty-at-once' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(admin, body(to), headers)))
    const ids = new Set(answers.map((answer) => answer.body.messageId))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(ids.size, 1)
    assert.equal((await messagesTo(platform, to.id)).length, 1)
  })

  test('reports every invalid field', async () => {
    const elsewhere = await newPractice(platform)
    const disabled = await newPerson(platform, practice.tenantId, 'PATIENT')
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    const started = { withName: 'Dr Benali', startTime: 'tomorrow' }
    for (const [given, paths] of [
      [body(patient, { templateCode: 'NO_SUCH' }), ['templateCode']],
      [body(patient, { templateCode: 'toString' }), ['templateCode']],
      [body(patient, { variables: {} }), ['variables.doctorName']],
      [body(patient, { variables: { doctorName: 'x', wrong: 'y' } }), ['variables.wrong']],
      [body(patient, { variables: { doctorName: 1 } }), ['variables.doctorName']],
      [body(patient, { variables: { doctorName: 'Dr\r\nBcc: all@test.example' } }), ['variables.doctorName']],
      [body(patient, { variables: { doctorName: 'Dr \u202eilaneB' } }), ['variables.doctorName']],
      ...['https://evil.example/pay', 'evil.example/pay', 'www.evil.example'].flatMap((link) => [
        [body(patient, { variables: { doctorName: link } }), ['variables.doctorName']] as const,
        [
          body(patient, {
            templateCode: 'APPOINTMENT_CREATED',
            variables: { withName: link, startTime: '2026-12-01T09:30:00Z' },
          }),
          ['variables.withName'],
        ] as const,
      ]),
      [body(patient, { templateCode: 'APPOINTMENT_CREATED', variables: started }), ['variables.startTime']],
      [body(patient, { channel: 'PIGEON' }), ['channel']],
      [body(elsewhere.patient, { variables: {} }), ['variables.doctorName', 'recipientUserId']],
      [body({ ...patient, id: 'usr_absent' }), ['recipientUserId']],
      [body(disabled), ['recipientUserId']],
    ] as const) {
      const answer = await send(admin, given)
      assert.equal(answer.status, 422, answer.text)
      const details: { path: string[]; message: string }[] = answer.body.error.details
      assert.deepEqual(
        details.map(({ path }) => path.join('.')),
        paths,
      )
    }
    const sentText = async (to: Person) => (await send(admin, body(to))).text
    assert.equal(await sentText(elsewhere.patient), await sentText(disabled), 'both get the same answer')
  })

  test('is refused for a recipient without an address', async () => {
    const { EMAIL } = platform.services.messages
    delete platform.services.messages.EMAIL
    try {
      const refused = await send(admin, body(patient))
      assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, ['recipientUserId']])
    } finally {
      platform.services.messages.EMAIL = EMAIL!
    }
  })

  test('is allowed to administrators for all users, and to professionals for their own patients', async () => {
    const other = await newPerson(platform, practice.tenantId, 'PATIENT')
    await placeOrder(platform, other, (await prescribe(platform, practice.dentist, other)).id, pharmacist)
    for (const [caller, to, status] of [
      [admin, patient, 200],
      [admin, doctor, 200],
      [admin, admin, 200],
      [doctor, patient, 200],
      [doctor, other, 403],
      [doctor, admin, 403],
      [doctor, { ...other, id: 'usr_absent' }, 403],
      [pharmacist, { ...other, id: 'usr_absent' }, 403],
      [practice.dentist, other, 200],
      [practice.dentist, patient, 403],
      [pharmacist, other, 200],
      [pharmacist, patient, 403],
      [patient, patient, 403],
    ] as const)
      assert.equal((await send(caller, body(to))).status, status, `${caller.id} to ${to.id}`)
    const faulty = await send(doctor, body(other, { variables: {} }))
    assert.deepEqual([faulty.status, pathsOf(faulty)], [422, ['variables.doctorName']], 'as for an own patient')
    const offer = { text: 'Bonjour', variables: {}, purpose: 'MARKETING' }
    await call('PUT', '/api/notification-templates/OFFER/EMAIL/fr', {
      token: admin.token,
      body: { ...offer, subject: 'Bonjour' },
    })
    const offered = body(patient, { templateCode: 'OFFER', variables: {} })
    assert.equal((await send(doctor, offered)).status, 403, 'only administrators send marketing')
    assert.equal((await send(admin, offered)).status, 200)
  })

  test('is refused for templates about accounts, secrets and alarms, to every caller', async () => {
    const at = '2026-12-01T09:30:00Z'
    const link = 'https://evil.example/login'
    const platformTemplate = {
      ACCESS_GRANTED: { organization: 'Clinique', link, validUntil: at },
      INVITATION: { organization: 'Clinique', link, validUntil: at },
      ACCESS_REFUSED: { organization: 'Clinique' },
      ADDRESS_CHANGED: {},
      ACCOUNT_DISABLED: {},
      RECORDS_MERGED: {},
      GUEST_INVITED: { guestName: 'Salma', startTime: at },
      GUARDIANSHIP_EXTENDED: { guardianName: 'Salma', patientName: 'Salma' },
      MEMBER_RENAMED: { administratorName: 'Salma', previousName: 'Salma', userName: 'Salma' },
      MEMBER_LEFT: { userName: 'Salma' },
      RECORDS_MERGED_REPORT: { administratorName: 'Salma', patientName: 'Amine', otherName: 'Amin' },
      LICENCE_CHECKED_REPORT: { administratorName: 'Salma', userName: 'Dr Faux' },
      PHARMACY_CHOSEN: { pharmacyName: 'Pharmacie' },
      LABORATORY_CHOSEN: { laboratoryName: 'Labo', patientName: 'Amine' },
      LOGIN_ENDED: {},
      WEBHOOK_FAILING: { address: 'https://evil.example', failingSince: at },
      WEBHOOK_DISABLED: { address: 'https://evil.example', failingSince: at },
      LAB_ORDER_ADDRESSED: { patientName: 'P' },
      LAB_CRITICAL_ALERT: { patientName: 'P', labOrderId: 'lab_1' },
      EMERGENCY_ACCESS: { doctorName: 'D', validUntil: at },
      RELATIONSHIP_STATED: { doctorName: 'D' },
      RELATIONSHIP_STATED_REPORT: { doctorName: 'D', patientName: 'P' },
      VISIT_OPENS_FILE: { doctorName: 'D', validFrom: at, validUntil: at },
      ROOM_TOKEN_FETCHED: { startTime: at },
      CLIENT_CREATED: { clientName: 'C' },
      CLIENT_CREATED_REPORT: { clientName: 'C', userName: 'U' },
      CLIENT_WAITS: { clientName: 'C' },
      CREDENTIAL_LINK_USED: { clientName: 'C' },
      ADMINISTRATOR_INVITED_REPORT: { administratorName: 'Salma', userName: 'Dr Faux' },
      ADMINISTRATOR_BEGAN_REPORT: { administratorName: 'Salma', userName: 'Dr Faux' },
      CONTACT_CODE: { code: '123456', validUntil: at },
      PASSWORD_CODE: { code: '12345678', validUntil: at },
      PASSWORD_CHANGED: {},
      SECOND_FACTOR_CHANGED: {},
      SECOND_FACTOR_REMOVED: { administratorName: 'Salma' },
      SECOND_FACTOR_GUESSED: {},
      RECOVERY_CODE_USED: { left: '3' },
      CLAIM_CODE: { code: '123456', validUntil: at },
      GUARDIAN_CODE: { code: '123456', validUntil: at },
      JOIN_CODE: { code: '123456', validUntil: at },
      GUARDIANSHIP_BEGAN: { guardianName: 'G', patientName: 'P' },
      GUARDIANSHIP_ENDED: { guardianName: 'G', patientName: 'P' },
      EMERGENCY_ACCESS_REPORT: { doctorName: 'D', patientName: 'P', validUntil: at },
      ADMINISTRATIVE_ACCESS: { administratorName: 'A', validUntil: at },
      ADMINISTRATIVE_ACCESS_REPORT: { administratorName: 'A', patientName: 'P', validUntil: at },
    }
    for (const [templateCode, variables] of Object.entries(platformTemplate))
      for (const caller of [doctor, admin]) {
        const refused = await send(caller, body(patient, { templateCode, variables }))
        assert.equal(refused.status, 422, refused.text)
        const [fault, ...others] = refused.body.error.details
        assert.deepEqual([fault.path, others], [['templateCode'], []])
        assert.match(fault.message, /^is sent only by the platform.* PRESCRIPTION_ISSUED, /)
        for (const code of Object.keys(platformTemplate)) assert.ok(!fault.message.includes(code))
        assert.deepEqual(await messagesTo(platform, patient.id, templateCode), [])
      }
    const { templates } = (
      await call('GET', '/api/notification-templates?pageSize=100&channel=SMS&language=fr', { token: admin.token })
    ).body
    const kept = templates.filter(({ sendable }: { sendable: boolean }) => !sendable)
    assert.deepEqual(
      kept.map(({ code }: { code: string }) => code),
      Object.keys(platformTemplate).sort(),
    )
  })
})

describe('messages', () => {
  test('are visible only to their recipients and to administrators', async () => {
    const own = await newPractice(platform)
    const a = (await send(own.admin, body(own.patient))).body.messageId
    const b = (await send(own.admin, body(own.doctor, { channel: 'SMS' }))).body.messageId
    const ids = async (caller: Person, query = '') =>
      (await list(caller, query)).messages.map(({ id }: { id: string }) => id)
    await Promise.all([waitUntil(own.admin, a), waitUntil(own.admin, b)])
    assert.deepEqual(await ids(own.admin), [b, a])
    assert.deepEqual(await ids(own.patient), [a])
    assert.deepEqual(await ids(own.doctor), [b])
    assert.deepEqual(await ids(own.pharmacist), [])
    assert.deepEqual(await ids(own.patient, `?recipientUserId=${own.doctor.id}`), [], 'a filter never widens access')
    assert.deepEqual(await ids(own.admin, `?recipientUserId=${own.doctor.id}`), [b])
    assert.deepEqual(
      await ids(own.admin, '?status=DELIVERED,READ&channel=EMAIL'),
      [b, a],
      'no recipient has a phone number',
    )
    assert.deepEqual(await ids(own.admin, '?status=QUEUED'), [])
    const retry = `update messages set status = 'QUEUED', next_at = now() + interval '1 hour' where id = $1`
    await platform.owner.query(retry, [b])
    for (const query of ['', '?status=QUEUED'])
      assert.deepEqual(await ids(own.admin, query), query ? [b] : [b, a], 'a message that is sent again is listed once')
    await platform.owner.query(`update messages set status = 'DELIVERED', next_at = null where id = $1`, [b])
    assert.deepEqual(await ids(own.admin, '?channel=SMS,WHATSAPP'), [])
    assert.deepEqual(await ids(own.admin, '?templateCode=RECALL'), [])
    const { createdAt } = await read(own.admin, b)
    assert.deepEqual(await ids(own.admin, `?from=${createdAt}`), [b])
    assert.deepEqual(await ids(own.admin, `?to=${createdAt}&status=DELIVERED,READ`), [a])
    assert.deepEqual(await ids(own.admin, `?from=${createdAt}&to=${createdAt}`), [])
    const absent = await call('GET', '/api/notifications/msg_absent', { token: own.patient.token })
    const foreign = await call('GET', `/api/notifications/${b}`, { token: own.patient.token })
    assert.deepEqual([foreign.status, foreign.text], [404, absent.text])
    for (const query of ['?status=LOST', '?channel=PIGEON', '?recipientUserId=x', '?templateCode=x', '?from=today'])
      assert.equal((await call('GET', `/api/notifications${query}`, { token: admin.token })).status, 422, query)
  })

  const waitUntil = (caller: Person, id: string) =>
    eventually(async () => (await read(caller, id)).status === 'DELIVERED', `${id} to be delivered`)

  test('of the outbox are filtered by recipient and related record', async () => {
    const own = await newPractice(platform)
    const { messageId } = (await send(own.admin, body(own.patient))).body
    await waitUntil(own.admin, messageId)
    const other = (await send(own.admin, body(own.doctor))).body.messageId
    await waitUntil(own.admin, other)
    await platform.owner.query(`update messages set about = '{apt_2}' where id = $1`, [messageId])
    await platform.owner.query(`update messages set about = '{apt_3}' where id = $1`, [other])
    const idsAbout = async (id: string) =>
      (await call('GET', `/api/sandbox/messages?about=${id}`, { token: own.admin.token })).body.messages.map(
        (one: { id: string }) => one.id,
      )
    assert.deepEqual([await idsAbout('apt_2'), await idsAbout('apt_3')], [[messageId], [other]])
    const kept = async (caller: Person, query: string) =>
      (await call('GET', `/api/sandbox/messages?${query}`, { token: caller.token })).body.messages.length
    assert.equal(await kept(own.admin, `recipientUserId=${own.patient.id}&channel=EMAIL`), 1)
    assert.equal(await kept(own.admin, 'channel=SMS'), 0)
    assert.equal(await kept(own.admin, 'about=apt_1'), 0)
    assert.equal(await kept(own.doctor, ''), 1)
    assert.equal(await kept(own.pharmacist, ''), 0)
  })
})
