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

const rowKeyOf = (tenantId: string, { userId, purpose, kind, about = '' }: rules.CodeKey) => ({
  ...{ tenantId, userId, purpose, kind, about },
})

type CodeOptions = { address: string; isOwn: boolean; isLogin?: boolean; guardianName?: string }

/**
 * Sends a code to an address, whether or not the address is confirmed. The code replaces an earlier one with the same key.
 * @param isOwn whether the caller requests a code to their own address, which has lower limits
 * @param isLogin whether the person signs in with the address; other users then cannot use up their codes
 * @param guardianName the name of the patient who asks to act for the person
 * @returns when the code expires
 * @throws {ApiError} 429 after too many codes for the address, the caller or the network
 */
export async function sendCode(
  ctx: Context<'vault'>,
  key: rules.CodeKey,
  { address, isOwn, isLogin = false, guardianName }: CodeOptions,
): Promise<Date> {
  const { trail, vault, db } = ctx
  const { tenantId } = trail
  // The request of a guardian counts for the guardian, so that it does not use up codes of the dependant.
  const userId = isOwn && key.purpose !== 'GUARDIAN' ? key.userId : trail.userId
  const network = trail.address === null ? null : networkOf(trail.address)
  const limits = rules.limitsOf(
    vault,
    tenantId,
    { kind: key.kind, address, purpose: key.purpose, account: key.userId },
    { userId, isOwn, isLogin, network },
  )
  await assertWithin(db, limits)
  const code = rules.newCode()
  const { template, lifeSec } = rules.purposes[key.purpose]
  const expiresAt = new Date(ctx.clock.nowMs() + lifeSec * 1000)
  defer(
    db,
    queries.upsert({
      ...rowKeyOf(tenantId, key),
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
 * @throws {ApiError} 429 after too many links to the address or by the caller
 */
export async function countLink({ db, trail, vault }: Context<'vault'>, email: string): Promise<void> {
  await assertWithin(db, rules.limitsOfLinks(vault, trail, email))
}

/**
 * Counts a code for the room that is sent to a telephone.
 * @throws {ApiError} 429 after too many codes to the telephone or by the network
 */
export async function countJoinCode({ db, trail, vault }: Context<'vault'>, phone: string): Promise<void> {
  const network = trail.address === null ? null : networkOf(trail.address)
  await assertWithin(db, rules.limitsOfJoinCodes(vault, phone, network))
}

/**
 * Counts a password reset, whether or not the address has a login.
 * @throws {ApiError} 429 after too many resets for the address or by the network
 */
export async function countReset({ db, trail, vault }: Context<'vault'>, email: string): Promise<void> {
  const network = trail.address === null ? null : networkOf(trail.address)
  await assertWithin(db, rules.limitsOfResets(vault, email, network))
}

/**
 * Counts a registration.
 * @throws {ApiError} 429 after too many registrations by the network
 */
export async function countRegistration({ db, trail, vault }: Context<'vault'>): Promise<void> {
  if (trail.address !== null) await assertWithin(db, rules.limitsOfRegistrations(vault, networkOf(trail.address)))
}

/**
 * Counts a registration of a patient by a professional.
 * @throws {ApiError} 429 after too many registrations
 */
export const countPatient = ({ db, trail, vault }: Context<'vault'>): Promise<void> =>
  assertWithin(db, rules.limitsOfPatients(vault, trail))

/** @throws {ApiError} 429 beyond a limit */
async function assertWithin(db: UnitOfWork['db'], limits: readonly rules.Limit[]): Promise<void> {
  const waitSec = await queries.count(db, limits)
  if (waitSec !== undefined) throw tooManyRequests(waitSec)
}

/**
 * Counts a request about another person, whether or not that person exists.
 * @throws {ApiError} 429 after too many requests by the caller
 */
export async function countRequest({ db, trail, vault }: Context<'vault'>): Promise<void> {
  await assertWithin(db, rules.limitsOfRequests(vault, trail))
}

/** Sends a code like `sendCode`, but silently sends none after too many. For people who can request another code later. */
export async function offerCode(
  ctx: Context<'vault'>,
  key: rules.CodeKey,
  options: Omit<CodeOptions, 'isOwn'>,
): Promise<void> {
  try {
    await sendCode(ctx, key, { ...options, isOwn: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error
  }
}

/** The error for a code that was not accepted. It does not reveal the reason. */
export const wrongCode = () =>
  unprocessable([{ path: ['code'], message: 'is wrong, used or expired; request a new one', code: 'wrong_code' }])

/**
 * Counts a try of a code and, if it is correct, removes it. The transaction must commit even if the code is wrong; otherwise the
 * try would not be counted.
 * @returns whether the code is correct, has not expired, and has tries left
 */
export async function takeCode(
  { db, trail: { tenantId }, vault }: Context<'vault'>,
  key: rules.CodeKey,
  { address, code }: { address: string; code: string },
): Promise<boolean> {
  const addressKey = rules.addressKey(vault, key.kind, address)
  const expected = await queries.countTry(db, { ...rowKeyOf(tenantId, key), addressKey })
  if (!expected || !timingSafeEqual(expected, rules.codeKey(vault, tenantId, key, address, code))) return false
  defer(db, queries.remove(rowKeyOf(tenantId, key)))
  return true
}

/** Removes all codes to an address of a user. Call it when the address changes, because they went to the old address. */
export const endCodes = ({ db, trail: { tenantId } }: UnitOfWork, userId: string, kind: rules.Kind): void =>
  defer(db, queries.removeAll({ tenantId, userId, kind }))

/**
 * Counts a notice about a user to an unconfirmed address.
 * @returns false after too many notices to the address, which has then been notified often enough
 * @throws {ApiError} 429 after too many notices by the caller. The change fails then; otherwise the caller could use up the
 *   limit first, and then make a change without a notice.
 */
export async function admitNotice(
  { db, trail, vault }: Context<'vault'>,
  { account, ...to }: { account: string; kind: rules.Kind; address: string },
): Promise<boolean> {
  const { tenantId } = trail
  for (const limit of rules.limitsOfNotices(vault, { tenantId, account }, to))
    if ((await queries.count(db, [limit])) !== undefined) return false
  await assertWithin(db, [rules.limitOfStaff(vault, trail)])
  return true
}

/** Removes a code that was compared before. @returns whether it still existed and had not expired */
export const endCode = ({ db, trail: { tenantId } }: UnitOfWork, key: rules.CodeKey): Promise<boolean> =>
  queries.end(db, rowKeyOf(tenantId, key))
