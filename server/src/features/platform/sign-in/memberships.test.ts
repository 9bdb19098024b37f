import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { givePassword, newMembership, newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { CHOICE_COOKIE, newBrowser, newMember, PASSWORD, SESSION_COOKIE } from './browser-testing.ts'

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32' })
const { owner } = platform

/** A doctor who is an administrator elsewhere. */
async function newWorker() {
  const membership = await newMember(platform, 'DOCTOR')
  const otherMembership = await newMembership(platform, membership, await newTenant(platform), 'ADMIN')
  return { membership, otherMembership, email: membership.email }
}
const disable = (id: string) => owner.query('update users set disabled_at = now() where id = $1', [id])
const sessionsOf = async (id: string) =>
  (await owner.query('select count(*)::int as n from sessions where user_id = $1', [id])).rows[0].n
/** A browser that has given the password and has to choose. */
async function choosing(email: string) {
  const browser = newBrowser(platform)
  assert.equal((await browser.signIn(email, PASSWORD)).status, 200)
  return browser
}

describe('a person with several memberships', () => {
  test('is asked for the organisation after the password, and chooses without a second password', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const browser = newBrowser(platform)
    const answer = await browser.signIn(email, PASSWORD)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      url: `${platform.url}/`,
      organizations: [
        { id: membership.tenantId, name: membership.tenantId, role: 'DOCTOR' },
        { id: otherMembership.tenantId, name: otherMembership.tenantId, role: 'ADMIN' },
      ],
    })
    assert.equal(browser.cookies.has(SESSION_COOKIE), false)
    assert.equal((await browser.session()).body, null, 'no session until the choice')

    assert.equal((await browser.choose(otherMembership.tenantId)).status, 200)
    const { user, accessToken } = (await browser.session()).body
    assert.deepEqual([user.id, user.tenantId, user.role], [otherMembership.id, otherMembership.tenantId, 'ADMIN'])
    const me = await platform.call('GET', '/api/users/me', { token: accessToken })
    assert.equal(me.body.tenantId, otherMembership.tenantId)
    const foreign = await platform.call('GET', `/api/users/${membership.id}`, { token: accessToken })
    assert.equal(foreign.status, 404, 'a token of one membership does not read the other')
  })

  test('cannot change to an organisation of a colleague', async () => {
    const { membership, otherMembership } = await newWorker()
    const colleague = await newPerson(platform, membership.tenantId, 'DOCTOR')
    await givePassword(platform, colleague)
    const browser = newBrowser(platform)
    await browser.signIn(`${colleague.id}@test.example`, PASSWORD)
    assert.equal((await browser.session()).body.user.id, colleague.id)
    assert.equal((await browser.choose(otherMembership.tenantId)).status, 401)
    assert.equal((await browser.session()).body?.user.id ?? colleague.id, colleague.id)
  })

  test('can name the organisation with the password', async () => {
    const { otherMembership, email } = await newWorker()
    const browser = newBrowser(platform)
    const answer = await browser.signIn(email, PASSWORD, { organization: otherMembership.tenantId })
    assert.deepEqual([answer.status, answer.body.organizations], [200, undefined])
    assert.equal((await browser.session()).body.user.id, otherMembership.id)
  })

  test('is not offered disabled memberships, and with one left is not asked', async () => {
    const { membership, otherMembership, email } = await newWorker()
    await disable(membership.id)
    const browser = await choosing(email)
    assert.equal((await browser.session()).body.user.id, otherMembership.id)
    assert.equal(
      (await newBrowser(platform).signIn(email, PASSWORD, { organization: membership.tenantId })).status,
      401,
    )
    await disable(otherMembership.id)
    assert.equal((await newBrowser(platform).signIn(email, PASSWORD)).status, 401)
  })

  test('keeps the other membership when an administrator disables one', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const browser = newBrowser(platform)
    await browser.signIn(email, PASSWORD, { organization: membership.tenantId })
    const admin = await newMembership(platform, await newMember(platform), otherMembership.tenantId, 'ADMIN')
    const change = { token: admin.token, body: { disabled: true } }
    assert.equal((await platform.call('PUT', `/api/users/${otherMembership.id}`, change)).status, 200)
    assert.equal((await browser.session()).body.user.id, membership.id, 'its session goes on')
    assert.equal((await newBrowser(platform).signIn(email, PASSWORD)).status, 200)
    const foreign = { token: admin.token, body: { disabled: true } }
    assert.equal((await platform.call('PUT', `/api/users/${membership.id}`, foreign)).status, 404)
  })
})

