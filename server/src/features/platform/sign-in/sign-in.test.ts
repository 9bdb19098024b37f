import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlatform } from '../../../../testing/harness.ts'
import { runTask } from '../../../../testing/run-task.ts'
import { scopes } from '../../../actor.ts'
import { newBrowser, newMember, PASSWORD, SESSION_COOKIE } from './browser-testing.ts'
import { session as sessionContract } from './contract.ts'

process.env.AUTH_URL = 'https://evil.example/other'
process.env.AUTH_SECRET = 'from the environment'
process.env.AUTH_TRUST_HOST = 'false'
const platform = await startPlatform()
const { call, owner } = platform

async function signedIn(role: 'PATIENT' | 'DOCTOR' | 'ADMIN' = 'PATIENT') {
  const member = await newMember(platform, role)
  const browser = newBrowser(platform)
  assert.equal((await browser.signIn(member.email, PASSWORD)).status, 200)
  return { member, browser, cookie: browser.cookies.get(SESSION_COOKIE)! }
}

describe('signing in', () => {
  test('works through all forms of a browser', async () => {
    const browser = newBrowser(platform)
    assert.equal((await browser.session()).text, 'null')
    const providers = await browser.send('GET', '/api/auth/providers')
    assert.equal(providers.body.credentials.callbackUrl, `${platform.url}/api/auth/callback/credentials`)
    const entered = await browser.signIn('doctor@sandbox.example', PASSWORD, { callbackUrl: '/agenda?day=1' })
    assert.equal(entered.status, 200)
    assert.deepEqual(entered.body, { url: `${platform.url}/agenda?day=1` })
    assert.match(
      entered.setCookies.join(),
      /^authjs\.session-token=[\w-]{43}; HttpOnly; Path=\/; Expires=.*; SameSite=Lax$/,
    )

    const { body, headers } = await browser.session()
    assert.equal(headers.get('cache-control'), 'no-store')
    sessionContract.parse(body)
    const { accessToken, ...rest } = body
    const now = platform.services.clock.nowMs()
    assert.ok(Math.abs(Date.parse(rest.accessTokenExpiresAt) - now - 300_000) < 5000)
    assert.ok(Math.abs(Date.parse(rest.expires) - now - 12 * 3_600_000) < 5000)
    const me = await call('GET', '/api/users/me', { token: accessToken })
    assert.deepEqual(me.body, rest.user)
    assert.equal(me.body.id, 'usr_sandbox_doctor')

    const signedOut = await browser.signOut()
    assert.deepEqual([signedOut.status, signedOut.body], [200, { url: `${platform.url}/` }])
    assert.equal(browser.cookies.has(SESSION_COOKIE), false)
    assert.equal((await browser.session()).text, 'null')
  })

  test('accepts the address in any case, with surrounding spaces', async () => {
    assert.equal((await newBrowser(platform).signIn('  Patient@Sandbox.EXAMPLE ', PASSWORD)).status, 200)
    assert.equal((await newBrowser(platform).signIn('b-doctor@sandbox.example', PASSWORD)).status, 200)
  })

  test('is recorded in the audit log with earlier failures and the sign-out', async () => {
    const { member, browser } = await signedIn()
    await newBrowser(platform).signIn(member.email, 'wrong')
    await browser.signOut()
    const { rows } = await owner.query(
      `select operation, outcome, user_id, client_id, subject_id, patient_ids, address from audit_log
       where tenant_id = $1 and operation in ('signIn', 'signOut') order by id`,
      [member.tenantId],
    )
    const common = {
      user_id: member.id,
      client_id: `web/${member.id}`,
      subject_id: member.id,
      patient_ids: [member.id],
    }
    assert.deepEqual(
      rows.map(({ address, ...row }) => ({ ...row, local: address === '127.0.0.1' })),
      [
        { operation: 'signIn', outcome: 'OK', ...common, local: true },
        { operation: 'signIn', outcome: 'CredentialsSignin', ...common, local: true },
        { operation: 'signOut', outcome: 'OK', ...common, local: true },
      ],
    )
  })

  test('ignores Auth.js environment variables', async () => {
    const { browser } = await signedIn()
    const answers = [await browser.send('GET', '/api/auth/signin'), await browser.signOut()]
    for (const { body } of answers) assert.equal(new URL(body.url).origin, platform.url)
  })
})

