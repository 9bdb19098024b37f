import { type KeyObject, sign } from 'node:crypto'
import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { type AccountRole, type Actor, type Burst, callerRoleOf, type Plan, roles } from '../actor.ts'
import { tokenExpired, unauthorized } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { withCaller } from './caller.ts'
import type { KeyRing } from './key-ring.ts'

/** Maximum length of a token in characters: twice that of the longest token we issue, with every scope. */
export const MAX_TOKEN = 4000

/** Lifetime of an access token (specification: "Limits"). */
export const ACCESS_TOKEN_SEC = 3600
const TYPE = 'at+jwt'
/** A token's status is cached for this long, so that revocation takes effect within a second. */
const STATUS_MAX_AGE_MS = 900
/** A cached token takes about 5 kB. */
const MAX_CACHED = 20_000
/** Tokens that were not used for so long leave the cache. */
const UNUSED_MS = 5 * 60_000

/** Lifetime of a browser session's token. The browser fetches the next one while the session lasts. */
export const SESSION_TOKEN_SEC = 300
/** The `client_id` of tokens held by browsers. Rate limits count each of their users separately. */
export const WEB_CLIENT = 'web'

/** The grant behind a token: a client's refresh family, or a browser's session. The token is revoked with it. */
type Grant = { family: string; session?: never } | { session: string; family?: never }

type Holder = { sub: string; client_id: string; tenant: string; role: AccountRole; scope: string } & Grant

/** The claims of a verified access token (RFC 9068). */
export type AccessClaims = Holder & { jti: string; iat: number; exp: number }

type CurrentStatus = {
  role: AccountRole
  scopes: string[]
  plan: Plan
  verified: boolean
  /** The ids of the user's dependants. */
  dependants: string[]
  mayAct: boolean
  maySign: boolean
  /** Whether a required second factor is missing. */
  lacksSecondFactor?: boolean
  /** How many patients the tenant has merged so far. */
  merges: number
  burst?: Burst
  /** The surviving user, if the user in the token has been merged since. */
  userId?: string | undefined
}
/** The status as the database returns it. */
export type TokenStatusRow = Omit<CurrentStatus, 'burst' | 'mayAct' | 'maySign' | 'userId' | 'lacksSecondFactor'> & {
  may_act: boolean
  may_sign: boolean
  lacks_second_factor?: boolean
  burst_factor: number | null
  burst_sec: number | null
}

/** The holder's current permissions; undefined once token, family, session, client or user is revoked or disabled. */
export type TokenStatus = (claims: AccessClaims) => Promise<CurrentStatus | undefined>