describe('guessing', () => {
  test('naming an organisation without a membership is answered like a wrong password', async () => {
    const { email } = await newWorker()
    const other = await newMember(platform)
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const answers = [
      await newBrowser(platform).signIn(email, 'wrong', { headers: from }),
      await newBrowser(platform).signIn(email, PASSWORD, { headers: from, organization: other.tenantId }),
      await newBrowser(platform).signIn('nobody@test.example', PASSWORD, { organization: other.tenantId }),
    ]
    for (const answer of answers) assert.deepEqual([answer.status, answer.text], [401, answers[0]!.text])
  })

  test('is limited by login: attempts on one organisation count for all', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const headers = { 'x-forwarded-for': '203.0.113.78' }
    const attempt = (organization: string) => newBrowser(platform).signIn(email, 'wrong', { headers, organization })
    for (let failed = 0; failed < 8; ) {
      const answer = await attempt(failed % 2 ? membership.tenantId : otherMembership.tenantId)
      if (answer.status === 401) failed++
      else await platform.advance(Number(answer.headers.get('retry-after')))
    }
    assert.equal((await attempt(membership.tenantId)).status, 429)
    assert.equal((await attempt(otherMembership.tenantId)).status, 429)
  })

  test('a failed attempt that names an organisation is only in its audit log', async () => {
    const { membership, otherMembership, email } = await newWorker()
    await newBrowser(platform).signIn(email, 'wrong', { organization: otherMembership.tenantId })
    const { rows } = await owner.query(
      `select tenant_id from audit_log where operation = 'signIn' and user_id = any($1)`,
      [[membership.id, otherMembership.id]],
    )
    assert.deepEqual(rows, [{ tenant_id: otherMembership.tenantId }])
  })

  test('a failed attempt is in the audit log of each organisation', async () => {
    const { membership, otherMembership, email } = await newWorker()
    await newBrowser(platform).signIn(email, 'wrong')
    const { rows } = await owner.query(
      `select tenant_id, outcome from audit_log where operation = 'signIn' and user_id = any($1) order by xid, tenant_id`,
      [[membership.id, otherMembership.id]],
    )
    assert.deepEqual(
      new Set(rows.map(({ tenant_id, outcome }) => `${tenant_id} ${outcome}`)),
      new Set([membership, otherMembership].map(({ tenantId }) => `${tenantId} CredentialsSignin`)),
    )
  })
})

describe('the choice of an organisation', () => {
  test('works once', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const browser = await choosing(email)
    const cookie = browser.cookies.get(CHOICE_COOKIE)!
    assert.equal((await browser.choose(membership.tenantId)).status, 200)
    assert.equal(browser.cookies.has(CHOICE_COOKIE), false)
    const thief = newBrowser(platform)
    thief.cookies.set(CHOICE_COOKIE, cookie)
    const replayed = await thief.choose(otherMembership.tenantId)
    assert.deepEqual([replayed.status, replayed.body.error], [401, 'OrganizationSignin'])
    assert.equal(await sessionsOf(otherMembership.id), 0)
  })

  test('creates one session for twenty concurrent uses', async () => {
    const { membership, email } = await newWorker()
    const cookie = (await choosing(email)).cookies.get(CHOICE_COOKIE)!
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const browser = newBrowser(platform)
        browser.cookies.set(CHOICE_COOKIE, cookie)
        return browser.choose(membership.tenantId)
      }),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(await sessionsOf(membership.id), 1)
  })

  test('expires after five minutes', async () => {
    const { membership, email } = await newWorker()
    const browser = await choosing(email)
    await platform.advance(301)
    assert.equal((await browser.choose(membership.tenantId)).status, 401)
    assert.equal(await sessionsOf(membership.id), 0)
  })

  test('is bound to its browser, offers only its own organisations, and stores a hash only', async () => {
    const { membership, email } = await newWorker()
    const stranger = await newMember(platform)
    const browser = await choosing(email)
    const cookie = browser.cookies.get(CHOICE_COOKIE)!
    assert.equal((await newBrowser(platform).choose(membership.tenantId)).status, 401, 'without the cookie')
    for (const organization of [stranger.tenantId, 'ten_unknown', '', `${membership.tenantId}' or true --`])
      assert.equal((await browser.choose(organization)).status, 401, organization)
    const { rows } = await owner.query('select * from sign_in_choices')
    assert.ok(!JSON.stringify(rows).includes(cookie))
    for (const { cookie_sha256 } of rows) {
      const thief = newBrowser(platform)
      thief.cookies.set(CHOICE_COOKIE, cookie_sha256.toString('base64url'))
      assert.equal((await thief.choose(membership.tenantId)).status, 401)
    }
    assert.equal((await browser.choose(membership.tenantId)).status, 200, 'wrong ones do not use it up')
  })

  test('is refused for a membership that was disabled since', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const browser = await choosing(email)
    await disable(membership.id)
    assert.equal((await browser.choose(membership.tenantId)).status, 401)
    assert.equal((await browser.choose(otherMembership.tenantId)).status, 200)
  })

  test('is refused from another site, and without the CSRF token of the browser', async () => {
    const { membership, email } = await newWorker()
    const browser = await choosing(email)
    const foreign = await browser.choose(membership.tenantId, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    assert.deepEqual([foreign.status, foreign.body.error], [403, 'ForeignOrigin'])
    for (const csrfToken of ['', 'x'.repeat(64), await newBrowser(platform).csrf()]) {
      const form = { organization: membership.tenantId, csrfToken }
      const answer = await browser.send('POST', '/api/auth/callback/organization', { form })
      assert.deepEqual([answer.status, answer.body.error], [401, 'MissingCSRF'])
    }
    assert.equal((await browser.send('GET', '/api/auth/callback/organization')).status, 405)
    const { setCookies } = await newBrowser(platform).signIn(email, PASSWORD)
    const line = setCookies.find((one) => one.startsWith(CHOICE_COOKIE))!
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Max-Age=300', 'Path=/'])
      assert.ok(line.includes(attribute))
  })

  test('never reuses a planted session, and ends an earlier one', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const other = await newMember(platform)
    const browser = newBrowser(platform)
    await browser.signIn(other.email, PASSWORD)
    const planted = browser.cookies.get(SESSION_COOKIE)!
    await browser.signIn(email, PASSWORD)
    assert.equal((await browser.session()).body.user.id, other.id, 'the password alone changes nothing')
    await browser.choose(otherMembership.tenantId)
    assert.notEqual(browser.cookies.get(SESSION_COOKIE), planted)
    assert.equal((await browser.session()).body.user.id, otherMembership.id)
    assert.deepEqual([await sessionsOf(other.id), await sessionsOf(membership.id)], [0, 0])
  })
})

