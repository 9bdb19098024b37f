import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditRow, type Trail } from '../../audit/trail.ts'
import type { Context, Services } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { tooManyRequests } from '../../errors.ts'
import { SESSION_TOKEN_SEC, WEB_CLIENT } from '../../http/access-token.ts'
import { networkOf } from '../../lib/address.ts'
import { MAX_TYPED_EMAIL } from '../../lib/fields.ts'
import { newId } from '../../lib/ids.ts'
import { isBeyondPasswords } from '../../lib/passwords.ts'
import { randomSecret, sha256, type Vault } from '../../lib/secrets.ts'
import type { Account, Session, Subjects } from './queries.ts'
import * as queries from './queries.ts'
import { browserScopes, IDLE_MS, LONGEST_MS, SEEN_MS, waitSec } from './rules.ts'

/** Where a call comes from. */
export type Caller = { address: string; requestId: string }

/** What somebody typed. */
type Credentials = { email: string; password: string }

/** Failures are counted before it is known whose they are. */
const NO_TENANT = ''

/** What an address of ours may look like. Nothing else is looked up: other letters may fold differently here and there. */
const ADDRESS = /^[\x21-\x7e]{3,254}$/
/** Refusals are answered on this beat, so that a millisecond more or less of work says nothing. */
const BEAT_MS = 100

/**
 * The account that the credentials are right for. Unknown addresses, wrong passwords, people who are disabled and people
 * without a password are told apart by nothing: neither answer nor work nor waits.
 * @throws {ApiError} 429 when this network has to wait before its next try at this address
 */
export async function recognise(services: Services, given: Credentials, caller: Caller): Promise<Account | undefined> {
  // Nothing that is longer belongs to an account, so this tells nothing of any, and is no try at one.
  if (given.email.length > MAX_TYPED_EMAIL || isBeyondPasswords(given.password)) return undefined
  const { database, passwords } = services
  const startedAt = performance.now()
  const network = networkOf(caller.address)
  const email = given.email.trim()
  const subjects = subjectsOf(services.vault, email, network)
  await claimTry(services, subjects)
  const account = ADDRESS.test(email) ? await queries.accountByEmail(database, email) : undefined
  const hash = (account?.enabled && account.password_hash) || undefined
  const checked = await passwords.verify(given.password, hash, network).catch(async (error) => {
    await uncount(services, subjects, queries.takeBack) // it was not looked at
    throw error
  })
  if (!account || !hash || !checked.right) {
    if (account) await services.audit.note(trailOf(account, 'signIn', caller), refusedTo(account))
    await sleep(BEAT_MS - ((performance.now() - startedAt) % BEAT_MS))
    return undefined
  }
  await uncount(services, subjects, queries.forget)
  if (checked.stale) await hashAgain(services, account, given.password, network)
  return account
}

/** The try that has just been counted was none, which the account and the network are relieved of. */
async function uncount(
  { database }: Services,
  { anywhere, here }: Subjects,
  relieve: typeof queries.forget,
): Promise<void> {
  await database.inTransaction(NO_TENANT, async (tx) => {
    later(tx, queries.takeBack({ subject: anywhere }))
    later(tx, relieve({ subject: here }))
  })
}

/** Hashes a password that is known to be right at today's cost. */
async function hashAgain(services: Services, account: Account, password: string, network: string): Promise<void> {
  const { tenant_id: tenantId, id: userId, password_hash: from } = account
  const to = await services.passwords.hash(password, network)
  await services.database.inTransaction(tenantId, async (tx) =>
    later(tx, queries.replaceHash({ tenantId, userId, from: from!, to })),
  )
}

/**
 * Counts a try as failed until it turns out otherwise: of many at one time no more are heard than of many in a row.
 * @throws {ApiError} 429 when it comes too soon
 */
