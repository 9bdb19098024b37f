import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import { type Actor, type Burst, type Plan, type Role, roles } from '../actor.ts'
import { tokenExpired, unauthorized } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { turningAway } from './caller.ts'
import type { KeyRing } from './key-ring.ts'

/** Characters of a token: ours have half as many, with every scope. */
export const MAX_TOKEN = 4000

/** Seconds that an access token lives (specification: "Limits"). */
export const ACCESS_TOKEN_SEC = 3600
const TYPE = 'at+jwt'
/** A verified token is asked about again after this long, so that revocation takes effect within a second. */
const STANDING_MS = 900
const REMEMBERED = 20_000

/** Seconds that the token of a browser's session lives: it asks for the next while the session lasts. */
export const SESSION_TOKEN_SEC = 300
/** The `client_id` of tokens that a browser holds: the platform's own pages, of which each user is counted apart. */
export const WEB_CLIENT = 'web'

/**
 * What a token hangs on, and ends with: the refresh family of a client's grant, or the session of a browser.
 */
type Ground = { family: string; session?: never } | { session: string; family?: never }

type Holder = { sub: string; client_id: string; tenant: string; role: Role; scope: string } & Ground

/** What an access token says (RFC 9068), once its signature has been verified. */
export type AccessClaims = Holder & { jti: string; iat: number; exp: number }

type CurrentStanding = { role: Role; scopes: string[]; plan: Plan; verified: boolean; burst?: Burst }
/** The same as the database has it. */
export type StandingRow = Omit<CurrentStanding, 'burst'> & { burst_factor: number | null; burst_sec: number | null }

/** What the holder may do right now; undefined once token, family, session, client or user is revoked or disabled. */
export type Standing = (claims: AccessClaims) => Promise<CurrentStanding | undefined>

type Remembered = { claims: AccessClaims; checkedAt: number; actor: Promise<Actor> }

/** Issues access tokens, and recognises them again in microseconds. */
export class AccessTokens {
  #keys: KeyRing
  #clock: Clock
  #issuer: string
  #standing: Standing
  #remembered = new Map<string, Remembered>()

  constructor(keys: KeyRing, clock: Clock, issuer: string, standing: Standing) {
    this.#keys = keys
    this.#clock = clock
    this.#issuer = issuer
    this.#standing = standing
  }

  async issue(holder: Holder, lifeSec = ACCESS_TOKEN_SEC): Promise<string> {
    const { kid, privateKey } = this.#keys.signing()
    const now = this.#clock.nowSec()
    return new SignJWT({ ...holder })
      .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid })
      .setIssuer(this.#issuer)
      .setAudience(this.#issuer)
      .setJti(newId('jti'))
      .setIssuedAt(now)
      .setExpirationTime(now + lifeSec)
      .sign(privateKey)
  }

  /**
   * The caller that a token speaks for.
   * @throws {ApiError} 401 `token_expired` when it is genuine but past its hour, 401 `UNAUTHORIZED` for anything else
   */
  async actor(token: string): Promise<Actor> {
    const known = this.#remembered.get(token)
    if (!known) return this.#meet(token, await this.verify(token))
    if (known.claims.exp <= this.#clock.nowSec()) {
      this.#remembered.delete(token)
      throw turningAway(holderOf(known.claims), tokenExpired())
    }
    if (performance.now() - known.checkedAt >= STANDING_MS) return this.#meet(token, known.claims)
    return known.actor
  }

  /** The claims of a genuine, unexpired token; its standing is not asked for. */
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
      // Its signature and all else was found right before its age was looked at.
      if (error instanceof errors.JWTExpired) throw turningAway(holderOf(error.payload as AccessClaims), tokenExpired())
      if (error instanceof errors.JOSEError) throw unauthorized()
      throw error
    }
  }

  #meet(token: string, claims: AccessClaims): Promise<Actor> {
    // Callers that arrive while the question is open wait for the one answer.
    const actor = this.#ask(claims)
    this.#remembered.delete(token)
    this.#remembered.set(token, { claims, checkedAt: performance.now(), actor })
    if (this.#remembered.size > REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value!)
    actor.catch(() => this.#remembered.delete(token))
    return actor
  }

  async #ask(claims: AccessClaims): Promise<Actor> {
    const standing = await this.#standing(claims)
    if (!standing || !roles.includes(standing.role)) {
      throw turningAway(holderOf(claims), unauthorized('The access token has been revoked.'))
    }
    const stillGranted = new Set(standing.scopes)
    return {
      tenantId: claims.tenant,
      userId: claims.sub,
      role: standing.role,
      clientId: claims.session === undefined ? claims.client_id : `${WEB_CLIENT}/${claims.sub}`,
      scopes: new Set(claims.scope.split(' ').filter((scope) => stillGranted.has(scope))),
      plan: standing.plan,
      verified: standing.verified,
      ...(standing.burst && { burst: standing.burst }),
    }
  }

  #keyFor(header: JWTHeaderParameters) {
    // A token never brings its own key along.
    if ('jku' in header || 'jwk' in header || 'x5u' in header || 'x5c' in header || !header.kid)
      throw new errors.JWSInvalid()
    return this.#keys.verifying(header.kid)
  }
}

const holderOf = ({ tenant, sub, client_id }: AccessClaims) => ({ tenantId: tenant, userId: sub, clientId: client_id })
