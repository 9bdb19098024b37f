import { setTimeout as sleep } from 'node:timers/promises'
import { patientIdOf } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { deferUserLock, lockSessionsOf } from '../../../db/users.ts'
import { withinTenant } from '../../../db/within-tenant.ts'
import { SESSION_TOKEN_SEC, WEB_CLIENT } from '../../../http/access-token.ts'
import type { Services } from '../../../http/services.ts'
import { networkOf } from '../../../lib/address.ts'
import { MAX_TYPED_EMAIL } from '../../../lib/fields.ts'
import { newId } from '../../../lib/ids.ts'
import { exceedsPasswordLength } from '../../../lib/passwords.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { checkPassword } from '../passwords/actions.ts'
import { answerChallenge, isRequiredOfAccount, proveSignIn } from '../second-factors/actions.ts'
import type { Account, Session } from './queries.ts'
import * as queries from './queries.ts'
import { browserScopes, CHOICE_MS, IDLE_MS, LIFETIME_MS, RECORD_INTERVAL_MS } from './rules.ts'

type Needs = Pick<Services, 'audit' | 'clock' | 'database' | 'keys' | 'passwords' | 'tokens' | 'vault'>

/** The origin of a request. */
export type Caller = { address: string; requestId: string; userAgent?: string | undefined }

/** Maximum length of a kept `User-Agent` header, which the client chooses. */
const MAX_USER_AGENT = 256

/**
 * Credentials as typed, and the organisation if the person entered one. A person who is `invited` need not be a user of an
 * organisation yet.
 */
type Credentials = { email: string; password: string; organization?: string | undefined; invited?: boolean }

/** A login with right credentials, and the accounts that the person can use: at least one, unless the person is invited. */
export type Admitted = { loginId: string; accounts: Account[] }

/** Failures are counted before the account is known. */
const NO_TENANT = ''

/** The form of our e-mail addresses. Other texts are not looked up, because case folding of non-ASCII letters varies. */
const ADDRESS = /^[\x21-\x7e]{3,254}$/
/** Refusals are answered at multiples of this time, so that their duration reveals nothing. */
const REFUSAL_INTERVAL_MS = 100

/**
 * The accounts with these credentials, in the named organisation or in all. To prevent user enumeration, the response, the work
 * and the waits are the same for unknown addresses, wrong passwords, disabled users, users without a password, and
 * organisations that the user does not belong to.
 * @throws {ApiError} 429 if this network must wait before its next attempt on the address
 */
export async function authenticate(services: Needs, given: Credentials, caller: Caller): Promise<Admitted | undefined> {
  // No account has longer values, so this reveals nothing and does not count as an attempt.
  if (given.email.length > MAX_TYPED_EMAIL || exceedsPasswordLength(given.password)) return undefined
  const { database } = services
  const startedAt = performance.now()
  const network = networkOf(caller.address)
  const email = given.email.trim()
  let login: queries.Login | undefined
  let accounts: Account[] = []
  const right = await checkPassword(services, { email, password: given.password }, network, async () => {
    login = ADDRESS.test(email) ? await queries.loginByEmail(database, email) : undefined
    accounts = (login?.accounts ?? []).filter(isOf(given.organization))
    const hash = accounts.length > 0 || given.invited ? login?.password_hash : undefined
    return login && hash ? { loginId: login.login_id, hash } : undefined
  })
  if (!login || !right) {
    // The attempt is audited in the named organisation, or in all organisations of the login if none is named.
    const users = login ? await queries.usersOf(database, login.login_id) : []
    for (const user of users.filter(isOf(given.organization)))
      await services.audit.note(trailOf(user, 'signIn', caller), refusalOf(user))
    await sleep(REFUSAL_INTERVAL_MS - ((performance.now() - startedAt) % REFUSAL_INTERVAL_MS))
    return undefined
  }
  return { loginId: login.login_id, accounts }
}

const isOf =
  (organization: string | undefined) =>
  ({ tenant_id }: Pick<Account, 'tenant_id'>): boolean =>
    organization === undefined || tenant_id === organization

