import { setTimeout as sleep } from 'node:timers/promises'
import { defer } from '../../../db/transaction.ts'
import { deferSessionsLock } from '../../../db/users.ts'
import type { Services } from '../../../http/services.ts'
import { networkOf } from '../../../lib/address.ts'
import { MAX_TYPED_EMAIL } from '../../../lib/fields.ts'
import { exceedsPasswordLength } from '../../../lib/passwords.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { checkPassword } from '../passwords/actions.ts'
import { answerChallenge, proveSignIn } from '../second-factors/actions.ts'
import type { Account, Session } from './queries.ts'
import * as queries from './queries.ts'
import { CHOICE_MS } from './rules.ts'
import {
  type Caller,
  type CheckedPassword,
  concerning,
  isStillEnough,
  type SessionAccount,
  trailOf,
} from './sessions.ts'

export { type Caller, createSession, end, endAllOf, present, resume, type SessionAccount } from './sessions.ts'

type Needs = Pick<Services, 'audit' | 'clock' | 'database' | 'keys' | 'passwords' | 'tokens' | 'vault'>

/**
 * Credentials as typed, and the organisation if the person entered one. A person who is `invited` need not be a user of an
 * organisation yet.
 */
type Credentials = { email: string; password: string; organization?: string | undefined; invited?: boolean }

/**
 * A login with right credentials, and the accounts that the person can use: at least one, unless the person is invited.
 * `password`: the credentials are the password alone.
 */
export type Admitted = { loginId: string; accounts: Account[]; password?: CheckedPassword }

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
  const checked = await checkPassword(services, { email, password: given.password }, network, async () => {
    login = ADDRESS.test(email) ? await queries.loginByEmail(database, email) : undefined
    accounts = (login?.accounts ?? []).filter(isOf(given.organization))
    const hash = accounts.length > 0 || given.invited ? login?.password_hash : undefined
    return login && hash ? { loginId: login.login_id, hash } : undefined
  })
  if (!login || checked === undefined) {
    // The attempt is audited in the named organisation, or in all organisations of the login if none is named.
    const users = login ? await queries.usersOf(database, login.login_id) : []
    for (const user of users.filter(isOf(given.organization)))
      await services.audit.note(trailOf(user, 'signIn', caller), refusalOf(user))
    await sleep(REFUSAL_INTERVAL_MS - ((performance.now() - startedAt) % REFUSAL_INTERVAL_MS))
    return undefined
  }
  const loginId = login.login_id
  return { loginId, accounts, password: { loginId, email, hash: checked } }
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

/**
 * Lets a person choose among their organisations.
 * @returns the cookie's value, of which only a hash is stored; undefined if the password changed meanwhile
 */
export async function offerChoice(
  services: Needs,
  { loginId, password }: Pick<Admitted, 'loginId' | 'password'>,
): Promise<string | undefined> {
  const cookie = randomSecret()
  const expiresAt = new Date(services.clock.nowMs() + CHOICE_MS)
  const isOffered = await services.database.inTransaction(NO_TENANT, async (tx) => {
    deferSessionsLock(tx, loginId)
    if (password && !(await isStillEnough(tx, password))) return false
    defer(tx, queries.insertChoice({ cookieSha256: sha256(cookie), loginId, expiresAt }))
    return true
  })
  return isOffered ? cookie : undefined
}

/** The account that a person chose after their password. */
export async function choose(
  { database }: Needs,
  cookie: string,
  organization: string,
): Promise<SessionAccount | undefined> {
  const choice = sha256(cookie)
  const account = await database.inTransaction(NO_TENANT, (tx) => queries.findChoice(tx, choice, organization))
  return account && { ...account, proof: { choice } }
}

/** The account of the same person in another organisation. Its session lasts no longer than the one it replaces. */
export async function change(
  { database }: Needs,
  session: Session,
  organization: string,
): Promise<SessionAccount | undefined> {
  const { tenant_id: tenantId, user_id: userId } = session
  const accounts = await database.inTransaction(tenantId, (tx) => queries.accountsOfUser(tx, { tenantId, userId }))
  const account = accounts.find(isOf(organization))
  return account && { ...account, proof: { session } }
}

const refusalOf = (account: queries.UserRef) => ({ outcome: 'CredentialsSignin', ...concerning(account) })
