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

/** Hours that a page may come back on a new line without asking the API again. Whether it still may, the ledger says. */
const RESUME_HOURS = 2
/** Hours behind the API's own token in which all of that ends, however often it was renewed: a stolen one is no key for ever. */
const VISIT_HOURS = 12

/** What a genuine token says. `probe` opens a room that is no appointment's. */
export type JoinClaims = JoinRequest & {
  use: Use
  /** The page that a resume token was given to. */
  sid: string | undefined
  /** When no further token may come of this one, in seconds since 1970. */
  visitEnds: number
}

/** `resume` is what the server itself gives a page that has joined. */
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

  async issue(request: JoinRequest, use: 'join' | 'probe'): Promise<{ token: string; expiresAt: Date }> {
    return this.#sign(request, { use }, this.#clock.nowSec() + JOIN_TOKEN_MIN * 60)
  }

  /** @param sid of the page that may come back with it, on a new line */
  async renew({ visitEnds, ...claims }: JoinClaims, sid: string): Promise<{ token: string; expiresAt: Date }> {
    const expires = Math.min(this.#clock.nowSec() + RESUME_HOURS * 3600, visitEnds)
    return this.#sign(claims, { use: 'resume', sid, end: visitEnds }, expires)
  }

  async #sign(request: JoinRequest, more: { use: Use; sid?: string; end?: number }, expires: number) {
    const { kid, secret } = this.#keys[0]!
    const now = this.#clock.nowSec()
    const { roomId, appointmentId, tenantId, identity, name, role } = request
    const token = await new SignJWT({ room: roomId, apt: appointmentId, ten: tenantId, name, role, ...more })
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
  async verify(token: string, roomId: string, isProbe = false): Promise<JoinClaims | 'expired' | 'invalid'> {
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
      })
      const claims = fits(payload)
      if (!claims) return 'invalid'
      const { sub: identity, apt: appointmentId, ten: tenantId, name, role, use, sid, iat } = claims
      const visitEnds = claims.end ?? iat + VISIT_HOURS * 3600
      return { identity, roomId, appointmentId, tenantId, name, role, use, sid, visitEnds }
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
