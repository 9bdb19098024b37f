import { AccessToken, type ClaimGrants, TokenVerifier, type VideoGrant } from 'livekit-server-sdk'
import { z } from 'zod'
import type { Vault } from '../../../lib/secrets.ts'
import type { LiveKitAddress } from '../address.ts'
import { JOIN_TOKEN_MIN, type JoinRequest, type Role, type Standing } from '../index.ts'

/** What LiveKit lets somebody do: in the lobby nothing, until the practitioner has admitted them. */
export function permissionsOf(role: Role, standing: Standing) {
  const isIn = standing === 'ADMITTED'
  const speaks = isIn && role !== 'observer'
  return { canSubscribe: isIn, canPublish: speaks, canPublishData: speaks }
}

const secrets = z.object({
  tenantId: z.string(),
  appointmentId: z.string(),
  name: z.string(),
  role: z.enum(['host', 'patient', 'guest', 'observer']),
})

/**
 * Tokens for LiveKit. Everybody in a LiveKit room is told of everybody else there, also who has not been admitted, and the
 * server may be somebody else's: so it learns ids and roles, and the rest travels sealed, for our servers alone.
 */
export class LiveKitTokens {
  #address: LiveKitAddress
  #vault: Vault
  #verifier: TokenVerifier

  constructor(address: LiveKitAddress, vault: Vault) {
    this.#address = address
    this.#vault = vault.of('livekit')
    this.#verifier = new TokenVerifier(address.apiKey, address.apiSecret)
  }

  /** Everybody but the practitioner begins in the lobby, whatever they were before: who returns is let in on arrival. */
  async issue(who: JoinRequest): Promise<{ token: string; expiresAt: Date }> {
    const { roomId, identity, role, tenantId, appointmentId, name } = who
    const expires = Math.floor(Date.now() / 1000) + JOIN_TOKEN_MIN * 60 // LiveKit goes by real time
    const sealed = this.#vault.seal(JSON.stringify({ tenantId, appointmentId, name, role }), place(roomId, identity))
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
   * Whose token this is, and until when (milliseconds since 1970). `VOID`: a genuine one that has ended, or is for another
   * room. `INVALID`: no genuine one.
   */
  async read(token: string, roomId: string): Promise<{ who: JoinRequest; until: number } | 'VOID' | 'INVALID'> {
    const claims = await this.#verified(token)
    if (typeof claims === 'string') return claims
    const { sub, exp, metadata, video } = claims
    if (!sub || !exp || !video?.roomJoin || video.room !== roomId) return 'VOID'
    const who = this.whoIs(roomId, { identity: sub, metadata })
    return who ? { who, until: exp * 1000 } : 'VOID'
  }

  /** Who a participant is, where their token was ours. */
  whoIs(roomId: string, { identity, metadata }: Sealed): JoinRequest | undefined {
    if (!metadata) return undefined
    try {
      const opened = this.#vault.open(Buffer.from(metadata, 'base64'), place(roomId, identity))
      return { roomId, identity, ...secrets.parse(JSON.parse(opened)) }
    } catch {
      return undefined // sealed by another installation, for another room, or by nobody
    }
  }

  async #verified(token: string): Promise<(ClaimGrants & { exp?: number; sub?: string }) | 'VOID' | 'INVALID'> {
    try {
      return await this.#verifier.verify(token)
    } catch (error) {
      // Said after the signature was found right, by the library's own copy of `jose`.
      return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? 'VOID' : 'INVALID'
    }
  }
}

type Sealed = { identity: string; metadata: string | undefined }

const place = (roomId: string, identity: string) => `${roomId} ${identity}`
