import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { booking, messagesTo, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { newEmail, register } from '../accounts/registration-testing.ts'
import { codeIn } from '../codes/codes-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin } = practice
/** With a session, because a client cannot change an address of its user. */
const newPatient = async () => newSession(platform, await newPerson(platform, practice.tenantId, 'PATIENT'))
const path = (id: string) => `/api/users/${id}/contact`
const get = async (id: string, caller: Person = admin) =>
  (await call('GET', path(id), { token: caller.token })).body.contact
const put = (caller: Person, id: string, body: object) => call('PUT', path(id), { token: caller.token, body })
const sendCode = (caller: Pick<Person, 'token'>, id: string, address = 'PHONE') =>
  call('POST', `${path(id)}/codes`, { token: caller.token, body: { address } })
const confirm = (caller: Pick<Person, 'token'>, id: string, code: string, address = 'PHONE') =>
  call('POST', `${path(id)}/confirmations`, { token: caller.token, body: { address, code } })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const message = async (id: string) =>
  (await owner.query('select status, channel, last_error from messages where id = $1', [id])).rows[0]
const notify = async (to: string) =>
  (
    await call('POST', '/api/notifications/send', {
      token: admin.token,
      body: { recipientUserId: to, templateCode: 'PRESCRIPTION_ISSUED', variables: { doctorName: 'Dr Benali' } },
    })
  ).body.messageId
const untilStatus = (id: string, status: string) =>
  eventually(async () => (await message(id)).status === status, `${id} to be ${status}`)
const toWait = (id: string) =>
  eventually(async () => (await message(id)).last_error === 'unconfirmed', `${id} to wait for a confirmation`)
let numbers = 0
const newNumber = () => `+2126550${String(++numbers).padStart(5, '0')}`
const outbox = async (to: string) =>
  (await owner.query('select body from sandbox_messages where recipient = $1', [to])).rows.map(({ body }) => body)

describe('a new address', () => {
  test('is unconfirmed until its code is entered', async () => {
    const patient = await newPatient()
    const phone = newNumber()
    const set = (await put(patient, patient.id, { phone })).body.contact
    assert.deepEqual([set.emailConfirmed, set.phoneConfirmed], [true, false])
    const response = await sendCode(patient, patient.id)
    assert.deepEqual([response.status, response.body.address], [200, 'PHONE'])
    const code = await codeIn(platform, patient.id)
    const refused = await confirm(patient, patient.id, wrong(code))
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, ['code']])
    const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    const { status, body } = await confirm(patient, patient.id, `${arabic.slice(0, 3)} ${arabic.slice(3)}`)
    assert.deepEqual([status, body.contact.phoneConfirmed], [200, true])
    assert.deepEqual(await get(patient.id), body.contact)
  })

  test('is unconfirmed after each change, and can be confirmed only with its own code', async () => {
    const patient = await newPatient()
    const email = newEmail()
    const changed = (await put(patient, patient.id, { email })).body.contact
    assert.deepEqual([changed.email, changed.emailConfirmed], [email, false])
    await sendCode(patient, patient.id, 'EMAIL')
    const code = await codeIn(platform, patient.id)
    await put(patient, patient.id, { email: newEmail() })
    assert.equal((await confirm(patient, patient.id, code, 'EMAIL')).status, 422)
    assert.equal((await put(patient, patient.id, { email })).body.contact.emailConfirmed, false)
    assert.equal((await confirm(patient, patient.id, code, 'EMAIL')).status, 422, 'a change ends the code')
    await sendCode(patient, patient.id, 'EMAIL')
    const again = await codeIn(platform, patient.id)
    assert.equal((await confirm(patient, patient.id, again, 'EMAIL')).body.contact.emailConfirmed, true)
    assert.equal((await put(patient, patient.id, { email: email.toUpperCase() })).body.contact.emailConfirmed, true)
  })

  test('can be confirmed by an administrator to whom the patient tells the code', async () => {
    const patient = await newPatient()
    await put(admin, patient.id, { phone: newNumber() })
    assert.equal((await sendCode(admin, patient.id)).status, 200)
    const { status } = await confirm(admin, patient.id, await codeIn(platform, patient.id))
    assert.deepEqual([status, (await get(patient.id)).phoneConfirmed], [200, true])
  })

  test('cannot be confirmed by other callers', async () => {
    const patient = await newPatient()
    await put(patient, patient.id, { phone: newNumber() })
    for (const caller of [practice.doctor, await newPatient(), (await newPractice(platform)).admin])
      assert.deepEqual(
        [(await sendCode(caller, patient.id)).status, (await confirm(caller, patient.id, '123456')).status],
        [404, 404],
      )
  })

  test('allows five wrong codes, also concurrent ones', async () => {
    const patient = await newPatient()
    await put(patient, patient.id, { phone: newNumber() })
    await sendCode(patient, patient.id)
    const code = await codeIn(platform, patient.id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(patient, patient.id, wrong(code))))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [422])
    assert.equal((await confirm(patient, patient.id, code)).status, 422)
  })

  test('gets no code if it does not exist or is confirmed', async () => {
    const patient = await newPatient()
    assert.equal((await sendCode(patient, patient.id, 'PHONE')).status, 409)
    assert.equal((await sendCode(patient, patient.id, 'EMAIL')).status, 409)
  })
})

