import type { Actor } from '../../../actor.ts'
import type { EventData, EventKind } from '../../../events/catalog.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Context } from '../../../http/services.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { recordAcceptance, recordVisit, withdrawStaffBooking } from '../../people/relationships/actions.ts'
import type { Locked } from './queries.ts'
import * as rules from './rules.ts'

/** Records that the patient accepted the appointment, or that the visit took place. */
export async function recordContact(
  ctx: Context<'config'>,
  actor: Actor,
  next: Locked,
  { accepted }: { accepted: boolean },
) {
  const started = next.start_time <= ctx.clock.now()
  if (accepted) await recordAcceptance(ctx, actor, next)
  else if (next.status === 'COMPLETED' && started) recordVisit(ctx, next, false)
}

/** Publishes the events of a status change, and closes the room. */
export async function publishStatusChange(
  ctx: Context<'rooms' | 'config'>,
  actor: Actor,
  current: Locked,
  to: rules.Status,
  reason: string | undefined,
): Promise<void> {
  const appointmentId = current.id
  const room = { tenantId: actor.tenantId, roomId: current.video_room_id }
  if (to === 'COMPLETED') {
    const durationSec = await ctx.rooms.secondsTogether(ctx.db, room)
    emit(ctx, current, 'appointment.completed', { appointmentId, durationSec })
    ctx.rooms.close(ctx.db, room, 'completed', durationSec)
  } else if (to === 'CANCELLED') {
    emit(ctx, current, 'appointment.cancelled', { appointmentId, reason: reason! })
    ctx.rooms.close(ctx.db, room, 'cancelled')
  } else if (rules.isFinal(to)) ctx.rooms.close(ctx.db, room, 'closed')
  if (to === 'CANCELLED' || to === 'NO_SHOW') withdrawStaffBooking(ctx, appointmentId)
}

export function emit<K extends EventKind>(
  ctx: UnitOfWork,
  appointment: Pick<Locked, 'id' | 'doctor_id' | 'patient_id'>,
  kind: K,
  data: EventData<K>,
): void {
  recordEvent(ctx, {
    kind,
    subjectId: appointment.id,
    audience: [appointment.doctor_id, appointment.patient_id],
    data,
  })
}
