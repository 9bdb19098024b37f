import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../errors.ts'
import { WEB_CLIENT } from './access-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client of a request that was refused or sent to a token endpoint. */
    client?: { tenantId: string; clientId: string }
    /** The error that was sent as the answer. */
    refusal?: ApiError
  }
  interface FastifyContextConfig {
    operation?: string
  }
}

/** A request in the log that its client can read. It contains no values, no bodies and no personal data. */
export type LoggedRequest = {
  tenantId: string
  clientId: string
  /** ISO 8601, real time. */
  at: string
  method: string
  path: string
  operation: string | null
  status: number
  code: string | null
  faultPaths: string[]
  durationMs: number
  requestId: string
}

const MAX_FAULT_PATHS = 20

/** Whether the id of a client names a user: that of a browser does. */
export const namesUser = ({ clientId }: { clientId: string }): boolean => clientId.split('/')[0] === WEB_CLIENT

const paths = new Map<string, string>()

/** The path of a route as the contract writes it. */
function pathOf(url: string): string {
  const known = paths.get(url)
  if (known !== undefined) return known
  const path = url.replace(/:(\w+)/g, '{$1}')
  paths.set(url, path)
  return path
}

/**
 * The log entry of an answered request. Undefined for visitors, and for browsers because their client id names a user.
 * @param names the field names of the contracts. Other names come from the client and may be data (an address as a key)
 */
export function loggedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  names: ReadonlySet<string>,
): LoggedRequest | undefined {
  const { actor, client = actor, refusal, routeOptions } = request
  if (!client || actor?.session || namesUser(client) || !routeOptions.url) return
  const { elapsedTime, statusCode: status } = reply
  const operation = routeOptions.config.operation ?? null
  if (operation === LOG_READ && status === 200) return
  return {
    tenantId: client.tenantId,
    clientId: client.clientId,
    at: new Date(Date.now() - elapsedTime).toISOString(),
    method: request.method,
    path: pathOf(routeOptions.url),
    operation,
    status,
    code: refusal?.code ?? null,
    faultPaths: refusal ? faultPathsOf(refusal, names) : [],
    durationMs: Math.round(elapsedTime),
    requestId: request.id,
  }
}

/** A successful read of the log is not logged, so that a client that polls the log does not fill it. */
const LOG_READ = 'listRequests'

function faultPathsOf({ details }: ApiError, names: ReadonlySet<string>): string[] {
  if (!Array.isArray(details)) return []
  const shown = (part: unknown) => (typeof part === 'number' || names.has(String(part)) ? String(part) : '?')
  const paths = details.flatMap(({ path }: { path?: unknown }) =>
    Array.isArray(path) ? [path.map(shown).join('.')] : [],
  )
  return [...new Set(paths)].slice(0, MAX_FAULT_PATHS)
}
