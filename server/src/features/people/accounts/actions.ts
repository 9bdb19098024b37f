import { sql } from 'kysely'
import { type Actor, assertOwnSession, isProfessional, patientIdOf } from '../../../actor.ts'
import { isAccepted, violates } from '../../../db/failures.ts'
import { defer, deferLock, rowsOf } from '../../../db/transaction.ts'
import { findNameOf } from '../../../db/users.ts'
import { conflict, notFound, tooManyRequests } from '../../../errors.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Context, Services } from '../../../http/services.ts'
import { networkOf } from '../../../lib/address.ts'
import { newId } from '../../../lib/ids.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { invalidateAdmission, removeFromRooms } from '../../care/video/actions.ts'
import { endAllOf } from '../../platform/sign-in/actions.ts'
import { revokeAllOfUser } from '../../platform/tokens/actions.ts'
import { countRegistration, offerCode } from '../codes/actions.ts'
import * as logins from './login-queries.ts'
import * as queries from './queries.ts'

export { newPassword } from './contract.ts'

import {
  assertMayDisable,
  assertMayRename,
  assertNotLast,
  assertProfessional,
  canInvite,
  type Registrable,
} from './rules.ts'

export { canInvite, passwordFault } from './rules.ts'

/**
 * Hashes a password. Call it before the transaction, so that hashing does not hold a database connection.
 * @throws {ApiError} 429 for a client address that has tried too many registered e-mail addresses; 503 when the hash queue is
 *   full
 */
export async function hashPassword(
  { limits, passwords }: Pick<Services, 'limits' | 'passwords'>,
  password: string,
  address: string,
) {
  const verdict = await limits.checkGuess(address, { wrong: false })
  if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSec)
  return passwords.hash(password, networkOf(address))
}

type Registration = { email: string; name: string; role: Registrable; passwordHash: string }

/**
 * @throws {ApiError} 409 if the e-mail address has a login in this installation; 429 after too many registrations by the
 *   network
 */
export async function register(ctx: Context<'config' | 'limits' | 'vault'>, given: Registration) {
  const id = newId('usr')
  const { tenantId } = ctx.trail
  const verified = isProfessional(given.role) && ctx.config.mode === 'sandbox'
  await countRegistration(ctx)
  // Only the unique index covers other organisations and concurrent registrations; a query does not.
  if (!(await isAccepted(logins.insertUser(ctx.db, { ...given, tenantId, id, verified }).execute(), 'logins_email'))) {
    await ctx.limits.checkGuess(ctx.trail.address!, { wrong: true }) // every request has one
    throw conflict('This e-mail address is already registered.')
  }
  const patientId = patientIdOf({ id, role: given.role })
  if (patientId) recordCreated(ctx, patientId)
  await offerCode(ctx, { userId: id, purpose: 'CONTACT', kind: 'EMAIL' }, { address: given.email, isLogin: true })
  ctx.setAuditSubject(id, patientId)
  return { id, email: given.email, role: given.role }
}

type Member = Omit<Parameters<typeof logins.insertMember>[1], 'id'>

/**
 * Adds a person to an organisation.
 * @throws {ApiError} 409 if they are already a user of it, if their address got a login or a password in the meantime, or if
 *   another organisation created their login and it has no password yet
 */
export async function addMember(ctx: UnitOfWork, member: Member, source: logins.LoginSource): Promise<string> {
  const id = newId('usr')
  try {
    const loginId = await logins.insertMember(ctx.db, { ...member, id }, source)
    if (loginId !== null) return id
  } catch (error) {
    if (violates(error, 'users_login')) throw conflict('You are already a user of this organisation. Sign in.')
    if (!violates(error, 'logins_email')) throw error
  }
  throw conflict(
    'An account for this address was created in the meantime. Open the link again. If the account has no password yet, ask the organisation that created it.',
  )
}

/**
 * Sets the first password of an administrator who has none, such as the first administrator of an organisation, and confirms the
 * address of the link. Only for administrators: an administrator who invites other users must not be able to impersonate them.
 * @returns the id of the administrator; undefined for other users
 */
