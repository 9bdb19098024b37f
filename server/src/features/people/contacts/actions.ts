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
 * Updates the contact data of a user. Absent fields stay unchanged; a new address is not confirmed.
 * @throws {ApiError} 404 unless the caller is the user, an administrator or, for patients, the front desk; 403 for a guardian
 *   who changes an address of a dependant, and for a client that changes an address of its user; 422 for a preferred channel
 *   without an address
 */
export async function update(ctx: Context<'vault'>, actor: Actor, id: string, changes: Changes): Promise<queries.Row> {
  const current = await lock(ctx, actor, id)
  const desk = current.patient_id !== null
  assertMay(
    access.contacts.update,
    actor,
    { own: id, desk },
    'Only the user or the front desk may change contact data.',
  )
  const email = changes.email === undefined ? current.email : changes.email
  let next = merge(current, changes)
  const faults = faultsOf({ ...next, email })
  if (faults.length > 0) throw unprocessable(faults)
  const isChanged = {
    EMAIL: email?.toLowerCase() !== current.email?.toLowerCase(),
    PHONE: next.phone !== current.phone,
  }
  if (isChanged.EMAIL || isChanged.PHONE) {
    const message = 'A guardian cannot change an address of a dependant. The dependant or the organisation can.'
    assertMay(access.contacts.changeAddress, actor, { own: id === actor.userId, desk }, message)
    assertInPerson(actor, id)
    next = { ...next, ...changedBy(ctx, actor, id), ...earlierAddresses(actor, current, { email, phone: next.phone }) }
    for (const kind of kinds) if (isChanged[kind]) endCodes(ctx, id, kind)
    await notifyOfChange(ctx, { current, next, isChanged, own: id === actor.userId })
  }
  if (isChanged.EMAIL) setEmail(ctx, id, email)
  defer(ctx.db, queries.upsert(actor.tenantId, id, next))
  return {
    ...current,
    ...next,
    ...(isChanged.EMAIL && { email, email_confirmed: false }),
  }
}

/** The user who changes an address of another person; null if people change their own. */
const changedBy = ({ clock }: UnitOfWork, { userId }: Actor, id: string) =>
  id === userId
    ? { address_changed_by: null, address_changed_at: null }
    : { address_changed_by: userId, address_changed_at: clock.now() }

/**
 * The earlier addresses that still get notices, because the person has not proved the new ones themselves. After several
 * changes, this is the address before the first. If the person removes an address themselves, it gets no more notices.
 */
function earlierAddresses(
  { userId }: Actor,
  current: queries.Row,
  next: { email: string | null; phone: string | null },
): Pick<queries.StoredContact, 'earlier_email' | 'earlier_phone'> {
  const earlierOf = (kind: Kind, earlier: string | null, newAddress: string | null) => {
    const { address, isConfirmed, isProved } = addressOf(current, kind)
    if (userId === current.id && newAddress === null) return null
    return address !== newAddress && isConfirmed && (isProved || earlier === null) ? address : earlier
  }
  return {
    earlier_email: earlierOf('EMAIL', current.earlier_email, next.email),
    earlier_phone: earlierOf('PHONE', current.earlier_phone, next.phone),
  }
}

type Change = {
  current: queries.Row
  next: queries.StoredContact
  isChanged: Record<Kind, boolean>
  own: boolean
}

/**
 * Notifies a person of a change of their addresses, because the new one may belong to another person. The notice goes to every
 * previous address. Unconfirmed ones get it too, within limits, because the front desk leaves most addresses unconfirmed.
 */
async function notifyOfChange(ctx: Context<'vault'>, { current, next, isChanged, own }: Change): Promise<void> {
  const { id: userId } = current
  const message = { template: 'ADDRESS_CHANGED' as const, variables: {}, about: [userId] }
  const earlier = { EMAIL: next.earlier_email, PHONE: next.earlier_phone }
  let isReachable = current.has_guardians
  for (const kind of kinds) {
    const { address, isConfirmed } = addressOf(current, kind)
    isReachable ||= earlier[kind] !== null || (isConfirmed && !isChanged[kind])
    // Unchanged and earlier addresses get the notice below.
    if (!isChanged[kind] || address === null || address === earlier[kind]) continue
    if (!isConfirmed && (own || !(await admitNotice(ctx, { account: userId, kind, address })))) continue
    queueMessage(ctx, { ...message, to: { userId, at: kind === 'EMAIL' ? { email: address } : { phone: address } } })
  }
  if (isReachable) queueMessage(ctx, { ...message, to: { userId } })
}

/**
 * Whether the caller was the last to change an address of a user, who has confirmed none since. The caller must not send codes
 * to it.
 */
export const hasChanged = ({ db, trail: { tenantId, userId } }: UnitOfWork, id: string): Promise<boolean> =>
  queries.isChangedBy(db, tenantId, id, userId)

/**
 * Adds the first contact data of a new user.
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
  defer(ctx.db, queries.upsert(ctx.trail.tenantId, userId, { ...none, phone, phone_confirmed_at: null, language }))
}

/**
 * Sends a code to an address of a user.
 * @returns when it expires
 * @throws {ApiError} 404 for an unknown user; 403 for a client of the person; 409 without an unconfirmed address; 429 after too
 *   many codes
 */
export async function sendContactCode(ctx: Context<'vault'>, actor: Actor, id: string, kind: Kind): Promise<Date> {
  const current = await lockToConfirm(ctx, actor, id)
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
 * Confirms an address with its code. The transaction must always commit, to count the try.
 * @returns undefined if the code is wrong
 * @throws {ApiError} 404
 */
export async function confirmByCode(
  ctx: Context<'vault'>,
  actor: Actor,
  id: string,
  { address: kind, code }: Input<typeof confirmContact>['body'],
): Promise<queries.Row | undefined> {
  const current = await lockToConfirm(ctx, actor, id)
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
 * Confirms an address after its code was entered, unless the address has changed, and sends the messages that waited for it.
 * @param own whether the person entered the code themselves; otherwise it proves only that the address receives messages
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

/**
 * An address and its state. `isSettled`: it needs no more codes. An address that a guardian or the front desk confirmed is not
 * settled for the person, who can still prove it themselves.
 */
function addressOf(row: queries.Row, kind: Kind, { own }: { own: boolean } = { own: false }) {
  const [address, isConfirmed, isProved] =
    kind === 'EMAIL'
      ? [row.email, row.email_confirmed, row.email_proved]
      : [row.phone, row.phone_confirmed_at !== null, row.phone_proved]
  return { address, isConfirmed, isProved, isSettled: isConfirmed && (isProved || !own) }
}

/**
 * Refuses a client that changes or confirms an address of its user. With an address of its own, the client could keep access to
 * the account after its permission ends.
 * @throws {ApiError} 403 for the token of a client that acts for the person
 */
function assertInPerson({ session, actsFor, userId }: Actor, id: string): void {
  if (!session && (id === userId || actsFor.includes(id)))
    throw forbidden('People change and confirm their addresses in their own session. A client cannot do it for them.')
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('User')
  ctx.setAuditSubject(id, current.patient_id ?? undefined)
  return current
}

async function lockToConfirm(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id)
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
