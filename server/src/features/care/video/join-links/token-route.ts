import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../errors.ts'
import type { Services } from '../../../../http/services.ts'
import { sha256 } from '../../../../lib/secrets.ts'
import { joinToken } from '../contract.ts'
import { present } from '../routes.ts'
import { exchangeRoute } from '../token-exchange.ts'
import * as actions from './actions.ts'
import { linkCodeAnswer, linkCodeRequest, linkTokenRequest } from './contract.ts'
import { linkByCode } from './queries.ts'

/** What the page of the room requests with the code of a link: a join token, and a message with the code of the second check. */
export function linkTokenRoutes(app: FastifyInstance, services: Services): void {
  const common = {
    noun: 'Link',
    find: ({ link }: { link: string }) => linkByCode(services.database, sha256(link)),
  }
  exchangeRoute(app, services, {
    ...common,
    path: '/api/video/link-token',
    operation: 'issueLinkToken',
    body: linkTokenRequest,
    answer: joinToken,
    async act(ctx, key, given) {
      const token = await actions.issueToken(ctx, key, given)
      return token instanceof ApiError ? token : present(token)
    },
  })
  exchangeRoute(app, services, {
    ...common,
    path: '/api/video/link-code',
    operation: 'sendLinkCode',
    body: linkCodeRequest,
    answer: linkCodeAnswer,
    act: actions.sendTelephoneCode,
  })
}
