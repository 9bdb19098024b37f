import type { z } from 'zod'
import { scopes as allScopes } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import { violates } from '../../../db/failures.ts'
import type { Db } from '../../../db/kysely.ts'
import { byIndex } from '../../../db/plans.ts'
import { defer } from '../../../db/transaction.ts'
import { ApiError, badRequest, starterOutsideSandbox, unauthorized } from '../../../errors.ts'
import { ACCESS_TOKEN_SEC, type AccessClaims } from '../../../http/access-token.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import type { Introspection, TokenAnswer, tokenRequest } from './contract.ts'
import type { Client } from './queries.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'audit' | 'clock' | 'config' | 'database' | 'keys' | 'tokens'>

/** Lifetime of a refresh token family in seconds, from its first token (specification: "Limits"). */
const REFRESH_TOKEN_SEC = 30 * 24 * 3600
/** How long a refresh may be repeated after a lost response. Later reuse counts as theft (RFC 9700, section 4.14). */
const REPEAT_MS = 10_000

type Request = z.output<typeof tokenRequest>

/** An error of the token endpoint with its OAuth error code (RFC 6749, section 5.2). */
const oauthError = (name: string, message: string) => badRequest(message, { oauth: name })

/** The response does not reveal which of the three reasons applies. */
export const invalidClient = (scheme: 'Basic' | 'Bearer') =>
  unauthorized('The client is unknown, disabled, or its secret is wrong.', scheme, { oauth: 'invalid_client' })

const oauthName = (error: unknown) =>
  error instanceof ApiError ? (error.details as { oauth?: string } | undefined)?.oauth : undefined

/**
 * Issues tokens. Grants and refusals are audited, refusals with their OAuth error code.
 * @throws {ApiError} 400 for an unknown grant, an invalid refresh token, or when no scope is left; 401 for a
 *   client whose secret has just ended; 403 outside the sandbox for a client of a Starter tenant
 */
export async function grant(services: Needs, client: Client, request: Request, trail: Trail): Promise<TokenAnswer> {
  await services.keys.refresh()
  try {
    return await grantByType(services, client, request, trail)
  } catch (error) {
    const name = oauthName(error)
    // Refused refresh tokens are audited by `refresh`.
    if (name && name !== 'invalid_grant') await services.audit.note(trail, { outcome: name })
    throw error
  }
}

async function grantByType(services: Needs, client: Client, request: Request, trail: Trail): Promise<TokenAnswer> {
  if (client.plan === 'STARTER' && services.config.mode === 'production')
    throw starterOutsideSandbox({ oauth: 'unauthorized_client' })
  switch (request.grant_type) {
    case 'client_credentials':
      return grantCredentials(services, client, request, trail)
    case 'refresh_token':
      return grantRefresh(services, client, request, trail)
    default:
      throw oauthError('unsupported_grant_type', 'grant_type must be client_credentials or refresh_token.')
  }
}

async function grantCredentials(services: Needs, client: Client, request: Request, trail: Trail): Promise<TokenAnswer> {
  const scopes = grantableScopes(request.scope, client.scopes)
  const expiresAt = new Date(services.clock.nowMs() + REFRESH_TOKEN_SEC * 1000)
  const family = newId('fam')
  try {
    return await services.database.inTransaction(client.tenantId, async (tx) => {
      defer(tx, queries.insertFamily({ ...client, family, expiresAt }))
      defer(tx, auditRow(trail, { outcome: 'OK', subjectId: family }))
      return issue(services, tx, client, scopes, family, REFRESH_TOKEN_SEC)
    })
  } catch (error) {
    if (violates(error, queries.FAMILY_CONSTRAINT)) throw invalidClient('Bearer')
    throw error
  }
}

/** Rotates the refresh token. Each token is valid for one refresh; reuse of a stolen token revokes its family. */
async function grantRefresh(services: Needs, client: Client, request: Request, trail: Trail): Promise<TokenAnswer> {
  if (!request.refresh_token) throw oauthError('invalid_request', 'refresh_token is required.')
  const token = sha256(request.refresh_token)
  const answer = await services.database.inTransaction(client.tenantId, async (tx) => {
    const current = await queries.lockRefreshToken(tx, client, token)
    if (!current) return defer(tx, auditRow(trail, { outcome: 'invalid_grant' }))
    if (current.used_at && current.now.getTime() - current.used_at.getTime() > REPEAT_MS) {
      defer(tx, queries.revokeFamily(client, current.family_id)) // must be committed, so do not throw
      return defer(tx, auditRow(trail, { outcome: 'refresh_token_reused', subjectId: current.family_id }))
    }
    const scopes = grantableScopes(
      request.scope,
      current.scopes.filter((scope) => client.scopes.includes(scope)),
    )
    if (!current.used_at) defer(tx, queries.markUsed(client, token))
    defer(tx, auditRow(trail, { outcome: 'OK', subjectId: current.family_id }))
    const left = Math.floor((current.expires_at.getTime() - current.now.getTime()) / 1000)
    return issue(services, tx, client, scopes, current.family_id, left)
  })
  if (!answer) throw oauthError('invalid_grant', 'The refresh token is unknown, expired, revoked or already used.')
  return answer
}

