import type { Server } from 'node:http'
import type { Closing } from '@medina-care/protocol/messages.ts'
import type { Role } from '@medina-care/protocol/people.ts'
import type { RoomControl } from './room-control.ts'

/** The reason why a video provider is unavailable; the health probe shows the code. */
export class VideoProviderError extends Error {
  override name = 'VideoProviderError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'service_unavailable'
  constructor(code: VideoProviderError['code'], options?: ErrorOptions) {
    super(`The video provider answered ${code}.`, options)
    this.code = code
  }
}

/** A request for a join token. `name` is shown to other participants; `issuedBy` is the user who requested it for this one. */
export type JoinRequest = {
  tenantId: string
  roomId: string
  appointmentId: string
  identity: string
  name: string
  role: Role
  issuedBy?: string | undefined
}

/** The specification's "Video token result". */
export type JoinToken = { token: string; url: string; roomId: string; expiresAt: Date }

/** Lifetime of a join token in minutes (specification: "Limits"). It applies to the join; a call continues after it. */
export const JOIN_TOKEN_MIN = 15

/** The log. It receives ids and outcomes only. */
export type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

/** Provides the rooms of consultations, and the tokens that open them. */
export interface VideoProvider {
  readonly kind: 'embedded' | 'livekit'
  /** For providers whose rooms are on another server. */
  readonly control?: RoomControl
  issueJoinToken(request: JoinRequest): Promise<JoinToken>
  /**
   * The holder of a token of a room. `INVALID`: not genuine; `VOID`: expired, or for another room.
   * @param graceSec for how long an expired token still tells who its holder is; 0 by default
   */
  identify(token: string, roomId: string, graceSec?: number): Promise<JoinRequest | 'INVALID' | 'VOID'>
  /** @throws {VideoProviderError} if a participant could not join right now */
  probe(signal: AbortSignal): Promise<void>
  /**
   * Disconnects everyone, on any server, and refuses joins. Call it after the ledger has recorded the room as closed.
   * @param durationSec the duration of a completed consultation
   */
  closeRoom(room: RoomId, reason: Closing, durationSec?: number): Promise<void>
  /** Disconnects one participant. The ledger, which must have recorded it before, refuses further joins. */
  removeParticipant(room: RoomId, identity: string): Promise<void>
  /** Adds the provider's endpoint, if any, to the API's server. */
  attach(server: Server): void
  close(): Promise<void>
}

export type RoomId = { tenantId: string; roomId: string }

/** An `ADMITTED` participant may rejoin without waiting; a `DENIED` one may not join until the practitioner allows it. */
export type Admission = 'WAITING' | 'ADMITTED' | 'DENIED'

/** A decision: the new admission, and the current admissions to which it applies. */
export type Change = { to: Admission; from: readonly Admission[] }

/** A participant's place in a room, as stored in the database. */
export type Participant = JoinRequest & {
  admission: Admission
  /** Since when a waiting participant waits. */
  waitingSince: Date
  /** The room's revision of this change: the greater one prevails. */
  revision: number
}

/**
 * The database side of rooms, the same for all providers. `features/care/video` implements it with the effects on the
 * appointment, and writes every arrival, decision and departure into the audit log.
 */
export interface RoomLedger {
  /**
   * A participant with a genuine token arrives. A host is admitted; others keep their previous admission, or wait.
   * `UNKNOWN`: the room does not exist, or the participant may no longer act in it.
   */
  arrive(who: JoinRequest): Promise<'CLOSED' | 'UNKNOWN' | Participant>
  /** A participant has left: on purpose, after a lost connection, or because the room was full. */
  depart(who: RoomId & { identity: string }, how: 'left' | 'lost' | 'full'): Promise<void>
  /** Whether an arrived participant may still act: the room is open, and they are not disabled, withdrawn or denied. */
  mayAct(who: RoomId & { identity: string }): Promise<boolean>
  /**
   * Records the practitioner's decision about an arrived participant. It applies until the next decision.
   * @returns undefined if it does not apply to the participant, or `by` may not decide
   */
  decide(room: RoomId, identity: string, change: Change, by: string): Promise<Participant | undefined>
  /** All participants who have arrived, with their admission. Disabled and withdrawn participants are DENIED. */
  participants(room: RoomId): Promise<'CLOSED' | Participant[]>
  /**
   * Reports that practitioner and patient are connected: when it begins, and every few seconds. The first report starts the
   * consultation.
   * @param forMs how long both pages have been connected without interruption; it covers gaps in the server's reports
   * @returns undefined if the room is closed
   */
  together(room: RoomId, forMs: number): Promise<{ startedAt: Date } | undefined>
  /**
   * For an admitted participant: since when practitioner and patient are together, or the duration of the completed
   * consultation. Empty for others.
   */
  timeOf(who: RoomId & { identity: string }): Promise<{ startedAt?: Date; durationSec?: number }>
  /** Reports that practitioner and patient are no longer connected. */
  apart(room: RoomId): Promise<void>
  /**
   * The practitioner ends the consultation, which completes the appointment. `closeRoom` then disconnects all participants
   * with the outcome, even if the consultation was already over.
   */
  end(room: RoomId, by: string): Promise<void>
}
