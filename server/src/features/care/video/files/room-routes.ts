import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, unprocessable } from '../../../../errors.ts'
import { admitAddress } from '../../../../http/authenticate.ts'
import { answerSchema } from '../../../../http/lazy-serializers.ts'
import type { Services } from '../../../../http/services.ts'
import { faultsOf, zodMessages } from '../../../../http/validate.ts'
import type { JoinRequest } from '../../../../providers/video/index.ts'
import { holderOf } from '../token-holder.ts'
import { contentAnswer, SHARED_LIMIT, shared, sharedAnswer } from './contract.ts'
import { presentFile } from './presented.ts'
import { PRESENCE_SEC } from './rules.ts'
import * as sharing from './sharing.ts'

/** Shares and opens files, for the participants who are in a room. */
export function roomFileRoutes(app: FastifyInstance, services: Services): void {
  const holders = new WeakMap<FastifyRequest, JoinRequest>()
  // The token is checked before the body is read, because uploads are large.
  const onRequest = async (request: FastifyRequest<{ Params: { roomId: string } }>, reply: FastifyReply) => {
    await admitAddress(services, request, reply)
    holders.set(request, await holderOf(services, request, reply, PRESENCE_SEC))
  }

  app.post<{ Params: { roomId: string } }>(
    '/video/rooms/:roomId/files',
    { schema: { response: { 201: answerSchema(sharedAnswer) } }, bodyLimit: SHARED_LIMIT, onRequest },
    async (request, reply) => {
      const who = holders.get(request)!
      if (request.body === undefined) throw badRequest('A JSON body is required.')
      const { data, error } = shared.safeParse(request.body, zodMessages)
      if (error) throw unprocessable(faultsOf(error))
      reply.code(201)
      return { file: presentFile(await sharing.share(services, who, data)) }
    },
  )

  app.get<{ Params: { roomId: string; fileId: string } }>(
    '/video/rooms/:roomId/files/:fileId',
    { schema: { response: { 200: answerSchema(contentAnswer) } }, onRequest },
    async (request) => {
      const who = holders.get(request)!
      const { file, url, expiresAt } = await sharing.open(services, who, request.params.fileId)
      return { file: { ...presentFile(file), url, expiresAt: expiresAt.toISOString() } }
    },
  )
}