describe('changing the organisation in a session', () => {
  test('replaces the session with one that ends no later', async () => {
    const { membership, otherMembership, email } = await newWorker()
    const browser = newBrowser(platform)
    await browser.signIn(email, PASSWORD, { organization: membership.tenantId })
    const before = (await browser.session()).body
    const old = browser.cookies.get(SESSION_COOKIE)!
    const { rows } = await owner.query('select expires_at from sessions where user_id = $1', [membership.id])
    await platform.advance(3600)

    assert.equal((await browser.choose(otherMembership.tenantId)).status, 200)
    const after = (await browser.session()).body
    assert.deepEqual([after.user.id, after.user.role], [otherMembership.id, 'ADMIN'])
    const { rows: later } = await owner.query('select expires_at from sessions where user_id = $1', [
      otherMembership.id,
    ])
    assert.deepEqual(later, rows)
    assert.equal(await sessionsOf(membership.id), 0)
    const earlier = newBrowser(platform)
    earlier.cookies.set(SESSION_COOKIE, old)
    assert.equal((await earlier.session()).body, null)
    assert.equal((await platform.call('GET', '/api/users/me', { token: before.accessToken })).status, 401)
  })

  test('is refused for organisations without a membership, and without a session', async () => {
    const { membership, email } = await newWorker()
    const stranger = await newMember(platform)
    const browser = newBrowser(platform)
    await browser.signIn(email, PASSWORD, { organization: membership.tenantId })
    assert.equal((await browser.choose(stranger.tenantId)).status, 401)
    assert.equal((await browser.session()).body.user.id, membership.id, 'the session goes on')
    await browser.signOut()
    assert.equal((await browser.choose(membership.tenantId)).status, 401)
  })
})

test('the sandbox has a doctor of two organisations', async () => {
  const browser = newBrowser(platform)
  const { body } = await browser.signIn('visiting-doctor@sandbox.example', PASSWORD)
  assert.deepEqual(body.organizations, [
    { id: 'ten_sandbox', name: 'Clinique Atlas (sandbox)', role: 'DOCTOR' },
    { id: 'ten_sandbox_b', name: 'Cabinet Rif (sandbox)', role: 'DOCTOR' },
  ])
  assert.equal((await browser.choose('ten_sandbox_b')).status, 200)
  assert.equal((await browser.session()).body.user.id, 'usr_sandbox_b_visiting_doctor')
})

test('a registration by a server of the earlier version makes a login', async () => {
  const tenantId = await newTenant(platform)
  const insert = (id: string, email: string) =>
    owner.query(
      `insert into users (tenant_id, id, email, name, role, password_hash)
       select $1, $2, $3, 'A', 'PATIENT', password_hash from logins where email = 'doctor@sandbox.example'`,
      [tenantId, id, email],
    )
  await insert('usr_earlier', 'earlier@test.example')
  const { rows } = await owner.query(`select password_hash from users where id = 'usr_earlier'`)
  assert.deepEqual(rows, [{ password_hash: null }])
  const browser = newBrowser(platform)
  await browser.signIn('earlier@test.example', PASSWORD)
  assert.equal((await browser.session()).body.user.id, 'usr_earlier')
  await assert.rejects(insert('usr_again', 'Earlier@test.example'), { constraint: 'users_email' })
})
