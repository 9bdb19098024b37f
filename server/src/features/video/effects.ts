import { platformActor } from '../../actor.ts'
import { auditRows, type Touched } from '../../audit/trail.ts'
import { later } from '../../db/transaction.ts'
import type { Context, Services } from '../../http/services.ts'
import { unit } from '../../http/unit-of-work.ts'
import { newId } from '../../lib/ids.ts'
import type { RoomId } from '../../providers/video/index.ts'
import * as appointments from '../appointments/actions.ts'
import * as queries from './queries.ts'

/**
 * What happens in rooms, as the audit log names it. Nobody called the API for it, but somebody did it: by `userId` a user,
 * a guest by the id of the invitation, or the platform.
 */
export const happenings = {
  waited: 'waitInLobby',
  joined: 'joinRoom',
  left: 'leaveRoom',
  lost: 'dropOutOfRoom',
  full: 'findRoomFull',
  admitted: 'admitToRoom',
  denied: 'denyEntry',
  allowed: 'allowEntry',
  sentBack: 'sendToLobby',
  kicked: 'removeFromRoom',
  met: 'meetInRoom',
  ended: 'endConsultation',
} as const

/** `about`: the other person whom it concerns, beside the appointment. `outcome`: the code of a refusal; absent, it went well. */
export type Happening = { what: keyof typeof happenings; by: string; about?: string; outcome?: string }

/** A room with its appointment, held in one transaction. */
export type HeldRoom = {
  ctx: Context<'rooms'>
  appointment: queries.OfRoom
  /** Writes down that something happened, with the transaction. */
  note(happening: Happening): void
}

/**
 * One transaction about a room: it holds the appointment first, as the API's own changes do, so that they take turns.
 * Undefined where there is no such room.
 */
export function inRoom<T>(
  services: Services,
  { tenantId, roomId }: RoomId,
  work: (room: HeldRoom) => Promise<T>,
): Promise<T | undefined> {
  const trail = {
    tenantId,
    userId: PLATFORM,
    clientId: 'video',
    operation: 'video',
    address: null,
    requestId: newId('req'),
  }
  return unit(services, trail, async (ctx) => {
    const appointment = await queries.holdAppointmentOf(ctx.db, tenantId, roomId)
    if (!appointment) return undefined
    const note = ({ what, by, about, outcome = 'OK' }: Happening) => {
      const touched = (subjectId: string): Touched => ({ outcome, subjectId, patientIds: [appointment.patient_id] })
      const subjects = about === undefined ? [appointment.id] : [appointment.id, about]
      later(ctx.db, auditRows({ ...trail, userId: by, operation: happenings[what] }, subjects.map(touched)))
    }
    return work({ ctx, appointment, note })
  })
}

const PLATFORM = 'platform'

/**
 * Practitioner and patient are together: the first time, whoever says it and however often, the appointment is in progress.
 * @returns whether it was the first time
 */
export async function met({ ctx, appointment, note }: HeldRoom): Promise<boolean> {
  const begun = await appointments.begin(ctx, platformActor(ctx.trail.tenantId, 'video'), appointment.id)
  if (begun) note({ what: 'met', by: PLATFORM })
  return begun
}

/**
 * The practitioner ends the consultation: the appointment is completed, the room closed with the transaction, and
 * everybody sent out behind it. Where it is over already, however that came, everybody is told that.
 */
export async function ended({ ctx, appointment, note }: HeldRoom, by: string): Promise<void> {
  const { tenantId } = ctx.trail
  const actor = { ...platformActor(tenantId, 'video'), userId: by }
  if (await appointments.complete(ctx, actor, appointment.id)) return note({ what: 'ended', by })
  const room = { tenantId, roomId: appointment.video_room_id }
  if (appointment.status === 'COMPLETED')
    ctx.rooms.close(ctx.db, room, 'completed', await ctx.rooms.secondsTogether(ctx.db, room))
  else ctx.rooms.close(ctx.db, room, appointment.status === 'CANCELLED' ? 'cancelled' : 'closed')
}
