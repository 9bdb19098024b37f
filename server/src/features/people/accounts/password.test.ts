import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagesTo, newMembership, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newBrowser, newMember, PASSWORD } from '../../platform/sign-in/browser-testing.ts'
import { askForReset } from '../password-resets/resets-testing.ts'

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32' })
const { call, owner } = platform
const PATH = '/api/users/me/password'
const NEW = 'une phrase facile'

let networks = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` })

/** A browser with a session, and its token. */
async function enter(email: string, organization?: string) {
  const browser = newBrowser(platform)
  const answer = await browser.signIn(email, PASSWORD, { headers: elsewhere(), ...(organization && { organization }) })
  assert.equal(answer.status, 200, answer.text)
  return { browser, token: (await browser.session()).body.accessToken as string }
}
const change = (token: string, currentPassword = PASSWORD, headers = elsewhere()) =>
  call('POST', PATH, { token, body: { currentPassword, newPassword: NEW }, headers })
const signIn = async (email: string, password: string) =>
  (await newBrowser(platform).signIn(email, password, { headers: elsewhere() })).status

describe('changing the password with the current one', () => {
  test('keeps the session and ends all others in all organisations', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const otherMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
    const session = await enter(member.email, member.tenantId)
    const others = [await enter(member.email, member.tenantId), await enter(member.email, otherMembership.tenantId)]
    const choosing = newBrowser(platform)
    await choosing.signIn(member.email, PASSWORD, { headers: elsewhere() })
    const { resetId, code } = await askForReset(platform, member.email)

    const answer = await change(session.token)
    assert.deepEqual([answer.status, answer.body], [200, { ok: true }], answer.text)
    assert.notEqual((await session.browser.session()).body, null)
    for (const { browser } of others) assert.equal((await browser.session()).body, null)
    assert.equal((await choosing.choose(otherMembership.tenantId)).status, 401, 'a choice after the old password')
    const reset = await call('POST', '/api/auth/password-resets/confirmations', {
      body: { resetId, code, password: PASSWORD },
    })
    assert.equal(reset.status, 422, 'a reset that was asked for before')
    assert.deepEqual([await signIn(member.email, PASSWORD), await signIn(member.email, NEW)], [401, 200])
    for (const { id } of [member, otherMembership]) {
      assert.equal((await messagesTo(platform, id, 'PASSWORD_CHANGED')).length, 1)
      const { rows } = await owner.query(
        `select outcome, subject_id from audit_log where operation = 'changePassword' and subject_id = $1`,
        [id],
      )
      assert.deepEqual(rows, [{ outcome: 'OK', subject_id: id }])
    }
  })

  test('refuses a wrong current password, audits it and changes nothing', async () => {
    const member = await newMember(platform)
    const { token } = await enter(member.email)
    const other = await enter(member.email)
    const answer = await change(token, 'not the password')
    assert.equal(answer.status, 422)
    assert.deepEqual(answer.body.error.details, [
      { path: ['currentPassword'], message: 'is not your current password' },
    ])
    assert.notEqual((await other.browser.session()).body, null)
    assert.equal(await signIn(member.email, PASSWORD), 200)
    assert.deepEqual(await messagesTo(platform, member.id, 'PASSWORD_CHANGED'), [])
    const { rows } = await owner.query(
      `select outcome from audit_log where operation = 'changePassword' and user_id = $1`,
      [member.id],
    )
    assert.deepEqual(rows, [{ outcome: 'UNPROCESSABLE' }])
  })

  test('delays guesses like a sign-in, and shares the count with it', async () => {
    const member = await newMember(platform)
    const { token } = await enter(member.email)
    const network = elsewhere()
    let answer: Awaited<ReturnType<typeof change>>
    do answer = await change(token, 'wrong', network)
    while (answer.status === 422)
    assert.equal(answer.status, 429)
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    assert.equal((await change(token, PASSWORD, network)).status, 429, 'the right one waits too')
    const attempt = await newBrowser(platform).signIn(member.email, PASSWORD, { headers: network })
    assert.equal(attempt.status, 429, 'a sign-in from there waits')
    assert.equal(await signIn(member.email, PASSWORD), 200, 'other networks do not')
  })

  test('limits the guesses of one address on many accounts', async () => {
    const own = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32', RATE_LIMIT_GUESSES: '2' })
    const network = elsewhere()
    const statuses: number[] = []
    for (let at = 0; at < 3; at++) {
      const member = await newMember(own)
      const browser = newBrowser(own)
      await browser.signIn(member.email, PASSWORD, { headers: elsewhere() })
      const { accessToken: token } = (await browser.session()).body
      const body = { currentPassword: 'wrong', newPassword: NEW }
      statuses.push((await own.call('POST', PATH, { token, body, headers: network })).status)
    }
    assert.deepEqual(statuses, [422, 422, 429])
  })

  test('is refused to a client that acts as the person, before it can try a password', async () => {
    const member = await newMember(platform)
    const refused = await change(member.token)
    assert.equal(refused.status, 403)
    const { rows } = await owner.query(
      `select outcome from audit_log where operation = 'changePassword' and user_id = $1`,
      [member.id],
    )
    assert.deepEqual(rows, [{ outcome: 'FORBIDDEN' }])
    assert.equal(await signIn(member.email, PASSWORD), 200)
  })

  test('refuses a weak new password before it checks the current one', async () => {
    const member = await newMember(platform)
    const { token } = await enter(member.email)
    const body = { currentPassword: PASSWORD, newPassword: 'password' }
    const answer = await call('POST', PATH, { token, body })
    assert.equal(answer.status, 422)
    assert.deepEqual(answer.body.error.details[0].path, ['newPassword'])
  })

  test('succeeds once for two concurrent changes', async () => {
    const member = await newMember(platform)
    const [one, two] = [await enter(member.email), await enter(member.email)]
    const answers = await Promise.all([change(one.token), change(two.token)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })
})
