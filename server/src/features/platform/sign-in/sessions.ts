import { patientIdOf } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { deferUserLock, lockSessionsOf } from '../../../db/users.ts'
import { withinTenant } from '../../../db/within-tenant.ts'
import { SESSION_TOKEN_SEC, WEB_CLIENT } from '../../../http/access-token.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { hasNoFactor, isRequiredOfAccount } from '../second-factors/actions.ts'
import type { Account, Session } from './queries.ts'
import * as queries from './queries.ts'
import { browserScopes, IDLE_MS, LIFETIME_MS, RECORD_INTERVAL_MS } from './rules.ts'

type Needs = Pick<Services, 'clock' | 'database' | 'keys' | 'tokens'>

/** The origin of a request. */
export type Caller = { address: string; requestId: string; userAgent?: string | undefined }

/** Maximum length of a kept `User-Agent` header, which the client chooses. */
const MAX_USER_AGENT = 256

/** A right password, which may change while the sign-in goes on. */
export type CheckedPassword = { loginId: string; email: string; hash: string }

/** Whether a password is still right, and no second factor has been set up since. The sessions of the login must be locked. */
export const isStillEnough = async (tx: Db, password: CheckedPassword): Promise<boolean> =>
  (await queries.isPassword(tx, password)) && (await hasNoFactor(tx, password.loginId))

/** What lets a person in, and may end before the new session begins. Other proofs were used up before. */
type Proof = { session: Session } | { choice: Buffer } | { password: CheckedPassword }

/** An account for a new session. */
export type SessionAccount = Account & { proof?: Proof }

/**
 * Creates a session, and ends the earlier one of the browser.
 * @returns the cookie's value, of which only a hash is stored; undefined if the proof of the account ended meanwhile
 */
export async function createSession(
  services: Needs,
  account: SessionAccount,
  earlier: Session | undefined,
  caller: Caller,
): Promise<string | undefined> {
  const cookie = randomSecret()
  const { tenant_id: tenantId, id: userId, proof } = account
  const isCreated = await services.database.inTransaction(tenantId, async (tx) => {
    // The end of all sessions takes the same lock. Afterwards the proof has ended, or the new session is found and ended.
    defer(tx, lockSessionsOf({ tenantId, userId }))
    if (earlier) deferUserLock(tx, tenantId, userId) // before the session, as when the user is disabled, to avoid deadlocks
    const isEnded = earlier !== undefined && (await endWithin(tx, tenantId, earlier, caller))
    if (proof && !(await isOpen(tx, proof, isEnded))) return false
    defer(tx, queries.insertSession(newSession(services, account, cookie, caller)))
    defer(tx, auditRow(trailOf(account, 'signIn', caller), { outcome: 'OK', ...concerning(account) }))
    return true
  })
  return isCreated ? cookie : undefined
}

/** Uses a proof. @param isEnded whether the earlier session of the browser was valid until now */
async function isOpen(tx: Db, proof: Proof, isEnded: boolean): Promise<boolean> {
  if ('session' in proof) return isEnded
  return 'choice' in proof ? queries.endChoice(tx, proof.choice) : isStillEnough(tx, proof.password)
}

function newSession(
  { clock }: Needs,
  { tenant_id: tenantId, id: userId, proof }: SessionAccount,
  cookie: string,
  caller: Caller,
) {
  const now = clock.nowMs()
  const latest = proof && 'session' in proof ? proof.session.expires_at.getTime() : Number.POSITIVE_INFINITY
  const expiresAt = new Date(Math.min(now + LIFETIME_MS, latest))
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

export const concerning = (account: queries.UserRef) => ({
  subjectId: account.id,
  patientIds: [patientIdOf(account) ?? []].flat(),
})

export const trailOf = (
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
