import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newMembership, newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newBrowser, newMember, PASSWORD } from '../../platform/sign-in/browser-testing.ts'
import { newEmail, register, PASSWORD as SQUATTED } from '../accounts/registration-testing.ts'
import { codeIn, resetCodeIn } from '../codes/codes-testing.ts'
import { askForReset } from './resets-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform

const CHOSEN = 'the phrase of the owner'
const request = (email: string) => call('POST', '/api/auth/password-resets', { body: { email } })
const reset = (proof: { resetId: string; code: string }, password = CHOSEN) =>
  call('POST', '/api/auth/password-resets/confirmations', { body: { ...proof, password } })
const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')
async function signedIn(email: string, password: string) {
  const browser = newBrowser(platform)
  const { status } = await browser.signIn(email, password)
  return { browser, status }
}

describe('the owner of an address with which another person registered', () => {
  test('signs in with a code, and the sessions of the other person end', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email })).body.user
    const squatter = await signedIn(email, SQUATTED)
    const { accessToken } = (await squatter.browser.session()).body
    const proof = await askForReset(platform, email.toUpperCase())
    const answer = await reset(proof)
    assert.deepEqual([answer.status, answer.body], [200, { ok: true, hasAccount: true }])
    assert.equal((await squatter.browser.session()).body, null, 'the session of the other person')
    assert.equal((await signedIn(email, SQUATTED)).status, 401)
    assert.equal((await signedIn(email, CHOSEN)).status, 200)
    const refused = async () => (await call('GET', '/api/users/me', { token: accessToken })).status === 401
    await eventually(refused, 'the end of the token')
    const { rows } = await owner.query('select email_confirmed_at from users where id = $1', [id])
    assert.notEqual(rows[0].email_confirmed_at, null)
  })

  test('gets the record without the number, e-mail, guardian and consents of the other person', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email })).body.user
    const { rows } = await owner.query('select tenant_id from users where id = $1', [id])
    const accomplice = await newPerson(platform, rows[0].tenant_id, 'PATIENT')
    const doctor = await newPerson(platform, rows[0].tenant_id, 'DOCTOR')
    const squatter = await signedIn(email, SQUATTED)
    const { accessToken: token } = (await squatter.browser.session()).body
    const callAs = async (caller: string, method: string, path: string, body: object) => {
      const answer = await call(method, `/api/${path}`, { token: caller, body })
      assert.ok(answer.status < 300, answer.text)
    }
    const contact = `users/${id}/contact`
    await callAs(token, 'PUT', contact, { phone: '0661980077', email: newEmail(), preferredChannel: 'SMS' })
    for (const address of ['PHONE', 'EMAIL']) {
      await callAs(token, 'POST', `${contact}/codes`, { address })
      await callAs(token, 'POST', `${contact}/confirmations`, { address, code: await codeIn(platform, id) })
    }
    const requestBody = { dependantId: id, kind: 'CARER', address: 'PHONE' }
    await callAs(accomplice.token, 'POST', 'guardianships/requests', requestBody)
    await callAs(accomplice.token, 'POST', 'guardianships/confirm', {
      ...requestBody,
      code: await codeIn(platform, id),
    })
    await callAs(token, 'PUT', `patients/${id}/relationships/${doctor.id}`, {})
    const seen = async (caller: { token: string }) =>
      (await call('GET', `/api/patients/${id}`, { token: caller.token })).status
    const both = async (status: number) => (await seen(accomplice)) === status && (await seen(doctor)) === status
    await eventually(() => both(200), 'access of both')

    assert.equal((await reset(await askForReset(platform, email))).status, 200)
    await eventually(() => both(404), 'the end of both accesses')
    const found = await owner.query(
      `select u.email, c.phone, c.phone_confirmed_at, c.earlier_email, c.earlier_phone, c.preferred_channel
       from users u
       join contacts c on c.tenant_id = u.tenant_id and c.user_id = u.id
       where u.id = $1`,
      [id],
    )
    assert.deepEqual(Object.values(found.rows[0]), [email, null, null, null, null, null])
  })

  test('does not get the record of a patient who claimed it with a number and entered this address', async () => {
    const desk = await newPerson(platform, await newTenant(platform), 'RECEPTIONIST')
    const person = { name: 'Fatima Idrissi', birthDate: '1948-03-02', phone: '+212661980001' }
    const { id } = (await call('POST', '/api/patients', { token: desk.token, body: person })).body.patient
    await call('POST', `/api/patients/${id}/claim-codes`, { token: desk.token, body: { address: 'PHONE' } })
    const email = newEmail()
    const { phone: address, birthDate } = person
    const body = { address, birthDate, email, password: SQUATTED, code: await codeIn(platform, id) }
    assert.equal((await call('POST', '/api/auth/claim', { body })).status, 201)
    const answer = await reset(await askForReset(platform, email))
    assert.deepEqual([answer.status, answer.body], [200, { ok: true, hasAccount: false }])
    assert.equal((await signedIn(email, CHOSEN)).status, 401)
    assert.equal((await register(platform, { email })).status, 201, 'the address is free')
    const again = await call('POST', `/api/patients/${id}/claim-codes`, {
      token: desk.token,
      body: { address: 'PHONE' },
    })
    assert.equal(again.status, 200, 'the patient can claim the record again')
  })
})

