import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, type Fault, forbidden, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { type Channel, type Language, properties } from '../../../lib/channels.ts'
import { queueMessage, releaseUnconfirmed } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { confirmEmail, setEmail } from '../accounts/actions.ts'
import { admitNotice, endCodes, type Kind, kinds, sendCode, takeCode } from '../codes/actions.ts'
import type { confirmContact, updateContact } from './contract.ts'
import * as queries from './queries.ts'

export { optOutBy } from './queries.ts'

type Changes = Input<typeof updateContact>['body']

/**
 * Updates the contact data of a user. Absent fields stay unchanged; a changed address is not confirmed.
 * @throws {ApiError} 404 unless the caller is the user or an administrator, 403 for a guardian who would change an address of a
 *   dependant and for a client that would change one of its user, 422 for a preferred channel without an address
 */
export async function update(ctx: Context<'vault'>, actor: Actor, id: string, changes: Changes): Promise<queries.Row> {
  const current = await locked(ctx, actor, id)
  const desk = current.patient_id !== null
  assertMay(
    access.contacts.update,
    actor,
    { own: id, desk },
    'Only the user or the front desk may change contact data.',
  )
  const email = changes.email === undefined ? current.email : changes.email
  let kept = merge(current, changes)
  const faults = faultsOf({ ...kept, email })
  if (faults.length > 0) throw unprocessable(faults)
  const changed = { EMAIL: email?.toLowerCase() !== current.email?.toLowerCase(), PHONE: kept.phone !== current.phone }
  if (changed.EMAIL || changed.PHONE) {
    const message = 'A guardian cannot change an address of a dependant: the dependant or the organisation does.'
    assertMay(access.contacts.changeAddress, actor, { own: id === actor.userId, desk }, message)
    assertInPerson(actor, id)
    kept = { ...kept, ...changedBy(ctx, actor, id), ...earlier(actor, current, { email, phone: kept.phone }) }
    for (const kind of kinds) if (changed[kind]) endCodes(ctx, id, kind)
    await announceChange(ctx, { current, kept, changed, own: id === actor.userId })
  }
  if (changed.EMAIL) setEmail(ctx, id, email)
  defer(ctx.db, queries.keep(actor.tenantId, id, kept))
  return {
    ...current,
    ...kept,
    ...(changed.EMAIL && { email, email_confirmed: false }),
  }
}

/** The member of the staff who changes an address; none if it is the person. */
const changedBy = ({ clock }: UnitOfWork, { userId }: Actor, id: string) =>
  id === userId
    ? { address_changed_by: null, address_changed_at: null }
    : { address_changed_by: userId, address_changed_at: clock.now() }

/**
 * The addresses before those that the person has not confirmed in person: of several, the first. An address that the person removed
 * gets nothing.
 */
function earlier(
  { userId }: Actor,
  current: queries.Row,
  next: { email: string | null; phone: string | null },
): Pick<queries.StoredContact, 'earlier_email' | 'earlier_phone'> {
  const kept = (kind: Kind, before: string | null, after: string | null) => {
    const { address, isConfirmed, isProved } = addressOf(current, kind)
    if (userId === current.id && after === null) return null
    return address !== after && isConfirmed && (isProved || before === null) ? address : before
  }
  return {
    earlier_email: kept('EMAIL', current.earlier_email, next.email),
    earlier_phone: kept('PHONE', current.earlier_phone, next.phone),
  }
}

type Change = {
  current: queries.Row
  kept: queries.StoredContact
  changed: Record<Kind, boolean>
  own: boolean
}

/**
 * Tells a person of a change of their addresses: the new one may be another person's. At every address before it, confirmed or,
 * within limits, as most that a front desk records, not.
 */
async function announceChange(ctx: Context<'vault'>, { current, kept, changed, own }: Change): Promise<void> {
  const { id: userId } = current
  const message = { template: 'ADDRESS_CHANGED' as const, variables: {}, about: [userId] }
  const earlier = { EMAIL: kept.earlier_email, PHONE: kept.earlier_phone }
  let isReachable = current.has_guardians
  for (const kind of kinds) {
    const { address, isConfirmed } = addressOf(current, kind)
    isReachable ||= earlier[kind] !== null || (isConfirmed && !changed[kind])
    // The notice below goes to the other ones.
    if (!changed[kind] || address === null || address === earlier[kind]) continue
    if (!isConfirmed && (own || !(await admitNotice(ctx, { account: userId, kind, address })))) continue
    queueMessage(ctx, { ...message, to: { userId, at: kind === 'EMAIL' ? { email: address } : { phone: address } } })
  }
  if (isReachable) queueMessage(ctx, { ...message, to: { userId } })
}

/** Whether the caller was the last to change an address of a user, who has confirmed none since. Another one then sends the code to it. */
export const hasChanged = ({ db, trail: { tenantId, userId } }: UnitOfWork, id: string): Promise<boolean> =>
  queries.isChangedBy(db, tenantId, id, userId)

/**
 * The first contact data of a new user.
 * @throws {ApiError} 422 for a preferred channel without an address
 */
export function add(
  ctx: UnitOfWork,
  userId: string,
  { phone, language }: { phone: string | null; language: Language },
): void {
  const none = {
    preferred_channel: null,
    opt_outs: [],
    quiet_from: null,
    quiet_to: null,
    earlier_email: null,
    earlier_phone: null,
    address_changed_by: null,
    address_changed_at: null,
  }
  defer(ctx.db, queries.keep(ctx.trail.tenantId, userId, { ...none, phone, phone_confirmed_at: null, language }))
}

