import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagesTo, newMembership, newSession, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newBrowser, newMember, PASSWORD, SESSION_COOKIE } from '../sign-in/browser-testing.ts'
import { Authenticator, addPasskey, type Deviation, passkeyOptionsOf } from './passkeys-testing.ts'
import { proveIn, setUpApp } from './second-factors-testing.ts'

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32', RATE_LIMIT_GUESSES: '1000' })
const { call, owner } = platform
const COOKIE = 'medina.passkey'

type Browser = ReturnType<typeof newBrowser>
let networks = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++networks % 250}` })

async function signedIn(role: 'PATIENT' | 'DOCTOR' | 'ADMIN' = 'PATIENT') {
  const member = await newMember(platform, role)
  const browser = newBrowser(platform)
  await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })
  return { member, browser, token: (await browser.session()).body.accessToken as string }
}
async function newOwner(role: 'PATIENT' | 'DOCTOR' | 'ADMIN' = 'PATIENT') {
  const one = await signedIn(role)
  return { ...one, ...(await addPasskey(platform, one.token)) }
}
const optionsIn = async (browser: Browser) =>
  (await browser.send('POST', '/api/auth/passkey/options', { form: {} })).body
const send = async (browser: Browser, credential: string, more: Record<string, string> = {}) => {
  const form = { credential, csrfToken: await browser.csrf(), ...more }
  return browser.send('POST', '/api/auth/callback/passkey', { form, headers: elsewhere() })
}
const isIn = async (browser: Browser) => (await browser.session()).body !== null
const register = (token: string, credential: string) =>
  call('POST', '/api/users/me/passkeys', { token, body: { name: 'Phone', credential } })

describe('registering a passkey', () => {
  test('needs the password, notifies the owner, and gives recovery codes with the first second factor', async () => {
    const { member, browser, token } = await signedIn('DOCTOR')
    const other = newBrowser(platform)
    await other.signIn(member.email, PASSWORD, { headers: elsewhere() })
    const wrong = await call('POST', '/api/users/me/passkeys/options', { token, body: { password: 'wrong' } })
    assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [422, ['password']])
    const options = await passkeyOptionsOf(platform, token)
    assert.equal(options.rp.id, new URL(platform.url).hostname)
    assert.deepEqual(
      [options.authenticatorSelection.residentKey, options.authenticatorSelection.userVerification],
      ['required', 'required'],
    )
    assert.ok(!Buffer.from(options.user.id, 'base64url').toString().includes(member.id.slice(4)))
    const { passkey, recoveryCodes } = await addPasskey(platform, token)
    assert.deepEqual([passkey.name, passkey.lastUsedAt, recoveryCodes.length], ['Phone', null, 10])
    assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])
    const second = await addPasskey(platform, token, 'Laptop')
    assert.deepEqual(second.recoveryCodes, [])
    const { body } = await call('GET', '/api/users/me/second-factors', { token })
    assert.deepEqual(
      body.passkeys.map(({ name }: { name: string }) => name),
      ['Phone', 'Laptop'],
    )
    assert.equal((await messagesTo(platform, member.id, 'SECOND_FACTOR_CHANGED')).length, 2)
  })

  const faults: Record<string, Deviation> = {
    'another origin': { origin: 'https://evil.example' },
    'another relying party': { rpId: 'evil.example' },
    'a device that did not verify its owner': { isVerified: false },
    'a frame of another site': { crossOrigin: true },
  }
  for (const [name, deviation] of Object.entries(faults))
    test(`refuses the answer of ${name}`, async () => {
      const { token } = await signedIn()
      const credential = new Authenticator(platform).create(await passkeyOptionsOf(platform, token), deviation)
      const answer = await register(token, credential)
      assert.deepEqual([answer.status, answer.body.error.details[0].path], [422, ['credential']])
    })

  test('accepts a challenge once, in its session, for five minutes', async () => {
    const [{ member, token }, other] = [await signedIn(), await signedIn()]
    const options = await passkeyOptionsOf(platform, token)
    const credential = new Authenticator(platform).create(options)
    assert.equal((await register(other.token, credential)).status, 422, 'another person')
    const session = await newSession(platform, member)
    assert.equal((await register(session.token, credential)).status, 422, 'another session')
    assert.equal((await register(token, credential)).status, 200)
    assert.equal((await register(token, new Authenticator(platform).create(options))).status, 422, 'a second one')
    const late = new Authenticator(platform).create(await passkeyOptionsOf(platform, token))
    await platform.advance(301)
    const { token: fresh } = await newSession(platform, member)
    assert.equal((await register(fresh, late)).status, 422)
    const invented = {
      challenge: Buffer.alloc(32, 1).toString('base64url'),
      rp: { id: 'localhost' },
      user: { id: 'x' },
    }
    assert.equal((await register(fresh, new Authenticator(platform).create(invented))).status, 422)
  })

  test('refuses malformed credentials and the passkey of another person', async () => {
    const { token } = await signedIn()
    for (const credential of [
      '{}',
      'no JSON',
      '{"id":"x","type":"public-key","response":{"clientDataJSON":"e30"}}',
      'null',
    ])
      assert.equal((await register(token, credential)).status, 422, credential)
    const authenticator = new Authenticator(platform)
    assert.equal((await register(token, authenticator.create(await passkeyOptionsOf(platform, token)))).status, 200)
    const other = await signedIn()
    const again = authenticator.create(await passkeyOptionsOf(platform, other.token))
    assert.equal((await register(other.token, again)).status, 409)
  })

  test('is refused to a person with twenty', async () => {
    const { token, passkey } = await newOwner()
    await owner.query(
      `insert into passkeys (id, login_id, credential_id, public_key, counter, name)
       select id || '_' || n, login_id, credential_id || '_' || n, public_key, counter, name
       from passkeys, generate_series(1, 18) n
       where id = $1`,
      [passkey.id],
    )
    const begun = new Authenticator(platform).create(await passkeyOptionsOf(platform, token))
    await addPasskey(platform, token, 'Twentieth')
    assert.equal((await register(token, begun)).status, 409)
    const more = await call('POST', '/api/users/me/passkeys/options', { token, body: { password: PASSWORD } })
    assert.equal(more.status, 409)
    assert.match(more.body.error.message, /at most 20 passkeys/)
  })

  test('is refused to a client that acts as the person', async () => {
    const { member, passkey } = await newOwner('DOCTOR')
    const { token } = member
    for (const [path, body] of [
      ['options', { password: PASSWORD }],
      [`${passkey.id}/remove`, { password: PASSWORD }],
    ] as const)
      assert.equal((await call('POST', `/api/users/me/passkeys/${path}`, { token, body })).status, 403, path)
    assert.equal((await register(token, '{}')).status, 403)
  })
})

describe('signing in by a passkey', () => {
  test('needs neither address nor password nor code', async () => {
    const { member, authenticator } = await newOwner()
    const browser = newBrowser(platform)
    const answer = await send(browser, authenticator.get(await optionsIn(browser)))
    assert.deepEqual([answer.status, answer.body], [200, { url: `${platform.url}/` }], answer.text)
    assert.equal((await browser.session()).body.user.id, member.id)
    assert.equal(browser.cookies.has(COOKIE), false)
    const { token } = await newSession(platform, member)
    const { body } = await call('GET', '/api/users/me/second-factors', { token })
    assert.equal(typeof body.passkeys[0].lastUsedAt, 'string')
  })

  test('is required after the password once the user has a passkey', async () => {
    const { member, recoveryCodes } = await newOwner()
    const browser = newBrowser(platform)
    const answer = await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })
    assert.deepEqual(answer.body.secondFactor, ['PASSKEY', 'RECOVERY_CODE'])
    assert.equal(await isIn(browser), false)
    assert.equal((await proveIn(browser, '123456')).status, 401)
    assert.equal((await proveIn(browser, recoveryCodes[0]!)).status, 200)
  })

  test('accepts an answer once, in the browser that requested the challenge, for five minutes', async () => {
    const { authenticator } = await newOwner()
    const [browser, other] = [newBrowser(platform), newBrowser(platform)]
    const credential = authenticator.get(await optionsIn(browser))
    await optionsIn(other)
    const foreign = await send(other, credential)
    assert.deepEqual([foreign.status, foreign.body.error], [401, 'PasskeySignin'], 'the challenge of another browser')
    assert.equal((await send(newBrowser(platform), credential)).status, 401, 'a browser that did not ask')
    const cookie = browser.cookies.get(COOKIE)!
    assert.equal((await send(browser, credential)).status, 200)
    const thief = newBrowser(platform)
    thief.cookies.set(COOKIE, cookie)
    assert.equal((await send(thief, credential)).status, 401, 'a replay')
    const slow = newBrowser(platform)
    const late = authenticator.get(await optionsIn(slow))
    await platform.advance(301)
    assert.equal((await send(slow, late)).status, 401)
  })

  const faults: Record<string, Deviation & { userHandle?: string }> = {
    'another origin': { origin: 'https://evil.example' },
    'another relying party': { rpId: 'evil.example' },
    'a device that did not verify its owner': { isVerified: false },
    'a frame of another site': { crossOrigin: true },
    'another person': { userHandle: Buffer.alloc(32).toString('base64url') },
  }
  for (const [name, deviation] of Object.entries(faults))
    test(`refuses the answer of ${name}, and records it in the organisation’s audit log`, async () => {
      const { member, authenticator } = await newOwner()
      const browser = newBrowser(platform)
      const answer = await send(browser, authenticator.get(await optionsIn(browser), deviation))
      assert.deepEqual([answer.status, await isIn(browser)], [401, false])
      if (deviation.crossOrigin) return // it is not read further
      const { rows } = await owner.query(
        `select outcome from audit_log where operation = 'signIn' and subject_id = $1 and outcome <> 'OK'`,
        [member.id],
      )
      assert.deepEqual(rows, [{ outcome: 'PasskeySignin' }])
    })

  test('refuses a counter that did not rise: the passkey was copied', async () => {
    const [{ authenticator }, other] = [await newOwner(), await newOwner()]
    const attempt = async (counter: number, by = authenticator) => {
      const browser = newBrowser(platform)
      return (await send(browser, by.get(await optionsIn(browser), { counter }))).status
    }
    assert.deepEqual(
      [await attempt(5), await attempt(5), await attempt(4), await attempt(0), await attempt(6)],
      [200, 401, 401, 401, 200],
    )
    assert.equal(await attempt(3, other.authenticator), 200, 'each passkey has its own counter')
    const copies = await Promise.all([attempt(7), attempt(7)])
    assert.deepEqual(copies.sort(), [200, 401], 'at the same time')
  })

  test('refuses the signature of another key', async () => {
    const { authenticator } = await newOwner()
    const browser = newBrowser(platform)
    const credential = JSON.parse(authenticator.get(await optionsIn(browser)))
    const forged = JSON.parse(new Authenticator(platform).get({ challenge: 'x', rpId: 'localhost' }))
    credential.response.signature = forged.response.signature
    assert.equal((await send(browser, JSON.stringify(credential))).status, 401)
  })

  test('offers a person’s organisations, or opens a session in the named one', async () => {
    const { member, authenticator } = await newOwner('DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const browser = newBrowser(platform)
    const answer = await send(browser, authenticator.get(await optionsIn(browser)))
    assert.equal(answer.body.organizations.length, 2)
    assert.equal(await isIn(browser), false)
    assert.equal((await browser.choose(otherMembership.tenantId)).status, 200)
    const named = newBrowser(platform)
    await send(named, authenticator.get(await optionsIn(named)), { organization: otherMembership.tenantId })
    assert.equal((await named.session()).body.user.id, otherMembership.id)
  })

  test('refuses a disabled user', async () => {
    const { member, authenticator } = await newOwner()
    await owner.query('update users set disabled_at = now() where id = $1', [member.id])
    const browser = newBrowser(platform)
    assert.equal((await send(browser, authenticator.get(await optionsIn(browser)))).status, 401)
  })

  test('never reuses a planted session cookie', async () => {
    const { authenticator } = await newOwner()
    const browser = newBrowser(platform)
    browser.cookies.set(SESSION_COOKIE, 'planted')
    assert.equal((await send(browser, authenticator.get(await optionsIn(browser)))).status, 200)
    assert.match(browser.cookies.get(SESSION_COOKIE)!, /^[\w-]{43}$/)
  })
})

describe('removing a passkey', () => {
  test('needs the password, and ends the recovery codes with the last second factor', async () => {
    const { member, token, passkey, authenticator } = await newOwner()
    const remove = (id: string, password = PASSWORD, caller = token) =>
      call('POST', `/api/users/me/passkeys/${id}/remove`, { token: caller, body: { password } })
    assert.equal((await remove(passkey.id, 'wrong')).status, 422)
    const other = await newOwner()
    assert.equal((await remove(passkey.id, PASSWORD, other.token)).status, 404)
    const { app } = await setUpApp(platform, token)
    const laptop = await addPasskey(platform, token, 'Laptop')
    assert.equal((await remove(passkey.id)).status, 200)
    const { passkeys } = (await call('GET', '/api/users/me/second-factors', { token })).body
    assert.deepEqual(
      passkeys.map(({ id }: { id: string }) => id),
      [laptop.passkey.id],
    )
    assert.equal((await remove(laptop.passkey.id)).status, 200)
    const browser = newBrowser(platform)
    assert.equal((await send(browser, authenticator.get(await optionsIn(browser)))).status, 401)
    const state = async () => (await call('GET', '/api/users/me/second-factors', { token })).body
    assert.equal((await state()).recoveryCodesLeft, 10, 'the app remains')
    const body = { password: PASSWORD, code: await app.next() }
    assert.equal((await call('POST', '/api/users/me/totp/remove', { token, body })).status, 200)
    assert.equal((await state()).recoveryCodesLeft, 0)
    const notices = await messagesTo(platform, member.id, 'SECOND_FACTOR_CHANGED')
    assert.equal(notices.length, 6, 'of three additions and three removals')
    const otherBrowser = newBrowser(platform)
    await otherBrowser.signIn(member.email, PASSWORD, { headers: elsewhere() })
    assert.equal(await isIn(otherBrowser), true)
  })
})
