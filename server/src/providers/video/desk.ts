import type { Decision } from './decisions.ts'
import type { PersonView, WaitingView } from './views.ts'

/**
 * What a provider whose rooms are elsewhere does on this server: it hears from there who comes and goes, and pages ask it
 * what they may know and tell it what the practitioner decides. A page shows its join token.
 */
export interface VideoDesk {
  /** @returns false for a call that is not the provider's */
  receive(authorization: string | undefined, body: Buffer): Promise<boolean>
  /** @throws {VideoProviderError} */
  view(roomId: string, token: string): Promise<DeskAnswer>
  /** @param peerId whom the decision is about, where it is about somebody. @throws {VideoProviderError} */
  act(roomId: string, token: string, verb: Verb, peerId: string | undefined): Promise<DeskAnswer>
}

export type Verb = Decision | 'end'

/**
 * `INVALID`: no genuine token; `VOID`: a genuine one that has ended, or is for another room; `FORBIDDEN`: not for this role,
 * or kept out; `UNKNOWN`: there is nobody of whom it may be said.
 */
export type DeskAnswer = DeskView | 'INVALID' | 'VOID' | 'FORBIDDEN' | 'UNKNOWN'

/** A room as one person in it may know it. */
export type DeskView = {
  me: PersonView
  isAdmitted: boolean
  hostPresent: boolean
  /** Who is in the room as well; to the lobby, nobody. */
  people: PersonView[]
  /** To the practitioner alone: who waits, and who is kept out. */
  lobby?: WaitingView[]
  denied?: PersonView[]
  /** Since when practitioner and patient are together (ISO 8601), to who is in the room. */
  startedAt?: string
  /** The room is closed; to who was in it, how long the consultation took, where it is completed. */
  ended?: { durationSec?: number }
  /** To be used from now on: the one that was shown ends soon. */
  token?: string
}