export async function chooseFirstPassword(
  { db }: UnitOfWork,
  { tenantId, email }: Pick<Member, 'tenantId' | 'email'>,
  source: logins.LoginSource,
): Promise<string | undefined> {
  if (!('loginId' in source) || source.firstPassword === undefined) return undefined
  const { loginId, firstPassword: passwordHash } = source
  return logins.setFirstPassword(db, { tenantId, email, loginId, passwordHash })
}

/** @throws {ApiError} 404 for an unknown user, 409 for a user who is not a professional */
export async function verify(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id)
  assertProfessional(current.role)
  if (!current.verified_at) {
    const changes = { verified_at: ctx.clock.now(), verified_by: actor.userId }
    await queries.update(ctx.db, actor.tenantId, id, changes).execute()
    await notifyOfLicence(ctx, actor, current)
  }
  return readUser(ctx, actor, id)
}

/** Notifies the other administrators that the caller verified a professional, who might be a fake account of the caller. */
export async function notifyOfLicence(
  ctx: UnitOfWork,
  { tenantId, userId }: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  queueMessage(ctx, {
    to: { allAdministrators: true, except: userId },
    template: 'LICENCE_CHECKED_REPORT',
    variables: { administratorName: await findNameOf(ctx.db, tenantId, userId), userName: name },
    about: [id],
  })
}

/** Notifies the other administrators of a new administrator, who might be an accomplice of the one who invites. */
export async function notifyOfAdministrator(
  ctx: UnitOfWork,
  template: 'ADMINISTRATOR_INVITED_REPORT' | 'ADMINISTRATOR_BEGAN_REPORT',
  by: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  queueMessage(ctx, {
    to: { allAdministrators: true, except: by },
    template,
    variables: { administratorName: await findNameOf(ctx.db, ctx.trail.tenantId, by), userName: name },
    about: [id],
  })
}

/** Adds a patient without an account. @returns the id */
export function addPatient(ctx: UnitOfWork, { name, email }: { name: string; email: string | null }): string {
  const id = newId('usr')
  defer(ctx.db, logins.insertPatient(ctx.db, { tenantId: ctx.trail.tenantId, id, name, email }))
  recordCreated(ctx, id)
  return id
}

function recordCreated(ctx: UnitOfWork, patientId: string): void {
  recordEvent(ctx, { kind: 'patient.created', subjectId: patientId, audience: [patientId], data: { patientId } })
}

type NewLogin = { email: string; passwordHash: string }

/** Creates a login for a user without one. @returns false if the address already has a login */
export const addLogin = ({ db, trail: { tenantId } }: UnitOfWork, userId: string, login: NewLogin): Promise<boolean> =>
  isAccepted(logins.addLogin(db, { tenantId, userId, ...login }), 'logins_email')

/** Links a user without a login to an existing login. @returns false if that login already has a user in this organisation */
export const joinLogin = ({ db, trail }: UnitOfWork, userId: string, loginId: string): Promise<boolean> =>
  isAccepted(logins.setLogin(db, trail.tenantId, userId, loginId), 'users_login')

/** Sets the contact address of a user as unconfirmed. The user must be locked. */
export const setEmail = (ctx: UnitOfWork, id: string, email: string | null): void =>
  defer(ctx.db, queries.update(ctx.db, ctx.trail.tenantId, id, { email, email_confirmed_at: null }))

/** Confirms the contact address of a user, unless it has changed. @param own whether the person proved it themselves */
export const confirmEmail = (ctx: UnitOfWork, id: string, email: string, own: boolean): void => {
  const at = ctx.clock.now()
  defer(
    ctx.db,
    queries
      .update(ctx.db, ctx.trail.tenantId, id, { email_confirmed_at: at, ...(own && { email_proved_at: at }) })
      .where(sql`lower(email)`, '=', email.toLowerCase()),
  )
}

export type Changes = { name?: string | undefined; disabled?: boolean | undefined }