describe('a session', () => {
  test('ends at sign-out: its cookie is invalid at once, its token within a second', async () => {
    const { browser, cookie } = await signedIn()
    const { accessToken } = (await browser.session()).body
    assert.equal((await call('GET', '/api/users/me', { token: accessToken })).status, 200)
    await browser.signOut()
    const thief = newBrowser(platform)
    thief.cookies.set(SESSION_COOKIE, cookie)
    const replayed = await thief.session()
    assert.equal(replayed.text, 'null')
    assert.equal(thief.cookies.has(SESSION_COOKIE), false, 'the invalid cookie is removed')
    await sleep(1000)
    const refused = await call('GET', '/api/users/me', { token: accessToken })
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'UNAUTHORIZED'])
  })

  test('gives access to the API by token only, not by cookie', async () => {
    const { browser } = await signedIn()
    const answer = await browser.send('GET', '/api/users/me')
    assert.equal(answer.status, 401)
  })

  test('is new at each sign-in, which ends the previous one', async () => {
    const { member, browser, cookie } = await signedIn()
    await browser.signIn(member.email, PASSWORD)
    assert.notEqual(browser.cookies.get(SESSION_COOKIE), cookie)
    const before = newBrowser(platform)
    before.cookies.set(SESSION_COOKIE, cookie)
    assert.equal((await before.session()).text, 'null')
    assert.equal((await browser.session()).status, 200)

    const preset = newBrowser(platform)
    const planted = 'A'.repeat(43)
    preset.cookies.set(SESSION_COOKIE, planted)
    await preset.signIn(member.email, PASSWORD)
    assert.notEqual(preset.cookies.get(SESSION_COOKIE), planted)
  })

  test('is stored as a hash that cannot be used as a cookie', async () => {
    const { cookie, member } = await signedIn()
    const { rows } = await owner.query(
      'select s.*, l.password_hash from sessions s join users u on u.id = s.user_id join logins l on l.id = u.login_id where u.id = $1',
      [member.id],
    )
    assert.ok(!JSON.stringify(rows).includes(cookie))
    const thief = newBrowser(platform)
    for (const value of [
      rows[0].id,
      rows[0].cookie_sha256.toString('hex'),
      rows[0].cookie_sha256.toString('base64url'),
    ]) {
      thief.cookies.set(SESSION_COOKIE, value)
      assert.equal((await thief.session()).text, 'null')
    }
  })

  test('ends after twelve idle hours and at most thirty days', async () => {
    const own = await startPlatform()
    const enter = async () => {
      const browser = newBrowser(own)
      await browser.signIn('patient@sandbox.example', PASSWORD)
      return browser
    }
    const idle = await enter()
    const busy = await enter()
    await own.advance(11.9 * 3600)
    assert.equal((await busy.session()).body.user.id, 'usr_sandbox_patient')
    await own.advance(600)
    assert.equal((await idle.session()).text, 'null')
    for (let half = 1; half < 60; half++) {
      assert.notEqual((await busy.session()).text, 'null', `after ${half} half days`)
      await own.advance(11.9 * 3600)
    }
    const last = await busy.session()
    assert.ok(Date.parse(last.body.expires) < own.services.clock.nowMs() + 12 * 3_600_000)
    await own.advance(11.9 * 3600)
    assert.equal((await busy.session()).text, 'null')
    await runTask(own.owner, 'purge-expired')
    assert.equal((await own.owner.query('select from sessions')).rowCount, 0)
  })

  test('is extended by its use, at most once a minute', async () => {
    const own = await startPlatform()
    const browser = newBrowser(own)
    await browser.signIn('patient@sandbox.example', PASSWORD)
    const expires = async () => Date.parse((await browser.session()).body.expires)
    const lastSeen = async () => (await own.owner.query('select last_seen_at from sessions')).rows[0].last_seen_at
    const [before, seen] = [await expires(), await lastSeen()]
    await own.advance(30)
    assert.equal(await expires(), before)
    assert.deepEqual(await lastSeen(), seen)
    await own.advance(40)
    assert.ok((await expires()) >= before + 70_000)
    assert.ok((await lastSeen()) >= seen.getTime() + 70_000)
  })

  test('ends when its user is disabled, and its access token expires after five minutes', async () => {
    const { member, browser } = await signedIn()
    const { accessToken } = (await browser.session()).body
    await owner.query('update users set disabled_at = now() where id = $1', [member.id])
    assert.equal((await browser.session()).text, 'null')
    await sleep(1000)
    assert.equal((await call('GET', '/api/users/me', { token: accessToken })).status, 401)
    const own = await startPlatform()
    const other = newBrowser(own)
    await other.signIn('patient@sandbox.example', PASSWORD)
    const token = (await other.session()).body.accessToken
    await own.advance(301)
    const expired = await own.call('GET', '/api/users/me', { token })
    assert.deepEqual([expired.status, expired.body.error.code], [401, 'token_expired'])
    assert.equal(
      (await own.call('GET', '/api/users/me', { token: (await other.session()).body.accessToken })).status,
      200,
    )
  })

  test('has the scopes of its role, and only an administrator’s webhooks', async () => {
    const granted = async (role: 'PATIENT' | 'DOCTOR' | 'ADMIN') => {
      const { accessToken } = (await (await signedIn(role)).browser.session()).body
      return JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString()).scope.split(' ') as string[]
    }
    const admin = await granted('ADMIN')
    assert.deepEqual(admin, Object.keys(scopes))
    const doctor = await granted('DOCTOR')
    assert.ok(doctor.includes('prescriptions:write'))
    assert.ok(!doctor.includes('webhooks:manage'))
    const patient = await granted('PATIENT')
    for (const scope of ['prescriptions:write', 'doctors:read', 'notifications:write', 'leads:read', 'webhooks:manage'])
      assert.ok(!patient.includes(scope), scope)
  })

  test('is rate-limited by user, across browsers and tokens', async () => {
    const own = await startPlatform({ RATE_LIMIT_ENTERPRISE: '5/unlimited' })
    const tokens: string[] = []
    for (let at = 0; at < 2; at++) {
      const browser = newBrowser(own)
      await browser.signIn('patient@sandbox.example', PASSWORD)
      tokens.push((await browser.session()).body.accessToken)
    }
    const statuses: number[] = []
    for (let at = 0; at < 6; at++)
      statuses.push((await own.call('GET', '/api/users/me', { token: tokens[at % 2] })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    const doctor = newBrowser(own)
    await doctor.signIn('doctor@sandbox.example', PASSWORD)
    const { accessToken: token } = (await doctor.session()).body
    assert.equal((await own.call('GET', '/api/users/me', { token })).status, 200)
  })
})

