import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, newMembership, newPerson, newSession, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { type Answer, newBrowser, newMember, PASSWORD, SESSION_COOKIE } from '../../platform/sign-in/browser-testing.ts'
import { newEmail, register } from '../accounts/registration-testing.ts'
import { codeIn, resetCodeIn } from '../codes/codes-testing.ts'
import { words } from './words/index.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { en } = words
const ENGLISH = { 'accept-language': 'en' }

/** A browser that speaks English. */
function visit() {
  const browser = newBrowser(platform)
  const send = (method: string, path: string, form?: Record<string, string>, headers = {}) =>
    browser.send(method, path, { form, headers: { ...ENGLISH, ...headers } })
  return { ...browser, open: (path: string) => send('GET', path), send }
}
type Visit = ReturnType<typeof visit>

const enter = (browser: Visit, email: string, more: Record<string, string> = {}) =>
  browser.send('POST', '/signin', { email, password: PASSWORD, ...more })

const locationOf = ({ status, headers }: Answer) => [status, headers.get('location')]
const escaped = (text: string) => text.replaceAll("'", '&#39;')
const shows = ({ text }: Answer, ...expected: string[]) => {
  for (const one of expected) assert.ok(text.includes(escaped(one)), `${one} is not in ${text}`)
}

async function signedIn(role: 'PATIENT' | 'DOCTOR' | 'RECEPTIONIST' | 'ADMIN' = 'PATIENT') {
  const member = await newMember(platform, role)
  const browser = visit()
  assert.deepEqual(locationOf(await enter(browser, member.email)), [303, '/home'])
  return { member, browser }
}

describe('the sign-in page', () => {
  test('signs a person in, and returns to the page that required it', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    const response = await browser.open('/account')
    assert.deepEqual(locationOf(response), [303, '/signin?callbackUrl=%2Faccount'])
    const page = await browser.open('/signin?callbackUrl=%2Fverify-email')
    shows(page, en.signIn.title, 'name="callbackUrl" value="/verify-email"')
    assert.deepEqual(locationOf(await enter(browser, email, { callbackUrl: '/verify-email' })), [303, '/verify-email'])
    assert.ok(browser.cookies.has(SESSION_COOKIE))
    assert.deepEqual(locationOf(await browser.open('/signin')), [303, '/home'], 'they are signed in')
  })

  test('keeps the address after a wrong password, and answers the same for an unknown address', async () => {
    const { email } = await newMember(platform)
    const pages = await Promise.all(
      [email, newEmail()].map(async (address) => {
        const answer = await enter(visit(), address, { password: 'not the password' })
        assert.equal(answer.status, 401)
        shows(answer, en.faults.wrongPassword, `value="${address}"`)
        assert.doesNotMatch(answer.text, /not the password/)
        return answer.text.replaceAll(address, '')
      }),
    )
    assert.equal(pages[0], pages[1])
  })

  test('shows how long to wait after several wrong passwords', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    let answer: Answer
    do answer = await enter(browser, email, { password: 'wrong' })
    while (answer.status === 401)
    assert.equal(answer.status, 429)
    assert.match(answer.text, /Too many attempts\. Try again in [1-9]\d* s\./)
  })

  const elsewhere = ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'blob:x']
  const disguised = ['/.//evil.example', '/x/..//evil.example', `${platform.url}//evil.example`, '/.\\\\evil.example']
  for (const target of [...elsewhere, ...disguised])
    test(`does not redirect to ${target}`, async () => {
      const { email } = await newMember(platform)
      const [status, location] = locationOf(await enter(visit(), email, { callbackUrl: target }))
      assert.equal(status, 303)
      assert.equal(new URL(location as string, platform.url).origin, new URL(platform.url).origin)
      assert.match(location as string, /^\/(?![/\\])/)
    })

  test('refuses the form of another site', async () => {
    const { email } = await newMember(platform)
    for (const foreign of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      const browser = visit()
      const answer = await browser.send('POST', '/signin', { email, password: PASSWORD }, foreign)
      assert.equal(answer.status, 403)
      shows(answer, en.notices.foreign.heading)
      assert.equal(browser.cookies.size, 0)
    }
  })

  test('replaces a planted session cookie', async () => {
    const { email } = await newMember(platform)
    const browser = visit()
    browser.cookies.set(SESSION_COOKIE, 'planted')
    await enter(browser, email)
    assert.match(browser.cookies.get(SESSION_COOKIE)!, /^[\w-]{43}$/)
  })

  test('lets a person with several organisations choose one', async () => {
    const membership = await newMember(platform, 'DOCTOR')
    const otherMembership = await newMembership(platform, membership, await newTenant(platform), 'ADMIN')
    const browser = visit()
    const response = await enter(browser, membership.email, { callbackUrl: '/verify-email' })
    assert.equal(response.status, 200)
    shows(response, en.organization.title, membership.tenantId, otherMembership.tenantId, en.roles.ADMIN)
    const form = { organization: otherMembership.tenantId, callbackUrl: '/verify-email' }
    assert.deepEqual(locationOf(await browser.send('POST', '/signin/organization', form)), [303, '/verify-email'])
    assert.equal((await browser.session()).body.user.id, otherMembership.id)
    const again = await visit().send('POST', '/signin/organization', form)
    assert.equal(again.status, 401)
    shows(again, en.faults.chooseAgain)
  })

  test('is the page to which the sign-in of the API redirects browsers', async () => {
    const browser = visit()
    const answer = await browser.send('GET', '/api/auth/signin?callbackUrl=/account', undefined, {
      accept: 'text/html',
    })
    assert.equal(answer.status, 302)
    const page = await browser.open(answer.headers.get('location')!.replace(platform.url, ''))
    shows(page, en.signIn.title)
  })
})