describe('messages', () => {
  test('wait for the confirmation of the only address, and are then sent at once', async () => {
    const patient = await newPatient()
    await put(patient, patient.id, { email: null, phone: newNumber() })
    const id = await notify(patient.id)
    await toWait(id)
    assert.equal((await message(id)).status, 'QUEUED')
    const shown = await call('GET', `/api/notifications/${id}`, { token: admin.token })
    assert.deepEqual([shown.body.message.status, shown.body.message.lastError], ['QUEUED', 'unconfirmed'])
    await sendCode(patient, patient.id)
    await confirm(patient, patient.id, await codeIn(platform, patient.id))
    await untilStatus(id, 'DELIVERED')
  })

  test('that wait for another reason are not sent at a confirmation', async () => {
    const patient = await newPatient()
    await put(patient, patient.id, { email: null, phone: newNumber() })
    const [failing, waiting] = [await notify(patient.id), await notify(patient.id)]
    for (const id of [failing, waiting]) await toWait(id)
    await owner.query(`update messages set last_error = 'timeout' where id = $1`, [failing])
    const dueAt = async () =>
      (await owner.query('select next_at from messages where id = $1', [failing])).rows[0].next_at
    const before = await dueAt()
    await sendCode(patient, patient.id)
    await confirm(patient, patient.id, await codeIn(platform, patient.id))
    await untilStatus(waiting, 'DELIVERED')
    assert.deepEqual(await dueAt(), before)
  })

  test('use the confirmed address instead of the unconfirmed one', async () => {
    const patient = await newPatient()
    const phone = newNumber()
    await put(patient, patient.id, { phone, preferredChannel: 'SMS' })
    const id = await notify(patient.id)
    await untilStatus(id, 'DELIVERED')
    assert.equal((await message(id)).channel, 'EMAIL')
    assert.deepEqual(await outbox(phone), [])
  })

  test('that wait for a day, or until they are useless, fail visibly', async () => {
    const own = await startPlatform()
    const [caller, patient] = [await own.tokenOf('sandbox-admin'), await newPerson(own, 'ten_sandbox', 'PATIENT')]
    await own.call('PUT', path(patient.id), { token: caller, body: { email: null, phone: newNumber() } })
    const answer = await own.call('POST', '/api/notifications/send', {
      token: caller,
      body: { recipientUserId: patient.id, templateCode: 'PRESCRIPTION_ISSUED', variables: { doctorName: 'Dr B' } },
    })
    const seen = async () =>
      (await own.owner.query('select status, last_error from messages where id = $1', [answer.body.messageId])).rows[0]
    // A message that a server has claimed when the clock moves waits ten more minutes.
    await eventually(async () => (await seen()).last_error === 'unconfirmed', 'it to wait')
    await own.advance(24 * 3600 + 60)
    await eventually(async () => (await seen()).status === 'FAILED', 'it to fail')
    assert.equal((await seen()).last_error, 'unconfirmed')
  })
})

