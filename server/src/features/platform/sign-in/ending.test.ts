import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { loginOf, newMembership, newSession, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { askForReset } from '../../people/password-resets/resets-testing.ts'
import { setUpApp } from '../second-factors/second-factors-testing.ts'
import { countWaiting, endDuring, newBrowser, newMember, PASSWORD, SESSION_COOKIE } from './browser-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform

const CHOSEN = 'une phrase facile'

/** A person of two organisations in their own session, and a thief with another session. */
async function newVictim() {
  const here = await newMember(platform, 'DOCTOR')
  const there = await newMembership(platform, here, await newTenant(platform), 'DOCTOR')
  const { token } = await newSession(platform, here)
  const thief = newBrowser(platform)
  await thief.signIn(here.email, PASSWORD, { organization: here.tenantId })
  return { here, there, token, thief }
}
type Victim = Awaited<ReturnType<typeof newVictim>>

const endings: Record<string, (victim: Victim) => Promise<{ status: number }>> = {
  'the end of all other sessions': ({ token }) =>
    call('POST', '/api/users/me/sessions/end-others', { token, body: {} }),
  'a new password': ({ token }) =>
    call('POST', '/api/users/me/password', { token, body: { currentPassword: PASSWORD, newPassword: CHOSEN } }),
  'a reset of the password': async ({ here }) => {
    const body = { ...(await askForReset(platform, here.email)), password: CHOSEN }
    return call('POST', '/api/auth/password-resets/confirmations', { body })
  },
  'the first second factor': async ({ token }) => {
    await setUpApp(platform, token)
    return { status: 200 }
  },
}

describe('a session that changes its organisation', () => {
  for (const [name, end] of Object.entries(endings))
    test(`does not outlive ${name}`, async () => {
      const victim = await newVictim()
      const { here, there, thief } = victim
      const change = () => thief.choose(there.tenantId)
      const { status } = await endDuring(platform, there, change, () => end(victim))
      assert.equal(status, 200)
      assert.equal((await thief.session()).body, null)
      assert.equal((await thief.choose(here.tenantId)).status, 401)
    })

  test('is replaced by one session, even if it changes several times at once', async () => {
    const { here, there, thief } = await newVictim()
    const copies = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const copy = newBrowser(platform)
        copy.cookies.set(SESSION_COOKIE, thief.cookies.get(SESSION_COOKIE)!)
        return copy.choose(there.tenantId)
      }),
    )
    assert.deepEqual(copies.map(({ status }) => status).sort(), [200, 401, 401, 401])
    const { rows } = await owner.query('select user_id from sessions where user_id = any($1)', [[here.id, there.id]])
    assert.deepEqual(rows.map(({ user_id: id }) => id).sort(), [here.id, there.id].sort())
  })
})

describe('a sign-in with the password', () => {
  for (const [name, end] of Object.entries(endings))
    test(`does not outlive ${name}`, async () => {
      const victim = await newVictim()
      const thief = newBrowser(platform)
      const { email, tenantId } = victim.here
      const signIn = () => thief.signIn(email, PASSWORD, { organization: tenantId })
      const { status } = await endDuring(platform, victim.here, signIn, () => end(victim))
      assert.equal(status, 200)
      assert.equal((await thief.session()).body, null)
    })

  for (const organization of ['one organisation', 'several organisations'])
    test(`to ${organization} is refused if the password changes after its check`, async () => {
      const { here } = await newVictim()
      const given = organization === 'one organisation' ? { organization: here.tenantId } : {}
      const { status, body } = await withSessionsLocked(
        here,
        () => newBrowser(platform).signIn(here.email, PASSWORD, given),
        `update logins set password_hash = '$argon2id$changed' where id = '${loginOf(here.id)}'`,
      )
      assert.deepEqual([status, body.error], [401, 'CredentialsSignin'])
    })

  for (const [factor, insert] of Object.entries({
    app: `insert into totp_secrets (login_id, secret, confirmed_at) select id, '\\x00', app_now()`,
    passkey: `insert into passkeys (id, login_id, credential_id, public_key, name, counter) select new_id('psk'), id, id, '\\x00', 'Phone', 0`,
  }))
    test(`is refused if the person adds the first ${factor} after its check`, async () => {
      const { here } = await newVictim()
      const { status, body } = await withSessionsLocked(
        here,
        () => newBrowser(platform).signIn(here.email, PASSWORD, { organization: here.tenantId }),
        `${insert} from logins where id = '${loginOf(here.id)}'`,
      )
      assert.deepEqual([status, body.error], [401, 'CredentialsSignin'])
    })

  test('begins no session if the user is disabled after its check', async () => {
    const { here } = await newVictim()
    const browser = newBrowser(platform)
    const setDisabled = (at: string) => `update users set disabled_at = ${at} where id = '${here.id}'`
    const signIn = () => browser.signIn(here.email, PASSWORD, { organization: here.tenantId })
    await withSessionsLocked(here, signIn, setDisabled('now()'))
    await owner.query(setDisabled('null'))
    assert.equal((await browser.session()).body, null)
  })

  test('to a chosen organisation is refused if the choice expires meanwhile', async () => {
    const { here } = await newVictim()
    const browser = newBrowser(platform)
    await browser.signIn(here.email, PASSWORD)
    const { status, body } = await withSessionsLocked(
      here,
      () => browser.choose(here.tenantId),
      "update sign_in_choices set expires_at = app_now() - interval '1 minute'",
    )
    assert.deepEqual([status, body.error], [401, 'OrganizationSignin'])
    assert.equal((await browser.session()).body, null)
  })
})

/** Executes a statement while a sign-in waits for the lock of the person's sessions, which it takes after its checks. */
async function withSessionsLocked<T>({ id }: { id: string }, signIn: () => Promise<T>, statement: string): Promise<T> {
  const holder = await owner.connect()
  try {
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`sessions:${loginOf(id)}`])
    const answer = signIn()
    await eventually(async () => (await countWaiting(platform)) === 1, 'the sign-in to wait')
    await owner.query(statement)
    await holder.query('select pg_advisory_unlock_all()')
    return await answer
  } finally {
    holder.release(true) // closes the connection, with its lock
  }
}
