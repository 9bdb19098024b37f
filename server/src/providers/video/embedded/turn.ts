import { createHmac, randomBytes } from 'node:crypto'
import type { IceServer } from './protocol.ts'

/** A TURN server that relays media where no direct way is found, and the secret that it shares with us. */
export type Turn = { urls: string[]; secret: string }

/**
 * What a page reaches the TURN server with for a while: a name that says when it ends, and an HMAC of it under the shared
 * secret, as coturn checks with `use-auth-secret`. The name says nothing of who has it, for coturn writes it into its log.
 */
export function iceServers(
  turn: Turn | undefined,
  ttlSec: number,
  nowSec = Math.floor(Date.now() / 1000),
): IceServer[] {
  if (!turn) return []
  const username = `${nowSec + ttlSec}:${randomBytes(9).toString('base64url')}`
  return [{ urls: turn.urls, username, credential: credentialOf(username, turn.secret) }]
}

const credentialOf = (username: string, secret: string): string =>
  createHmac('sha1', secret).update(username).digest('base64')
