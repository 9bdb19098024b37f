import { type Actor, assertOwnSession } from '../../../actor.ts'
import { violates } from '../../../db/failures.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, gone, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { authenticate, type Caller, loginOf } from '../../platform/sign-in/actions.ts'
import {
  addMember,
  announceAdministrator,
  announceLicence,
  chooseFirstPassword,
  hashPassword,
  invites,
  passwordFault,
} from '../accounts/actions.ts'
import { countLink } from '../codes/actions.ts'
import type { createInvitation } from './contract.ts'
import * as queries from './queries.ts'
import { assertOpen, isVerifiable, LINK_LIFE_MS } from './rules.ts'

/**
 * @throws {ApiError} 403 for a client that invites an administrator, 409 if the organisation has a user or an open invitation with
 *   the address, 429 after too many links to it. An administrator of the organisation who has no password yet gets a link, too, to
 *   choose one, also from a client: a new organisation has no session before.
 */
export async function invite(
  ctx: Context<'config' | 'vault'>,
  actor: Actor,
  given: Input<typeof createInvitation>['body'],
): Promise<queries.Row> {
  const { tenantId, userId: invitedBy } = actor
  const id = newId('itn')
  ctx.setAuditSubject(id)
  const { is_member: isMember, lacks_password: lacksPassword } = await queries.findMember(ctx.db, tenantId, given)
  const appoints = invites(given.role) && !lacksPassword
  if (isMember && !lacksPassword) throw conflict('The organisation has a user with this address.')
  if (appoints) assertOwnSession(actor)
  defer(ctx.db, queries.endExpired(tenantId, given.email))
  const { token, ...link } = newLink(ctx)
  try {
    await queries.insert(ctx.db, { tenantId, id, invitedBy, ...given, tokenSha256: sha256(token), ...link })
  } catch (error) {
    if (!violates(error, 'invitations_open')) throw error
    throw conflict('This address has an open invitation. Send it again, or revoke it.')
  }
  if (given.licenceChecked) await announceLicence(ctx, actor, { id, name: given.name })
  if (appoints) await announceAdministrator(ctx, 'ADMINISTRATOR_INVITED_REPORT', invitedBy, { id, name: given.name })
  return send(ctx, (await queries.lock(ctx.db, tenantId, id))!, token)
}

/** @throws {ApiError} 404, 403 for a client if it is for an administrator, 409 once it was accepted or revoked, 429 after too many links to the address */
export async function resend(ctx: Context<'config' | 'vault'>, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id)
  assertOpen(current.status, 'PENDING')
  const { email, role, name, invited_by: invitedBy } = current
  const appoints = invites(role) && !(await queries.findMember(ctx.db, actor.tenantId, { email, role })).lacks_password
  if (appoints) assertOwnSession(actor)
  if (appoints && invitedBy !== actor.userId)
    await announceAdministrator(ctx, 'ADMINISTRATOR_INVITED_REPORT', actor.userId, { id, name })
  const { token, expiresAt } = newLink(ctx)
  const place = { tenantId: actor.tenantId, id }
  // The administrator who sends it again offers it from now on.
  const changes = { token_sha256: sha256(token), expires_at: expiresAt, invited_by: actor.userId }
  defer(ctx.db, queries.update(place, changes))
  return send(ctx, { ...current, status: 'PENDING', expires_at: expiresAt }, token)
}

/** @throws {ApiError} 404, 409 once it was accepted */
export async function revoke(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id)
  if (current.status === 'REVOKED') return current
  assertOpen(current.status, 'REVOKED')
  defer(ctx.db, queries.update({ tenantId: actor.tenantId, id }, { revoked_at: ctx.clock.now() }))
  return { ...current, status: 'REVOKED' }
}

async function lock(ctx: UnitOfWork, { tenantId }: Actor, id: string): Promise<queries.Invitation> {
  const current = await queries.lock(ctx.db, tenantId, id)
  if (!current) throw notFound('Invitation')
  ctx.setAuditSubject(id)
  return current
}