describe('registering', () => {
  test('creates an account, signs in, and confirms the address with the code', async () => {
    const email = newEmail()
    const browser = visit()
    shows(await browser.open('/register'), en.register.title, en.register.roles.DENTIST)
    const form = { email, name: '<b>Amina</b> O’Brien & "Co"', role: 'PATIENT', password: PASSWORD }
    assert.deepEqual(locationOf(await browser.send('POST', '/register', form)), [303, '/verify-email'])
    const { id } = (await browser.session()).body.user
    shows(await browser.open('/verify-email'), email)
    const wrong = await browser.send('POST', '/verify-email', { code: '000000' })
    assert.equal(wrong.status, 422)
    shows(wrong, en.faults.wrongCode)
    const right = await browser.send('POST', '/verify-email', { code: await codeIn(platform, id) })
    assert.deepEqual(locationOf(right), [303, '/verify-email'])
    shows(await browser.open('/verify-email'), en.confirm.email.done)
    const account = await browser.open('/account')
    shows(account, '&lt;b&gt;Amina&lt;/b&gt; O’Brien &amp; &quot;Co&quot;', en.account.confirmed)
  })

  test('shows the fault of each wrong field beside it, and keeps the other fields', async () => {
    const form = { email: 'no address', name: 'Amina https://evil.example', role: 'DENTIST', password: 'short' }
    const answer = await visit().send('POST', '/register', form)
    assert.equal(answer.status, 422)
    shows(answer, en.faults.badEmail, en.faults.badName, en.faults.badPassword, 'value="no address"')
    assert.match(answer.text, /<option value="DENTIST" selected>/)
    assert.doesNotMatch(answer.text, /value="short"/)
  })

  test('signs in when the form is sent twice', async () => {
    const browser = visit()
    const form = { email: newEmail(), name: 'Amina Bouzid', role: 'PATIENT', password: PASSWORD }
    const answers = [await browser.send('POST', '/register', form), await browser.send('POST', '/register', form)]
    for (const answer of answers) assert.deepEqual(locationOf(answer), [303, '/verify-email'])
    assert.equal((await browser.session()).body.user.email, form.email)
  })

  test('shows that an address is taken', async () => {
    const email = newEmail()
    await register(platform, { email })
    const form = { email, name: 'Amina Bouzid', role: 'PATIENT', password: 'the phrase of another person' }
    const answer = await visit().send('POST', '/register', form)
    assert.equal(answer.status, 409)
    shows(answer, en.faults.addressTaken)
  })

  test('sends another code on request', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email, password: PASSWORD })).body.user
    const browser = visit()
    await enter(browser, email)
    const earlier = await codeIn(platform, id)
    assert.deepEqual(locationOf(await browser.send('POST', '/verify-email/code', {})), [303, '/verify-email?done=sent'])
    shows(await browser.open('/verify-email?done=sent'), en.confirm.sent)
    const code = await codeIn(platform, id)
    assert.notEqual(code, earlier)
    const right = await browser.send('POST', '/verify-email', { code })
    assert.deepEqual(locationOf(right), [303, '/verify-email'])
  })
})

