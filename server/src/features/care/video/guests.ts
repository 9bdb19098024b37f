import type { Actor } from '../../../actor.ts'
import { afterCommit, defer } from '../../../db/transaction.ts'
import { conflict, gone, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { JoinToken } from '../../../providers/video/index.ts'
import { lock as lockAppointment } from '../appointments/actions.ts'
import { invalidateAdmission } from './actions.ts'
import type { inviteGuest } from './guest-contract.ts'
import * as queries from './guest-queries.ts'
import * as rules from './rules.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Creates an invitation. Only the hash of its secret is stored. Patient and practitioner are notified of guests that another
 * user invites, because the inviter chooses the guest's name freely.
 * @throws {ApiError} 404 if the appointment is not visible, 422 for an expiry in the past, 409 if the appointment is over, not by
 *   video, or has the maximum of invitations
 */
export async function invite(
  ctx: Context<'config'>,
  actor: Actor,
  appointmentId: string,
  { name, kind, expiresAt }: Input<typeof inviteGuest>['body'],
) {
  const { tenantId } = actor
  // The lock on the appointment makes the count of its invitations reliable.
  const appointment = await lockAppointment(ctx, actor, appointmentId)
  if (!appointment) throw notFound('Appointment')
  ctx.setAuditSubject(appointmentId, appointment.patient_id)
  const now = ctx.clock.now()
  if (expiresAt && expiresAt <= now)
    throw unprocessable([{ path: ['expiresAt'], message: 'must be in the future', code: 'not_future' }])
  rules.assertOpen(appointment)
  if ((await queries.countValid(ctx.db, { tenantId, appointmentId })) >= rules.MAX_GUESTS)
    throw conflict(`This appointment has ${rules.MAX_GUESTS} valid invitations, the maximum. Withdraw one first.`)

  const [id, secret] = [newId('gst'), randomSecret()]
  const guest = { tenantId, id, appointmentId, name, kind, secretSha256: sha256(secret), invitedBy: actor.userId }
  defer(ctx.db, queries.insert({ ...guest, expiresAt: expiresAt ?? null }))
  ctx.setAuditSubject(id, appointment.patient_id)
  const variables = { guestName: name, startTime: appointment.start_time }
  for (const userId of [appointment.patient_id, appointment.doctor_id])
    if (userId !== actor.userId)
      queueMessage(ctx, { to: { userId }, template: 'GUEST_INVITED', variables, about: [id, appointmentId] })
  const endsAt = expiresAt ?? new Date(Math.max(appointment.end_time.getTime(), now.getTime()) + DAY_MS)
  const url = `${ctx.config.publicUrl}/room/${appointment.video_room_id}#guest=${secret}`
  return { id, name, kind, expiresAt: endsAt.toISOString(), url }
}

/** Withdraws an invitation and disconnects its guest. @throws {ApiError} 404 if the caller can see no such invitation */
export async function withdraw(ctx: Context<'video'>, actor: Actor, appointmentId: string, id: string): Promise<void> {
  const { tenantId } = actor
  const appointment = await lockAppointment(ctx, actor, appointmentId)
  if (!appointment || !(await queries.withdraw(ctx.db, { tenantId, appointmentId, id }))) throw notFound('Guest')
  ctx.setAuditSubject(id, appointment.patient_id)
  invalidateAdmission(ctx, tenantId, id)
  const room = { tenantId, roomId: appointment.video_room_id }
  afterCommit(ctx.db, () => {
    ctx.video
      .removeParticipant(room, id)
      .catch((err) =>
        ctx.log.error({ err, roomId: room.roomId, id }, 'cannot disconnect a guest whose invitation was withdrawn'),
      )
  })
}

/** @throws {ApiError} 410 if the invitation has expired or was withdrawn, 409 if its room may not be joined now */
export async function issueGuestToken(ctx: Context<'config' | 'video'>, id: string): Promise<JoinToken> {
  const { tenantId } = ctx.trail
  const guest = await queries.find(ctx.db, tenantId, id)
  if (!guest) throw notFound('Invitation')
  ctx.setAuditSubject(guest.appointment_id, guest.patient_id)
  if (guest.withdrawn) throw gone('This invitation was withdrawn.', { invitation: 'WITHDRAWN' })
  if (guest.expired) throw gone('This invitation has expired. Ask for another one.', { invitation: 'EXPIRED' })
  rules.assertJoinable(guest, ctx.config.videoJoinWindow, ctx.clock.now())
  return ctx.video.issueJoinToken({
    tenantId,
    roomId: guest.video_room_id,
    appointmentId: guest.appointment_id,
    identity: id,
    name: guest.name,
    role: 'guest',
  })
}
