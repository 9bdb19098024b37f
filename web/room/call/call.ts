import type { Closing, MediaState } from '@medina-care/protocol/messages.ts'
import type { PersonView, WaitingView } from '@medina-care/protocol/people.ts'

/** A call, independent of the video provider. The page renders snapshots and calls methods. */
export interface Call {
  readonly now: CallSnapshot
  /** Called after changes, once per microtask. Returns a function that unsubscribes. */
  watch(listener: (now: CallSnapshot) => void): () => void
  /** Joins the room or its lobby. Tracks may be set before or after. */
  join(): void
  /**
   * Sets the track that the others receive; null sends nothing. Never renegotiates. The call does not stop tracks.
   */
  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void
  /** Requests video from the others, or audio alone, for which a weak connection suffices. */
  receiveVideo(isWanted: boolean): void
  raiseHand(isRaised: boolean): void
  /**
   * Sends to all participants in the room. The text is raw: the display must escape it. At most 2000 characters.
   * @param file that was stored with the appointment; the text is its name
   */
  say(text: string, file?: SharedFile): void
  /** Leaves the call. The consultation continues, and the user may join again. */
  leave(): void
  /** The following methods are for the practitioner only. */
  admit(peerId: string): void
  deny(peerId: string): void
  allow(peerId: string): void
  toLobby(peerId: string): void
  kick(peerId: string): void
  /** Ends the consultation for all participants, permanently. */
  end(): void
  /** Frees all resources without a message to the server, because the page is being unloaded. */
  close(): void
}

export type TrackKind = 'audio' | 'camera' | 'screen'

export type CallSnapshot = {
  /** `idle` before join(). `joining` until the server's first message. A broken connection changes `line`, not the phase. */
  phase: 'idle' | 'joining' | 'waiting' | 'in-call' | 'over'
  over: Over | undefined
  /** The connection to the server; media may continue without it. */
  line: 'up' | 'down'
  me: (PersonView & { state: MediaState }) | undefined
  /** While waiting: whether the practitioner is in the room. */
  hostPresent: boolean
  peers: Peer[]
  /** Whether this page wants video. Otherwise the peers' cameras and screens count as off. */
  receivesVideo: boolean
  /** For the practitioner: waiting and denied participants. */
  lobby: WaitingView[]
  denied: PersonView[]
  chat: ChatMessage[]
  /**
   * The time since which practitioner and patient are connected, in milliseconds since 1970 by this page's clock, like all times
   * here. Undefined while they are not connected.
   */
  startedAt: number | undefined
  /** A peer has been unreachable for 15 s, because there is no network path. */
  isStuck: boolean
}

/**
 * The reason for the end of the call.
 * - `left`: the user left. Joining again is possible.
 * - `ended`: by the practitioner, or the appointment was cancelled or closed.
 * - `elsewhere`: opened on another page or device. Joining again is possible.
 * - `removed`: denied or removed by the practitioner.
 * - `expired`: the link has expired and cannot be renewed. `invalid`: the link is not genuine, or not for this room.
 * - `full`: no place after several attempts. `failed`: another reason. Joining again is possible.
 */
export type Over =
  | { why: 'ended'; reason: Closing; durationSec: number | undefined }
  | { why: 'left' | 'elsewhere' | 'removed' | 'expired' | 'invalid' | 'full' | 'failed' }

export type Peer = PersonView & {
  sid: string
  state: MediaState
  /** Microphone and camera, or null until media arrive. The same object for the lifetime of the link. */
  stream: MediaStream | null
  screen: MediaStream | null
  /** `away`: the peer's connection to the server broke. */
  link: 'connecting' | 'connected' | 'reconnecting' | 'away'
  quality: Quality
  /** Whether the peer wants video. */
  receivesVideo: boolean
}

/** Computed from packet loss, freezes, concealed audio, round-trip time and missing bytes in the last seconds. */
export type Quality = 'unknown' | 'good' | 'weak' | 'poor'

/** A file that is stored with the appointment. */
export type SharedFile = { id: string; name: string; size: number }

export type ChatMessage = {
  id: string
  file?: SharedFile | undefined
  from: PersonView
  isMine: boolean
  text: string
  /** ms since 1970 */
  at: number
  /** Whether all participants who were in the room have received it. */
  isDelivered: boolean
}
