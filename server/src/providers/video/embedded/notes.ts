import type { Closing, Participant } from '../index.ts'
import type { Departure, ServerMessage } from './protocol.ts'
import type { Seat } from './seat.ts'

/** What servers that have the same room tell each other of it. */
export type RoomNote =
  /** Who has just opened it, or was cut off, asks what the others hold. */
  | { kind: 'hello' }
  /** All that the sender holds, and nothing else. */
  | { kind: 'here'; seats: Seat[]; startedAt?: string | undefined }
  /** The sender has it no longer: it is empty there, or the server stops. */
  | { kind: 'bye' }
  | { kind: 'seat'; seat: Seat }
  | { kind: 'gone'; peerId: string; arrival: number; why: Departure }
  | { kind: 'signal'; to: string; toSid: string; signal: Extract<ServerMessage, { type: 'signal' }> }
  | { kind: 'standing'; who: Participant }
  | { kind: 'call'; startedAt?: string | undefined }

/** These two concern sockets as well that are not in the room yet. */
export type Note =
  | RoomNote
  | { kind: 'close'; reason: Closing; durationSec?: number | undefined }
  | { kind: 'remove'; identity: string }
