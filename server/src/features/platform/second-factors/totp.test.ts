import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loginOf, messagesTo, newMembership, newPerson, newSession, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newEmail, register } from '../../people/accounts/registration-testing.ts'
import { askForReset } from '../../people/password-resets/resets-testing.ts'
import { CHOICE_COOKIE, newBrowser, newMember, PASSWORD, SESSION_COOKIE } from '../sign-in/browser-testing.ts'
import { addPasskey } from './passkeys-testing.ts'
import { readCode, stepOf } from './rules.ts'
import { App, proveIn, setUpApp } from './second-factors-testing.ts'

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32', RATE_LIMIT_GUESSES: '1000' })
const { call, owner } = platform
const COOKIE = 'medina.second-factor'

let networks = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.${Math.floor(++networks / 250)}.${networks % 250}` })

/** A member with an app, and the session in which it was set up. */
async function newOwner(role: 'PATIENT' | 'DOCTOR' | 'ADMIN' = 'PATIENT') {
  const member = await newMember(platform, role)
  const browser = newBrowser(platform)
  assert.equal((await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })).status, 200)
  const token: string = (await browser.session()).body.accessToken
  return { member, browser, token, ...(await setUpApp(platform, token)) }
}
/** A member whose only second factor is a passkey. */
async function newMemberWithPasskey() {
  const member = await newMember(platform, 'PATIENT')
  const browser = newBrowser(platform)
  await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })
  const token: string = (await browser.session()).body.accessToken
  await addPasskey(platform, token)
  return { member, token }
}
/** A browser that gave the password. */
async function challenged(email: string, password = PASSWORD) {
  const browser = newBrowser(platform)
  const answer = await browser.signIn(email, password, { headers: elsewhere() })
  assert.deepEqual([answer.status, browser.cookies.has(SESSION_COOKIE)], [200, false], answer.text)
  assert.ok(browser.cookies.has(COOKIE))
  return { browser, answer }
}
const isIn = async (browser: ReturnType<typeof newBrowser>) => (await browser.session()).body !== null
const noticesOf = async ({ id }: { id: string }, template: string) => (await messagesTo(platform, id, template)).length
const state = async (token: string) => (await call('GET', '/api/users/me/second-factors', { token })).body

test('a person sees their own second factors, and not those of another member', async () => {
  const { member, token } = await newOwner()
  const others = []
  for (const role of ['PATIENT', 'DOCTOR'] as const)
    others.push(await newSession(platform, await newPerson(platform, member.tenantId, role)))
  assert.equal((await state(token)).recoveryCodesLeft, 10)
  for (const other of others)
    assert.deepEqual(await state(other.token), { totp: null, passkeys: [], recoveryCodesLeft: 0, required: false })
})

describe('setting up an authenticator app', () => {
  test('needs the password and a first code, gives ten recovery codes and notifies the owner', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const browser = newBrowser(platform)
    await browser.signIn(member.email, PASSWORD)
    const token: string = (await browser.session()).body.accessToken
    assert.deepEqual(await state(token), { totp: null, passkeys: [], recoveryCodesLeft: 0, required: false })
    const wrong = await call('POST', '/api/users/me/totp', { token, body: { password: 'wrong' } })
    assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [422, ['password']])

    const { body } = await call('POST', '/api/users/me/totp', { token, body: { password: PASSWORD } })
    assert.match(body.secret, /^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    assert.deepEqual(
      ['secret', 'algorithm', 'digits', 'period'].map((name) => uri.searchParams.get(name)),
      [body.secret, 'SHA1', '6', '30'],
    )
    assert.match(uri.pathname, new RegExp(encodeURIComponent(member.email)))
    assert.match(body.qrCode, /^<svg /)
    const app = new App(platform, body.secret)
    const refused = await call('POST', '/api/users/me/totp/confirm', { token, body: { code: '000000' } })
    assert.equal(refused.status, 422)
    assert.equal(await isIn(browser), true)
    assert.equal((await newBrowser(platform).signIn(member.email, PASSWORD)).body.secondFactor, undefined, 'not yet')

    const confirmed = await call('POST', '/api/users/me/totp/confirm', { token, body: { code: app.at(0) } })
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.equal(new Set(confirmed.body.recoveryCodes).size, 10)
    for (const code of confirmed.body.recoveryCodes)
      assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
    const { totp, ...rest } = await state(token)
    assert.deepEqual([typeof totp.addedAt, rest], ['string', { passkeys: [], recoveryCodesLeft: 10, required: false }])
    assert.equal(await noticesOf(member, 'SECOND_FACTOR_CHANGED'), 1)
    const again = await call('POST', '/api/users/me/totp', { token, body: { password: PASSWORD } })
    assert.equal(again.status, 409, 'an app is replaced only after it was removed')
  })

  test('is confirmed once, within half an hour, and proves nothing before', async () => {
    const { member, token } = await newMemberWithPasskey()
    const begin = async () => {
      const { body } = await call('POST', '/api/users/me/totp', { token, body: { password: PASSWORD } })
      return new App(platform, body.secret)
    }
    const confirm = async (app: App) =>
      (await call('POST', '/api/users/me/totp/confirm', { token, body: { code: await app.next() } })).status
    const late = await begin()
    const { browser } = await challenged(member.email)
    assert.equal((await proveIn(browser, await late.next())).status, 401)
    await owner.query(`update totp_secrets set created_at = created_at - interval '31 minutes' where login_id = $1`, [
      loginOf(member.id),
    ])
    assert.equal(await confirm(late), 422)
    const app = await begin()
    for (const code of ['no code', 'abcd-efgh-jkmn-pqrs'])
      assert.equal((await call('POST', '/api/users/me/totp/confirm', { token, body: { code } })).status, 422, code)
    assert.deepEqual([await confirm(app), await confirm(app)], [200, 409])
  })

  test('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { member, recoveryCodes } = await newOwner()
    const { rows } = await owner.query(
      `select t.secret, array_agg(c.code_key) as keys
       from users u join totp_secrets t using (login_id) join recovery_codes c using (login_id)
       where u.id = $1 group by 1`,
      [member.id],
    )
    assert.equal(rows.length, 1)
    assert.equal(rows[0].keys.length, 10)
    assert.equal(rows[0].secret.length, 32 + 32, 'key id, nonce and tag before 32 letters')
    assert.doesNotMatch(rows[0].secret.toString('latin1'), /[A-Z2-7]{32}/)
    for (const key of rows[0].keys) assert.ok(!recoveryCodes.some((code) => key.toString('latin1').includes(code)))
  })

  test('ends the other sessions and sign-ins, which passed no second factor', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const [browser, other, choosing] = [newBrowser(platform), newBrowser(platform), newBrowser(platform)]
    await browser.signIn(member.email, PASSWORD, { organization: member.tenantId, headers: elsewhere() })
    await other.signIn(member.email, PASSWORD, { organization: otherMembership.tenantId, headers: elsewhere() })
    await choosing.signIn(member.email, PASSWORD, { headers: elsewhere() })
    assert.ok(choosing.cookies.has(CHOICE_COOKIE))
    await setUpApp(platform, (await browser.session()).body.accessToken)
    assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])
    assert.equal((await choosing.choose(otherMembership.tenantId)).status, 401)
  })

  test('is refused to a client that acts as the person', async () => {
    const { member, app } = await newOwner('DOCTOR')
    const { token } = member
    const proof = { password: PASSWORD, code: await app.next() }
    for (const [path, body] of [
      ['totp', { password: PASSWORD }],
      ['totp/confirm', { code: '000000' }],
      ['totp/remove', proof],
      ['recovery-codes', proof],
    ] as const)
      assert.equal((await call('POST', `/api/users/me/${path}`, { token, body })).status, 403, path)
    assert.equal((await call('GET', '/api/users/me/second-factors', { token })).status, 403)
    assert.equal((await state((await newSession(platform, member)).token)).recoveryCodesLeft, 10)
  })
})

describe('signing in with an authenticator app', () => {
  test('asks for a code after the password, which makes the session', async () => {
    const { member, app } = await newOwner()
    const { browser, answer } = await challenged(member.email)
    assert.deepEqual(answer.body, { url: `${platform.url}/`, secondFactor: ['TOTP', 'RECOVERY_CODE'] })
    assert.match(answer.setCookies.join(), /medina\.second-factor=[\w-]{43};.*HttpOnly.*SameSite=Strict/)
    assert.equal(await isIn(browser), false)
    const proved = await proveIn(browser, await app.next())
    assert.deepEqual([proved.status, proved.body], [200, { url: `${platform.url}/` }], proved.text)
    assert.equal(await isIn(browser), true)
    assert.equal(browser.cookies.has(COOKIE), false)
    assert.equal((await browser.session()).body.user.id, member.id)
  })

  test('accepts a code once, also at the same time in two browsers', async () => {
    const { member, app } = await newOwner()
    const code = await app.next()
    const browsers = await Promise.all([1, 2, 3].map(async () => (await challenged(member.email)).browser))
    const answers = await Promise.all(browsers.slice(0, 2).map((browser) => proveIn(browser, code)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    const replayed = await proveIn(browsers[2]!, code)
    assert.deepEqual([replayed.status, replayed.body.error], [401, 'SecondFactorSignin'])
  })

  test('accepts the code of a clock that is 30 s off, and none of a larger difference', async () => {
    const { member, app } = await newOwner()
    await platform.advance(120)
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
      [0, 401], // an earlier one than the last
    ] as const) {
      const { browser } = await challenged(member.email)
      assert.equal((await proveIn(browser, app.at(steps))).status, status, `${steps} steps`)
    }
  })

  test('answers a challenge in the browser that gave the password, once', async () => {
    const { member, app } = await newOwner()
    const { browser } = await challenged(member.email)
    const stranger = newBrowser(platform)
    assert.equal((await proveIn(stranger, await app.next())).status, 401)
    const cookie = browser.cookies.get(COOKIE)!
    assert.equal((await proveIn(browser, await app.next())).status, 200)
    stranger.cookies.set(COOKIE, cookie)
    assert.equal((await proveIn(stranger, await app.next())).status, 401, 'a used challenge')
    assert.equal(await isIn(stranger), false)
  })

  test('accepts a challenge for five minutes', async () => {
    const { member, app } = await newOwner()
    const late = await challenged(member.email)
    await platform.advance(299)
    const { browser } = await challenged(member.email)
    await platform.advance(2)
    const code = await app.next()
    assert.equal((await proveIn(late.browser, code)).status, 401)
    assert.equal((await proveIn(browser, code)).status, 200, 'the same code for a later challenge')
  })

  test('ends a challenge after five tries, even for the right code', async () => {
    const { member, app } = await newOwner()
    const { browser } = await challenged(member.email)
    for (let at = 0; at < 5; at++) assert.equal((await proveIn(browser, '000000')).status, 401)
    assert.equal((await proveIn(browser, await app.next())).status, 401)
    const { rows } = await owner.query(`select outcome from audit_log where operation = 'signIn' and subject_id = $1`, [
      member.id,
    ])
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['OK', ...Array(5).fill('SecondFactorSignin')],
      'the organisation learns of wrong codes',
    )
  })

  test('refuses codes after twenty wrong ones in an hour, whatever their network, and notifies the owner', async () => {
    const { member, app, recoveryCodes } = await newOwner()
    const guess = async (code: string) => proveIn((await challenged(member.email)).browser, code, elsewhere())
    for (let at = 0; at < 5; at++) assert.equal((await guess('000000')).status, 401)
    assert.equal(await noticesOf(member, 'SECOND_FACTOR_GUESSED'), 1)
    for (let at = 5; at < 20; at++) assert.equal((await guess('000000')).status, 401)
    const right = await guess(await app.next())
    assert.equal(right.status, 429)
    assert.ok(Number(right.headers.get('retry-after')) > 3000)
    assert.equal((await guess(recoveryCodes[0]!)).status, 200, 'the owner is not locked out')
    assert.equal(await noticesOf(member, 'SECOND_FACTOR_GUESSED'), 1)
    await platform.advance(3700)
    assert.equal((await guess(await app.next())).status, 200)
  })

  test('counts twenty concurrent guesses like twenty sequential ones', async () => {
    const { member, app } = await newOwner()
    const browsers = await Promise.all(Array.from({ length: 7 }, async () => (await challenged(member.email)).browser))
    const answers = await Promise.all(
      browsers.flatMap((browser) => Array.from({ length: 5 }, () => proveIn(browser, '000000', elsewhere()))),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(401), count(429)], [20, 15])
    assert.equal((await proveIn((await challenged(member.email)).browser, await app.next())).status, 429)
  })

  test('limits wrong codes of one address', async () => {
    const own = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32', RATE_LIMIT_GUESSES: '2' })
    const network = elsewhere()
    const statuses: number[] = []
    for (let at = 0; at < 3; at++) statuses.push((await proveIn(newBrowser(own), '000000', network)).status)
    assert.deepEqual(statuses, [401, 401, 429])
  })

  test('never reuses a planted session cookie, and ends the earlier session', async () => {
    const { member, app, browser } = await newOwner()
    const earlier = browser.cookies.get(SESSION_COOKIE)!
    await browser.signIn(member.email, PASSWORD)
    assert.equal((await proveIn(browser, await app.next())).status, 200)
    assert.notEqual(browser.cookies.get(SESSION_COOKIE), earlier)
    const old = newBrowser(platform)
    old.cookies.set(SESSION_COOKIE, earlier)
    assert.equal(await isIn(old), false)
  })

  test('is asked before the organisation, and keeps the organisation that was named', async () => {
    const { member, app } = await newOwner('DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const { browser, answer } = await challenged(member.email)
    assert.equal(answer.body.organizations, undefined, 'the organisations of a person are not shown before it')
    assert.equal((await browser.choose(otherMembership.tenantId)).status, 401)
    const proved = await proveIn(browser, await app.next())
    assert.equal(proved.body.organizations.length, 2)
    assert.equal(await isIn(browser), false)
    assert.equal((await browser.choose(otherMembership.tenantId)).status, 200)

    const named = newBrowser(platform)
    await named.signIn(member.email, PASSWORD, { organization: otherMembership.tenantId, headers: elsewhere() })
    assert.equal((await proveIn(named, await app.next())).status, 200)
    assert.equal((await named.session()).body.user.id, otherMembership.id)
  })

  test('is refused without the CSRF token, and for a form of another site', async () => {
    const { member, app } = await newOwner()
    const { browser } = await challenged(member.email)
    const form = { code: await app.next(), csrfToken: 'wrong' }
    const unsigned = await browser.send('POST', '/api/auth/callback/second-factor', { form })
    assert.deepEqual([unsigned.status, unsigned.body.error], [401, 'MissingCSRF'])
    const foreign = await proveIn(browser, form.code, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    assert.equal((await proveIn(browser, form.code)).status, 200)
  })
})

describe('recovery codes', () => {
  test('sign in once each, and notify the owner', async () => {
    const { member, recoveryCodes, token } = await newOwner('DOCTOR')
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
    const { browser } = await challenged(member.email)
    assert.equal((await proveIn(browser, typed)).status, 200)
    assert.equal((await state(token)).recoveryCodesLeft, 9)
    const [notice] = await messagesTo(platform, member.id, 'RECOVERY_CODE_USED')
    assert.equal(notice!.variables.left, '9')
    const again = await challenged(member.email)
    assert.equal((await proveIn(again.browser, typed)).status, 401)
    const [one, two] = [await challenged(member.email), await challenged(member.email)]
    const answers = await Promise.all([one, two].map(({ browser }) => proveIn(browser, recoveryCodes[1]!)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401], 'at the same time')
    const stranger = await newOwner()
    assert.equal((await proveIn((await challenged(stranger.member.email)).browser, recoveryCodes[2]!)).status, 401)
    const { rows } = await owner.query(`select outcome from audit_log where operation = 'useRecoveryCode'`)
    assert.ok(rows.length >= 2)
  })

  test('are replaced with password and code, which ends the earlier ones', async () => {
    const { member, app, recoveryCodes, token } = await newOwner()
    const replace = (body: object) => call('POST', '/api/users/me/recovery-codes', { token, body })
    assert.equal((await replace({ password: PASSWORD, code: '000000' })).status, 422)
    const wrong = await replace({ password: 'wrong', code: await app.next() })
    assert.deepEqual(wrong.body.error.details[0].path, ['password'])
    const { status, body } = await replace({ password: PASSWORD, code: await app.next() })
    assert.deepEqual([status, body.recoveryCodes.length], [200, 10])
    assert.equal((await proveIn((await challenged(member.email)).browser, recoveryCodes[0]!)).status, 401)
    assert.equal((await proveIn((await challenged(member.email)).browser, body.recoveryCodes[0])).status, 200)
    assert.equal(await noticesOf(member, 'SECOND_FACTOR_CHANGED'), 2)
  })

  test('are only for people with a second factor', async () => {
    const { email } = await newMember(platform, 'PATIENT')
    const browser = newBrowser(platform)
    await browser.signIn(email, PASSWORD, { headers: elsewhere() })
    const { accessToken: token } = (await browser.session()).body
    const body = { password: PASSWORD, code: '000000' }
    assert.equal((await call('POST', '/api/users/me/recovery-codes', { token, body })).status, 409)
  })

  test('are shown once: a repeated call does not show them', async () => {
    const { app, token } = await newOwner()
    const headers = { 'idempotency-key': `key-${Date.now()}` }
    const body = { password: PASSWORD, code: await app.next() }
    const first = await call('POST', '/api/users/me/recovery-codes', { token, body, headers })
    const second = await call('POST', '/api/users/me/recovery-codes', { token, body, headers })
    assert.deepEqual([first.body.recoveryCodes.length, second.body.recoveryCodes], [10, null])
  })
})

describe('an app', () => {
  test('is removed with password and code; then the password alone signs in', async () => {
    const { member, app, token } = await newOwner()
    const remove = (body: object) => call('POST', '/api/users/me/totp/remove', { token, body })
    assert.equal((await remove({ password: PASSWORD, code: '000000' })).status, 422)
    assert.equal((await remove({ password: 'wrong', code: await app.next() })).status, 422)
    assert.equal((await remove({ password: PASSWORD, code: await app.next() })).status, 200)
    assert.deepEqual(await state(token), { totp: null, passkeys: [], recoveryCodesLeft: 0, required: false })
    assert.equal((await remove({ password: PASSWORD, code: await app.next() })).status, 409)
    const browser = newBrowser(platform)
    await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })
    assert.equal(await isIn(browser), true)
    assert.equal(await noticesOf(member, 'SECOND_FACTOR_CHANGED'), 2)
  })

  test('stays after a reset of the password', async () => {
    const { member, app } = await newOwner()
    const pending = await challenged(member.email)
    const { resetId, code } = await askForReset(platform, member.email)
    const password = 'une phrase facile'
    const body = { resetId, code, password }
    assert.equal((await call('POST', '/api/auth/password-resets/confirmations', { body })).status, 200)
    assert.equal((await proveIn(pending.browser, await app.next())).status, 401, 'a challenge after the old password')
    const { browser } = await challenged(member.email, password)
    assert.equal((await proveIn(browser, await app.next())).status, 200)
  })

  test('that another person set up with an address is removed when the owner proves the address', async () => {
    const email = newEmail()
    await register(platform, { email, password: PASSWORD })
    const stranger = newBrowser(platform)
    await stranger.signIn(email, PASSWORD, { headers: elsewhere() })
    await setUpApp(platform, (await stranger.session()).body.accessToken)
    const { resetId, code } = await askForReset(platform, email)
    const body = { resetId, code, password: 'la phrase de la vraie' }
    assert.equal((await call('POST', '/api/auth/password-resets/confirmations', { body })).status, 200)
    const browser = newBrowser(platform)
    await browser.signIn(email, body.password, { headers: elsewhere() })
    assert.deepEqual([await isIn(browser), await isIn(stranger)], [true, false])
  })

  test('that a member lost is removed by an administrator, whose name the member is told', async () => {
    const { member } = await newOwner('DOCTOR')
    const admin = await newPerson(platform, member.tenantId, 'ADMIN')
    const { token } = await newSession(platform, admin)
    const remove = (id: string, caller = token) =>
      call('POST', `/api/users/${id}/second-factors/remove`, { token: caller })
    assert.equal((await remove(member.id, admin.token)).status, 403, 'a client of the administrator')
    assert.equal((await remove(admin.id)).status, 409, 'their own')
    const stranger = await newOwner()
    assert.equal((await remove(stranger.member.id)).status, 404, 'of another organisation')
    assert.equal((await remove(member.id)).status, 200)
    assert.equal(await noticesOf(member, 'SECOND_FACTOR_REMOVED'), 1)
    const { rows } = await owner.query(
      `select outcome from audit_log where operation = 'removeSecondFactors' and user_id = $1 and subject_id = $2`,
      [admin.id, member.id],
    )
    assert.deepEqual(rows, [{ outcome: 'OK' }])
    const browser = newBrowser(platform)
    await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })
    assert.equal(await isIn(browser), true)
    assert.equal((await remove(member.id)).status, 409, 'there is none')
  })

  test('that belongs to a user of two organisations cannot be removed by an administrator of one', async () => {
    const { member } = await newOwner('DOCTOR')
    await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const admin = await newSession(platform, await newPerson(platform, member.tenantId, 'ADMIN'))
    const answer = await call('POST', `/api/users/${member.id}/second-factors/remove`, { token: admin.token })
    assert.equal(answer.status, 409)
    await challenged(member.email)
  })
})

test('codes follow RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' // "12345678901234567890"
  for (const [sec, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const)
    assert.equal(stepOf(secret, code, sec * 1000), Math.floor(sec / 30))
  assert.equal(stepOf(secret, '287082', (59 + 61) * 1000), undefined)
})

test('codes are read as people type them', () => {
  assert.deepEqual(readCode(' 287 082 '), { totp: '287082' })
  assert.deepEqual(readCode('٢٨٧٠٨٢'), { totp: '287082' })
  assert.deepEqual(readCode('ABCD-EFGH-JKMN'), { recovery: 'abcdefghjkmn' })
  assert.deepEqual(readCode('abcO efgI jkmL'), { recovery: 'abc0efg1jkm1' })
  for (const wrong of ['', '28708', '2870822', 'abcd-efgh', 'x'.repeat(40)]) assert.equal(readCode(wrong), undefined)
})
