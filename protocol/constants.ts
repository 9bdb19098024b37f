import type { MediaState } from './messages.ts'

/** The version of the protocol. This module imports only types, because it is bundled into the page. */
export const VERSION = 1

export const MAX_FRAME_BYTES = 64 * 1024
/** In a full mesh, each additional peer costs every other peer one more video encoding. */
export const MAX_PEERS = 4

/** The state of a participant who has not sent one yet. */
export const INITIAL_STATE: MediaState = { mic: false, cam: false, screen: false, hand: false }

/** The close code and reason of a connection. Pages use the code, and the reason is for developers. */
export type Ending = { code: number; reason: string }

/**
 * After a code of the first group a page stops. After one of the second it reconnects with increasing delays. After 4440 it
 * first requests a new token from the API. After 1006 (no close frame, a broken connection) it reconnects. The library itself
 * closes with 1002, 1007 or 1009 for a violation of RFC 6455, invalid UTF-8 or more than 64 KiB, after which a page stops.
 */
export const endings = {
  goodbye: { code: 1000, reason: 'goodbye' },
  badMessage: { code: 4400, reason: 'bad message' },
  invalidToken: { code: 4401, reason: 'invalid token' },
  forbidden: { code: 4403, reason: 'not for this role' },
  openedElsewhere: { code: 4409, reason: 'opened elsewhere' },
  closed: { code: 4410, reason: 'room closed' },
  removed: { code: 4411, reason: 'removed' },

  failed: { code: 1011, reason: 'internal error' },
  restarting: { code: 1012, reason: 'server restarts' },
  unavailable: { code: 1013, reason: 'try again later' },
  joinTimeout: { code: 4408, reason: 'no join in time' },
  full: { code: 4423, reason: 'room full' },
  tooFast: { code: 4429, reason: 'too many messages' },

  expiredToken: { code: 4440, reason: 'token expired' },
} as const satisfies Record<string, Ending>
