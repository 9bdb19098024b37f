import { z } from 'zod'
import type { JoinRequest } from '../index.ts'

/**
 * Protocol v1 between the page in a room and this server: JSON text frames of at most 64 KiB, over
 * `{VIDEO_BASE_URL}/video/ws/{roomId}`. The token goes in the first message and not in the address, so that it stays out
 * of logs and the browser can read why it was refused.
 *
 * A `peerId` is the identity of the token; a `sid` is made anew by each page load, so a new one means that links to the
 * old page are void. Signals name both: one for a page that is gone is dropped.
 */
export const VERSION = 1
export const MAX_FRAME_BYTES = 64 * 1024
/** Everyone sends to everyone: each further peer costs all the others one more encoded video. */
export const MAX_PEERS = 4

const id = z.string().regex(/^[\w-]{1,80}$/)

/** What a peer says of its own devices. */
const mediaState = z.strictObject({ mic: z.boolean(), cam: z.boolean(), screen: z.boolean(), hand: z.boolean() })
export type MediaState = z.infer<typeof mediaState>
export const QUIET: MediaState = { mic: false, cam: false, screen: false, hand: false }

/** Deep nesting is within 64 KiB and would exhaust the stack when it is written out again. */
const SIGNAL_DEPTH = 6
const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

/** Session descriptions and candidates: a matter between the two pages, passed on unread. */
const signalData = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value, SIGNAL_DEPTH),
)

const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('join'), v: z.literal(VERSION), token: z.string().max(4096), sid: id }),
  z.strictObject({ type: z.literal('signal'), to: id, toSid: id, data: signalData }),
  z.strictObject({ type: z.literal('state'), ...mediaState.shape }),
  z.strictObject({ type: z.literal('ping'), ts: z.number() }),
  z.strictObject({ type: z.literal('leave') }),
])
export type ClientMessage = z.infer<typeof clientMessage>
export type Join = Extract<ClientMessage, { type: 'join' }>
export type Signal = Extract<ClientMessage, { type: 'signal' }>

/** How others see a peer. */
export type PeerView = { peerId: string; sid: string; role: JoinRequest['role']; state: MediaState }

/** `left`: on purpose; `lost`: the connection broke or was cut; `replaced`: the same identity came from another page. */
export type Departure = 'left' | 'lost' | 'replaced'

export type ServerMessage =
  /** `startedAt`: since when practitioner and patient are together here, ISO 8601; absent while they are not. */
  | { type: 'joined'; peerId: string; role: JoinRequest['role']; peers: PeerView[]; startedAt?: string | undefined }
  | ({ type: 'peer-joined' } & PeerView)
  | { type: 'peer-left'; peerId: string; sid: string; reason: Departure }
  | { type: 'peer-state'; peerId: string; sid: string; state: MediaState }
  | { type: 'signal'; from: string; fromSid: string; data: Record<string, unknown> }
  | { type: 'pong'; ts: number }
  | { type: 'ended'; reason: 'closed' }
  | { type: 'error'; code: 'service_unavailable' }

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

  failed: { code: 1011, reason: 'internal error' },
  restarting: { code: 1012, reason: 'server restarts' },
  unavailable: { code: 1013, reason: 'try again later' },
  joinTimeout: { code: 4408, reason: 'no join in time' },
  full: { code: 4423, reason: 'room full' },
  tooFast: { code: 4429, reason: 'too many messages' },

  expiredToken: { code: 4440, reason: 'token expired' },
} as const satisfies Record<string, Ending>

/** A message of protocol v1, or how to end the connection of who sent something else. */
export function readMessage(frame: string): ClientMessage | { type: 'bad'; ending: Ending } {
  let json: unknown
  try {
    json = JSON.parse(frame)
  } catch {
    return { type: 'bad', ending: { ...endings.badMessage, reason: 'bad message: not JSON' } }
  }
  const { data, error } = clientMessage.safeParse(json)
  if (data) return data
  const where = error.issues[0]?.path.join('.')
  return {
    type: 'bad',
    ending: where ? { ...endings.badMessage, reason: `bad message: ${where}` } : endings.badMessage,
  }
}
