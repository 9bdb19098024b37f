import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { badRequest, forbidden, notFound, unauthorized, unprocessable } from '../../errors.ts'
import { admitAddress, settleGuess, showAddress } from '../../http/authenticate.ts'
import { BODY_LIMIT } from '../../http/body.ts'
import type { Services } from '../../http/services.ts'
import { faultsOf, wording } from '../../http/validate.ts'
import type { DeskAnswer, DeskView, VideoDesk } from '../../providers/video/desk.ts'
import { decision, roomParams, verbParams } from './desk-contract.ts'

/** For a provider whose rooms are elsewhere: what their pages ask here, and what we are told from there. */
export async function deskRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { desk } = services.video
  if (!desk) return
  await app.register(async (scope) => webhookRoute(scope, services, desk))

  app.get('/video/livekit/:roomId', async (request, reply) => {
    await admitAddress(services, request, reply)
    const { roomId } = parsed(roomParams, request.params)
    return answered(services, request, reply, (token) => desk.view(roomId, token))
  })

  app.post('/video/livekit/:roomId/:verb', async (request, reply) => {
    await admitAddress(services, request, reply)
    const { roomId, verb } = parsed(verbParams, request.params)
    if (request.body === undefined) throw badRequest('A JSON body is required.')
    const { peerId } = parsed(decision, request.body)
    return answered(services, request, reply, (token) => desk.act(roomId, token, verb, peerId))
  })
}

/** Signatures are over the bytes, so it reads bodies in a way of its own. */
function webhookRoute(app: FastifyInstance, services: Services, desk: VideoDesk): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  // An event carries the whole state of a room and its tracks, so it may have what a call with a token may.
  app.post('/video/livekit/webhook', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const genuine = await desk.receive(request.headers.authorization, body)
    // Genuine calls are not counted: one address tells of all rooms.
    await (genuine ? showAddress(services, request, reply) : admitAddress(services, request, reply))
    await settleGuess(services, request, reply, { wrong: !genuine })
    if (!genuine) throw unauthorized('The signature is missing or wrong.')
    return { ok: true }
  })
}

async function answered(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  ask: (token: string) => Promise<DeskAnswer>,
): Promise<DeskView> {
  const [, token = ''] = /^bearer (\S{1,4096})$/i.exec(request.headers.authorization ?? '') ?? []
  const answer = await ask(token)
  await settleGuess(services, request, reply, { wrong: answer === 'INVALID' })
  if (answer === 'INVALID' || answer === 'VOID') throw unauthorized('A valid join token of this room is required.')
  if (answer === 'FORBIDDEN') throw forbidden('The practitioner alone decides here, and keeps out whom they denied.')
  if (answer === 'UNKNOWN') throw notFound('Participant')
  return answer
}

function parsed<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given, wording)
  if (error) throw unprocessable(faultsOf(error))
  return data as z.output<S>
}
