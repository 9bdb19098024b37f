import type { PersonView, WaitingView } from './views.ts'

/**
 * The interface to a provider whose rooms are on another server: receives its webhooks, answers pages and takes the
 * practitioner's decisions. A page authenticates with its join token.
 */
export interface VideoDesk {
  /** Handles a webhook. @returns false if it is not authentic */
  receive(authorization: string | undefined, body: Buffer): Promise<boolean>
  /** @throws {VideoProviderError} */
  view(roomId: string, token: string): Promise<DeskAnswer>
  /** @param peerId the participant that a decision is about. @throws {VideoProviderError} */
  act(roomId: string, token: string, verb: Verb, peerId: string | undefined): Promise<DeskAnswer>
}

/** A decision of the practitioner about a participant. */
export type Decision = 'admit' | 'deny' | 'kick' | 'to-lobby' | 'allow'

export type Verb = Decision | 'end'

/**
 * `INVALID`: not a valid token; `VOID`: a genuine token that has expired, or is for another room; `FORBIDDEN`: not for
 * this role, or denied; `UNKNOWN`: no such participant.
 */
export type DeskAnswer = DeskView | 'INVALID' | 'VOID' | 'FORBIDDEN' | 'UNKNOWN'

/** A room as one participant may see it. */
export type DeskView = {
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
