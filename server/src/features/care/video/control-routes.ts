import type { RoomView } from '@medina-care/protocol/control.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { badRequest, forbidden, notFound, unauthorized, unprocessable } from '../../../errors.ts'
import { admitAddress, countGuess, setAddressLimitHeaders } from '../../../http/authenticate.ts'
import { BODY_LIMIT } from '../../../http/body.ts'
import type { Services } from '../../../http/services.ts'
import { faultsOf, zodMessages } from '../../../http/validate.ts'
import type { ControlAnswer, RoomControl } from '../../../providers/video/room-control.ts'
import { decision, roomParams, verbParams } from './control-contract.ts'

/** For a provider with rooms on another server, such as LiveKit: the requests of the room's page, and the provider's webhooks. */
export async function controlRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { control } = services.video
  if (!control) return
  await app.register(async (scope) => webhookRoute(scope, services, control))

  app.get('/video/livekit/:roomId', async (request, reply) => {
    await admitAddress(services, request, reply)
    const { roomId } = parsed(roomParams, request.params)
    return respond(services, request, reply, (token) => control.view(roomId, token))
  })

  app.post('/video/livekit/:roomId/:verb', async (request, reply) => {
    await admitAddress(services, request, reply)
    const { roomId, verb } = parsed(verbParams, request.params)
    if (request.body === undefined) throw badRequest('A JSON body is required.')
    const { peerId } = parsed(decision, request.body)
    return respond(services, request, reply, (token) => control.act(roomId, token, verb, peerId))
  })
}

/** Reads bodies as bytes, because the signature covers them. */
function webhookRoute(app: FastifyInstance, services: Services, control: RoomControl): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  // An event contains the whole state of a room and its tracks, hence the larger limit.
  app.post('/video/livekit/webhook', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const isAuthentic = await control.receive(request.headers.authorization, body)
    // Authentic calls are not rate limited: one address sends the events of all rooms.
    await (isAuthentic ? setAddressLimitHeaders(services, request, reply) : admitAddress(services, request, reply))
    await countGuess(services, request, reply, { wrong: !isAuthentic })
    if (!isAuthentic) throw unauthorized('The signature is missing or wrong.')
    return { ok: true }
  })
}

async function respond(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (token: string) => Promise<ControlAnswer>,
): Promise<RoomView> {
  const [, token = ''] = /^bearer (\S{1,4096})$/i.exec(request.headers.authorization ?? '') ?? []
  const answer = await run(token)
  await countGuess(services, request, reply, { wrong: answer === 'INVALID' })
  if (answer === 'INVALID' || answer === 'VOID') throw unauthorized('A valid join token of this room is required.')
  if (answer === 'FORBIDDEN') throw forbidden('The practitioner has denied you, or you are not the practitioner.')
  if (answer === 'UNKNOWN') throw notFound('Participant')
  return answer
}

function parsed<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given, zodMessages)
  if (error) throw unprocessable(faultsOf(error))
  return data as z.output<S>
}
