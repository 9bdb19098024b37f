import type { Closing, MediaState } from '@medina-care/protocol/messages.ts'
import type { PersonView, WaitingView } from '@medina-care/protocol/people.ts'

/** A consultation, independent of the provider. The page renders snapshots and calls methods. */
export interface Call {
  readonly now: CallSnapshot
  /** Called after changes, once per microtask. Returns a function that unsubscribes. */
  watch(listener: (now: CallSnapshot) => void): () => void
  /** Joins the room, or its lobby. Tracks may be set before or after. */
  join(): void
  /**
   * Sets what others receive of this kind; null is nothing. Never renegotiates. The call never stops a track itself.
   */
  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void
  raiseHand(isRaised: boolean): void
  /** Sends to all participants in the room. The text is raw: the display must escape it. At most 2000 characters. */
  say(text: string): void
  /** Leaves; the consultation continues, and rejoining is possible. */
  leave(): void
  /** From here on for the practitioner only. */
  admit(peerId: string): void
  deny(peerId: string): void
  allow(peerId: string): void
  toLobby(peerId: string): void
  kick(peerId: string): void
  /** "End consultation": for all participants, permanently. */
  end(): void
  /** Frees everything at once without a message: the page is being unloaded. */
  close(): void
}

export type TrackKind = 'audio' | 'camera' | 'screen'

export type CallSnapshot = {
  /** `idle` before join(). `joining` until the first answer. A broken connection changes `line`, never the phase. */
  phase: 'idle' | 'joining' | 'waiting' | 'in-call' | 'over'
  over: Over | undefined
  /** The connection to the server; media may continue without it. */
  line: 'up' | 'down'
  me: (PersonView & { state: MediaState }) | undefined
  /** While waiting: whether the practitioner is in the room. */
  hostPresent: boolean
  peers: Peer[]
  /** For the practitioner: participants who wait, and who are denied. */
  lobby: WaitingView[]
  denied: PersonView[]
  chat: ChatMessage[]
  /**
   * Since when practitioner and patient are together, in milliseconds since 1970 by this page's clock, like all times
   * here; undefined while they are not.
   */
  startedAt: number | undefined
  /** A peer could not be reached for 15 s: there is no network path. */
  isStuck: boolean
}

/**
 * Why the call is over.
 * - `left`: the user left. Joining again is possible.
 * - `ended`: by the practitioner, or the appointment was cancelled or closed.
 * - `elsewhere`: opened on another page or device. Joining again is possible.
 * - `removed`: denied or removed by the practitioner.
 * - `expired`: the link has expired and cannot be renewed. `invalid`: the link is not genuine, or not for this room.
 * - `full`: no place after several attempts. `failed`: anything else; joining again is possible.
 */
export type Over =
  | { why: 'ended'; reason: Closing; durationSec: number | undefined }
  | { why: 'left' | 'elsewhere' | 'removed' | 'expired' | 'invalid' | 'full' | 'failed' }

export type Peer = PersonView & {
  sid: string
  state: MediaState
  /** Microphone and camera; null until media arrive. The same object for the lifetime of the link. */
  stream: MediaStream | null
  screen: MediaStream | null
  /** `away`: the peer's connection to the server broke. */
  link: 'connecting' | 'connected' | 'reconnecting' | 'away'
  quality: Quality
}

/** From packet loss, freezes, concealed audio, round-trip time and missing bytes in the last seconds. */
export type Quality = 'unknown' | 'good' | 'weak' | 'poor'

export type ChatMessage = {
  id: string
  from: PersonView
  isMine: boolean
  text: string
  /** ms since 1970 */
  at: number
  /** All participants in the room at that time have received it. */
  isDelivered: boolean
}