/** The login of an address. */
export const loginOf = (database: Services['database'], email: string) => queries.loginByEmail(database, email)

/**
 * The accounts of a person who has answered the challenge for a second factor. Wrong codes are audited in the organisations.
 * @returns undefined for a wrong code, and if the challenge is not open
 * @throws {ApiError} 429 after too many wrong codes
 */
export async function proveSecondFactor(
  services: Services,
  cookie: string,
  code: string,
  caller: Caller,
): Promise<Admitted | undefined> {
  const answered = await answerChallenge(services, cookie, code, caller)
  if (!answered) return undefined
  return admitted(services, answered, 'SecondFactorSignin', caller)
}

/**
 * The accounts of a person who signs in with a passkey, in the named organisation or in all.
 * @returns undefined for an invalid passkey, which is audited in the organisations if the passkey is known
 */
export async function provePasskey(
  services: Services,
  cookie: string,
  given: { credential: string; organization?: string | undefined },
  caller: Caller,
): Promise<Admitted | undefined> {
  const proved = await proveSignIn(services, cookie, given.credential)
  if (!proved) return undefined
  return admitted(services, { ...proved, organization: given.organization }, 'PasskeySignin', caller)
}

/** The accounts of a login. If the proof was wrong, audits it in the organisations. */
async function admitted(
  services: Services,
  { loginId, organization, isRight }: { loginId: string; organization: string | undefined; isRight: boolean },
  outcome: string,
  caller: Caller,
): Promise<Admitted | undefined> {
  const accounts = (await queries.membershipsOf(services.database, loginId)).filter(isOf(organization))
  if (!isRight)
    for (const account of accounts)
      await services.audit.note(trailOf(account, 'signIn', caller), { outcome, ...concerning(account) })
  return isRight && accounts.length > 0 ? { loginId, accounts } : undefined
}

/** Lets a person choose among their organisations. @returns the cookie's value, of which only a hash is stored */
export async function offerChoice(services: Needs, { loginId }: Admitted): Promise<string> {
  const cookie = randomSecret()
  const expiresAt = new Date(services.clock.nowMs() + CHOICE_MS)
  await services.database.inTransaction(NO_TENANT, async (tx) =>
    defer(tx, queries.insertChoice({ cookieSha256: sha256(cookie), loginId, expiresAt })),
  )
  return cookie
}

/** The account that a person chose after their password. The cookie works once. */
export const choose = ({ database }: Needs, cookie: string, organization: string): Promise<Account | undefined> =>
  database.inTransaction(NO_TENANT, (tx) => queries.takeChoice(tx, sha256(cookie), organization))

/** The account of the same person in another organisation. Its session lasts no longer than the one it replaces. */
export async function change(
  { database }: Needs,
  session: Session,
  organization: string,
): Promise<SessionAccount | undefined> {
  const { tenant_id: tenantId, user_id: userId, expires_at: until } = session
  const accounts = await database.inTransaction(tenantId, (tx) => queries.accountsOfUser(tx, { tenantId, userId }))
  const account = accounts.find(isOf(organization))
  return account && { ...account, until }
}

/** An account for a new session. `until`: the end of the session that proves it, and which the new one replaces. */
export type SessionAccount = Account & { until?: Date }

/**
 * Creates a session, and ends the earlier one of the browser.
 * @returns the cookie's value, of which only a hash is stored; undefined if the session that proves the account ended meanwhile
 */
export async function createSession(
  services: Needs,
  account: SessionAccount,
  earlier: Session | undefined,
  caller: Caller,
): Promise<string | undefined> {
  const cookie = randomSecret()
  const { tenant_id: tenantId, id: userId } = account
  const isCreated = await services.database.inTransaction(tenantId, async (tx) => {
    if (earlier) {
      defer(tx, lockSessionsOf({ tenantId, userId }))
      deferUserLock(tx, tenantId, userId) // before the session, as when the user is disabled, to avoid deadlocks
    }
    const isReplaced = earlier !== undefined && (await endWithin(tx, tenantId, earlier, caller))
    if (account.until && !isReplaced) return false
    defer(tx, queries.insertSession(newSession(services, account, cookie, caller)))
    defer(tx, auditRow(trailOf(account, 'signIn', caller), { outcome: 'OK', ...concerning(account) }))
    return true
  })
  return isCreated ? cookie : undefined
}

