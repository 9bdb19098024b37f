import type { MediaState } from '../../../server/src/providers/video/embedded/protocol.ts'
import type { Closing } from '../../../server/src/providers/video/index.ts'
import type { PersonView, WaitingView } from '../../../server/src/providers/video/views.ts'

/** One consultation as the page sees it, whichever provider carries it. The page draws snapshots and calls verbs. */
export interface Call {
  readonly now: CallSnapshot
  /** Called after each change, once for the changes of one turn. Returns what ends it. */
  watch(listener: (now: CallSnapshot) => void): () => void
  /** Begins: joins the room, or its lobby. Media may be given before or after. */
  join(): void
  /** What others get of this kind from now on; null is nothing. Never renegotiates. The call never stops a track itself. */
  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void
  raiseHand(isRaised: boolean): void
  /** To everybody in the room. Text as it was typed: whoever shows it escapes it. At most 2000 characters. */
  say(text: string): void
  /** Leaves; the consultation goes on, and coming back is possible. */
  leave(): void
  /** The practitioner's alone. */
  admit(peerId: string): void
  deny(peerId: string): void
  allow(peerId: string): void
  toLobby(peerId: string): void
  kick(peerId: string): void
  /** "End consultation": for everybody, and for good. */
  end(): void
  /** Frees everything at once, without a word to the others: the page is going away. */
  close(): void
}

export type TrackKind = 'audio' | 'camera' | 'screen'

export type CallSnapshot = {
  /** `idle` before join(). `joining` until the first answer. A broken line changes `line`, never the phase. */
  phase: 'idle' | 'joining' | 'waiting' | 'in-call' | 'over'
  over: Over | undefined
  /** The line to the server; media may go on without it. */
  line: 'up' | 'down'
  me: (PersonView & { state: MediaState }) | undefined
  /** While waiting: whether the practitioner is in the room. */
  hostPresent: boolean
  peers: Peer[]
  /** To the practitioner: who waits, and who is kept out. */
  lobby: WaitingView[]
  denied: PersonView[]
  chat: ChatMessage[]
  /**
   * Since when practitioner and patient are together, in milliseconds since 1970 by this page's clock, as all times here;
   * undefined while they are not.
   */
  startedAt: number | undefined
  /** Some peer could not be reached for 15 s: no way through the network was found. */
  isStuck: boolean
}

/**
 * Why it is over.
 * - `left`: by oneself. Joining again is possible.
 * - `ended`: by the practitioner, or the appointment was cancelled or closed.
 * - `elsewhere`: opened on another page or device. Taking it back is possible.
 * - `removed`: refused or sent out by the practitioner.
 * - `expired`: the link's time is over, and no way to renew it. `invalid`: the link is not genuine, or not for this room.
 * - `full`: no place left after several tries. `failed`: anything else, after which joining again is possible.
 */
export type Over =
  | { why: 'ended'; reason: Closing; durationSec: number | undefined }
  | { why: 'left' | 'elsewhere' | 'removed' | 'expired' | 'invalid' | 'full' | 'failed' }

export type Peer = PersonView & {
  sid: string
  state: MediaState
  /** Microphone and camera; null until media arrive. The same object for as long as the link is. */
  stream: MediaStream | null
  screen: MediaStream | null
  /** `away`: their line to the server broke. */
  link: 'connecting' | 'connected' | 'reconnecting' | 'away'
  quality: Quality
}

/** By loss, freezes, concealed sound, round trip and bytes that stopped coming; over the last seconds. */
export type Quality = 'unknown' | 'good' | 'weak' | 'poor'

export type ChatMessage = {
  id: string
  from: PersonView
  isMine: boolean
  text: string
  /** ms since 1970 */
  at: number
  /** Everybody who was in the room has it. */
  isDelivered: boolean
}