/** Confirms the address as the person themselves. */
async function confirm(token: string, id: string, address: 'EMAIL' | 'PHONE') {
  const path = `/api/users/${id}/contact`
  await call('POST', `${path}/codes`, { token, body: { address } })
  const body = { address, code: await codeIn(platform, id) }
  assert.equal((await call('POST', `${path}/confirmations`, { token, body })).status, 200)
}

describe('a person who confirmed their login and then changed their contact address', () => {
  test('keeps number, contact address and consent after a reset', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email })).body.user
    const { browser } = await signedIn(email, SQUATTED)
    const { accessToken: token, user } = (await browser.session()).body
    const doctor = await newPerson(platform, user.tenantId, 'DOCTOR')
    await confirm(token, id, 'EMAIL')
    const other = newEmail()
    await call('PUT', `/api/users/${id}/contact`, { token, body: { email: other, phone: '0661980078' } })
    for (const address of ['EMAIL', 'PHONE'] as const) await confirm(token, id, address)
    await call('PUT', `/api/patients/${id}/relationships/${doctor.id}`, { token, body: {} })
    assert.equal((await reset(await askForReset(platform, email))).status, 200)
    const again = await signedIn(email, CHOSEN)
    const { accessToken } = (await again.browser.session()).body
    const { contact } = (await call('GET', `/api/users/${id}/contact`, { token: accessToken })).body
    assert.deepEqual([contact.email, contact.phone, contact.phoneConfirmed], [other, '+212661980078', true])
    assert.equal((await call('GET', `/api/patients/${id}`, { token: doctor.token })).status, 200)
  })

  test('has not proved an address that only the front desk confirmed', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email })).body.user
    const { accessToken: token, user } = (await (await signedIn(email, SQUATTED)).browser.session()).body
    await confirm(token, id, 'EMAIL')
    const desk = await newPerson(platform, user.tenantId, 'RECEPTIONIST')
    const changed = await call('PUT', `/api/users/${id}/contact`, { token: desk.token, body: { email: newEmail() } })
    assert.equal(changed.status, 200)
    await confirm(desk.token, id, 'EMAIL')
    assert.equal((await reset(await askForReset(platform, email))).status, 200)
    const { rows } = await owner.query('select email_confirmed_at, email_proved_at from users where id = $1', [id])
    assert.ok(rows[0].email_confirmed_at)
    assert.equal(rows[0].email_proved_at, null)
  })

  test('keeps the account of a claimed record after a reset', async () => {
    const desk = await newPerson(platform, await newTenant(platform), 'RECEPTIONIST')
    const person = { name: 'Khadija Idrissi', birthDate: '1949-03-02', phone: '+212661980002' }
    const { id } = (await call('POST', '/api/patients', { token: desk.token, body: person })).body.patient
    await call('POST', `/api/patients/${id}/claim-codes`, { token: desk.token, body: { address: 'PHONE' } })
    const email = newEmail()
    const { phone: address, birthDate } = person
    const body = { address, birthDate, email, password: SQUATTED, code: await codeIn(platform, id) }
    assert.equal((await call('POST', '/api/auth/claim', { body })).status, 201)
    const { accessToken: token } = (await (await signedIn(email, SQUATTED)).browser.session()).body
    await confirm(token, id, 'EMAIL')
    await call('PUT', `/api/users/${id}/contact`, { token: desk.token, body: { email: newEmail() } })
    const answer = await reset(await askForReset(platform, email))
    assert.deepEqual([answer.status, answer.body], [200, { ok: true, hasAccount: true }])
    assert.equal((await signedIn(email, CHOSEN)).status, 200)
  })
})

