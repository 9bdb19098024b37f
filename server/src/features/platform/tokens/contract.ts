import { z } from 'zod'
import { MAX_TOKEN } from '../../../http/access-token.ts'
import type { Endpoint } from '../../../http/endpoint.ts'
import { text } from '../../../lib/fields.ts'

const clientAuthentication = {
  client_id: text(200).optional(),
  client_secret: text(200).optional(),
}

/** The specification's token request, and the refresh grant (RFC 6749, sections 4.4 and 6). */
export const tokenRequest = z
  .object({
    grant_type: text(100).meta({ description: '`client_credentials` or `refresh_token`.' }),
    ...clientAuthentication,
    scope: text(2000, 0)
      .optional()
      .meta({ description: 'Scope names separated by spaces. By default all scopes of the client.' }),
    refresh_token: text(200).optional().meta({ description: 'Required for the grant type `refresh_token`.' }),
  })
  .meta({
    id: 'TokenRequest',
    example: {
      grant_type: 'client_credentials',
      client_id: 'sandbox-admin',
      client_secret: 'sandbox-admin-secret',
    },
  })

export const tokenAnswer = z
  .object({
    access_token: z.string().meta({ example: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.', example: 3600 }),
    scope: z.string().meta({ example: 'appointments:read appointments:write' }),
    refresh_token: z.string().meta({ example: 'f0Qx3mV7…' }),
    refresh_expires_in: z.int().meta({ description: 'Lifetime of the refresh token in seconds.', example: 2592000 }),
  })
  .meta({ id: 'TokenAnswer' })
export type TokenAnswer = z.infer<typeof tokenAnswer>

/** A token to revoke (RFC 7009) or to introspect (RFC 7662). */
export const tokenNamed = z
  .object({
    ...clientAuthentication,
    token: text(MAX_TOKEN),
    token_type_hint: text(100).optional(),
  })
  .meta({
    id: 'TokenNamed',
    example: { client_id: 'sandbox-admin', client_secret: 'sandbox-admin-secret', token: 'f0Qx3mV7…' },
  })

export const revocationAnswer = z.object({ ok: z.literal(true) })

export const introspectionAnswer = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    sub: z.string().optional(),
    token_type: z.string().optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    jti: z.string().optional(),
    iss: z.string().optional(),
  })
  .meta({
    id: 'Introspection',
    example: {
      active: true,
      scope: 'appointments:read appointments:write',
      client_id: 'sandbox-admin',
      sub: 'usr_sandbox_admin',
      token_type: 'Bearer',
      exp: 1796122800,
    },
  })
export type Introspection = z.infer<typeof introspectionAnswer>

/** RFC 7517. */
const keySet = z.object({
  keys: z.array(
    z
      .object({
        kty: z.string().meta({ example: 'EC' }),
        crv: z.string().meta({ example: 'P-256' }),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.string().meta({ example: 'ES256' }),
        use: z.string().meta({ example: 'sig' }),
      })
      .meta({ id: 'JsonWebKey' }),
  ),
})

const names = z.array(z.string())

/** RFC 8414. */
const serverMetadata = z
  .object({
    issuer: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    introspection_endpoint: z.string(),
    jwks_uri: z.string(),
    scopes_supported: names,
    response_types_supported: names,
    grant_types_supported: names,
    token_endpoint_auth_methods_supported: names,
    revocation_endpoint_auth_methods_supported: names,
    introspection_endpoint_auth_methods_supported: names,
    service_documentation: z.string(),
  })
  .meta({
    example: {
      issuer: 'http://localhost:3000',
      token_endpoint: 'http://localhost:3000/api/auth/token',
      revocation_endpoint: 'http://localhost:3000/api/auth/revoke',
      introspection_endpoint: 'http://localhost:3000/api/auth/introspect',
      jwks_uri: 'http://localhost:3000/.well-known/jwks.json',
      scopes_supported: ['users:read', 'appointments:read'],
      response_types_supported: [],
      grant_types_supported: ['client_credentials', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      service_documentation: 'http://localhost:3000/docs',
    },
  })

const base = { tag: 'Authentication', method: 'POST', access: 'client', errorFormat: 'oauth', form: true } as const
const published = { tag: 'Authentication', method: 'GET', access: 'public', errorFormat: 'envelope' } as const

/** The OAuth endpoints, for openapi.json. */
export const tokenEndpoints: Endpoint[] = [
  {
    ...base,
    path: '/api/auth/token',
    name: 'issueToken',
    call: 'tokens.issue',
    summary: 'Obtain an access token',
    description:
      "Authenticate with the client's id and secret, in the body or with HTTP Basic. Scopes that the client may not have are omitted; `scope` lists the granted scopes. A refresh token is valid for one refresh, which can only narrow the scope. Later reuse revokes its whole token family.",
    body: tokenRequest,
    answer: tokenAnswer,
    refusals: 'The organisation is on the Starter plan, which is limited to the sandbox (`unauthorized_client`).',
  },
  {
    ...base,
    path: '/api/auth/revoke',
    name: 'revokeToken',
    call: 'tokens.revoke',
    summary: 'Revoke a token',
    description:
      'Revokes an access token, or a refresh token with its whole token family (RFC 7009). An unknown token is not an error.',
    body: tokenNamed,
    answer: revocationAnswer,
  },
  {
    ...base,
    path: '/api/auth/introspect',
    name: 'introspectToken',
    call: 'tokens.introspect',
    summary: 'Introspect a token',
    description:
      "Returns the state of the client's own token (RFC 7662). Other tokens are reported as `active: false`.",
    body: tokenNamed,
    answer: introspectionAnswer,
  },
  {
    ...published,
    path: '/.well-known/jwks.json',
    name: 'readKeySet',
    call: 'tokens.listKeys',
    summary: 'Read the public keys that verify access tokens',
    description: 'May be cached for 5 minutes (RFC 7517).',
    answer: keySet,
  },
  {
    ...published,
    path: '/.well-known/oauth-authorization-server',
    name: 'readServerMetadata',
    call: 'tokens.getMetadata',
    summary: 'Read the OAuth server metadata',
    description: 'May be cached for 5 minutes (RFC 8414).',
    answer: serverMetadata,
  },
]
