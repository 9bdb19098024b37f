import type { Closing, Participant } from '../index.ts'
import type { Departure, ServerMessage } from './protocol.ts'
import type { Seat } from './seat.ts'

/** Messages about a room between the servers that have it. */
export type RoomNote =
  /** The sender has opened the room or was disconnected, and asks for the others' seats. */
  | { kind: 'hello' }
  /** The sender's complete state. */
  | { kind: 'here'; seats: Seat[]; startedAt?: string | undefined }
  /** The sender no longer has the room: it is empty there, or the server stops. */
  | { kind: 'bye' }
  | { kind: 'seat'; seat: Seat }
  | { kind: 'gone'; peerId: string; arrival: number; why: Departure }
  | { kind: 'signal'; to: string; toSid: string; signal: Extract<ServerMessage, { type: 'signal' }> }
  | { kind: 'standing'; who: Participant }
  | { kind: 'call'; startedAt?: string | undefined }

/** These two also concern sockets that are not in the room yet. */
export type Note =
  | RoomNote
  | { kind: 'close'; reason: Closing; durationSec?: number | undefined }
  | { kind: 'remove'; identity: string }
