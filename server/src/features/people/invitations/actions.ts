import { type Actor, assertOwnSession } from '../../../actor.ts'
import { isAccepted } from '../../../db/failures.ts'
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
  canInvite,
  chooseFirstPassword,
  hashPassword,
  notifyOfAdministrator,
  notifyOfLicence,
  passwordFault,
} from '../accounts/actions.ts'
import { countLink } from '../codes/actions.ts'
import type { createInvitation } from './contract.ts'
import * as queries from './queries.ts'
import { assertOpen, isVerifiable, LINK_LIFE_MS } from './rules.ts'

/**
 * Invites a person. An administrator of the organisation who has no password yet can be invited too, to choose one, and also by
 * a client: in a new organisation no user has a session.
 * @throws {ApiError} 403 for a client that invites another administrator; 409 if the organisation has a user or an open
 *   invitation with the address; 429 after too many links to it
 */
export async function invite(
  ctx: Context<'config' | 'vault'>,
  actor: Actor,
  body: Input<typeof createInvitation>['body'],
): Promise<queries.Row> {
  const { tenantId, userId: invitedBy } = actor
  const id = newId('itn')
  ctx.setAuditSubject(id)
  const { is_member: isMember, lacks_password: lacksPassword } = await queries.findMember(ctx.db, tenantId, body)
  const invitesAdministrator = canInvite(body.role) && !lacksPassword
  if (isMember && !lacksPassword) throw conflict('The organisation already has a user with this address.')
  if (invitesAdministrator) assertOwnSession(actor)
  defer(ctx.db, queries.endExpired(tenantId, body.email))
  const { token, ...link } = newLink(ctx)
  const invitation = { tenantId, id, invitedBy, ...body, tokenSha256: sha256(token), ...link }
  if (!(await isAccepted(queries.insert(ctx.db, invitation), 'invitations_open')))
    throw conflict('This address already has an open invitation. Send it again, or revoke it.')
  const invited = { id, name: body.name }
  if (body.licenceChecked) await notifyOfLicence(ctx, actor, invited)
  if (invitesAdministrator) await notifyOfAdministrator(ctx, 'ADMINISTRATOR_INVITED_REPORT', invitedBy, invited)
  return send(ctx, (await queries.lock(ctx.db, tenantId, id))!, token)
}

/**
 * Sends an invitation again, with a new link.
 * @throws {ApiError} 404 for an unknown invitation; 403 for a client that invites an administrator; 409 if it was accepted or
 *   revoked; 429 after too many links to the address
 */
export async function resend(ctx: Context<'config' | 'vault'>, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id)
  assertOpen(current.status, 'PENDING')
  const { email, role, name, invited_by: invitedBy } = current
  const invitesAdministrator =
    canInvite(role) && !(await queries.findMember(ctx.db, actor.tenantId, { email, role })).lacks_password
  if (invitesAdministrator) assertOwnSession(actor)
  if (invitesAdministrator && invitedBy !== actor.userId)
    await notifyOfAdministrator(ctx, 'ADMINISTRATOR_INVITED_REPORT', actor.userId, { id, name })
  const { token, expiresAt } = newLink(ctx)
  const place = { tenantId: actor.tenantId, id }
  // From now on, the invitation depends on the rights of the administrator who sent it again.
  const changes = { token_sha256: sha256(token), expires_at: expiresAt, invited_by: actor.userId }
  defer(ctx.db, queries.update(place, changes))
  return send(ctx, { ...current, status: 'PENDING', expires_at: expiresAt }, token)
}

/** @throws {ApiError} 404 for an unknown invitation; 409 if it was accepted */
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

/** Sends the link only to the invited person: if their address has no account, anyone with the link could accept. */
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
  if (invitation.status === 'ACCEPTED') throw gone('The invitation was already accepted. Sign in.', { link: 'USED' })
  if (invitation.status !== 'PENDING')
    throw gone('The invitation has expired or was revoked. Ask its sender for a new one.', { link: 'OVER' })
  return invitation
}

type Needs = Pick<Services, 'database'>

/**
 * A valid invitation, and whether the person must enter the password of an existing account.
 * @throws {ApiError} 404, 410
 */
export async function read({ database }: Needs, place: queries.Place) {
  const invitation = assertValid(await queries.find(database.reader(place.tenantId), place))
  const login = await loginOf(database, invitation.email)
  // Anyone can register an account with this address. If the address is not confirmed, only the link proves it, not the password.
  return { ...invitation, hasPassword: login?.password_hash != null && login.confirmed }
}

/** The login that a person proved before the transaction; or a new login, or a first password for their login. */
type Proof = { loginId: string; firstPassword?: string } | { newLogin: { email: string; passwordHash: string } }

/**
 * Checks the password of an existing account, or hashes the first password of a new one.
 * @returns undefined for a wrong password of an existing account
 * @throws {ApiError} 404 and 410 for the link; 422 for a new password that is not acceptable; 429 after too many wrong passwords
 */
export async function prove(
  services: Services,
  place: queries.Place,
  password: string,
  caller: Caller,
): Promise<Proof | undefined> {
  const { email, hasPassword } = await read(services, place)
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

/**
 * Accepts an invitation.
 * @throws {ApiError} 404 and 410 for the link; 409 if the person is already a user of the organisation, unless they chose their
 *   first password
 */
export async function accept(ctx: UnitOfWork, place: queries.Place, token: string, proof: Proof) {
  // Compares the token again, because the invitation may have been sent again in the meantime.
  const invitation = assertValid(await queries.lockByLink(ctx.db, place, sha256(token)))
  ctx.setAuditSubject(place.id)
  const { name, email, role, invited_by: by } = invitation
  const verified = invitation.licence_checked && isVerifiable(role)
  const user = { tenantId: place.tenantId, email, name, role, verifiedBy: verified ? by : undefined }
  const chosen = await chooseFirstPassword(ctx, user, proof)
  const userId = chosen ?? (await addMember(ctx, user, proof))
  if (canInvite(role) && chosen === undefined)
    await notifyOfAdministrator(ctx, 'ADMINISTRATOR_BEGAN_REPORT', by, { id: userId, name })
  defer(ctx.db, queries.update(place, { accepted_at: ctx.clock.now(), user_id: userId }))
  return { id: userId, tenantId: place.tenantId, role, organization: invitation.organization }
}
