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
 * Names of room steps in the audit log; they are not operations of the API. The `userId` of such a row is a user, a guest's
 * invitation, or the platform.
 */
const auditNames = {
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
  delayed: 'announceDelay',
  shared: 'shareFileInRoom',
  opened: 'openFileInRoom',
  met: 'meetInRoom',
  ended: 'endConsultation',
} as const

/** `about`: the participant whom the step concerns, if not `by`. `outcome`: the code of a refusal; absent after success. */
export type RoomStep = { step: keyof typeof auditNames; by: string; about?: string; outcome?: string }

/** A room whose appointment is locked in one transaction. */
export type LockedRoom = {
  ctx: Context<'rooms' | 'config'>
  appointment: queries.RoomAppointment
  /** Writes a step into the audit log, in the transaction. */
  recordStep(step: RoomStep): void
}

/**
 * Runs one transaction about a room. To avoid deadlocks, it locks the appointment first, like the operations of the API.
 * @returns undefined if there is no such room
 */
export function inLockedRoom<T>(
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
    const recordStep = ({ step, by, about, outcome = 'OK' }: RoomStep) => {
      const touched = (subjectId: string): Touched => ({ outcome, subjectId, patientIds: [appointment.patient_id] })
      const subjects = about === undefined ? [appointment.id] : [appointment.id, about]
      defer(ctx.db, auditRows({ ...trail, userId: by, operation: auditNames[step] }, subjects.map(touched)))
    }
    return work({ ctx, appointment, recordStep })
  })
}

const PLATFORM = 'platform'

/**
 * Starts the appointment when practitioner and patient are together; repeated reports have no effect. A meeting accepts a
 * proposal and begins a care relationship only if both joined with tokens that they fetched themselves.
 * @returns whether it was the first report
 */
export async function startConsultation({ ctx, appointment, recordStep }: LockedRoom): Promise<boolean> {
  const { tenantId } = ctx.trail
  const bothPresent = !(await queries.joinedWithForeignToken(ctx.db, tenantId, appointment))
  if (appointment.proposed && !bothPresent) return false
  const isFirst = await appointments.start(ctx, platformActor(tenantId, 'video'), appointment.id, { bothPresent })
  if (isFirst) recordStep({ step: 'met', by: PLATFORM })
  return isFirst
}

/**
 * Ends the consultation for the practitioner: completes the appointment, closes the room in the transaction, and disconnects
 * all participants after the commit. If the appointment is already over, it disconnects all participants with its outcome.
 */
export async function endConsultation({ ctx, appointment, recordStep }: LockedRoom, by: string): Promise<void> {
  const { tenantId } = ctx.trail
  const actor = { ...platformActor(tenantId, 'video'), userId: by }
  if (await appointments.complete(ctx, actor, appointment.id)) return recordStep({ step: 'ended', by })
  const room = { tenantId, roomId: appointment.video_room_id }
  if (appointment.status === 'COMPLETED')
    ctx.rooms.close(ctx.db, room, 'completed', await ctx.rooms.secondsTogether(ctx.db, room))
  else ctx.rooms.close(ctx.db, room, appointment.status === 'CANCELLED' ? 'cancelled' : 'closed')
}
