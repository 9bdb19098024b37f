import type { PersonView, WaitingView } from './people.ts'

/** A decision of the practitioner about a participant. */
export type Decision = 'admit' | 'deny' | 'kick' | 'to-lobby' | 'allow'

/** What the practitioner may do in a room on LiveKit, by HTTP requests to our server. */
export type RoomCommand = Decision | 'end'

/** The answer to such a request: a room on LiveKit as one participant may see it. */
export type RoomView = {
  me: PersonView
  isAdmitted: boolean
  hostPresent: boolean
  /** The other participants in the room; empty in the lobby. */
  people: PersonView[]
  /** For the practitioner only: participants who wait, and who are denied. */
  lobby?: WaitingView[]
  denied?: PersonView[]
  /** When the consultation started (ISO 8601), for participants in the room. */
  startedAt?: string
  /** The room is closed. The duration is for participants who were in the room, if the consultation is completed. */
  ended?: { durationSec?: number }
  /** Replaces the page's token, which expires soon. */
  token?: string
}
