import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { badRequest, notFound, unprocessable } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { visitorFrom } from '../../../http/caller.ts'
import type { Services } from '../../../http/services.ts'
import { write } from '../../../http/unit-of-work.ts'
import { faultsOf, zodMessages } from '../../../http/validate.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { joinToken } from './contract.ts'
import { guestTokenRequest } from './guest-contract.ts'
import { guestBySecret } from './guest-queries.ts'
import { issueGuestToken } from './guests.ts'
import { present } from './routes.ts'

/** Exchanges a guest's invitation for a join token, in the tenant of the invitation. */
export function guestTokenRoute(app: FastifyInstance, services: Services): void {
  app.post('/api/video/guest-token', {
    schema: { response: { 200: z.toJSONSchema(joinToken, { target: 'draft-7' }) } },
    onRequest: async (request, reply) => admitAddress(services, request, reply),
    async handler(request, reply) {
      const guest = await guestOf(services, request, reply)
      const trail = {
        ...visitorFrom(request.ip, guest.tenantId),
        userId: guest.id,
        operation: 'issueGuestToken',
        address: request.ip,
        requestId: request.id,
      }
      const { body } = await write(services, trail, undefined, async (ctx) => ({
        status: 200,
        body: reply.serialize(present(await issueGuestToken(ctx, guest.id))) as string, // with the schema of the response
      }))
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}

/**
 * @throws {ApiError} 400 or 422 for an invalid request, 404 for an unknown invitation, 429 for an address with too many guesses
 */
async function guestOf(services: Services, request: FastifyRequest, reply: FastifyReply) {
  if (request.body === undefined) throw badRequest('A JSON body is required.')
  const { data, error } = guestTokenRequest.safeParse(request.body, zodMessages)
  if (error) throw unprocessable(faultsOf(error))
  const guest = await guestBySecret(services.database, sha256(data.invitation))
  await countGuess(services, request, reply, { wrong: guest === undefined })
  if (!guest) throw notFound('Invitation')
  return guest
}
