import type { Role } from '@medina-care/protocol/people.ts'
import { AccessToken, type ClaimGrants, TokenVerifier, type VideoGrant } from 'livekit-server-sdk'
import { z } from 'zod'
import type { Vault } from '../../../lib/secrets.ts'
import type { LiveKitAddress } from '../address.ts'
import { type Admission, JOIN_TOKEN_MIN, type JoinRequest } from '../index.ts'

/** LiveKit permissions: none until the practitioner has admitted the participant. */
export function permissionsOf(role: Role, admission: Admission) {
  const isIn = admission === 'ADMITTED'
  const speaks = isIn && role !== 'observer'
  return { canSubscribe: isIn, canPublish: speaks, canPublishData: speaks }
}

const secrets = z.object({
  tenantId: z.string(),
  appointmentId: z.string(),
  name: z.string(),
  role: z.enum(['host', 'patient', 'guest', 'observer']),
  issuedBy: z.string().optional(),
})

/**
 * Tokens for LiveKit. LiveKit shows all participants to each other, also before admission, and may be run by a third
 * party. It therefore receives ids and roles only; the rest is encrypted for our servers.
 */
export class LiveKitTokens {
  #address: LiveKitAddress
  #vault: Vault
  #verifier: TokenVerifier

  constructor(address: LiveKitAddress, vault: Vault) {
    this.#address = address
    this.#vault = vault.deriveVault('livekit')
    this.#verifier = new TokenVerifier(address.apiKey, address.apiSecret)
  }

  /** Everybody but the practitioner starts in the lobby, even after an earlier admission: arrival restores it. */
  async issue(who: JoinRequest): Promise<{ token: string; expiresAt: Date }> {
    const { roomId, identity, role, tenantId, appointmentId, name, issuedBy } = who
    const expires = Math.floor(Date.now() / 1000) + JOIN_TOKEN_MIN * 60 // LiveKit uses real time
    const sealed = this.#vault.seal(
      JSON.stringify({ tenantId, appointmentId, name, role, issuedBy }),
      contextOf(roomId, identity),
    )
    const token = new AccessToken(this.#address.apiKey, this.#address.apiSecret, {
      identity,
      ttl: JOIN_TOKEN_MIN * 60,
      metadata: sealed.toString('base64'),
      attributes: { role },
    })
    const grant: VideoGrant = {
      roomJoin: true,
      room: roomId,
      ...permissionsOf(role, role === 'host' ? 'ADMITTED' : 'WAITING'),
      canUpdateOwnMetadata: false,
    }
    token.addGrant(grant)
    return { token: await token.toJwt(), expiresAt: new Date(expires * 1000) }
  }

  /**
   * The participant and the expiry (milliseconds since 1970) of a token. `VOID`: genuine, but expired or for another
   * room. `INVALID`: not genuine.
   */
  async read(
    token: string,
    roomId: string,
    graceSec = 0,
  ): Promise<{ who: JoinRequest; until: number } | 'VOID' | 'INVALID'> {
    const claims = await this.#verified(token, graceSec)
    if (typeof claims === 'string') return claims
    const { sub, exp, metadata, video } = claims
    if (!sub || !exp || !video?.roomJoin || video.room !== roomId) return 'VOID'
    const who = this.identify(roomId, { identity: sub, metadata })
    return who ? { who, until: exp * 1000 } : 'VOID'
  }

  /** The participant behind LiveKit's data, if their token is ours. */
  identify(roomId: string, { identity, metadata }: Sealed): JoinRequest | undefined {
    if (!metadata) return undefined
    try {
      const opened = this.#vault.open(Buffer.from(metadata, 'base64'), contextOf(roomId, identity))
      return { roomId, identity, ...secrets.parse(JSON.parse(opened)) }
    } catch {
      return undefined // encrypted by another installation, for another room, or not at all
    }
  }

  async #verified(
    token: string,
    graceSec: number,
  ): Promise<(ClaimGrants & { exp?: number; sub?: string }) | 'VOID' | 'INVALID'> {
    try {
      return await this.#verifier.verify(token, graceSec || undefined)
    } catch (error) {
      // Thrown only after the signature was verified. The library has its own copy of `jose`, so `instanceof` fails.
      return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? 'VOID' : 'INVALID'
    }
  }
}

type Sealed = { identity: string; metadata: string | undefined }

const contextOf = (roomId: string, identity: string) => `${roomId} ${identity}`
