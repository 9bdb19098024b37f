import type { Actor } from '../../../actor.ts'
import type { Statement } from '../../../db/flush.ts'
import type { Db } from '../../../db/kysely.ts'
import { afterCommit, collectRows, defer } from '../../../db/transaction.ts'
import { forbidden, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, PatientsParticipant, Rooms, Services } from '../../../http/services.ts'
import { queueOnceADay } from '../../../messages/once.ts'
import type { JoinToken, RoomId } from '../../../providers/video/index.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { issueVideoToken } from './contract.ts'
import * as queries from './queries.ts'
import { bumpRevisions, roomsOfPatient, roomsWith } from './room-queries.ts'
import * as rules from './rules.ts'

/** @throws {ApiError} 422 for an unknown appointment, 403 for a disabled user or a non-participant, 409 if the room is closed */
export async function issueToken(
  ctx: Context<'config' | 'video'>,
  actor: Actor,
  body: Input<typeof issueVideoToken>['body'],
): Promise<JoinToken> {
  const { appointment, identity, name, role } = await identify(ctx, actor, body)
  rules.assertJoinable(appointment, ctx.config.videoJoinWindow, ctx.clock.now())
  const isOwn = identity === actor.userId
  if (!isOwn) announceFetch(ctx, appointment, identity)
  return ctx.video.issueJoinToken({
    tenantId: actor.tenantId,
    roomId: appointment.video_room_id,
    appointmentId: appointment.id,
    identity,
    name,
    role,
    issuedBy: isOwn ? undefined : actor.userId,
  })
}

/**
 * The participant for whom a caller asks for a token or a link: the caller, or another one for administrators.
 * @throws {ApiError} 422 for an unknown appointment, 403 for a disabled user or a non-participant
 */
export async function identify(
  ctx: UnitOfWork,
  actor: Actor,
  { appointmentId, ...given }: Input<typeof issueVideoToken>['body'],
) {
  const identity = rules.identityOf(actor, given.identity)
  const appointment = await queries.findAppointment(ctx.db, actor, { appointmentId, identity })
  if (!appointment) rules.assertMayLookUp(actor, identity)
  if (!appointment)
    throw unprocessable([{ path: ['appointmentId'], message: 'is not an appointment of this organisation' }])
  ctx.setAuditSubject(appointment.id, appointment.patient_id)
  const role = rules.roleInRoom(actor, identity, appointment)
  if (appointment.name === null) throw forbidden('The account of this user is disabled or has not been verified.')
  const isGuardian = role === 'patient' && identity !== appointment.patient_id
  const name = isGuardian ? rules.nameOfGuardian(appointment.name, appointment.patient_name) : appointment.name
  return { appointment, identity, name, role }
}

/** Notifies a participant that an administrator can enter the room in their name. */
export function announceFetch(ctx: UnitOfWork, appointment: { id: string; start_time: Date }, identity: string): void {
  const variables = { startTime: appointment.start_time }
  queueOnceADay(ctx, { userId: identity, template: 'ROOM_TOKEN_FETCHED', variables, about: appointment.id })
}

/** Closes all rooms of a transaction in one statement. A transaction has one tenant. */
const closeWithCommit = collectRows<RoomId>((rooms) =>
  queries.close({ tenantId: rooms[0]!.tenantId, ids: rooms.map(({ roomId }) => roomId) }),
)

export const appointmentRooms = (services: RoomServices): Rooms => ({
  close(tx, room, reason, durationSec) {
    closeWithCommit(tx, room)
    afterCommit(tx, () => {
      const { video, log } = services
      video
        .closeRoom(room, reason, durationSec)
        .catch((error) =>
          log.error({ err: error, roomId: room.roomId }, 'cannot disconnect the participants of a closed room'),
        )
    })
  },
  removeFromRoomsOf: (tx, who) => removeFromRoomsOf(tx, services, who),
  secondsTogether: (tx, { tenantId, roomId }) => queries.secondsTogether(tx, tenantId, roomId),
})

/**
 * Makes rooms read the user's admission again. Call it when a transaction disables or enables a user, or withdraws an
 * invitation.
 */
export const invalidateAdmission = (ctx: UnitOfWork, tenantId: string, identity: string): void =>
  defer(ctx.db, bumpRevisions({ tenantId, identity }))

/** Disconnects a user from every room after the commit. The transaction must bar the user. */
export function removeFromRooms(ctx: Context<'database' | 'video'>, tenantId: string, identity: string): void {
  invalidateAdmission(ctx, tenantId, identity)
  afterCommit(ctx.db, () => {
    removeFrom(ctx, { tenantId, identity }, roomsWith({ tenantId, identity })).catch((error) =>
      ctx.log.error({ err: error, identity }, 'cannot disconnect a barred user from a room'),
    )
  })
}

/** Disconnects a former guardian from the rooms of a dependant after the commit. The transaction must end the guardianship. */
export const removeGuardianFromRooms = (
  { database, video, log, db }: Context<'database' | 'video'>,
  guardianship: { tenantId: string; guardianId: string; dependantId: string },
): void => {
  const { tenantId, guardianId: identity, dependantId: patientId } = guardianship
  removeFromRoomsOf(db, { database, video, log }, { tenantId, identity, patientId })
}

type RoomServices = Pick<Services, 'database' | 'video' | 'log'>

/** Disconnects a participant from the rooms of one patient after the commit. The transaction must bar the participant. */
function removeFromRoomsOf(tx: Db, services: RoomServices, who: PatientsParticipant): void {
  defer(tx, bumpRevisions(who))
  afterCommit(tx, () => {
    removeFrom(services, who, roomsOfPatient(who)).catch((error) =>
      services.log.error({ err: error, identity: who.identity }, 'cannot disconnect a participant from a room'),
    )
  })
}

/** Arriving and disabling lock the user's row, so that a concurrent arrival is either found here or refused. */
async function removeFrom(
  { database, video }: Pick<Services, 'database' | 'video'>,
  { tenantId, identity }: { tenantId: string; identity: string },
  rooms: Statement,
): Promise<void> {
  const { rows } = await database.onLane(tenantId, rooms)
  await Promise.all(rows.map(({ room_id: roomId }) => video.removeParticipant({ tenantId, roomId }, identity)))
}
