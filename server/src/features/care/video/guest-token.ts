import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../http/services.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { joinToken } from './contract.ts'
import { guestTokenRequest } from './guest-contract.ts'
import { guestBySecret } from './guest-queries.ts'
import { issueGuestToken } from './guests.ts'
import { present } from './routes.ts'
import { exchangeRoute } from './token-exchange.ts'

/** Exchanges a guest's invitation for a join token. */
export function guestTokenRoute(app: FastifyInstance, services: Services): void {
  exchangeRoute(app, services, {
    path: '/api/video/guest-token',
    operation: 'issueGuestToken',
    body: guestTokenRequest,
    answer: joinToken,
    noun: 'Invitation',
    async find({ invitation }) {
      const guest = await guestBySecret(services.database, sha256(invitation))
      return guest && { ...guest, userId: guest.id }
    },
    act: async (ctx, { id }) => present(await issueGuestToken(ctx, id)),
  })
}
