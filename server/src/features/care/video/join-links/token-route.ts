import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../../http/services.ts'
import { sha256 } from '../../../../lib/secrets.ts'
import { exchangeRoute } from '../token-exchange.ts'
import * as actions from './actions.ts'
import { linkTokenRequest } from './contract.ts'
import { linkByCode } from './queries.ts'

/** Exchanges the code of a link for a join token. */
export function linkTokenRoute(app: FastifyInstance, services: Services): void {
  exchangeRoute(app, services, {
    path: '/api/video/link-token',
    operation: 'issueLinkToken',
    body: linkTokenRequest,
    noun: 'Link',
    find: ({ link }) => linkByCode(services.database, sha256(link)),
    issue: actions.issueToken,
  })
}
