import { platformActor } from '../../../actor.ts'
import { auditRows, type Touched } from '../../../audit/trail.ts'
import { defer } from '../../../db/transaction.ts'
import type { Context, Services } from '../../../http/services.ts'
import { runUnaudited } from '../../../http/unit-of-work.ts'
import { newId } from '../../../lib/ids.ts'
import type { RoomId } from '../../../providers/video/index.ts'
import * as appointments from '../appointments/actions.ts'
import * as queries from './queries.ts'

/**
 * The audit log's names of the steps in rooms, which are no calls of the API. Their `userId` is a user, the id of a guest's
 * invitation, or the platform.
 */
export const auditNames = {
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

/** `about`: the other participant of the step. `outcome`: the code of a refusal; absent if it succeeded. */
export type RoomStep = { what: keyof typeof auditNames; by: string; about?: string; outcome?: string }

/** A room whose appointment is locked in one transaction. */
export type LockedRoom = {
  ctx: Context<'rooms' | 'config'>
  appointment: queries.RoomAppointment
  /** Writes a step into the audit log, in the transaction. */
  note(step: RoomStep): void
}

/**
 * Runs one transaction about a room. It locks the appointment first, as the API's changes do, to avoid deadlocks.
 * Undefined if there is no such room.
 */
export function inRoom<T>(
  services: Services,
  { tenantId, roomId }: RoomId,
  work: (room: LockedRoom) => Promise<T>,
): Promise<T | undefined> {
  const trail = {
    tenantId,
    userId: PLATFORM,
    clientId: 'video',
    operation: 'video',
    address: null,
    requestId: newId('req'),
  }
  return runUnaudited(services, trail, async (ctx) => {
    const appointment = await queries.lockAppointmentOf(ctx.db, tenantId, roomId)
    if (!appointment) return undefined
    const note = ({ what, by, about, outcome = 'OK' }: RoomStep) => {
      const touched = (subjectId: string): Touched => ({ outcome, subjectId, patientIds: [appointment.patient_id] })
      const subjects = about === undefined ? [appointment.id] : [appointment.id, about]
      defer(ctx.db, auditRows({ ...trail, userId: by, operation: auditNames[what] }, subjects.map(touched)))
    }
    return work({ ctx, appointment, note })
  })
}

const PLATFORM = 'platform'

/**
 * Practitioner and patient are together: the first report starts the appointment, repeated ones have no effect. Only their own
 * presence accepts a proposal and begins a relationship, which a token that another user fetched does not show.
 * @returns whether it was the first
 */
export async function startConsultation({ ctx, appointment, note }: LockedRoom): Promise<boolean> {
  const { tenantId } = ctx.trail
  const met = !(await queries.isStandIn(ctx.db, tenantId, appointment))
  if (appointment.proposed && !met) return false
  const isFirst = await appointments.start(ctx, platformActor(tenantId, 'video'), appointment.id, { met })
  if (isFirst) note({ what: 'met', by: PLATFORM })
  return isFirst
}

/**
 * The practitioner ends the consultation: completes the appointment, closes the room in the transaction, and disconnects
 * all participants after the commit. If the appointment is already over, all are disconnected with its outcome.
 */
export async function endConsultation({ ctx, appointment, note }: LockedRoom, by: string): Promise<void> {
  const { tenantId } = ctx.trail
  const actor = { ...platformActor(tenantId, 'video'), userId: by }
  if (await appointments.complete(ctx, actor, appointment.id)) return note({ what: 'ended', by })
  const room = { tenantId, roomId: appointment.video_room_id }
  if (appointment.status === 'COMPLETED')
    ctx.rooms.close(ctx.db, room, 'completed', await ctx.rooms.secondsTogether(ctx.db, room))
  else ctx.rooms.close(ctx.db, room, appointment.status === 'CANCELLED' ? 'cancelled' : 'closed')
}
