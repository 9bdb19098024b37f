import { encodeQR } from 'qr'
import { type Actor, assertOwnSession, patientIdOf } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import { findNameOf } from '../../../db/users.ts'
import { conflict, notFound, tooManyRequests, unprocessable } from '../../../errors.ts'
import { WEB_CLIENT } from '../../../http/access-token.ts'
import type { Context, Services } from '../../../http/services.ts'
import { runUnaudited } from '../../../http/unit-of-work.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { type ConfirmedLogin, notifyOwner, wrongPassword } from '../passwords/actions.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { beginSignIn, proveSignIn } from './passkey-sign-in.ts'
export { hasNoFactor, methodsOf } from './queries.ts'
export {
  CHALLENGE_MS,
  isRequiredOfAccount,
  MAX_CREDENTIAL,
  MAX_TYPED_CODE,
  type Method,
  methods,
  PASSKEY_MS,
} from './rules.ts'

type Needs = Pick<Services, 'clock' | 'database' | 'vault'>

/** A login belongs to no tenant. */
const NO_TENANT = ''

const placeOf = (loginId: string): string => `totp ${loginId}`

/** A code that was accepted. */
type Accepted = { method: 'TOTP' } | { method: 'RECOVERY_CODE'; left: number }
/** A wrong code, and the number of wrong codes of the app in the last hour. */
type Refused = { failures: number }

/**
 * Checks a code of the app or a recovery code of a login. Each code is accepted once. It uses its own transaction, which also
 * commits a wrong try.
 * @throws {ApiError} 429 after too many wrong codes of the app, from any network
 */
async function useCode(services: Needs, loginId: string, typed: string): Promise<Accepted | Refused> {
  const code = rules.readCode(typed)
  if (!code) return { failures: 0 }
  return services.database.inTransaction(NO_TENANT, async (tx) => {
    if ('totp' in code) {
      const { isRight, failures } = await tryTotp(services, tx, loginId, code.totp, { confirmed: true })
      return isRight ? { method: 'TOTP' } : { failures }
    }
    const left = await queries.useRecoveryCode(tx, loginId, rules.recoveryKeys(services.vault, loginId, code.recovery))
    return left === undefined ? { failures: 0 } : { method: 'RECOVERY_CODE', left }
  })
}

async function tryTotp(
  { clock, vault }: Pick<Services, 'clock' | 'vault'>,
  tx: UnitOfWork['db'],
  loginId: string,
  code: string,
  kind: { confirmed: boolean },
): Promise<{ isRight: boolean; failures: number }> {
  const tried = await queries.countTry(tx, loginId, kind)
  if (!tried) return { isRight: false, failures: 0 }
  if (tried.failures > rules.MAX_FAILURES) throw tooManyRequests(tried.wait_sec)
  const step = rules.stepOf(vault.open(tried.secret, placeOf(loginId)), code, clock.nowMs())
  const isRight = step !== undefined && (await queries.acceptStep(tx, { loginId, step }))
  return { isRight, failures: isRight ? 0 : tried.failures }
}

/** Requires a second factor after the password. @returns the cookie's value, of which only a hash is stored */
export async function challenge(services: Needs, loginId: string, organization: string | undefined): Promise<string> {
  const cookie = randomSecret()
  const expiresAt = new Date(services.clock.nowMs() + rules.CHALLENGE_MS)
  const row = { cookieSha256: sha256(cookie), loginId, organization: organization ?? null, expiresAt }
  await services.database.inTransaction(NO_TENANT, async (tx) => defer(tx, queries.insertChallenge(row)))
  return cookie
}

/** A login, and the organisation that the person entered with the password. */
export type Proved = { loginId: string; organization: string | undefined }

/**
 * Answers the challenge of the browser that has the cookie. A challenge allows a few tries and can be met once. The owner is
 * notified of a used recovery code, and of several wrong codes, because wrong codes follow the right password.
 * @returns the login, and whether the code was right; undefined if the challenge is not open
 * @throws {ApiError} 429 after too many wrong codes
 */
export async function answerChallenge(
  services: Services,
  cookie: string,
  typed: string,
  trail: Pick<Trail, 'address' | 'requestId'>,
): Promise<(Proved & { isRight: boolean }) | undefined> {
  const cookieSha256 = sha256(cookie)
  const { database } = services
  const open = await database.inTransaction(NO_TENANT, (tx) => queries.tryChallenge(tx, cookieSha256))
  if (!open) return undefined
  const proved = { loginId: open.login_id, organization: open.organization ?? undefined }
  const used = await useCode(services, proved.loginId, typed)
  if (!('method' in used)) {
    if (used.failures === rules.FAILURES_TO_NOTIFY) await notifyOfGuesses(services, proved.loginId, trail)
    return { ...proved, isRight: false }
  }
  const isFirst = await database.inTransaction(NO_TENANT, (tx) => queries.endChallenge(tx, cookieSha256))
  if (!isFirst) return undefined
  if (used.method === 'RECOVERY_CODE')
    await notify(services, proved.loginId, trail, { operation: 'useRecoveryCode', left: used.left })
  return { ...proved, isRight: true }
}

