import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { afterCommit, gathering } from '../../db/transaction.ts'
import { unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import type { JoinToken } from '../../providers/video/index.ts'
import type { issueVideoToken } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** @throws {ApiError} 422 unknown appointment, 403 when the user is no part of it, 409 when its room may not be joined now */
export async function issueToken(
  ctx: Context,
  actor: Actor,
  body: Input<typeof issueVideoToken>['body'],
): Promise<JoinToken> {
  const appointment = await queries.findAppointment(ctx.db, actor.tenantId, body.appointmentId)
  if (!appointment)
    throw unprocessable([{ path: ['appointmentId'], message: 'is not an appointment of this organisation' }])
  ctx.concerns(appointment.id, appointment.patient_id)
  const role = rules.roleInRoom(actor, body.identity, appointment)
  rules.assertJoinable(appointment, ctx.config.videoJoinWindow, ctx.clock.now())
  return ctx.video.issueJoinToken({
    tenantId: actor.tenantId,
    roomId: appointment.video_room_id,
    appointmentId: appointment.id,
    identity: body.identity,
    role,
  })
}

/** All rooms of a transaction, which is of one tenant, close in one statement. */
const closeWithCommit = gathering<{ tenantId: string; id: string }>((rooms) =>
  queries.close({ tenantId: rooms[0]!.tenantId, ids: rooms.map(({ id }) => id) }),
)

/** Closes a room with the transaction, and sends everyone out once it has committed. */
export function closeRoom(ctx: Context, tenantId: string, roomId: string): void {
  closeWithCommit(ctx.db, { tenantId, id: roomId })
  afterCommit(ctx.db, () => {
    ctx.video
      .closeRoom(roomId)
      .catch((error) => ctx.log.error({ err: error, roomId }, 'a closed room could not be emptied'))
  })
}

/** Whole seconds that practitioner and patient were in the room together; 0 when it was not used. */
export const secondsTogether = (ctx: Context, tenantId: string, roomId: string): Promise<number> =>
  queries.secondsTogether(ctx.db, tenantId, roomId)