describe('an attacker who registers with the address of another person', () => {
  test('causes only one code to it, even by a booking and fifteen moves', async () => {
    const own = await startPlatform()
    const email = newEmail()
    const { id } = (await register(own, { email, name: 'Votre colis attend' })).body.user
    const attacker = { id, tenantId: 'ten_sandbox' }
    const token = async () => (await newSession(own, attacker)).token
    const doctor = await newPerson(own, 'ten_sandbox', 'DOCTOR')
    const request = booking(own, doctor, { id } as Person, 48)
    const { appointment } = (await own.call('POST', '/api/appointments', { token: await token(), body: request })).body
    for (let move = 1; move <= 15; move++) {
      const later = (time: string) => new Date(Date.parse(time) + move * 3_600_000).toISOString()
      const body = { startTime: later(request.startTime), endTime: later(request.endTime) }
      const { status } = await own.call('PUT', `/api/appointments/${appointment.id}`, { token: await token(), body })
      assert.equal(status, 200)
      await own.advance(601)
    }
    await eventually(
      async () =>
        (
          await own.owner.query(
            `select from messages where recipient_user_id = $1 and attempt = 0 and last_error is null`,
            [id],
          )
        ).rowCount === 0,
      'all messages to be routed',
    )
    const { rows } = await own.owner.query(
      `select template_code from sandbox_messages s join messages m on m.id = s.message_id where s.recipient = $1`,
      [email],
    )
    assert.deepEqual(rows, [{ template_code: 'CONTACT_CODE' }])
    const statuses: number[] = []
    for (let at = 0; at < 4; at++) {
      const body = { address: 'EMAIL' }
      statuses.push((await own.call('POST', `${path(id)}/codes`, { token: await token(), body })).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })

  test('cannot use up the codes of that person, with any number of accounts', async () => {
    const own = await startPlatform()
    const [email, tagged] = [newEmail(), newEmail()]
    const name = async (address: string) => {
      const { id } = (await register(own, { email: address })).body.user
      const { token } = await newSession(own, { id, tenantId: 'ten_sandbox' })
      return async (to: string) => {
        await own.call('PUT', path(id), { token, body: { email: to } })
        return (await own.call('POST', `${path(id)}/codes`, { token, body: { address: 'EMAIL' } })).status
      }
    }
    const codes = async (inbox: string) =>
      (await own.owner.query('select from messages where to_email like $1', [inbox.replace('@', '%@')])).rowCount!
    const statuses: number[] = []
    for (let at = 0; at < 12; at++) {
      const ask = await name(newEmail())
      for (let times = 0; times < 3; times++) statuses.push(await ask(email))
    }
    assert.deepEqual([statuses.indexOf(429), await codes(email)], [30, 30])
    const { id } = (await register(own, { email })).body.user
    assert.equal(await codes(email), 31, 'the code of the registration')
    const { token } = await newSession(own, { id, tenantId: 'ten_sandbox' })
    const again = await own.call('POST', `${path(id)}/codes`, { token, body: { address: 'EMAIL' } })
    assert.equal(again.status, 200)
    const body = { address: 'EMAIL', code: await codeIn(own, id) }
    assert.equal((await own.call('POST', `${path(id)}/confirmations`, { token, body })).status, 200)
    // Tags do not raise the limit of an inbox.
    for (let at = 0; at < 32; at++) await register(own, { email: tagged.replace('@', `+${at}@`) })
    assert.equal(await codes(tagged), 30)
  })

  test('cannot read the code anywhere in the API', async () => {
    const patient = await newPatient()
    await put(patient, patient.id, { phone: newNumber() })
    await sendCode(patient, patient.id)
    const code = await codeIn(platform, patient.id)
    const [sent] = await messagesTo(platform, patient.id, 'CONTACT_CODE')
    for (const url of [`/api/notifications/${sent!.id}`, '/api/notifications', '/api/events', path(patient.id)]) {
      const { text } = await call('GET', url, { token: patient.token })
      assert.ok(!text.includes(code), url)
    }
  })
})