async function claimTry({ database }: Services, subjects: Subjects): Promise<void> {
  const sec = await database.inTransaction(NO_TENANT, async (tx) => {
    const { here, anywhere } = await queries.holdFailures(tx, subjects)
    const left = waitSec({ here: here.failures, anywhere: anywhere.failures }) - here.sec_ago
    if (left <= 0) later(tx, queries.countFailure(subjects))
    return left
  })
  if (sec > 0) throw tooManyRequests(sec)
}

function subjectsOf(vault: Vault, email: string, network: string): Subjects {
  const key = vault.derive('sign-in failures')
  const hashed = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  const folded = email.toLowerCase()
  return { anywhere: hashed(folded), here: hashed(folded, network) }
}

/** Begins a session. @returns the cookie's value, which is kept nowhere */
export async function begin(services: Services, account: Account, caller: Caller): Promise<string> {
  const cookie = randomSecret()
  const now = services.clock.nowMs()
  const { tenant_id: tenantId, id: userId } = account
  await services.database.inTransaction(tenantId, async (tx) => {
    later(
      tx,
      queries.insertSession({
        tenantId,
        id: newId('ses'),
        cookieSha256: sha256(cookie),
        userId,
        endsAt: new Date(now + IDLE_MS),
        expiresAt: new Date(now + LONGEST_MS),
      }),
    )
    later(tx, auditRow(trailOf(account, 'signIn', caller), { outcome: 'OK', ...concerning(account) }))
  })
  return cookie
}

/** The session that a cookie stands for, which goes on by being asked for. */
export async function resume(services: Services, cookie: string): Promise<Session | undefined> {
  const session = await queries.sessionByCookie(services.database, sha256(cookie))
  if (!session) return undefined
  const now = services.clock.nowMs()
  if (now - session.last_seen_at.getTime() < SEEN_MS) return session
  const endsAt = new Date(Math.min(now + IDLE_MS, session.expires_at.getTime()))
  await services.database.inTransaction(session.tenant_id, async (tx) =>
    later(tx, queries.prolongSession({ tenantId: session.tenant_id, id: session.id, endsAt })),
  )
  return { ...session, ends_at: endsAt }
}

/** Ends a session, and with it its access tokens. */
export async function end(services: Services, session: Session, caller: Caller): Promise<void> {
  const account = { tenant_id: session.tenant_id, id: session.user_id, role: session.role }
  await services.database.inTransaction(session.tenant_id, async (tx) => {
    later(tx, queries.deleteSession({ tenantId: session.tenant_id, id: session.id }))
    later(tx, auditRow(trailOf(account, 'signOut', caller), { outcome: 'OK', ...concerning(account) }))
  })
}

/** Ends all sessions of a user of the tenant. */
export function endAllOf({ db }: Context, tenantId: string, userId: string): void {
  later(db, queries.deleteSessionsOf({ tenantId, userId }))
}

/** What the browser is told of its session, with an access token for the API. */
export async function present(services: Services, session: Session) {
  const { user_id: id, tenant_id: tenantId, email, name, role } = session
  await services.keys.refresh()
  const accessTokenExpiresAt = new Date((services.clock.nowSec() + SESSION_TOKEN_SEC) * 1000)
  const scope = browserScopes[role].join(' ')
  const holder = { sub: id, client_id: WEB_CLIENT, tenant: tenantId, role, scope, session: session.id }
  return {
    user: { id, email, name, role, tenantId },
    expires: session.ends_at.toISOString(),
    accessToken: await services.tokens.issue(holder, SESSION_TOKEN_SEC),
    accessTokenExpiresAt: accessTokenExpiresAt.toISOString(),
  }
}

type Somebody = Pick<Account, 'tenant_id' | 'id' | 'role'>

const concerning = ({ id, role }: Somebody) => ({ subjectId: id, patientIds: role === 'PATIENT' ? [id] : [] })

const refusedTo = (account: Somebody) => ({ outcome: 'CredentialsSignin', ...concerning(account) })

const trailOf = ({ tenant_id: tenantId, id }: Somebody, operation: string, caller: Caller): Trail => ({
  tenantId,
  userId: id,
  clientId: `${WEB_CLIENT}/${id}`,
  operation,
  ...caller,
})
