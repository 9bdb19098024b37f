import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { scopes } from '../../../actor.ts'
import type { Trail } from '../../../audit/trail.ts'
import { type ApiError, badRequest, unprocessable } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { acceptForms, FORM } from '../../../http/form.ts'
import { JWKS_MAX_AGE_SEC } from '../../../http/key-ring.ts'
import { answerSchema } from '../../../http/lazy-serializers.ts'
import { type ErrorShape, envelope, sendError } from '../../../http/send-error.ts'
import type { Services } from '../../../http/services.ts'
import { faultsOf, zodMessages } from '../../../http/validate.ts'
import { sha256 } from '../../../lib/secrets.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { type Client, clientBySecret, ownerOfClient } from './queries.ts'

/**
 * The OAuth endpoints. JSON requests get the specification's envelope; form requests get RFC 6749 errors, for OAuth
 * libraries.
 */
export async function tokenRoutes(app: FastifyInstance, services: Services): Promise<void> {
  acceptForms(app)
  app.setErrorHandler((error, request, reply) =>
    sendError(error, request, reply, isForm(request) ? oauthShape : envelope),
  )
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))

  const post = <S extends z.ZodObject, A extends z.ZodObject>(
    url: string,
    operation: string,
    request: S,
    answer: A,
    handle: (client: Client, body: z.output<S>, trail: Trail) => Promise<z.input<A>>,
  ) =>
    app.post(
      url,
      { schema: { response: { 200: answerSchema(answer) } }, config: { operation } },
      async (req, reply) => {
        const body = parsed(request, req)
        const client = await authenticateClient(services, req, reply, body)
        req.client = { tenantId: client.tenantId, clientId: client.id }
        return handle(client, body, trailOf(client, operation, req))
      },
    )

  post('/api/auth/token', 'issueToken', contract.tokenRequest, contract.tokenAnswer, (client, body, trail) =>
    actions.grant(services, client, body, trail),
  )

  post(
    '/api/auth/revoke',
    'revokeToken',
    contract.tokenNamed,
    contract.revocationAnswer,
    async (client, body, trail) => {
      await actions.revoke(services, client, body.token, trail)
      return { ok: true as const }
    },
  )

  post('/api/auth/introspect', 'introspectToken', contract.tokenNamed, contract.introspectionAnswer, (client, body) =>
    actions.introspect(services, client, body.token),
  )

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('Cache-Control', `public, max-age=${JWKS_MAX_AGE_SEC}`)
    return services.keys.published()
  })

  app.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    reply.header('Cache-Control', `public, max-age=${JWKS_MAX_AGE_SEC}`)
    return metadata(services.config.publicUrl)
  })
}

/** RFC 8414. */
const metadata = (publicUrl: string) => ({
  issuer: publicUrl,
  token_endpoint: `${publicUrl}/api/auth/token`,
  revocation_endpoint: `${publicUrl}/api/auth/revoke`,
  introspection_endpoint: `${publicUrl}/api/auth/introspect`,
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  scopes_supported: Object.keys(scopes),
  response_types_supported: [],
  grant_types_supported: ['client_credentials', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  service_documentation: `${publicUrl}/docs`,
})

function parsed<S extends z.ZodObject>(schema: S, request: FastifyRequest): z.output<S> {
  if (request.body === undefined)
    throw badRequest('A body is required, as JSON or as a form.', { oauth: 'invalid_request' })
  const result = schema.safeParse(request.body, zodMessages)
  if (result.success) return result.data
  const faults = faultsOf(result.error)
  if (!isForm(request)) throw unprocessable(faults)
  throw badRequest(faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '), {
    oauth: 'invalid_request',
  })
}

/** Authenticates a client with HTTP Basic or in the body, not both (RFC 6749, section 2.3). */
async function authenticateClient(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
): Promise<Client> {
  const basic = basicCredentials(request.headers.authorization)
  if (basic && body.client_secret !== undefined) {
    throw badRequest('Authenticate with HTTP Basic or in the body, not both.', { oauth: 'invalid_request' })
  }
  const id = basic?.id ?? body.client_id
  const secret = basic?.secret ?? body.client_secret
  const client = id && secret ? await clientBySecret(services.database, id, sha256(secret)) : undefined
  await countGuess(services, request, reply, { wrong: client === undefined })
  if (client) return client
  if (id) await auditWrongSecret(services, request, id)
  throw actions.invalidClient(triedBasic(request) ? 'Basic' : 'Bearer')
}

/**
 * Audits a wrong client secret in the client's organisation. The response does not wait for the row, because its
 * duration would reveal which clients exist.
 */
async function auditWrongSecret(services: Services, request: FastifyRequest, id: string): Promise<void> {
  const owner = await ownerOfClient(services.database, id)
  if (!owner) return
  request.client = { tenantId: owner.tenant_id, clientId: id }
  const trail = trailOf({ id, tenantId: owner.tenant_id, userId: owner.user_id }, 'issueToken', request)
  services.audit.noteThrottled(trail, { outcome: 'invalid_client' }).catch((error) => {
    services.log.error({ err: error, requestId: request.id }, 'a wrong client secret could not be audited')
  })
}

const trailOf = (
  { id, tenantId, userId }: Pick<Client, 'id' | 'tenantId' | 'userId'>,
  operation: string,
  request: FastifyRequest,
): Trail => ({ tenantId, userId, clientId: id, operation, address: request.ip, requestId: request.id })

/** Whether the request uses HTTP Basic, even with invalid base64. */
const triedBasic = (request: FastifyRequest) => /^basic( |$)/i.test(request.headers.authorization ?? '')

/** Maximum length of the header: the longest id and secret, percent-encoded and then in base64. */
const MAX_BASIC = 2048

function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  if (header === undefined || header.length > MAX_BASIC) return undefined
  const encoded = header.match(/^Basic +([A-Za-z0-9+/=]+)$/i)?.[1]
  if (!encoded) return undefined
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    return { id: formDecoded(id!), secret: formDecoded(secret.join(':')) }
  } catch {
    throw badRequest('The Basic credentials are not form-encoded.', { oauth: 'invalid_request' })
  }
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

const isForm = (request: FastifyRequest) => request.headers['content-type']?.toLowerCase().startsWith(FORM) ?? false

const oauthShape: ErrorShape = (error: ApiError) => ({
  error:
    (error.details as { oauth?: string } | undefined)?.oauth ??
    (error.status < 500 ? 'invalid_request' : 'server_error'),
  error_description: error.message,
})