describe('a reset', () => {
  test('sets one password, even if its code is entered several times', async () => {
    const member = await newMember(platform)
    const proof = await askForReset(platform, member.email)
    const chosen = [`${CHOSEN} 1`, `${CHOSEN} 2`]
    const holder = await owner.connect()
    await holder.query('begin; select from password_resets for update')
    const waiting = Promise.all(chosen.map((password) => reset(proof, password)))
    // Both requests have hashed their password, and try the code concurrently.
    await eventually(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%password_resets%'`,
      )
      return rows.length === 2
    }, 'two tries of the code')
    await holder.query('commit')
    holder.release()
    const answers = await waiting
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    assert.equal((await reset(proof)).status, 422)
    const kept = chosen[answers.findIndex(({ status }) => status === 200)]!
    assert.equal((await signedIn(member.email, kept)).status, 200)
    assert.equal((await signedIn(member.email, CHOSEN)).status, 401)
  })

  test('does not show its secret to another caller of the network who sends the same Idempotency-Key', async () => {
    const { email } = await newMember(platform)
    const ask = () =>
      call('POST', '/api/auth/password-resets', { body: { email }, headers: { 'idempotency-key': `reset-${email}` } })
    const first = await ask()
    const proof = { resetId: first.body.resetId, code: await resetCodeIn(platform, email) }
    const replayed = await ask()
    assert.equal(replayed.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual([replayed.body.resetId, typeof replayed.body.notice], [null, 'string'])
    assert.equal((await reset(proof)).status, 200)
  })

  test('ends the sessions and notifies the person in all organisations', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const elsewhere = await newTenant(platform)
    await newMembership(platform, member, elsewhere, 'DOCTOR')
    const browsers = [newBrowser(platform), newBrowser(platform)]
    for (const [at, tenantId] of [member.tenantId, elsewhere].entries())
      await browsers[at]!.signIn(member.email, PASSWORD, { organization: tenantId })
    assert.equal((await reset(await askForReset(platform, member.email))).status, 200)
    for (const browser of browsers) assert.equal((await browser.session()).body, null)
    const { rows } = await owner.query(
      `select tenant_id from messages where template_code = 'PASSWORD_CHANGED' and recipient_user_id = $1`,
      [member.id],
    )
    assert.ok(rows.some(({ tenant_id }) => tenant_id === member.tenantId))
    const audited = await owner.query(
      `select distinct tenant_id from audit_log where operation = 'resetPassword' and outcome = 'OK' and tenant_id = any($1)`,
      [[member.tenantId, elsewhere]],
    )
    assert.equal(audited.rows.length, 2)
  })

  test('has the same answer for a known address, an unknown address and one without an enabled user', async () => {
    const member = await newMember(platform)
    const disabled = await newMember(platform)
    await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    const answers = await Promise.all([member.email, disabled.email, newEmail()].map(request))
    for (const { status, body } of answers) {
      assert.deepEqual([status, Object.keys(body)], [200, ['resetId', 'expiresAt']])
      assert.equal(body.resetId.length, answers[0]!.body.resetId.length)
    }
    const { rows } = await owner.query(`select from messages where template_code = 'PASSWORD_CODE' and to_email = $1`, [
      disabled.email,
    ])
    assert.equal(rows.length, 0)
  })

  test('has the same answer for a wrong, expired or used code and an unknown reset, and allows five tries', async () => {
    const { email } = await newMember(platform)
    const used = await askForReset(platform, email)
    await reset(used)
    const { resetId, code } = await askForReset(platform, email)
    const answers = [
      await reset(used),
      await reset({ resetId: 'unknown', code }),
      ...(await Promise.all(Array.from({ length: 5 }, () => reset({ resetId, code: wrong(code) })))),
      await reset({ resetId, code }),
    ]
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1, answers[0]!.text)
    assert.equal(answers[0]!.status, 422)
    const late = await askForReset(platform, email)
    await owner.query('update password_resets set expires_at = now()')
    assert.equal((await reset(late)).status, 422)
  })

  test('in another browser neither uses nor ends the code of the owner', async () => {
    const { email } = await newMember(platform)
    const proof = await askForReset(platform, email)
    const stranger = (await request(email)).body.resetId
    for (let n = 0; n < 6; n++) assert.equal((await reset({ resetId: stranger, code: proof.code })).status, 422)
    assert.equal((await reset(proof)).status, 200)
  })

  test('sends at most three codes to an inbox in an hour, with any tag, whether or not it has a login', async () => {
    for (const [name, host] of (await Promise.all([newMember(platform).then(({ email }) => email), newEmail()])).map(
      (email) => email.split('@'),
    )) {
      const statuses = []
      for (const tag of ['', '+a', '', '+b']) statuses.push((await request(`${name}${tag}@${host}`)).status)
      assert.deepEqual(statuses, [200, 200, 200, 429])
    }
  })
})