describe('a form', () => {
  const correct = { email: 'doctor@sandbox.example', password: PASSWORD }

  test('needs the CSRF token of its own browser', async () => {
    const browser = newBrowser(platform)
    const stranger = newBrowser(platform)
    const csrfToken = await browser.csrf()
    const path = '/api/auth/callback/credentials'
    const tries = [
      await browser.send('POST', path, { form: correct }),
      await browser.send('POST', path, { form: { ...correct, csrfToken: await stranger.csrf() } }),
      await newBrowser(platform).send('POST', path, { form: { ...correct, csrfToken } }),
      await browser.send('POST', '/api/auth/signout', { form: {} }),
      await browser.send('POST', '/api/auth/signin', { form: {} }),
    ]
    browser.cookies.set('authjs.csrf-token', `${csrfToken}|${'0'.repeat(64)}`)
    tries.push(await browser.send('POST', path, { form: { ...correct, csrfToken } }))
    for (const { status, body, setCookies } of tries) {
      assert.deepEqual([status, body], [401, { error: 'MissingCSRF' }])
      assert.ok(!setCookies.join().includes(SESSION_COOKIE))
    }
  })

  test('of another site’s page is refused', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${platform.url}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      const answer = await newBrowser(platform).signIn(correct.email, PASSWORD, { headers })
      assert.deepEqual([answer.status, answer.body], [403, { error: 'ForeignOrigin' }], JSON.stringify(headers))
    }
    const { browser } = await signedIn()
    const form = { csrfToken: await browser.csrf() }
    for (const step of ['signin', 'signout', 'passkey/options', 'callback/organization']) {
      const answer = await browser.send('POST', `/api/auth/${step}`, { form, headers: foreign[0]! })
      assert.deepEqual([answer.status, answer.body], [403, { error: 'ForeignOrigin' }], step)
    }
    assert.notEqual((await browser.session()).text, 'null', 'not signed out')
    const own = { origin: platform.url, 'sec-fetch-site': 'same-origin' }
    assert.equal((await newBrowser(platform).signIn(correct.email, PASSWORD, { headers: own })).status, 200)
  })

  test('must be a form: JSON, plain text and repeated fields are refused', async () => {
    const browser = newBrowser(platform)
    const csrfToken = await browser.csrf()
    const path = '/api/auth/callback/credentials'
    const raw = JSON.stringify({ ...correct, csrfToken })
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await browser.send('POST', path, { raw, headers: { 'content-type': type } })
      assert.deepEqual([answer.status, answer.body], [415, { error: 'UnsupportedMediaType' }], type)
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const twice = await browser.send('POST', path, { raw: 'email=a&email=b', headers })
    assert.deepEqual([twice.status, twice.body], [400, { error: 'BadRequest' }])
    const long = await browser.send('POST', path, { raw: `email=${'a'.repeat(20_000)}`, headers })
    assert.deepEqual([long.status, long.body], [413, { error: 'PayloadTooLarge' }])
    const nul = await browser.send('POST', path, { form: { email: 'a\0@b.example', password: '\0', csrfToken } })
    assert.deepEqual([nul.status, nul.body], [401, { error: 'CredentialsSignin' }])
  })

  test('accepts a callbackUrl of any characters up to its documented length', async () => {
    const { paths } = (await call('GET', '/openapi.json')).body
    const { maxLength } = paths['/api/auth/signin'].get.parameters[0].schema
    for (const character of ['a', 'é', '🩺']) {
      const path = `/${character.repeat(maxLength - 1)}`
      const page = await newBrowser(platform).send('GET', `/api/auth/signin?callbackUrl=${encodeURIComponent(path)}`)
      assert.equal(page.status, 200, character)
    }
  })

  test('redirects only to its own origin', async () => {
    const elsewhere = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      `blob:${platform.url}/x`,
      `${platform.url}.evil.example/`,
      `${platform.url.replace('://', '://user@')}/`,
      `https://${new URL(platform.url).host}@evil.example/`,
      '/%09/evil.example'.replace('%09', '\t'),
      'http://[',
    ]
    for (const callbackUrl of elsewhere) {
      const browser = newBrowser(platform)
      for (const answer of [
        await browser.signIn('patient@sandbox.example', PASSWORD, { callbackUrl }),
        await browser.send('POST', '/api/auth/signout', { form: { csrfToken: await browser.csrf(), callbackUrl } }),
      ])
        assert.deepEqual([answer.status, answer.body], [200, { url: `${platform.url}/` }], callbackUrl)
      const page = await browser.send('GET', `/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`)
      assert.equal(new URL(page.body.url).searchParams.get('callbackUrl'), `${platform.url}/`, callbackUrl)
      assert.ok(![...browser.cookies.values()].join().includes('evil'))
    }
    // A page of this origin with an error parameter is not a sign-in failure.
    const own = await newBrowser(platform).signIn('patient@sandbox.example', PASSWORD, {
      callbackUrl: `${platform.url}/sign-in?error=CredentialsSignin`,
    })
    assert.deepEqual([own.status, own.body], [200, { url: `${platform.url}/sign-in?error=CredentialsSignin` }])
  })
})