function issue(
  services: Needs,
  tx: Db,
  client: Client,
  scopes: string[],
  family: string,
  refreshSec: number,
): TokenAnswer {
  const refreshToken = randomSecret()
  const { tenantId } = client
  // The check of the foreign key keeps the plan of the connection's first check, when there may be few families.
  defer(tx, byIndex({}))
  defer(tx, queries.insertRefreshToken({ tenantId, family, tokenSha256: sha256(refreshToken), scopes }))
  const scope = scopes.join(' ')
  const holder = { sub: client.userId, client_id: client.id, tenant: tenantId, role: client.role, scope, family }
  return {
    access_token: services.tokens.issue(holder),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SEC,
    scope,
    refresh_token: refreshToken,
    refresh_expires_in: refreshSec,
  }
}

/**
 * The requested scopes that are allowed. Other scopes are dropped; the response's `scope` shows the granted ones.
 * @throws {ApiError} 400 `invalid_scope` for unknown names, and if no scope is left
 */
function grantableScopes(requested: string | undefined, allowed: string[]): string[] {
  const names = requested?.split(' ').filter((name) => name !== '') ?? []
  const unknown = names.filter((name) => !(name in allScopes))
  if (unknown.length > 0) {
    const shown = unknown.map((name) => (/^[\w:.-]{1,60}$/.test(name) ? name : '…')) // RFC 6749 allows no quotes
    throw oauthError('invalid_scope', `Unknown scopes: ${shown.slice(0, 10).join(' ')}.`)
  }
  const scopes = names.length === 0 ? allowed : allowed.filter((scope) => names.includes(scope))
  if (scopes.length === 0) throw oauthError('invalid_scope', 'The client may not have any of the requested scopes.')
  return scopes
}

/** Revokes a client's own token. Unknown tokens and tokens of other clients are not an error (RFC 7009, section 2.2). */
export async function revoke(services: Needs, client: Client, token: string, trail: Trail): Promise<void> {
  await services.database.inTransaction(client.tenantId, async (tx) => {
    const current = await queries.lockRefreshToken(tx, client, sha256(token))
    const claims = current ? undefined : await verifiedClaims(services, token)
    const own = claims?.client_id === client.id ? claims : undefined
    if (current) defer(tx, queries.revokeFamily(client, current.family_id))
    if (own) defer(tx, queries.revokeAccessToken(client, own.jti, new Date(own.exp * 1000)))
    if (current || own) defer(tx, auditRow(trail, { outcome: 'OK', subjectId: current?.family_id ?? own?.jti }))
  })
}

/** Revokes all access and refresh tokens of a client, within a second of the commit. */
export function revokeAll(tx: Db, tenantId: string, clientId: string): void {
  defer(tx, queries.revokeFamiliesOf(tenantId, clientId))
}

/**
 * Revokes the tokens that a client obtained with secrets that are no longer valid.
 * @param waited whether to revoke only tokens that the permission of the client's user does not cover
 */
export function revokeWithoutSecret(
  tx: Db,
  { tenantId, clientId }: { tenantId: string; clientId: string },
  { waited = false } = {},
): void {
  defer(tx, queries.revokeFamiliesWithoutSecret({ tenantId, clientId, waited }))
}

/** Revokes the tokens of all clients that act as a user. */
export function revokeAllOfUser(tx: Db, tenantId: string, userId: string): void {
  defer(tx, queries.revokeFamiliesOfUser(tenantId, userId))
}

/** The current state of a client's own token (RFC 7662). Other tokens are reported as inactive. */
export async function introspect(services: Needs, client: Client, token: string): Promise<Introspection> {
  const claims = await verifiedClaims(services, token)
  if (claims?.client_id === client.id) return introspectAccess(services, claims, token)
  const current = await services.database.inTransaction(client.tenantId, (tx) =>
    queries.lockRefreshToken(tx, client, sha256(token)),
  )
  if (!current || current.used_at) return { active: false }
  return {
    active: true,
    scope: current.scopes.join(' '),
    client_id: client.id,
    sub: client.userId,
    token_type: 'refresh_token',
    exp: Math.floor(current.expires_at.getTime() / 1000),
  }
}

async function introspectAccess(services: Needs, claims: AccessClaims, token: string): Promise<Introspection> {
  const actor = await unlessUnauthorized(services.tokens.actor(token))
  if (!actor) return { active: false }
  return {
    active: true,
    scope: [...actor.scopes].join(' '),
    client_id: claims.client_id,
    sub: actor.userId,
    token_type: 'Bearer',
    exp: claims.exp,
    iat: claims.iat,
    jti: claims.jti,
    iss: services.config.publicUrl,
  }
}

const verifiedClaims = (services: Needs, token: string) => unlessUnauthorized(services.tokens.verify(token))

/** The value, or undefined for a 401. */
const unlessUnauthorized = <T>(promise: Promise<T>): Promise<T | undefined> =>
  promise.catch((error) => {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  })
