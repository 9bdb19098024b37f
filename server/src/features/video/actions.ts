import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../../actor.ts'
import { afterCommit, gathering, later } from '../../db/transaction.ts'
import { forbidden, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import type { Context, Rooms } from '../../http/services.ts'
import type { JoinToken, RoomId, VideoProvider } from '../../providers/video/index.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { issueVideoToken } from './contract.ts'
import * as queries from './queries.ts'
import { renumber, roomsOf } from './room-queries.ts'
import * as rules from './rules.ts'

/** @throws {ApiError} 422 unknown appointment, 403 when the user is no part of it or disabled, 409 when its room may not be joined now */
export async function issueToken(
  ctx: Context<'config' | 'video'>,
  actor: Actor,
  body: Input<typeof issueVideoToken>['body'],
): Promise<JoinToken> {
  const appointment = await queries.findAppointment(ctx.db, actor.tenantId, body)
  if (!appointment)
    throw unprocessable([{ path: ['appointmentId'], message: 'is not an appointment of this organisation' }])
  ctx.concerns(appointment.id, appointment.patient_id)
  const role = rules.roleInRoom(actor, body.identity, appointment)
  if (appointment.name === null) throw forbidden('The account of this user is disabled.')
  rules.assertJoinable(appointment, ctx.config.videoJoinWindow, ctx.clock.now())
  return ctx.video.issueJoinToken({
    tenantId: actor.tenantId,
    roomId: appointment.video_room_id,
    appointmentId: appointment.id,
    identity: body.identity,
    name: appointment.name,
    role,
  })
}

/** All rooms of a transaction, which is of one tenant, close in one statement. */
const closeWithCommit = gathering<RoomId>((rooms) =>
  queries.close({ tenantId: rooms[0]!.tenantId, ids: rooms.map(({ roomId }) => roomId) }),
)

export const appointmentRooms = (video: VideoProvider, log: FastifyBaseLogger): Rooms => ({
  close(tx, room, reason, durationSec) {
    closeWithCommit(tx, room)
    afterCommit(tx, () => {
      video
        .closeRoom(room, reason, durationSec)
        .catch((error) => log.error({ err: error, roomId: room.roomId }, 'a closed room could not be emptied'))
    })
  },
  secondsTogether: (tx, { tenantId, roomId }) => queries.secondsTogether(tx, tenantId, roomId),
})

/** With the transaction that says that somebody may be in no room any more, or may again, what rooms know of them is out of date. */
export const standAnew = (ctx: UnitOfWork, tenantId: string, identity: string): void =>
  later(ctx.db, renumber({ tenantId, identity }))

/** Sends somebody out of every room once the transaction has committed, which says why they may be in none any more. */
export function sendOut(ctx: Context<'database' | 'video'>, tenantId: string, identity: string): void {
  standAnew(ctx, tenantId, identity)
  afterCommit(ctx.db, () => {
    leaveAll(ctx, tenantId, identity).catch((error) =>
      ctx.log.error({ err: error, identity }, 'somebody who may be in no room could not be sent out'),
    )
  })
}

/** Who comes meanwhile is found here, or finds that they are disabled: arriving holds the user's row, as disabling does. */
async function leaveAll(
  { database, video }: Context<'database' | 'video'>,
  tenantId: string,
  identity: string,
): Promise<void> {
  const { rows } = await database.onLane(tenantId, roomsOf({ tenantId, identity }))
  await Promise.all(rows.map(({ room_id: roomId }) => video.removeParticipant({ tenantId, roomId }, identity)))
}