function newSession(
  { clock }: Needs,
  { tenant_id: tenantId, id: userId, until }: SessionAccount,
  cookie: string,
  caller: Caller,
) {
  const now = clock.nowMs()
  const expiresAt = new Date(Math.min(now + LIFETIME_MS, until?.getTime() ?? Number.POSITIVE_INFINITY))
  return {
    tenantId,
    id: newId('ses'),
    cookieSha256: sha256(cookie),
    userId,
    userAgent: caller.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    endsAt: new Date(Math.min(now + IDLE_MS, expiresAt.getTime())),
    expiresAt,
  }
}

/** The session of a cookie. Reading the session extends it. */
export async function resume(services: Needs, cookie: string): Promise<Session | undefined> {
  const session = await queries.sessionByCookie(services.database, sha256(cookie))
  if (!session) return undefined
  const now = services.clock.nowMs()
  if (now - session.last_seen_at.getTime() < RECORD_INTERVAL_MS) return session
  const endsAt = new Date(Math.min(now + IDLE_MS, session.expires_at.getTime()))
  await services.database.inTransaction(session.tenant_id, async (tx) =>
    defer(tx, queries.extendSession({ tenantId: session.tenant_id, id: session.id, endsAt })),
  )
  return { ...session, ends_at: endsAt }
}

/** Ends a session and its access tokens. */
export async function end(services: Needs, session: Session, caller: Caller): Promise<void> {
  const { tenant_id: tenantId } = session
  await services.database.inTransaction(tenantId, (tx) => endWithin(tx, tenantId, session, caller))
}

/** Ends a session in a transaction of any tenant. @returns whether it had not ended before */
function endWithin(tx: Db, from: string, session: Session, caller: Caller): Promise<boolean> {
  const { tenant_id: tenantId, id, user_id: userId, role } = session
  const account = { tenant_id: tenantId, id: userId, role }
  return withinTenant(tx, { from, to: tenantId }, async () => {
    const isEnded = await queries.deleteSession(tx, { tenantId, id })
    if (isEnded) defer(tx, auditRow(trailOf(account, 'signOut', caller), { outcome: 'OK', ...concerning(account) }))
    return isEnded
  })
}

/** Ends all sessions of a user of the tenant. */
export function endAllOf({ db }: UnitOfWork, tenantId: string, userId: string): void {
  defer(db, queries.deleteSessionsOf({ tenantId, userId }))
}

/** The session that the browser receives, with an access token for the API. */
export async function present(services: Needs & Pick<Services, 'config'>, session: Session) {
  const { user_id: id, tenant_id: tenantId, email, name, role } = session
  await services.keys.refresh()
  const accessTokenExpiresAt = new Date((services.clock.nowSec() + SESSION_TOKEN_SEC) * 1000)
  const scope = browserScopes[role].join(' ')
  const holder = { sub: id, client_id: WEB_CLIENT, tenant: tenantId, role, scope, session: session.id }
  const lacks =
    isRequiredOfAccount(services.config, session) && !(await queries.hasSecondFactor(services.database, session))
  return {
    user: { id, email, name, role, tenantId },
    ...(lacks && { secondFactorRequired: true as const }),
    expires: session.ends_at.toISOString(),
    accessToken: services.tokens.issue(holder, SESSION_TOKEN_SEC),
    accessTokenExpiresAt: accessTokenExpiresAt.toISOString(),
  }
}

const concerning = (account: queries.UserRef) => ({
  subjectId: account.id,
  patientIds: [patientIdOf(account) ?? []].flat(),
})

const refusalOf = (account: queries.UserRef) => ({ outcome: 'CredentialsSignin', ...concerning(account) })

const trailOf = (
  { tenant_id: tenantId, id }: queries.UserRef,
  operation: string,
  { address, requestId }: Caller,
): Trail => ({
  tenantId,
  userId: id,
  clientId: `${WEB_CLIENT}/${id}`,
  operation,
  address,
  requestId,
})