const notifyOfGuesses = (services: Services, loginId: string, trail: Pick<Trail, 'address' | 'requestId'>) =>
  notify(services, loginId, trail, { operation: 'guessSecondFactor' })

/** Sends a notice with its audit rows outside a unit of work, because there is no session yet. */
async function notify(
  services: Services,
  loginId: string,
  { address, requestId }: Pick<Trail, 'address' | 'requestId'>,
  about: { operation: 'guessSecondFactor' } | { operation: 'useRecoveryCode'; left: number },
): Promise<void> {
  const user = await queries.firstUserOf(services.database, loginId)
  if (!user) return
  const { tenant_id: tenantId, id: userId } = user
  const trail = {
    tenantId,
    userId,
    clientId: `${WEB_CLIENT}/${userId}`,
    operation: about.operation,
    address,
    requestId,
  }
  await runUnaudited(services, trail, async (ctx, touched) => {
    if (about.operation === 'useRecoveryCode')
      await notifyOwner(ctx, loginId, 'RECOVERY_CODE_USED', { left: about.left })
    else await notifyOwner(ctx, loginId, 'SECOND_FACTOR_GUESSED', {})
    defer(ctx.db, auditRow(trail, touched))
  })
}

/** The second factors of the caller. */
export async function read({ db }: UnitOfWork, { tenantId, userId }: Actor): Promise<queries.Factors> {
  const factors = (await rowsOf<queries.Factors>(db, queries.ofUser({ tenantId, userId })))[0]
  if (!factors) throw conflict('Only people who sign in have second factors.') // a session belongs to a person with a login
  return factors
}

/** A new secret, which is shown once. */
export type Setup = { secret: string; uri: string; qrCode: string }

/**
 * Creates the secret of an authenticator app. It replaces a secret that was not confirmed.
 * @throws {ApiError} 403 for a client, 409 with an app, 422 for a wrong password
 */
export async function beginTotp(
  ctx: Context<'config' | 'vault'>,
  actor: Actor,
  confirmedLogin: ConfirmedLogin | undefined,
): Promise<Setup> {
  const { login_id: loginId } = await admit(ctx, actor, confirmedLogin)
  const { uri, secret } = rules.newSecret(
    `Medina Care ${new URL(ctx.config.publicUrl).hostname}`,
    confirmedLogin!.email,
  )
  const isKept = await queries.putSecret(ctx.db, { loginId, secret: ctx.vault.seal(secret, placeOf(loginId)) })
  rules.assertNoApp(!isKept)
  return { secret, uri, qrCode: encodeQR(uri, 'svg', { ecc: 'medium', border: 4 }) }
}

/**
 * Sets up the app with its first code. If it is the first second factor, all other sessions end and recovery codes are created.
 * @returns the recovery codes; empty if the person has some
 * @throws {ApiError} 403 for a client, 409 without a secret to confirm, 422 for a wrong code, 429 after too many
 */
export async function confirmTotp(ctx: Context<'vault'>, actor: Actor, typed: string): Promise<string[]> {
  assertOwnSession(actor)
  const { login_id: loginId, totp_at: confirmedAt, recovery_codes: codesLeft, passkeys } = await read(ctx, actor)
  rules.assertNoApp(confirmedAt !== null)
  const code = rules.readCode(typed)
  const tried =
    code && 'totp' in code ? await tryTotp(ctx, ctx.db, loginId, code.totp, { confirmed: false }) : undefined
  if (!tried?.isRight) throw wrongCode()
  return afterAdding(ctx, actor, { loginId, codesLeft, isFirst: passkeys.length === 0 })
}

/** Notifies the person. After the first second factor, all other sessions end. @returns new recovery codes if they have none */
export async function afterAdding(
  ctx: Context<'vault'>,
  actor: Actor & { session: string },
  { loginId, codesLeft, isFirst }: { loginId: string; codesLeft: number; isFirst: boolean },
): Promise<string[]> {
  const { tenantId, userId, session: keptSession } = actor
  if (isFirst) queries.endOtherEntries(ctx.db, { tenantId, userId, keptSession })
  await notifyOwner(ctx, loginId, 'SECOND_FACTOR_CHANGED', {})
  return codesLeft > 0 ? [] : replaceCodes(ctx, loginId)
}