const newLink = ({ clock }: UnitOfWork) => ({
  token: randomSecret(),
  expiresAt: new Date(clock.nowMs() + LINK_LIFE_MS),
})

/** Only the person gets the link, because its holder can accept for an address without an account. */
async function send(
  ctx: Context<'config' | 'vault'>,
  invitation: queries.Invitation,
  token: string,
): Promise<queries.Row> {
  await countLink(ctx, invitation.email)
  const { id, name, email, language, organization, expires_at: validUntil } = invitation
  queueMessage(ctx, {
    to: { stranger: { name, email, language } },
    template: 'INVITATION',
    variables: { organization, link: `${ctx.config.publicUrl}/invitations/${token}`, validUntil },
    about: [id],
    uselessAt: validUntil,
  })
  return invitation
}

/** The reason of a 410, in `details.link`. */
export type Gone = 'USED' | 'OVER'

function assertValid(invitation: queries.Invitation | undefined): queries.Invitation {
  if (!invitation) throw notFound('Link')
  if (invitation.status === 'ACCEPTED') throw gone('The invitation was accepted already. Sign in.', { link: 'USED' })
  if (invitation.status !== 'PENDING')
    throw gone('The invitation has expired or was revoked. Ask its sender for a new one.', { link: 'OVER' })
  return invitation
}

type Needs = Pick<Services, 'database'>

/** A valid invitation, and whether its address has an account with a password of a person who confirmed the address. @throws {ApiError} 404, 410 */
export async function open({ database }: Needs, place: queries.Place) {
  const invitation = assertValid(await queries.find(database.reader(place.tenantId), place))
  const login = await loginOf(database, invitation.email)
  // Anyone may have registered with an address that no one confirmed: the link proves it, their password does not.
  return { ...invitation, hasPassword: login?.password_hash != null && login.confirmed }
}

/** What a person proved, before the transaction: their login, or the hash of a first password for it or for a new one. */
type Proof = { loginId: string; firstPassword?: string } | { newLogin: { email: string; passwordHash: string } }

/**
 * @returns undefined for a wrong password of an existing account
 * @throws {ApiError} 404 and 410 for the link, 422 for a new password that is not acceptable, 429 after wrong ones
 */
export async function prove(
  services: Services,
  place: queries.Place,
  password: string,
  caller: Caller,
): Promise<Proof | undefined> {
  const { email, hasPassword } = await open(services, place)
  if (hasPassword) {
    const admitted = await authenticate(services, { email, password, invited: true }, caller)
    return admitted && { loginId: admitted.loginId }
  }
  const fault = passwordFault(password)
  if (fault) throw unprocessable([{ path: ['password'], message: fault }])
  const firstPassword = await hashPassword(services, password, caller.address)
  const login = await loginOf(services.database, email)
  return login ? { loginId: login.login_id, firstPassword } : { newLogin: { email, passwordHash: firstPassword } }
}

/** @throws {ApiError} 404, 410, 409 if the person is a user of the organisation already, unless they chose their first password */
export async function accept(ctx: UnitOfWork, place: queries.Place, token: string, proof: Proof) {
  // By its token too: it may have been sent again meanwhile.
  const invitation = assertValid(await queries.lockByLink(ctx.db, place, sha256(token)))
  ctx.setAuditSubject(place.id)
  const { name, email, role, invited_by: by } = invitation
  const verified = invitation.licence_checked && isVerifiable(role)
  const user = { tenantId: place.tenantId, email, name, role, verifiedBy: verified ? by : undefined }
  const chosen = await chooseFirstPassword(ctx, user, proof)
  const userId = chosen ?? (await addMember(ctx, user, proof))
  if (invites(role) && chosen === undefined)
    await announceAdministrator(ctx, 'ADMINISTRATOR_BEGAN_REPORT', by, { id: userId, name })
  defer(ctx.db, queries.update(place, { accepted_at: ctx.clock.now(), user_id: userId }))
  return { id: userId, tenantId: place.tenantId, role, organization: invitation.organization }
}