describe('a forgotten password', () => {
  test('can be replaced with a code, which ends other sessions', async () => {
    const email = newEmail()
    await register(platform, { email, password: PASSWORD })
    const other = visit()
    await enter(other, email)
    const browser = visit()
    assert.deepEqual(locationOf(await browser.send('POST', '/forgot-password', { email })), [303, '/reset-password'])
    shows(await browser.open('/reset-password'), en.reset.title)
    const code = await resetCodeIn(platform, email)
    const weak = await browser.send('POST', '/reset-password', { code, password: 'password' })
    assert.equal(weak.status, 422)
    shows(weak, en.faults.badPassword, `value="${code}"`)
    const password = 'the phrase of the owner'
    const done = await browser.send('POST', '/reset-password', { code, password })
    assert.deepEqual(locationOf(done), [303, '/signin?done=password'])
    shows(await browser.open('/signin?done=password'), en.signIn.passwordSet)
    assert.equal((await enter(browser, email)).status, 401, 'the old password')
    assert.equal((await enter(browser, email, { password })).status, 303)
    assert.deepEqual(locationOf(await other.open('/account')), [303, '/signin?callbackUrl=%2Faccount'])
    const again = await browser.send('POST', '/reset-password', { code, password })
    assert.deepEqual(locationOf(again), [303, '/forgot-password'], 'a code works once')
  })

  test('gets the same answer for an unknown address', async () => {
    const browser = visit()
    const response = await browser.send('POST', '/forgot-password', { email: newEmail() })
    assert.deepEqual(locationOf(response), [303, '/reset-password'])
    const answer = await browser.send('POST', '/reset-password', { code: '12345678', password: PASSWORD })
    assert.equal(answer.status, 422)
    shows(answer, en.faults.wrongCode)
  })

  test('can be replaced only in the browser that requested the code', async () => {
    const email = newEmail()
    await register(platform, { email })
    await visit().send('POST', '/forgot-password', { email })
    const stranger = visit()
    assert.deepEqual(locationOf(await stranger.open('/reset-password')), [303, '/forgot-password'])
    const form = { code: await resetCodeIn(platform, email), password: 'the phrase of a stranger' }
    assert.deepEqual(locationOf(await stranger.send('POST', '/reset-password', form)), [303, '/forgot-password'])
  })
})

test('a registered patient claims the account with the code of the clinic', async () => {
  const desk = await newPerson(platform, await newTenant(platform), 'RECEPTIONIST')
  const person = { name: 'Fatima Idrissi', birthDate: '1948-03-02', phone: '+212661970001' }
  const { id } = (await call('POST', '/api/patients', { token: desk.token, body: person })).body.patient
  await call('POST', `/api/patients/${id}/claim-codes`, { token: desk.token, body: { address: 'PHONE' } })
  const browser = visit()
  const form = {
    address: '06 61 97 00 01',
    birthDate: '1948-03-03',
    code: await codeIn(platform, id),
    email: newEmail(),
    password: PASSWORD,
  }
  const wrong = await browser.send('POST', '/claim', form)
  assert.equal(wrong.status, 422)
  shows(wrong, en.faults.wrongClaim, 'value="06 61 97 00 01"')
  const right = await browser.send('POST', '/claim', { ...form, birthDate: person.birthDate })
  assert.deepEqual(locationOf(right), [303, '/home'])
  assert.equal((await browser.session()).body.user.id, id)
})

