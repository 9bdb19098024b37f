import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '../../../errors.ts'
import { countGuess } from '../../../http/authenticate.ts'
import type { Services } from '../../../http/services.ts'
import type { JoinRequest } from '../../../providers/video/index.ts'

/**
 * The holder of the join token of a request about a room.
 * @param graceSec for how long an expired token still tells who its holder is
 * @throws {ApiError} 401 without a valid join token of the room
 */
export async function holderOf(
  services: Services,
  request: FastifyRequest<{ Params: { roomId: string } }>,
  reply: FastifyReply,
  graceSec = 0,
): Promise<JoinRequest> {
  const [, token = ''] = /^bearer (\S{1,4096})$/i.exec(request.headers.authorization ?? '') ?? []
  const who = await services.video.identify(token, request.params.roomId, graceSec)
  await countGuess(services, request, reply, { wrong: who === 'INVALID' })
  if (who === 'INVALID' || who === 'VOID') throw unauthorized('A valid join token of this room is required.')
  return who
}
