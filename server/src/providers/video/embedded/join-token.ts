import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { JOIN_TOKEN_MIN, type JoinRequest } from '../index.ts'

const ALGORITHM = 'HS256'
const TYPE = 'video+jwt'
const AUDIENCE = 'video'
/** Tolerated clock difference between servers in seconds: applies to `nbf`, never to `exp`. */
const SKEW_SEC = 30

/** A key of the ring. The secret has at least 32 bytes and no other use. */
export type JoinKey = { kid: string; secret: Uint8Array }

/** Lifetime of a resume token, with which a page reconnects without the API. The ledger still decides on admission. */
const RESUME_HOURS = 2
/** All resume tokens expire this long after the join token, so that a stolen one cannot be renewed indefinitely. */
const VISIT_HOURS = 12

/** The claims of a genuine token. `probe` opens a room without an appointment. */
export type JoinClaims = JoinRequest & {
  use: Use
  /** The page session of a resume token. */
  sid: string | undefined
  /** The latest expiry of resume tokens, in seconds since 1970. */
  visitEnds: number
}

/** `resume` tokens are issued to pages that have joined. */
type Use = 'join' | 'resume' | 'probe'

const id = z.string().regex(/^[\w-]{1,80}$/)

const payloadSchema = z.object({
  sub: id,
  room: id,
  apt: id,
  ten: id,
  name: z.string(),
  role: z.enum(['host', 'patient', 'guest', 'observer']),
  use: z.enum(['join', 'resume', 'probe']),
  sid: id.optional(),
  end: z.int().optional(),
  by: id.optional(),
  jti: id,
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
})

/** Issues and verifies the tokens that open a room. */
export class JoinTokens {
  #keys: JoinKey[]
  #issuer: string
  #clock: Clock

  /**
   * @param keys newest first: the first signs, all verify. Deploy a new key to every server before moving it to the
   * front.
   */
  constructor(keys: JoinKey[], issuer: string, clock: Clock) {
    if (keys.length === 0) throw new RangeError('Join tokens need a key.')
    if (new Set(keys.map((key) => key.kid)).size < keys.length) throw new RangeError('Two join token keys share a kid.')
    if (keys.some((key) => key.secret.length < 32))
      throw new RangeError('A join token key must have at least 32 bytes.')
    this.#keys = keys
    this.#issuer = issuer
    this.#clock = clock
  }

  async issue(request: JoinRequest, use: 'join' | 'probe'): Promise<{ token: string; expiresAt: Date }> {
    return this.#sign(request, { use }, this.#clock.nowSec() + JOIN_TOKEN_MIN * 60)
  }

  /** @param sid the page session that may reconnect with it */
  async renew({ visitEnds, ...claims }: JoinClaims, sid: string): Promise<{ token: string; expiresAt: Date }> {
    const expires = Math.min(this.#clock.nowSec() + RESUME_HOURS * 3600, visitEnds)
    return this.#sign(claims, { use: 'resume', sid, end: visitEnds }, expires)
  }

  async #sign(request: JoinRequest, more: { use: Use; sid?: string; end?: number }, expires: number) {
    const { kid, secret } = this.#keys[0]!
    const now = this.#clock.nowSec()
    const { roomId, appointmentId, tenantId, identity, name, role, issuedBy: by } = request
    const token = await new SignJWT({ room: roomId, apt: appointmentId, ten: tenantId, name, role, by, ...more })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setIssuer(this.#issuer)
      .setAudience(AUDIENCE)
      .setSubject(identity)
      .setJti(newId('jti'))
      .setIssuedAt(now)
      .setNotBefore(now - SKEW_SEC)
      .setExpirationTime(expires)
      .sign(secret)
    return { token, expiresAt: new Date(expires * 1000) }
  }

  /** The claims of a token that opens this room now; `expired` if it is genuine and for this room, but has expired. */
  async verify(
    token: string,
    roomId: string,
    { isProbe = false, graceSec = 0 }: { isProbe?: boolean; graceSec?: number } = {},
  ): Promise<JoinClaims | 'expired' | 'invalid'> {
    const fits = (payload: JWTPayload) => {
      const { data } = payloadSchema.safeParse(payload)
      return data?.room === roomId && (data.use === 'probe') === isProbe ? data : undefined
    }
    try {
      const { payload } = await jwtVerify(token, (header) => this.#secretFor(header), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.#issuer,
        audience: AUDIENCE,
        currentDate: this.#clock.now(),
        clockTolerance: graceSec,
      })
      const claims = fits(payload)
      if (!claims) return 'invalid'
      const { sub: identity, apt: appointmentId, ten: tenantId, name, role, by: issuedBy, use, sid, iat } = claims
      const visitEnds = claims.end ?? iat + VISIT_HOURS * 3600
      return { identity, roomId, appointmentId, tenantId, name, role, issuedBy, use, sid, visitEnds }
    } catch (error) {
      // Thrown only after the signature, type, issuer and audience were verified.
      if (error instanceof errors.JWTExpired) return fits(error.payload) ? 'expired' : 'invalid'
      if (error instanceof errors.JOSEError) return 'invalid'
      throw error
    }
  }

  #secretFor(header: JWTHeaderParameters): Uint8Array {
    // Never trust a key that the token carries.
    const bringsKey = 'jku' in header || 'jwk' in header || 'x5u' in header || 'x5c' in header
    const known = bringsKey ? undefined : this.#keys.find((key) => key.kid === header.kid)
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known.secret
  }
}
