import type { PersonView, WaitingView } from './people.ts'

/** A decision of the practitioner about a participant. */
export type Decision = 'admit' | 'deny' | 'kick' | 'to-lobby' | 'allow'

/** A command of the practitioner for a room on LiveKit, sent to our server by HTTP. */
export type RoomCommand = Decision | 'end'

/** The response to a command: the room on LiveKit as the participant may see it. */
export type RoomView = {
  me: PersonView
  isAdmitted: boolean
  hostPresent: boolean
  /** The other participants in the room. Empty in the lobby. */
  people: PersonView[]
  /** For the practitioner only: waiting and denied participants. */
  lobby?: WaitingView[]
  denied?: PersonView[]
  /** When the consultation started (ISO 8601), for participants in the room. */
  startedAt?: string
  /** The room is closed. The duration is for participants who were in the room, if the consultation is completed. */
  ended?: { durationSec?: number }
  /** A new token for the page, because its token expires soon. */
  token?: string
}