describe('the dispatcher', () => {
  test('answers in its own format and never with a page', async () => {
    const browser = newBrowser(platform)
    const known = ['csrf', 'providers', 'session', 'signin', 'signout', 'callback/credentials']
    const unknown = [
      'error',
      'verify-request',
      'webauthn-options',
      'signin/credentials',
      'callback/github',
      'nothing',
      'a/b/c',
    ]
    for (const action of [...known, ...unknown]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const headers = { accept: 'text/html' }
        const {
          status,
          body,
          headers: responseHeaders,
        } = await browser.send(method, `/api/auth/${action}`, { headers })
        if (status === 302) assert.equal(responseHeaders.get('content-length'), '0')
        else assert.match(responseHeaders.get('content-type')!, /^application\/json/, `${method} ${action}`)
        if (unknown.includes(action)) assert.deepEqual([status, body], [404, { error: 'NotFound' }], action)
        if (status === 405) assert.deepEqual(body, { error: 'MethodNotAllowed' })
        if (status === 405) assert.ok(responseHeaders.get('allow'))
        assert.ok(status < 500, `${method} ${action}: ${status}`)
      }
    }
    const status = async (method: string, action: string) => (await browser.send(method, `/api/auth/${action}`)).status
    assert.equal(await status('POST', 'session'), 405)
    assert.equal(await status('GET', 'signout'), 405)
    assert.equal(await status('GET', 'callback/credentials'), 405)
  })

  test('redirects browsers to the sign-in page', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const answer = await newBrowser(platform).send('GET', '/api/auth/signin?callbackUrl=/x', { headers })
    assert.equal(answer.status, 302)
    assert.equal(
      answer.headers.get('location'),
      `${platform.url}/signin?callbackUrl=${encodeURIComponent(`${platform.url}/x`)}`,
    )
  })

  test('binds its cookies to the host with TLS', async () => {
    const own = await startPlatform({ PUBLIC_URL: 'https://care.example' })
    const browser = newBrowser(own, `http://127.0.0.1:${own.config.port}`)
    const { body, setCookies } = await browser.signIn('doctor@sandbox.example', PASSWORD, {
      headers: { origin: 'https://care.example', host: 'care.example' },
      callbackUrl: '/agenda',
    })
    assert.deepEqual(body, { url: 'https://care.example/agenda' })
    assert.match(
      setCookies.join('\n'),
      /^__Host-authjs\.session-token=[\w-]{43}; Secure; HttpOnly; Path=\/; Expires=[^;]+; SameSite=Lax$/,
    )
    assert.equal((await browser.session()).body.user.role, 'DOCTOR')
    assert.deepEqual([...browser.cookies.keys()].sort(), ['__Host-authjs.csrf-token', '__Host-authjs.session-token'])
    await browser.signOut()
    assert.equal(browser.cookies.has('__Host-authjs.session-token'), false)
  })
})