function replaceCodes({ db, vault }: Context<'vault'>, loginId: string): string[] {
  const codes = rules.newRecoveryCodes()
  const keys = codes.map((code) => rules.recoveryKeys(vault, loginId, code.replaceAll('-', ''))[0]!.toString('hex'))
  defer(db, queries.deleteRecoveryCodes({ loginId }))
  defer(db, queries.insertRecoveryCodes({ loginId, keys }))
  return codes
}

/** The password and the code that a person entered before a change of their second factors, as checked. */
export type Proof = { confirmedLogin: ConfirmedLogin | undefined; isRight: boolean }

/** Checks the code after the password, in its own transaction, which counts a wrong code. */
export async function prove(
  services: Needs,
  confirmedLogin: ConfirmedLogin | undefined,
  code: string | undefined,
): Promise<Proof> {
  if (!confirmedLogin || code === undefined) return { confirmedLogin, isRight: false }
  return { confirmedLogin, isRight: 'method' in (await useCode(services, confirmedLogin.loginId, code)) }
}

/**
 * Removes the app. If it was the last second factor, also removes the recovery codes.
 * @throws {ApiError} 403 for a client, 409 without an app, 422 for a wrong password or code
 */
export async function removeTotp(ctx: UnitOfWork, actor: Actor, { confirmedLogin, isRight }: Proof): Promise<void> {
  const { login_id: loginId, totp_at: confirmedAt, passkeys } = await admit(ctx, actor, confirmedLogin)
  rules.assertHasFactor(confirmedAt !== null)
  if (!isRight) throw wrongCode()
  defer(ctx.db, queries.deleteSecret({ loginId }))
  if (passkeys.length === 0) defer(ctx.db, queries.deleteRecoveryCodes({ loginId }))
  await notifyOwner(ctx, loginId, 'SECOND_FACTOR_CHANGED', {})
}

/**
 * Replaces the recovery codes.
 * @throws {ApiError} 403 for a client, 409 without a second factor, 422 for a wrong password or code
 */
export async function newRecoveryCodes(
  ctx: Context<'vault'>,
  actor: Actor,
  { confirmedLogin, isRight }: Proof,
): Promise<string[]> {
  const { login_id: loginId, totp_at: confirmedAt, passkeys } = await admit(ctx, actor, confirmedLogin)
  rules.assertHasFactor(confirmedAt !== null || passkeys.length > 0)
  if (!isRight) throw wrongCode()
  await notifyOwner(ctx, loginId, 'SECOND_FACTOR_CHANGED', {})
  return replaceCodes(ctx, loginId)
}

/** @throws {ApiError} 403 for a client, 422 for a wrong password */
export async function admit(
  ctx: UnitOfWork,
  actor: Actor,
  confirmedLogin: ConfirmedLogin | undefined,
): Promise<queries.Factors> {
  assertOwnSession(actor)
  ctx.setAuditSubject(actor.userId, patientIdOf({ id: actor.userId, role: actor.role }))
  if (!confirmedLogin) throw wrongPassword('password')
  return read(ctx, actor)
}

const wrongCode = () => unprocessable([{ path: ['code'], message: 'is wrong, used or expired', code: 'wrong_code' }])

/**
 * Removes the second factors of a user whose device and recovery codes are lost. The user is notified.
 * @throws {ApiError} 403 for a client, 404 for an unknown user, 409 for the caller, for a user without second factors, and for a
 *   user who also belongs to another organisation, whose administrators have no say here
 */
export async function removeLost(ctx: UnitOfWork, actor: Actor, userId: string): Promise<void> {
  const user = await findUser(ctx, actor.tenantId, userId)
  assertOwnSession(actor)
  ctx.setAuditSubject(userId, patientIdOf(user))
  if (userId === actor.userId)
    throw conflict('Remove your own second factor in your account, or ask another administrator.')
  const had = await queries.removeAll(ctx.db, { tenantId: actor.tenantId, userId })
  if (had === null)
    throw conflict('The person is a user of another organisation too. Ask the operator of the installation.')
  rules.assertHasFactor(had)
  const administratorName = await findNameOf(ctx.db, actor.tenantId, actor.userId)
  const message = { template: 'SECOND_FACTOR_REMOVED' as const, variables: { administratorName }, about: [userId] }
  queueMessage(ctx, { ...message, to: { userId } })
}

async function findUser({ db }: UnitOfWork, tenantId: string, userId: string): Promise<queries.User> {
  const user = (await rowsOf<queries.User>(db, queries.user({ tenantId, userId })))[0]
  if (!user) throw notFound('User')
  return user
}