type Cached = { claims: AccessClaims; checkedAt: number; actor: Promise<Actor> }

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWS in compact form (RFC 7515). Signed in this thread: passing the work to another one costs as much as the signature. */
function signedJwt(header: { alg: 'ES256'; typ: string; kid: string }, claims: object, key: KeyObject): string {
  const signed = `${base64url(header)}.${base64url(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Issues and verifies access tokens; verified tokens are cached. */
export class AccessTokens {
  #keys: KeyRing
  #clock: Clock
  #issuer: string
  #status: TokenStatus
  /** In the order of their last check. */
  #cache = new Map<string, Cached>()

  constructor(keys: KeyRing, clock: Clock, issuer: string, status: TokenStatus) {
    this.#keys = keys
    this.#clock = clock
    this.#issuer = issuer
    this.#status = status
  }

  issue(holder: Holder, lifeSec = ACCESS_TOKEN_SEC): string {
    const { kid, privateKey } = this.#keys.signingKey()
    const iat = this.#clock.nowSec()
    const claims = { ...holder, iss: this.#issuer, aud: this.#issuer, jti: newId('jti'), iat, exp: iat + lifeSec }
    return signedJwt({ alg: 'ES256', typ: TYPE, kid }, claims, privateKey)
  }

  /**
   * The caller that a token authenticates.
   * @throws {ApiError} 401 `token_expired` for a genuine but expired token, 401 `UNAUTHORIZED` for any other invalid one
   */
  async actor(token: string): Promise<Actor> {
    const known = this.#cache.get(token)
    if (!known) return this.#load(token, await this.verify(token))
    if (known.claims.exp <= this.#clock.nowSec()) {
      this.#cache.delete(token)
      throw withCaller(holderOf(known.claims), tokenExpired())
    }
    if (performance.now() - known.checkedAt >= STATUS_MAX_AGE_MS) return this.#load(token, known.claims)
    return known.actor
  }

  /** The number of tokens in the cache. */
  get cachedCount(): number {
    return this.#cache.size
  }

  /** The claims of a genuine, unexpired token. Does not check whether it has been revoked. */
  async verify(token: string): Promise<AccessClaims> {
    if (token.length > MAX_TOKEN) throw unauthorized()
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keyFor(header), {
        algorithms: ['ES256'],
        typ: TYPE,
        issuer: this.#issuer,
        audience: this.#issuer,
        requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id', 'tenant', 'scope', 'role'],
        currentDate: this.#clock.now(),
      })
      if ((payload.family === undefined) === (payload.session === undefined)) throw unauthorized()
      return payload as unknown as AccessClaims // signed by us, with these claims present
    } catch (error) {
      // jose checks the expiry last: the signature and the other claims are valid.
      if (error instanceof errors.JWTExpired) throw withCaller(holderOf(error.payload as AccessClaims), tokenExpired())
      if (error instanceof errors.JOSEError) throw unauthorized()
      throw error
    }
  }

  /**
   * The caller with a status that is read from the database again, because a merge of patients may have changed it.
   * @throws {ApiError} 401 once the token is revoked
   */
  async reload(token: string): Promise<Actor> {
    return this.#load(token, this.#cache.get(token)?.claims ?? (await this.verify(token)))
  }

  #load(token: string, claims: AccessClaims): Promise<Actor> {
    // Concurrent requests with the same token share one query.
    const actor = this.#actorOf(claims)
    this.#cache.delete(token)
    this.#cache.set(token, { claims, checkedAt: performance.now(), actor })
    this.#evict()
    actor.catch(() => this.#cache.delete(token))
    return actor
  }

  #evict(): void {
    const unusedSince = performance.now() - UNUSED_MS
    for (const [token, { checkedAt }] of this.#cache) {
      if (this.#cache.size <= MAX_CACHED && checkedAt >= unusedSince) return
      this.#cache.delete(token)
    }
  }

  async #actorOf(claims: AccessClaims): Promise<Actor> {
    const status = await this.#status(claims)
    if (!status || !roles.includes(status.role)) {
      throw withCaller(holderOf(claims), unauthorized('The access token has been revoked.'))
    }
    const stillGranted = new Set(status.scopes)
    const userId = status.userId ?? claims.sub
    return {
      tenantId: claims.tenant,
      userId,
      role: status.lacksSecondFactor ? 'PENDING' : callerRoleOf(status.role, status.verified, status.dependants),
      actsFor: [userId, ...status.dependants],
      clientId: claims.session === undefined ? claims.client_id : `${WEB_CLIENT}/${userId}`,
      scopes: new Set(claims.scope.split(' ').filter((scope) => stillGranted.has(scope))),
      plan: status.plan,
      session: claims.session ?? false,
      mayAct: status.mayAct,
      maySign: status.maySign,
      merges: status.merges,
      ...(status.lacksSecondFactor && { lacksSecondFactor: true }),
      ...(status.burst && { burst: status.burst }),
    }
  }

  #keyFor(header: JWTHeaderParameters) {
    // Keys in the token's own header are never used.
    if ('jku' in header || 'jwk' in header || 'x5u' in header || 'x5c' in header || !header.kid)
      throw new errors.JWSInvalid()
    return this.#keys.verificationKey(header.kid)
  }
}

const holderOf = ({ tenant, sub, client_id }: AccessClaims) => ({ tenantId: tenant, userId: sub, clientId: client_id })
