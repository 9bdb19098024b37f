import { createHmac } from 'node:crypto'
import { type Actor, patientIdOf } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import { defer } from '../../../db/transaction.ts'
import { withinTenant } from '../../../db/within-tenant.ts'
import { tooManyRequests, unprocessable } from '../../../errors.ts'
import type { Services } from '../../../http/services.ts'
import { networkOf } from '../../../lib/address.ts'
import { exceedsPasswordLength } from '../../../lib/passwords.ts'
import type { Vault } from '../../../lib/secrets.ts'
import type { TemplateCode, Variables } from '../../../messages/catalog.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './queries.ts'
import { waitSec } from './rules.ts'

type Needs = Pick<Services, 'database' | 'passwords' | 'vault'>

/** Failures are counted before the account is known. */
const NO_TENANT = ''

/**
 * Checks a password, which must not exceed the maximum length. After wrong passwords for an e-mail address, the time between
 * attempts grows, counted for the caller's network and for all networks.
 * @param find reads the login and its hash once the attempt is admitted
 * @returns the hash of a right password; undefined for a wrong one
 * @throws {ApiError} 429 if this network must wait before its next attempt on the address, 503 if too many checks are waiting
 */
export async function checkPassword(
  services: Needs,
  { email, password }: { email: string; password: string },
  network: string,
  find: () => Promise<{ loginId: string; hash: string } | undefined>,
): Promise<string | undefined> {
  const subjects = subjectsOf(services.vault, email, network)
  await claimAttempt(services, subjects)
  const known = await find()
  const checked = await services.passwords.verify(password, known?.hash, network).catch(async (error) => {
    await removeAttempt(services, subjects, queries.removeFailure) // the password was not checked
    throw error
  })
  if (!known || !checked.right) return undefined
  await removeAttempt(services, subjects, queries.forget)
  return checked.stale ? rehash(services, { loginId: known.loginId, from: known.hash }, password, network) : known.hash
}

/** A login whose owner has confirmed the password, with its e-mail address and its hash. */
export type ConfirmedLogin = { loginId: string; email: string; hash: string }

/**
 * Checks the current password of a person in their own session, before a change of how they sign in. It has the limits of
 * sign-in, and each wrong password counts for the caller's address. For the token of a client, it returns undefined without a
 * check; the handler then refuses the call, so that the refusal is audited.
 * @returns undefined for a wrong password
 * @throws {ApiError} 429 after wrong passwords, 503 if too many checks are waiting
 */
export async function confirmPassword(
  services: Needs & Pick<Services, 'limits'>,
  actor: Actor,
  password: string,
  { address }: Pick<Trail, 'address'>,
): Promise<ConfirmedLogin | undefined> {
  if (!actor.session) return undefined
  const from = address! // every request has one
  await admitGuess(services, from, { wrong: false })
  const { tenantId, userId } = actor
  const login = await services.database.inTransaction(tenantId, (tx) => queries.loginOfUser(tx, { tenantId, userId }))
  const hash = login?.password_hash
  if (!login || !hash || exceedsPasswordLength(password)) return undefined
  const known = { loginId: login.login_id, email: login.email, hash }
  const checked = await checkPassword(services, { email: login.email, password }, networkOf(from), async () => known)
  await admitGuess(services, from, { wrong: checked === undefined })
  return checked === undefined ? undefined : { ...known, hash: checked }
}

/** The refusal of a wrong password. */
export const wrongPassword = (field: string) =>
  unprocessable([{ path: [field], message: 'is not your current password' }])

async function admitGuess(
  { limits }: Pick<Services, 'limits'>,
  from: string,
  guess: { wrong: boolean },
): Promise<void> {
  const verdict = await limits.checkGuess(from, guess)
  if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSec)
}

/** Removes the attempt that was counted in advance, for the account and the network. */
async function removeAttempt(
  { database }: Pick<Services, 'database'>,
  { anywhere, here }: queries.Subjects,
  clearFailures: typeof queries.forget,
): Promise<void> {
  await database.inTransaction(NO_TENANT, async (tx) => {
    defer(tx, queries.removeFailure({ subject: anywhere }))
    defer(tx, clearFailures({ subject: here }))
  })
}

/** Rehashes a verified password with the current cost parameters. @returns the new hash */
async function rehash(
  services: Needs,
  { loginId, from }: { loginId: string; from: string },
  password: string,
  network: string,
): Promise<string> {
  const to = await services.passwords.hash(password, network)
  await services.database.inTransaction(NO_TENANT, async (tx) => defer(tx, queries.replaceHash({ loginId, from, to })))
  return to
}

/**
 * Counts an attempt as failed before it is checked, so that concurrent attempts are limited like consecutive ones.
 * @throws {ApiError} 429 when it comes too soon
 */
async function claimAttempt({ database }: Pick<Services, 'database'>, subjects: queries.Subjects): Promise<void> {
  const sec = await database.inTransaction(NO_TENANT, async (tx) => {
    const { here, anywhere } = await queries.lockFailures(tx, subjects)
    const left = waitSec({ here: here.failures, anywhere: anywhere.failures }) - here.sec_ago
    if (left <= 0) defer(tx, queries.countFailure(subjects))
    return left
  })
  if (sec > 0) throw tooManyRequests(sec)
}

function subjectsOf(vault: Vault, email: string, network: string): queries.Subjects {
  const key = vault.derive('sign-in failures')
  const hashed = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  const folded = email.toLowerCase()
  return { anywhere: hashed(folded), here: hashed(folded, network) }
}

/** Notifies a person of a change of their login, in each of their organisations, and records it in their audit logs. */
export async function notifyOwner<C extends TemplateCode>(
  ctx: UnitOfWork,
  loginId: string,
  template: C,
  variables: Variables<C>,
): Promise<void> {
  const from = ctx.trail.tenantId
  for (const { tenant_id: tenantId, id, role } of await queries.usersOfLogin(ctx.db, loginId)) {
    const within = { ...ctx, trail: { ...ctx.trail, tenantId } }
    const patientId = patientIdOf({ id, role })
    await withinTenant(ctx.db, { from, to: tenantId }, async () => {
      queueMessage(within, { to: { userId: id, atOnce: true }, template, variables, about: [id] })
      if (tenantId === from) ctx.setAuditSubject(id, patientId)
      else defer(ctx.db, auditRow(within.trail, { outcome: 'OK', subjectId: id, patientIds: [patientId ?? []].flat() }))
    })
  }
}
