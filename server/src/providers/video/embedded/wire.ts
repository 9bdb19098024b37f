import type { MediaState } from './protocol.ts'

/** What both sides of protocol v1 need at run time. It imports nothing, for it is part of the page too. */
export const VERSION = 1

/** Of somebody who has said nothing of their devices yet. */
export const QUIET: MediaState = { mic: false, cam: false, screen: false, hand: false }

/** How a connection ends. The reason is for a developer's eyes; a page goes by the code. */
export type Ending = { code: number; reason: string }

/**
 * A page that meets one of the first group stops; after one of the second it tries again, with growing pauses;
 * after 4440 it first asks the API for a new token. 1006, no close frame at all, is a broken line: try again.
 * The library itself closes with 1002, 1007 or 1009 what breaks RFC 6455, is no UTF-8, or exceeds 64 KiB: stop.
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
