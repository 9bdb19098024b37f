import { timingSafeEqual } from 'node:crypto'
import { defer } from '../../../db/transaction.ts'
import { ApiError, tooManyRequests, unprocessable } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import { networkOf } from '../../../lib/address.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { codeField } from './fields.ts'
export { addressKey, addressKind, type CodeKey, codeKey, type Kind, kinds } from './rules.ts'

const keyOf = (tenantId: string, { userId, purpose, kind, about = '' }: rules.CodeKey) => ({
  ...{ tenantId, userId, purpose, kind, about },
})

type Given = { address: string; isOwn: boolean; isLogin?: boolean; guardianName?: string }

/**
 * Sends a code to an address, whether or not it is confirmed. It replaces an earlier one of the same key.
 * @param isOwn whether the caller gave the address for themselves; then tighter limits apply
 * @param isLogin whether the person signs in with it; then others use up no codes of theirs
 * @param guardianName who asks to act for the person
 * @returns when the code expires
 * @throws {ApiError} 429 when the address, the caller or the network has had too many
 */
export async function sendCode(
  ctx: Context<'vault'>,
  key: rules.CodeKey,
  { address, isOwn, isLogin = false, guardianName }: Given,
): Promise<Date> {
  const { trail, vault, db } = ctx
  const { tenantId } = trail
  // A guardian's request counts for the guardian: else it would keep the dependant from codes of their own.
  const userId = isOwn && key.purpose !== 'GUARDIAN' ? key.userId : trail.userId
  const network = trail.address === null ? null : networkOf(trail.address)
  const limits = rules.limitsOf(
    vault,
    tenantId,
    { kind: key.kind, address, purpose: key.purpose, account: key.userId },
    { userId, isOwn, isLogin, network },
  )
  await within(db, limits)
  const code = rules.newCode()
  const { template, lifeSec } = rules.purposes[key.purpose]
  const expiresAt = new Date(ctx.clock.nowMs() + lifeSec * 1000)
  defer(
    db,
    queries.keep({
      ...keyOf(tenantId, key),
      addressKey: rules.addressKey(vault, key.kind, address),
      codeKey: rules.codeKey(vault, tenantId, key, address, code),
      expiresAt,
    }),
  )
  queueMessage(ctx, {
    to: { userId: key.userId, at: key.kind === 'EMAIL' ? { email: address } : { phone: address } },
    template,
    variables: { code, validUntil: expiresAt, ...(guardianName && { guardianName }) },
    about: [key.userId],
    uselessAt: expiresAt,
  })
  return expiresAt
}

/**
 * Counts a link that a member of staff sends to an address.
 * @throws {ApiError} 429 when the address or the caller has had too many
 */
export async function countLink({ db, trail, vault }: Context<'vault'>, email: string): Promise<void> {
  await within(db, rules.limitsOfLinks(vault, trail, email))
}

/**
 * Counts a reset of a password, before it is known whether the address has a login.
 * @throws {ApiError} 429 when the address or the network has had too many
 */
export async function countReset({ db, trail, vault }: Context<'vault'>, email: string): Promise<void> {
  const network = trail.address === null ? null : networkOf(trail.address)
  await within(db, rules.limitsOfResets(vault, email, network))
}

/**
 * Counts a registration.
 * @throws {ApiError} 429 when the network has had too many
 */
export async function countRegistration({ db, trail, vault }: Context<'vault'>): Promise<void> {
  if (trail.address !== null) await within(db, rules.limitsOfRegistrations(vault, networkOf(trail.address)))
}

/**
 * Counts a registration of a patient by a professional.
 * @throws {ApiError} 429 when there were too many
 */
export const countPatient = ({ db, trail, vault }: Context<'vault'>): Promise<void> =>
  within(db, rules.limitsOfPatients(vault, trail))

/** @throws {ApiError} 429 beyond a limit */
async function within(db: UnitOfWork['db'], limits: readonly rules.Limit[]): Promise<void> {
  const waitSec = await queries.count(db, limits)
  if (waitSec !== undefined) throw tooManyRequests(waitSec)
}

/**
 * Counts a request about another person, before it is known whether there is one.
 * @throws {ApiError} 429 when the caller has made too many
 */
export async function countRequest({ db, trail, vault }: Context<'vault'>): Promise<void> {
  await within(db, rules.limitsOfRequests(vault, trail))
}

/** The same for a person who can ask again: sends none, and says so to no one, if there were too many. */
export async function offerCode(ctx: Context<'vault'>, key: rules.CodeKey, given: Omit<Given, 'isOwn'>): Promise<void> {
  try {
    await sendCode(ctx, key, { ...given, isOwn: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error
  }
}

/** A code that was not taken, whatever the reason. */
export const wrongCode = () =>
  unprocessable([{ path: ['code'], message: 'is wrong, used or expired; ask for a new one' }])

/**
 * Counts a try and, if the code is right, ends it. The transaction must commit even if it is wrong: else tries would not
 * be counted.
 * @returns whether it is right, not expired, and within its tries
 */
export async function takeCode(
  { db, trail: { tenantId }, vault }: Context<'vault'>,
  key: rules.CodeKey,
  { address, code }: { address: string; code: string },
): Promise<boolean> {
  const addressKey = rules.addressKey(vault, key.kind, address)
  const expected = await queries.countTry(db, { ...keyOf(tenantId, key), addressKey })
  if (!expected || !timingSafeEqual(expected, rules.codeKey(vault, tenantId, key, address, code))) return false
  defer(db, queries.remove(keyOf(tenantId, key)))
  return true
}

/** Ends all codes to an address of a user. Call it when the address changes: its new holder is another person. */
export const endCodes = ({ db, trail: { tenantId } }: UnitOfWork, userId: string, kind: rules.Kind): void =>
  defer(db, queries.removeAll({ tenantId, userId, kind }))

/**
 * Counts a notice about a user to an address that no one has confirmed.
 * @returns false after too many to it: it has been notified
 * @throws {ApiError} 429 after too many of the caller, who could otherwise use them up elsewhere to make a change without a notice
 */
export async function admitNotice(
  { db, trail, vault }: Context<'vault'>,
  { account, ...to }: { account: string; kind: rules.Kind; address: string },
): Promise<boolean> {
  const { tenantId } = trail
  for (const limit of rules.limitsOfNotices(vault, { tenantId, account }, to))
    if ((await queries.count(db, [limit])) !== undefined) return false
  await within(db, [rules.limitOfStaff(vault, trail)])
  return true
}

/** Ends a code that was compared before. @returns whether it was still there, and not expired */
export const endCode = ({ db, trail: { tenantId } }: UnitOfWork, key: rules.CodeKey): Promise<boolean> =>
  queries.end(db, keyOf(tenantId, key))
