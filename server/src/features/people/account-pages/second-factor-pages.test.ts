import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newMembership, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { App } from '../../platform/second-factors/second-factors-testing.ts'
import { type Answer, newBrowser, newMember, PASSWORD, SESSION_COOKIE } from '../../platform/sign-in/browser-testing.ts'
import { words } from './words/index.ts'

const { en } = words
const ENGLISH = { 'accept-language': 'en' }
const PATH = '/account/second-factor'

const locationOf = ({ status, headers }: Answer) => [status, headers.get('location')]
const escaped = (text: string) => text.replaceAll("'", '&#39;')
const shows = ({ text }: Answer, ...expected: string[]) => {
  for (const one of expected) assert.ok(text.includes(escaped(one)), `${one} is not in ${text}`)
}
const secretIn = ({ text }: Answer) => /<code dir="ltr">([A-Z2-7 ]{39})<\/code>/.exec(text)![1]!.replaceAll(' ', '')
const recoveryCodesIn = ({ text }: Answer) => [...text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code!)

/** A browser that speaks English. */
function visitorOf(platform: Awaited<ReturnType<typeof startPlatform>>) {
  const browser = newBrowser(platform)
  const post = (path: string, form: Record<string, string>, headers = {}) =>
    browser.send('POST', path, { form, headers: { ...ENGLISH, ...headers } })
  return {
    ...browser,
    post,
    open: (path: string) => browser.send('GET', path, { headers: ENGLISH }),
    enter: (email: string, more: Record<string, string> = {}) =>
      post('/signin', { email, password: PASSWORD, ...more }),
  }
}

/** Sets up an authenticator app on the pages. */
async function setUp(platform: Awaited<ReturnType<typeof startPlatform>>, browser: ReturnType<typeof visitorOf>) {
  const begun = await browser.post(`${PATH}/begin`, { password: PASSWORD })
  assert.equal(begun.status, 200, begun.text)
  const app = new App(platform, secretIn(begun))
  const confirmed = await browser.post(`${PATH}/confirm`, { code: await app.next() })
  assert.equal(confirmed.status, 200, confirmed.text)
  return { app, confirmed, recoveryCodes: recoveryCodesIn(confirmed) }
}

describe('the pages of second factors', async () => {
  const platform = await startPlatform()
  const visit = () => visitorOf(platform)

  test('set up an app, show the recovery codes once, and ask for its code at the next sign-in', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    await browser.enter(email)
    shows(await browser.open('/account'), en.account.secondFactor.off)
    shows(await browser.open(PATH), en.secondFactor.setUp)
    const refused = await browser.post(`${PATH}/begin`, { password: 'not the password' })
    assert.equal(refused.status, 422)
    shows(refused, en.faults.wrongCurrentPassword)
    const begun = await browser.post(`${PATH}/begin`, { password: PASSWORD })
    shows(begun, en.secondFactor.scan, '<svg ', 'href="otpauth://totp/')
    const app = new App(platform, secretIn(begun))
    const wrong = await browser.post(`${PATH}/confirm`, { code: '000000' })
    assert.equal(wrong.status, 422)
    shows(wrong, en.faults.wrongAppCode)
    assert.doesNotMatch(wrong.text, /<svg/)
    const confirmed = await browser.post(`${PATH}/confirm`, { code: await app.next() })
    shows(confirmed, en.secondFactor.recoveryText)
    assert.equal(recoveryCodesIn(confirmed).length, 10)
    assert.equal(confirmed.headers.get('cache-control'), 'no-store')
    shows(await browser.open('/account'), en.account.secondFactor.on)
    const later = await browser.open(PATH)
    shows(later, en.secondFactor.recoveryLeft(10))
    assert.ok(!later.text.includes(recoveryCodesIn(confirmed)[0]!))
    assert.deepEqual(locationOf(await browser.post(`${PATH}/confirm`, { code: await app.next() })), [303, PATH])

    const again = visit()
    const response = await again.enter(email, { callbackUrl: '/verify-email' })
    assert.equal(response.status, 200)
    shows(response, en.secondFactorSignIn.text, 'name="callbackUrl" value="/verify-email"')
    assert.equal(again.cookies.has(SESSION_COOKIE), false)
    const mistyped = await again.post('/signin/second-factor', { code: '000000', callbackUrl: '/verify-email' })
    assert.equal(mistyped.status, 401)
    shows(mistyped, en.faults.wrongSecondFactor)
    const form = { code: await app.next(), callbackUrl: '/verify-email' }
    assert.deepEqual(locationOf(await again.post('/signin/second-factor', form)), [303, '/verify-email'])
    assert.ok(again.cookies.has(SESSION_COOKIE))
    assert.equal((await visit().post('/signin/second-factor', form)).status, 401, 'another browser')
  })

  test('continue to the choice of the organisation after the second factor', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const first = visit()
    await first.enter(member.email)
    await first.post('/signin/organization', { organization: member.tenantId })
    const { app } = await setUp(platform, first)
    const browser = visit()
    shows(await browser.enter(member.email), en.secondFactorSignIn.text)
    const choice = await browser.post('/signin/second-factor', { code: await app.next() })
    shows(choice, en.organization.title, otherMembership.tenantId)
    const chosen = await browser.post('/signin/organization', { organization: otherMembership.tenantId })
    assert.deepEqual(locationOf(chosen), [303, '/home'])
    assert.equal((await browser.session()).body.user.id, otherMembership.id)
  })

  test('replace recovery codes and remove the app, with password and code', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    await browser.enter(email)
    const { app, recoveryCodes } = await setUp(platform, browser)
    const wrong = await browser.post(`${PATH}/replace`, { password: 'wrong', code: await app.next() })
    assert.equal(wrong.status, 422)
    shows(wrong, en.faults.wrongCurrentPassword, 'id="replace-password-fault"')
    assert.doesNotMatch(wrong.text, /id="remove-password-fault"/)
    const replaced = await browser.post(`${PATH}/replace`, { password: PASSWORD, code: recoveryCodes[0]! })
    assert.equal(recoveryCodesIn(replaced).length, 10)
    assert.ok(!recoveryCodesIn(replaced).includes(recoveryCodes[1]!))
    const removed = await browser.post(`${PATH}/remove`, { password: PASSWORD, code: recoveryCodesIn(replaced)[0]! })
    assert.deepEqual(locationOf(removed), [303, `${PATH}?done=saved`])
    assert.deepEqual(locationOf(await visit().enter(email)), [303, '/home'])
  })

  test('link only to pages of this site', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    await browser.enter(email)
    for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      assert.doesNotMatch(
        (await browser.open(`${PATH}?${new URLSearchParams({ callbackUrl: target })}`)).text,
        /href="[^"]*(evil|alert)[^"]*">/,
      )
  })

  test('refuse forms of other sites, and people who are not signed in', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    await browser.enter(email)
    const foreign = { origin: 'https://evil.example' }
    for (const part of ['begin', 'confirm', 'remove', 'replace'])
      assert.equal((await browser.post(`${PATH}/${part}`, {}, foreign)).status, 403, part)
    assert.match((await visit().open(PATH)).headers.get('location')!, /^\/signin\?/)
  })
})

