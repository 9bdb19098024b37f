import { z } from 'zod'
import { type Ending, endings, VERSION } from './constants.ts'
import type { PersonView, Role, WaitingView } from './people.ts'

const id = z.string().regex(/^[\w-]{1,80}$/)

/** A peer's state of its own devices. */
const mediaState = z.strictObject({ mic: z.boolean(), cam: z.boolean(), screen: z.boolean(), hand: z.boolean() })
export type MediaState = z.infer<typeof mediaState>

/** Limits nesting, because 64 KiB of brackets could exhaust the stack of JSON.stringify. */
const SIGNAL_DEPTH = 6
const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

/** Session descriptions and candidates, which the server forwards without reading them. */
const signalData = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value, SIGNAL_DEPTH),
)

/**
 * Protocol v1 between the page in a room and this server: JSON text frames of at most 64 KiB, over
 * `{VIDEO_BASE_URL}/video/ws/{roomId}`. The token is in the first message instead of the URL, so that it stays out of
 * logs and the page receives the reason of a refusal.
 *
 * A `peerId` is the identity in the token. A `sid` identifies one page load: a new one means that peer connections
 * to the old page are invalid. Signals name both, and signals for a closed page are dropped.
 *
 * The response to a join is `waiting` or `joined`, sent again whenever it changes: admission sends `joined`, a return to
 * the lobby sends `waiting`. Before `joined` the page receives no peers, and no address or credential for media.
 */
const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('join'), v: z.literal(VERSION), token: z.string().max(4096), sid: id }),
  z.strictObject({ type: z.literal('signal'), to: id, toSid: id, data: signalData }),
  z.strictObject({ type: z.literal('state'), ...mediaState.shape }),
  /**
   * Sent by practitioner and patient only: whether media flow between them.
   * `forMs`: the uninterrupted duration, so that a restarted server can include its downtime.
   */
  z.strictObject({ type: z.literal('media'), connected: z.boolean(), forMs: z.int().min(0) }),
  z.strictObject({ type: z.literal('ping'), ts: z.number() }),
  z.strictObject({ type: z.literal('leave') }),
  /** The following messages are for the practitioner only. A denied identity stays out until it is allowed again. */
  z.strictObject({ type: z.literal('admit'), peerId: id }),
  z.strictObject({ type: z.literal('deny'), peerId: id }),
  z.strictObject({ type: z.literal('to-lobby'), peerId: id }),
  z.strictObject({ type: z.literal('kick'), peerId: id }),
  z.strictObject({ type: z.literal('allow'), peerId: id }),
  /** Ends the consultation for all participants, permanently. */
  z.strictObject({ type: z.literal('end') }),
])
export type ClientMessage = z.infer<typeof clientMessage>
export type Join = Extract<ClientMessage, { type: 'join' }>
export type Signal = Extract<ClientMessage, { type: 'signal' }>

/** A peer as others see it. `isAway`: its connection broke a moment ago, and its media may continue. */
export type PeerView = PersonView & { sid: string; state: MediaState; isAway: boolean }

/** The reason why a room was closed: the consultation was completed, the appointment was cancelled, or another reason. */
export type Closing = 'completed' | 'cancelled' | 'closed'

/**
 * `left`: the user left. `lost`: away for longer than the grace period. `replaced`: by another page. `removed`: denied, or
 * moved to the lobby.
 */
export type Departure = 'left' | 'lost' | 'replaced' | 'removed'

/** An ICE server in the format of RTCPeerConnection. */
export type IceServer = { urls: string[]; username?: string; credential?: string }

export type ServerMessage =
  /** The participant is not admitted (yet). `resumeToken` replaces the token in later joins, also after the token has expired. */
  | { type: 'waiting'; peerId: string; role: Role; name: string; resumeToken: string; hostPresent: boolean }
  /**
   * The participant is in the room. `startedAt`: the time since which practitioner and patient are connected (ISO 8601),
   * if they are.
   */
  | {
      type: 'joined'
      peerId: string
      role: Role
      name: string
      /** The same page has reconnected: its peer connections are still valid. */
      resumed: boolean
      resumeToken: string
      iceServers: IceServer[]
      iceTransportPolicy: 'all' | 'relay'
      peers: PeerView[]
      /** The server's time (ISO 8601), to which all times refer, because a phone's clock may be hours off. */
      now: string
      startedAt?: string | undefined
      /** For the practitioner only. */
      lobby?: WaitingView[] | undefined
      denied?: PersonView[] | undefined
    }
  /** For the practitioner: waiting and denied participants. */
  | { type: 'lobby'; waiting: WaitingView[]; denied: PersonView[] }
  /** For the lobby: whether the practitioner is in the room. */
  | { type: 'host'; present: boolean }
  | ({ type: 'peer-joined' } & PeerView)
  | { type: 'peer-away'; peerId: string; sid: string }
  | { type: 'peer-back'; peerId: string; sid: string }
  | { type: 'peer-left'; peerId: string; sid: string; reason: Departure }
  | { type: 'peer-state'; peerId: string; sid: string; state: MediaState }
  | { type: 'signal'; from: string; fromSid: string; data: Record<string, unknown> }
  /** Practitioner and patient are connected since `startedAt`. Without it, they are no longer connected. */
  | { type: 'call'; startedAt?: string | undefined }
  /** New credentials, before the old ones expire. */
  | { type: 'ice'; iceServers: IceServer[] }
  | { type: 'pong'; ts: number }
  /** `durationSec`: the time together of practitioner and patient in whole seconds, if the consultation is completed. */
  | { type: 'ended'; reason: Closing; durationSec?: number | undefined }
  | { type: 'error'; code: 'service_unavailable' | 'not_there' }

/** Parses a message of protocol v1, or returns the close reason for an invalid one. */
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
