import { createHmac, randomBytes } from 'node:crypto'
import type { IceServer } from '@medina-care/protocol/messages.ts'

/** A TURN server for peers without a direct path, with its shared secret. */
export type Turn = { urls: string[]; secret: string }

/**
 * Temporary TURN credentials: a username that contains the expiry, and its HMAC under the shared secret, as coturn
 * verifies it with `use-auth-secret`. The username is random, because coturn logs it.
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