describe('the account page', () => {
  test('changes number and language, and the number is confirmed with its code', async () => {
    const { browser, member } = await signedIn()
    const saved = await browser.send('POST', '/account/contact', { phone: '06 12 34 56 99', language: 'ar' })
    assert.deepEqual(locationOf(saved), [303, '/account?done=saved'])
    shows(await browser.open('/account?done=saved'), en.account.saved, '+212612345699', en.account.unconfirmed)
    await browser.send('POST', '/verify-phone/code', {})
    await browser.send('POST', '/verify-phone', { code: await codeIn(platform, member.id) })
    shows(await browser.open('/verify-phone'), en.confirm.phone.done)
    const { rows } = await owner.query('select language from contacts where user_id = $1', [member.id])
    assert.deepEqual(rows, [{ language: 'ar' }])
    const wrong = await browser.send('POST', '/account/contact', { phone: '12', language: 'ar' })
    assert.equal(wrong.status, 422)
    shows(wrong, en.faults.badPhone)
  })

  test('changes the password with the current one', async () => {
    const { browser, member } = await signedIn()
    const other = visit()
    await enter(other, member.email)
    const form = { currentPassword: 'not the password', newPassword: 'the phrase of the owner' }
    const wrong = await browser.send('POST', '/account/password', form)
    assert.equal(wrong.status, 422)
    shows(wrong, en.faults.wrongCurrentPassword, '<details open>')
    assert.doesNotMatch(wrong.text, /not the password|the phrase of the owner/)
    const weak = await browser.send('POST', '/account/password', { currentPassword: PASSWORD, newPassword: 'short' })
    shows(weak, en.faults.badPassword)
    const right = await browser.send('POST', '/account/password', { ...form, currentPassword: PASSWORD })
    assert.deepEqual(locationOf(right), [303, '/account?done=saved'])
    assert.equal((await browser.open('/account')).status, 200)
    assert.equal((await other.session()).body, null)
    assert.equal((await enter(visit(), member.email, { password: form.newPassword })).status, 303)
  })

  test('lists the applications that act for the person, who can allow and end them', async () => {
    const { browser, member } = await signedIn('DOCTOR')
    const admin = await newPerson(platform, member.tenantId, 'ADMIN')
    const body = { name: 'Agenda', actsAs: member.id, scopes: ['appointments:read'] }
    const { client } = (await call('POST', '/api/clients', { token: admin.token, body })).body
    shows(await browser.open('/account'), 'Agenda', en.account.clients.waits)
    const act = (action: string) => browser.send('POST', '/account/clients', { client: client.id, action })
    for (const [action, state] of [
      ['allowActing', en.account.clients.acts],
      ['allowSigning', en.account.clients.signs],
      ['withdrawSigning', en.account.clients.acts],
      ['withdrawActing', en.account.clients.waits],
      ['end', en.account.clients.ended],
    ] as const) {
      assert.deepEqual(locationOf(await act(action)), [303, '/account?done=saved'], action)
      shows(await browser.open('/account'), `>${state}<`)
    }
    assert.equal((await act('toString')).status, 400)
    assert.equal((await browser.send('POST', '/account/clients', { client: 'cli_none', action: 'end' })).status, 404)
  })

  test('lists the devices where the person is signed in, in all organisations, and signs them out', async () => {
    const phone = 'Mozilla/5.0 (Android 16; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'
    const { browser, member } = await signedIn('DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'DOCTOR')
    const elsewhere = async (organization: string) => {
      const other = newBrowser(platform)
      await other.signIn(member.email, PASSWORD, { organization, headers: { 'user-agent': phone } })
      return other
    }
    const [membership, otherSession] = [await elsewhere(member.tenantId), await elsewhere(otherMembership.tenantId)]
    const page = await browser.open('/account')
    assert.equal(page.text.match(/Firefox, Android/g)?.length, 2)
    shows(page, en.account.sessions.here, en.account.sessions.endOthers, otherMembership.tenantId)
    const { accessToken: token } = (await browser.session()).body
    const { sessions } = (await call('GET', '/api/users/me/sessions', { token })).body
    const one = sessions.find(
      ({ organization }: { organization: { id: string } }) => organization.id === otherMembership.tenantId,
    )
    assert.equal(one.userAgent, phone)
    await browser.send('POST', '/account/sessions', { session: one.id })
    assert.deepEqual([(await membership.session()).body === null, (await otherSession.session()).body], [false, null])
    await browser.send('POST', '/account/sessions', {})
    assert.deepEqual([(await membership.session()).body, (await browser.session()).body === null], [null, false])
  })

  test('are not those of a colleague', async () => {
    const { browser, member } = await signedIn('DOCTOR')
    const colleague = await newPerson(platform, member.tenantId, 'DOCTOR')
    const { token } = await newSession(platform, colleague)
    const own = (await browser.session()).body.accessToken
    const sessionsOf = async (token: string): Promise<string[]> =>
      (await call('GET', '/api/users/me/sessions', { token })).body.sessions.map(({ id }: { id: string }) => id)
    const [theirs, mine] = [await sessionsOf(token), await sessionsOf(own)]
    assert.deepEqual([theirs.length, mine.length], [1, 1])
    assert.notEqual(theirs[0], mine[0])
  })

  test('does not sign out another person', async () => {
    const [{ browser }, other] = [await signedIn(), await signedIn()]
    const { accessToken: token } = (await other.browser.session()).body
    const { sessions } = (await call('GET', '/api/users/me/sessions', { token })).body
    const refused = await browser.send('POST', '/account/sessions', { session: sessions[0].id })
    assert.equal(refused.status, 404)
    await browser.send('POST', '/account/sessions', {})
    assert.notEqual((await other.browser.session()).body, null)
    for (const [method, path, body] of [
      ['GET', ''],
      ['DELETE', `/${sessions[0].id}`],
      ['POST', '/end-others', {}],
    ] as const) {
      const client = await call(method, `/api/users/me/sessions${path}`, { token: other.member.token, body })
      assert.equal(client.status, 403, 'a client that acts as the person')
    }
  })

  test('changes the organisation', async () => {
    const { browser, member } = await signedIn('DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'RECEPTIONIST')
    shows(await browser.open('/account'), en.account.change, otherMembership.tenantId)
    const form = { organization: otherMembership.tenantId }
    assert.deepEqual(locationOf(await browser.send('POST', '/account/organization', form)), [303, '/account'])
    assert.equal((await browser.session()).body.user.id, otherMembership.id)
    const unknown = await browser.send('POST', '/account/organization', { organization: 'ten_unknown' })
    assert.equal(unknown.status, 401)
    shows(unknown, en.faults.chooseAgain)
  })

  test('lets a person leave the organisation when no work is open', async () => {
    const { browser, member } = await signedIn('DOCTOR')
    const admin = await newPerson(platform, member.tenantId, 'ADMIN')
    const appointment = await book(platform, admin, member, await newPerson(platform, member.tenantId, 'PATIENT'), 5)
    shows(await browser.open('/account'), en.account.leave.heading)
    const refused = await browser.send('POST', '/account/leave', {})
    assert.equal(refused.status, 409)
    shows(refused, en.faults.openWork)
    await call('PUT', `/api/appointments/${appointment.id}`, { token: admin.token, body: { status: 'CANCELLED' } })
    assert.deepEqual(locationOf(await browser.send('POST', '/account/leave', {})), [303, '/signin?done=left'])
    shows(await browser.open('/signin?done=left'), en.signIn.left)
    assert.equal((await browser.session()).body, null)
    const patient = await signedIn()
    assert.doesNotMatch((await patient.browser.open('/account')).text, new RegExp(en.account.leave.heading))
  })

  test('links to the console for the staff', async () => {
    for (const [role, isLed] of [
      ['RECEPTIONIST', true],
      ['PATIENT', false],
    ] as const) {
      const { browser } = await signedIn(role)
      assert.equal((await browser.open('/account')).text.includes('href="/console"'), isLed)
      assert.deepEqual(locationOf(await browser.open('/home')), [303, isLed ? '/console' : '/account'])
    }
  })

  test('signs out, but not with the form of another site', async () => {
    const { browser } = await signedIn()
    const foreign = await browser.send('POST', '/account/signout', {}, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    assert.notEqual((await browser.session()).body, null)
    assert.deepEqual(locationOf(await browser.send('POST', '/account/signout', {})), [303, '/signin'])
    assert.equal(browser.cookies.has(SESSION_COOKIE), false)
    for (const path of ['/account', '/verify-email', '/verify-phone'])
      assert.equal((await browser.open(path)).headers.get('location')?.startsWith('/signin?'), true, path)
  })
})

test('a limit that the API reports is shown as such, not as a wrong password', async () => {
  const own = await startPlatform({ RATE_LIMIT_ADDRESS: '1' })
  const browser = newBrowser(own)
  for (const [method, path, form] of [
    ['GET', '/account', undefined],
    ['GET', '/signin', undefined],
    ['POST', '/signin', { email: 'doctor@sandbox.example', password: PASSWORD }],
  ] as const) {
    await own.advance(120)
    const answer = await browser.send(method, path, { form, headers: ENGLISH })
    assert.equal(answer.status, 429, path)
    shows(answer, en.notices.tooMany.heading)
  }
})

describe('every page', () => {
  const paths = ['/signin', '/register', '/forgot-password', '/claim']

  test('is shown in the chosen language, which later pages keep', async () => {
    const browser = visit()
    for (const [language, { signIn, register }] of Object.entries(words)) {
      shows(await browser.open(`/signin?lang=${language}`), signIn.title, `<html lang="${language}"`)
      shows(await browser.open('/register'), register.title, `<html lang="${language}"`)
    }
  })

  test('allows only the passkey script, no frames and no forms of other sites, and is not cached', async () => {
    const rest = "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    for (const path of paths) {
      const { headers, text } = await visit().open(path)
      const script = path === '/signin' ? "script-src 'self'; connect-src 'self'; " : ''
      assert.equal(headers.get('content-security-policy'), `default-src 'none'; style-src 'self'; ${script}${rest}`)
      assert.deepEqual(
        [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag),
        script ? ['<script type="module" src="/account/passkeys.js">'] : [],
      )
      assert.deepEqual([headers.get('cache-control'), headers.get('x-robots-tag')], ['no-store', 'noindex'])
    }
  })
})
