import { z } from 'zod'
import type { Closing, Role } from '../index.ts'
import type { PersonView, WaitingView } from '../views.ts'
import { type Ending, endings, QUIET, VERSION } from './wire.ts'

export { type Ending, endings, QUIET, VERSION }

/**
 * Protocol v1 between the page in a room and this server: JSON text frames of at most 64 KiB, over
 * `{VIDEO_BASE_URL}/video/ws/{roomId}`. The token goes in the first message and not in the address, so that it stays out
 * of logs and the browser can read why it was refused.
 *
 * A `peerId` is the identity of the token; a `sid` is made anew by each page load, so a new one means that links to the
 * old page are void. Signals name both: one for a page that is gone is dropped.
 *
 * Who has joined is answered `waiting` or `joined`, and again whenever that changes: admission is `joined`, being sent back
 * to the lobby is `waiting`. Before `joined` nobody hears of peers, and no address or secret for media is given out.
 */
export const MAX_FRAME_BYTES = 64 * 1024
/** Everyone sends to everyone: each further peer costs all the others one more encoded video. */
export const MAX_PEERS = 4

const id = z.string().regex(/^[\w-]{1,80}$/)

/** What a peer says of its own devices. */
const mediaState = z.strictObject({ mic: z.boolean(), cam: z.boolean(), screen: z.boolean(), hand: z.boolean() })
export type MediaState = z.infer<typeof mediaState>

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
  /**
   * Practitioner and patient alone say it, of the link between the two: media flow, or no longer do.
   * `forMs`: for how long without a break, so that a server that was away can count the time of its absence.
   */
  z.strictObject({ type: z.literal('media'), connected: z.boolean(), forMs: z.int().min(0) }),
  z.strictObject({ type: z.literal('ping'), ts: z.number() }),
  z.strictObject({ type: z.literal('leave') }),
  /** The practitioner's alone, from here on. A denied identity stays out until it is allowed again. */
  z.strictObject({ type: z.literal('admit'), peerId: id }),
  z.strictObject({ type: z.literal('deny'), peerId: id }),
  z.strictObject({ type: z.literal('to-lobby'), peerId: id }),
  z.strictObject({ type: z.literal('kick'), peerId: id }),
  z.strictObject({ type: z.literal('allow'), peerId: id }),
  /** The consultation is over, for everybody and for good. */
  z.strictObject({ type: z.literal('end') }),
])
export type ClientMessage = z.infer<typeof clientMessage>
export type Join = Extract<ClientMessage, { type: 'join' }>
export type Signal = Extract<ClientMessage, { type: 'signal' }>

/** How others see a peer. `isAway`: their line broke a moment ago; their media may well go on. */
export type PeerView = PersonView & { sid: string; state: MediaState; isAway: boolean }

/** `left`: on purpose; `lost`: away for longer than the grace; `replaced`: came from another page; `removed`: sent out or back. */
export type Departure = 'left' | 'lost' | 'replaced' | 'removed'

/** As RTCPeerConnection takes it. */
export type IceServer = { urls: string[]; username?: string; credential?: string }

export type ServerMessage =
  /** Not admitted, or not yet. `resumeToken` joins in place of the token, also after that has expired. */
  | { type: 'waiting'; peerId: string; role: Role; name: string; resumeToken: string; hostPresent: boolean }
  /** In the room. `startedAt`: since when practitioner and patient are together, ISO 8601; absent while they are not. */
  | {
      type: 'joined'
      peerId: string
      role: Role
      name: string
      /** The same page on a new line: links to the peers of before hold. */
      resumed: boolean
      resumeToken: string
      iceServers: IceServer[]
      iceTransportPolicy: 'all' | 'relay'
      peers: PeerView[]
      /** By the server's clock, of which all times here are: those of phones may be hours off. ISO 8601. */
      now: string
      startedAt?: string | undefined
      /** To the practitioner alone. */
      lobby?: WaitingView[] | undefined
      denied?: PersonView[] | undefined
    }
  /** To the practitioner: who waits, and who is kept out, now. */
  | { type: 'lobby'; waiting: WaitingView[]; denied: PersonView[] }
  /** To the lobby: whether the practitioner is in the room. */
  | { type: 'host'; present: boolean }
  | ({ type: 'peer-joined' } & PeerView)
  | { type: 'peer-away'; peerId: string; sid: string }
  | { type: 'peer-back'; peerId: string; sid: string }
  | { type: 'peer-left'; peerId: string; sid: string; reason: Departure }
  | { type: 'peer-state'; peerId: string; sid: string; state: MediaState }
  | { type: 'signal'; from: string; fromSid: string; data: Record<string, unknown> }
  /** Practitioner and patient are together since then; without `startedAt`, no longer. */
  | { type: 'call'; startedAt?: string | undefined }
  /** New credentials, before the old ones end. */
  | { type: 'ice'; iceServers: IceServer[] }
  | { type: 'pong'; ts: number }
  /** `durationSec`: whole seconds that practitioner and patient were together, where the consultation is completed. */
  | { type: 'ended'; reason: Closing; durationSec?: number | undefined }
  | { type: 'error'; code: 'service_unavailable' | 'not_there' }

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