/**
 * Sends a code to an address of a user.
 * @returns when it expires
 * @throws {ApiError} 404, 403 for a client of the person, 409 without an unconfirmed address, 429 after too many codes
 */
export async function sendContactCode(ctx: Context<'vault'>, actor: Actor, id: string, kind: Kind): Promise<Date> {
  const current = await lockedToConfirm(ctx, actor, id)
  const isOwn = actor.userId === id
  const { address, isSettled } = addressOf(current, kind, { own: isOwn })
  if (address === null) throw conflict('The user has no such address. Set it first, with PUT /api/users/{id}/contact.')
  if (isSettled) throw conflict('The address is confirmed.')
  return sendCode(
    ctx,
    { userId: id, purpose: 'CONTACT', kind },
    { address, isOwn, isLogin: isOwn && kind === 'EMAIL' && current.is_login },
  )
}

/**
 * Confirms an address by its code. The transaction must commit in any case, to count the try.
 * @returns undefined if the code is wrong
 * @throws {ApiError} 404
 */
export async function confirmByCode(
  ctx: Context<'vault'>,
  actor: Actor,
  id: string,
  { address: kind, code }: Input<typeof confirmContact>['body'],
): Promise<queries.Row | undefined> {
  const current = await lockedToConfirm(ctx, actor, id)
  const own = actor.userId === id
  const { address, isSettled } = addressOf(current, kind, { own })
  if (isSettled) return current
  if (address === null || !(await takeCode(ctx, { userId: id, purpose: 'CONTACT', kind }, { address, code })))
    return undefined
  confirm(ctx, id, kind, address, { own })
  if (own) defer(ctx.db, queries.forgetChange({ tenantId: actor.tenantId, userId: id }))
  return kind === 'EMAIL' ? { ...current, email_confirmed: true } : { ...current, phone_confirmed_at: ctx.clock.now() }
}

/**
 * Confirms an address whose code came back, if it is still the user's, and sends the messages that waited for it.
 * @param own whether the person gave it back: else it shows only that the address receives messages
 */
export function confirm(ctx: UnitOfWork, userId: string, kind: Kind, address: string, { own }: { own: boolean }): void {
  const { db, clock, trail } = ctx
  const { tenantId } = trail
  if (kind === 'EMAIL') confirmEmail(ctx, userId, address, own)
  else defer(db, queries.confirmPhone({ tenantId, userId, phone: address, at: clock.now(), own }))
  defer(db, releaseUnconfirmed({ tenantId, userId }))
}

/** The telephone number of a user. */
export const phoneOf = ({ db, trail: { tenantId } }: UnitOfWork, userId: string): Promise<string | null> =>
  queries.findPhone(db, tenantId, userId)

/** A person also confirms what a guardian or the front desk confirmed for them: only then it is settled for them. */
function addressOf(row: queries.Row, kind: Kind, { own }: { own: boolean } = { own: false }) {
  const [address, isConfirmed, isProved] =
    kind === 'EMAIL'
      ? [row.email, row.email_confirmed, row.email_proved]
      : [row.phone, row.phone_confirmed_at !== null, row.phone_proved]
  return { address, isConfirmed, isProved, isSettled: isConfirmed && (isProved || !own) }
}

/**
 * A client does not change or confirm an address of the patient for whom it acts: with an address of its maker it would outlive its
 * permission.
 * @throws {ApiError} 403 for the token of a client that acts for the person
 */
function assertInPerson({ session, actsFor, userId }: Actor, id: string): void {
  if (!session && (id === userId || actsFor.includes(id)))
    throw forbidden('People change and confirm their addresses in their own session. A client cannot do it for them.')
}

async function locked(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('User')
  ctx.setAuditSubject(id, current.patient_id ?? undefined)
  return current
}

async function lockedToConfirm(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await locked(ctx, actor, id)
  assertMay(
    access.contacts.confirm,
    actor,
    { own: id, desk: current.patient_id !== null },
    'Only the user, a guardian or the front desk may confirm an address.',
  )
  assertInPerson(actor, id)
  return current
}

type Addresses = { email: string | null; phone: string | null; preferred_channel: Channel | null }

function faultsOf({ preferred_channel: preferred, ...addresses }: Addresses): Fault[] {
  if (preferred === null) return []
  const { address } = properties[preferred]
  if (addresses[address] !== null) return []
  const missing = address === 'phone' ? 'a telephone number' : 'an e-mail address'
  return [{ path: ['preferredChannel'], message: `needs ${missing}` }]
}

function merge(current: queries.Row, changes: Changes): queries.StoredContact {
  const { quietHours: hours } = changes
  const phone = changes.phone === undefined ? current.phone : changes.phone
  return {
    phone,
    phone_confirmed_at: phone === current.phone ? current.phone_confirmed_at : null,
    language: changes.language ?? current.language,
    preferred_channel: changes.preferredChannel === undefined ? current.preferred_channel : changes.preferredChannel,
    opt_outs: changes.optOuts ?? current.opt_outs,
    quiet_from: hours === undefined ? current.quiet_from : (hours?.from ?? null),
    quiet_to: hours === undefined ? current.quiet_to : (hours?.to ?? null),
    earlier_email: current.earlier_email,
    earlier_phone: current.earlier_phone,
    address_changed_by: current.address_changed_by,
    address_changed_at: current.address_changed_at,
  }
}