describe('where administrators need a second factor', async () => {
  const platform = await startPlatform({ ADMIN_SECOND_FACTOR: 'required' })
  const visit = () => visitorOf(platform)
  const { call } = platform

  test('an administrator without one must set it up after signing in, before anything else', async () => {
    const admin = await newMember(platform, 'ADMIN')
    const browser = visit()
    const entered = await browser.enter(admin.email, { callbackUrl: '/verify-email' })
    assert.deepEqual(locationOf(entered), [303, `${PATH}?callbackUrl=%2Fverify-email`])
    const { body } = await browser.session()
    assert.equal(body.secondFactorRequired, true)
    const token: string = body.accessToken
    for (const path of ['/api/clients', '/api/leads', '/api/invitations'])
      assert.equal((await call('GET', path, { token })).status, 403, path)
    const client = { name: 'Agenda', actsAs: admin.id, scopes: ['users:read'] }
    const refused = await call('POST', '/api/clients', { token, body: client })
    assert.deepEqual([refused.status, refused.body.error.details], [403, { secondFactor: 'required' }])
    for (const path of ['/account', '/verify-email'])
      assert.match((await browser.open(path)).headers.get('location')!, /^\/account\/second-factor\?*/, path)
    shows(await browser.open(PATH), en.secondFactor.required, en.secondFactor.setUp)

    const { confirmed } = await setUp(platform, browser)
    shows(confirmed, 'href="/account"')
    assert.equal((await browser.open('/account')).status, 200)
    const after = await browser.session()
    assert.equal(after.body.secondFactorRequired, undefined)
    assert.equal((await call('POST', '/api/clients', { token: after.body.accessToken, body: client })).status, 200)
  })

  test('other users, and clients of administrators, need none', async () => {
    const admin = await newMember(platform, 'ADMIN')
    assert.equal((await call('GET', '/api/clients', { token: admin.token })).status, 200)
    for (const role of ['PATIENT', 'DOCTOR', 'RECEPTIONIST'] as const) {
      const browser = visit()
      assert.deepEqual(locationOf(await browser.enter((await newMember(platform, role)).email)), [303, '/home'], role)
      assert.equal((await browser.session()).body.secondFactorRequired, undefined)
    }
  })

  test('a session that changes to an organisation where the person is an administrator is limited too', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const browser = visit()
    await browser.enter(member.email)
    await browser.post('/signin/organization', { organization: member.tenantId })
    await browser.post('/account/organization', { organization: otherMembership.tenantId })
    const { body } = await browser.session()
    assert.deepEqual([body.user.id, body.secondFactorRequired], [otherMembership.id, true])
    assert.equal((await call('GET', '/api/clients', { token: body.accessToken })).status, 403)
  })

  test('an administrator who removes it is limited at once', async () => {
    const admin = await newMember(platform, 'ADMIN')
    const browser = visit()
    await browser.enter(admin.email)
    const { app } = await setUp(platform, browser)
    await browser.post(`${PATH}/remove`, { password: PASSWORD, code: await app.next() })
    const { body } = await browser.session()
    assert.equal(body.secondFactorRequired, true)
    assert.equal((await call('GET', '/api/clients', { token: body.accessToken })).status, 403)
  })
})