/**
 * Renames, disables or enables a user. A disabled user is notified. If a member of the staff is renamed, the member and the other
 * administrators are notified; if an administrator is enabled again, the other administrators are.
 * @throws {ApiError} 403 for a client that enables an administrator; 404 for an unknown user; 409 for administrators who disable
 *   themselves, or who rename themselves although there are others
 */
export async function update(
  ctx: Context<'database' | 'video'>,
  actor: Actor,
  id: string,
  { name, disabled }: Changes,
) {
  const current = await lock(ctx, actor, id)
  const changes: queries.Changes = {}
  if (name !== undefined && name !== current.name) {
    await notifyOfRename(ctx, actor, current, name)
    changes.name = name
  }
  if (disabled === false && current.disabled_at && canInvite(current.role)) {
    assertOwnSession(actor)
    await notifyOfAdministrator(ctx, 'ADMINISTRATOR_BEGAN_REPORT', actor.userId, current)
  }
  if (disabled === false) {
    changes.disabled_at = null
    invalidateAdmission(ctx, actor.tenantId, id)
  }
  if (disabled === true) {
    assertMayDisable(actor, id)
    changes.disabled_at = current.disabled_at ?? ctx.clock.now()
    if (!current.disabled_at)
      queueMessage(ctx, { to: { userId: id }, template: 'ACCOUNT_DISABLED', variables: {}, about: [id] })
    endAccess(ctx, actor.tenantId, id)
  }
  if (Object.keys(changes).length > 0) await queries.update(ctx.db, actor.tenantId, id, changes).execute()
  return readUser(ctx, actor, id)
}

/** Ends all sessions and tokens, so that none continues when the user is enabled again. Also removes the user from rooms. */
function endAccess(ctx: Context<'database' | 'video'>, tenantId: string, id: string): void {
  endAllOf(ctx, tenantId, id)
  revokeAllOfUser(ctx.db, tenantId, id)
  removeFromRooms(ctx, tenantId, id)
}

/**
 * Ends the membership of the caller. From now on, bookings with them are refused.
 * @returns their name
 * @throws {ApiError} 409 for the only administrator
 */
export async function endMembership(ctx: Context<'database' | 'video'>, tenantId: string, id: string): Promise<string> {
  deferLock(ctx.db, 'administrators', tenantId) // otherwise the last two could leave at the same time
  const current = await queries.lock(ctx.db, tenantId, id)
  if (!current) throw notFound('User')
  if (canInvite(current.role)) assertNotLast(await queries.hasOtherAdministrator(ctx.db, tenantId, id))
  await queries.update(ctx.db, tenantId, id, { disabled_at: ctx.clock.now() }).execute()
  endAccess(ctx, tenantId, id)
  return current.name
}

/**
 * Notifies of a new name of a member of the staff. Messages contain current names, so an administrator could otherwise take
 * another person's name for a moment, to hide who did something.
 * @throws {ApiError} 409 for an administrator who renames themselves, unless they are the only one
 */
async function notifyOfRename(ctx: UnitOfWork, actor: Actor, { id, role, name }: queries.Locked, newName: string) {
  if (patientIdOf({ id, role }) !== undefined) return
  if (id === actor.userId) assertMayRename(await queries.hasOtherAdministrator(ctx.db, actor.tenantId, id))
  const administratorName = await findNameOf(ctx.db, actor.tenantId, actor.userId)
  const variables = { administratorName, previousName: name, userName: newName }
  const message = { template: 'MEMBER_RENAMED' as const, variables, about: [id] }
  queueMessage(ctx, { ...message, to: { allAdministrators: true, except: actor.userId } })
  if (!canInvite(role)) queueMessage(ctx, { ...message, to: { userId: id } })
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Locked> {
  const current = await queries.lock(ctx.db, actor.tenantId, id)
  if (!current) throw notFound('User')
  ctx.setAuditSubject(id, patientIdOf(current))
  return current
}

async function readUser({ db }: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  return (await rowsOf<queries.Row>(db, queries.one(actor.role)({ ...actor, id })))[0]! // locked above
}
