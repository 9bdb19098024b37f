import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { JOIN_TOKEN_MIN, type JoinRequest } from '../index.ts'

const ALGORITHM = 'HS256'
const TYPE = 'video+jwt'
const AUDIENCE = 'video'
/** Seconds by which the clocks of two servers may differ: a token is good a little before it was made, never after its end. */
const SKEW_SEC = 30

/** A key of the ring. The secret has 32 bytes or more and is used for nothing else. */
export type JoinKey = { kid: string; secret: Uint8Array }

/** What a genuine token says. `probe` opens a room that is no appointment's. */
export type JoinClaims = JoinRequest & { use: 'join' | 'probe' }

const id = z.string().regex(/^[\w-]{1,80}$/)

const payloadSchema = z.object({
  sub: id,
  room: id,
  apt: id,
  ten: id,
  role: z.enum(['host', 'guest', 'observer']),
  use: z.enum(['join', 'probe']),
  jti: id,
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
})

/** Issues the tokens that open a room, and recognises them. */
export class JoinTokens {
  #keys: JoinKey[]
  #issuer: string
  #clock: Clock

  /** @param keys the newest first: it signs, all of them verify. Give a new one to every server before it comes first. */
  constructor(keys: JoinKey[], issuer: string, clock: Clock) {
    if (keys.length === 0) throw new RangeError('Join tokens need a key.')
    if (new Set(keys.map((key) => key.kid)).size < keys.length) throw new RangeError('Two join token keys share a kid.')
    if (keys.some((key) => key.secret.length < 32)) throw new RangeError('A join token key has at least 32 bytes.')
    this.#keys = keys
    this.#issuer = issuer
    this.#clock = clock
  }

  async issue(request: JoinRequest, use: JoinClaims['use']): Promise<{ token: string; expiresAt: Date }> {
    const { kid, secret } = this.#keys[0]!
    const now = this.#clock.nowSec()
    const expires = now + JOIN_TOKEN_MIN * 60
    const { roomId, appointmentId, tenantId, identity, role } = request
    const token = await new SignJWT({ room: roomId, apt: appointmentId, ten: tenantId, role, use })
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

  /** The claims of a token that opens this room now; `expired` when it is genuine and for this room, but past its end. */
  async verify(token: string, roomId: string, use: JoinClaims['use']): Promise<JoinClaims | 'expired' | 'invalid'> {
    const fits = (payload: JWTPayload) => {
      const { data } = payloadSchema.safeParse(payload)
      return data?.room === roomId && data.use === use ? data : undefined
    }
    try {
      const { payload } = await jwtVerify(token, (header) => this.#secretFor(header), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.#issuer,
        audience: AUDIENCE,
        currentDate: this.#clock.now(),
      })
      const claims = fits(payload)
      if (!claims) return 'invalid'
      return { identity: claims.sub, roomId, appointmentId: claims.apt, tenantId: claims.ten, role: claims.role, use }
    } catch (error) {
      // Thrown after the signature, type, issuer and audience have been found right.
      if (error instanceof errors.JWTExpired) return fits(error.payload) ? 'expired' : 'invalid'
      if (error instanceof errors.JOSEError) return 'invalid'
      throw error
    }
  }

  #secretFor(header: JWTHeaderParameters): Uint8Array {
    // A token never brings its own key along.
    const bringsKey = 'jku' in header || 'jwk' in header || 'x5u' in header || 'x5c' in header
    const known = bringsKey ? undefined : this.#keys.find((key) => key.kid === header.kid)
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known.secret
  }
}
