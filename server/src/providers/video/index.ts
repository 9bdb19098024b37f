import type { Server } from 'node:http'
import type { VideoDesk } from './desk.ts'

/** Why a video provider cannot be used right now; the health probe says which. */
export class VideoProviderError extends Error {
  override name = 'VideoProviderError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'service_unavailable'
  constructor(code: VideoProviderError['code'], options?: ErrorOptions) {
    super(`The video provider answered ${code}.`, options)
    this.code = code
  }
}

/** `host` is the practitioner, `guest` whom they invited (family, an interpreter), `observer` an administrator. */
export type Role = 'host' | 'patient' | 'guest' | 'observer'

/** Who wants to join what. `name` is what the others read. */
export type JoinRequest = {
  tenantId: string
  roomId: string
  appointmentId: string
  identity: string
  name: string
  role: Role
}

/** The specification's "Video token result". */
export type JoinToken = { token: string; url: string; roomId: string; expiresAt: Date }

/** Minutes that a join token lives (specification: "Limits"). It lets one join; a call that has begun goes on. */
export const JOIN_TOKEN_MIN = 15

/** Why a room is over: the practitioner ended the consultation, or the appointment was cancelled, or otherwise closed. */
export type Closing = 'completed' | 'cancelled' | 'closed'

/** Where providers report to: ids and outcomes. */
export type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

/** What happens outside the process when people meet: rooms, and the tokens that open them. */
export interface VideoProvider {
  readonly kind: 'embedded' | 'livekit'
  /** Where rooms are elsewhere. */
  readonly desk?: VideoDesk
  issueJoinToken(request: JoinRequest): Promise<JoinToken>
  /** @throws {VideoProviderError} when a participant could not join right now */
  probe(signal: AbortSignal): Promise<void>
  /**
   * Sends everyone out, on whichever server they are, and lets nobody in again. Call it when the ledger says CLOSED already.
   * @param durationSec what the completed consultation is told
   */
  closeRoom(room: RoomId, reason: Closing, durationSec?: number): Promise<void>
  /** Sends one person out. What keeps them out is the ledger, which knows it already. */
  removeParticipant(room: RoomId, identity: string): Promise<void>
  /** Serves participants on the server that serves the API, where the provider has an endpoint of its own there. */
  attach(server: Server): void
  close(): Promise<void>
}

export type RoomId = { tenantId: string; roomId: string }

/** `ADMITTED` is in the room or may come back to it without asking; `DENIED` stays out until the practitioner allows it. */
export type Standing = 'WAITING' | 'ADMITTED' | 'DENIED'

/** What a decision makes of somebody, and of whom it may be said: of anybody else it changes nothing. */
export type Change = { to: Standing; from: readonly Standing[] }

/** Somebody's place in a room as the database knows it. */
export type Participant = JoinRequest & {
  standing: Standing
  /** Since when they have waited, while they do. */
  waitingSince: Date
  /** Which of the room's changes this is of: of two, the greater is what holds. */
  revision: number
}

/**
 * What a provider asks and tells about rooms, whichever provider it is. `features/video` keeps it in the database, with its
 * effects on the appointment, and writes every arrival, decision and departure into the audit log.
 */
export interface RoomLedger {
  /**
   * Somebody with a genuine token is at the door. A host is admitted; anybody else has the standing of before, or waits.
   * `UNKNOWN`: no such room, or nobody who may still act here.
   */
  arrive(who: JoinRequest): Promise<'CLOSED' | 'UNKNOWN' | Participant>
  /** They have gone: on purpose, or their line broke and did not come back, or there was no place for them. */
  depart(who: RoomId & { identity: string }, how: 'left' | 'lost' | 'full'): Promise<void>
  /**
   * Whether somebody who has been at the door may still act in the room: it is open, and they are neither disabled, nor
   * withdrawn, nor kept out.
   */
  mayAct(who: RoomId & { identity: string }): Promise<boolean>
  /**
   * The practitioner's decision about somebody who has been at the door; it holds until the next one.
   * Undefined where there is nobody of whom it may be said, or `by` may not say it.
   */
  decide(room: RoomId, identity: string, change: Change, by: string): Promise<Participant | undefined>
  /** Everybody who has been at the door, with their standing. Who was disabled or withdrawn is DENIED. */
  participants(room: RoomId): Promise<'CLOSED' | Participant[]>
  /**
   * Practitioner and patient are connected: said when it begins and again every few seconds while it lasts. The first time
   * starts the consultation.
   * @param forMs for how long they have been without a break, as both say; a gap of the server's own is filled by it
   * @returns undefined where the room is closed
   */
  together(room: RoomId, forMs: number): Promise<{ startedAt: Date } | undefined>
  /**
   * How long they are together, to somebody who is admitted: since when it goes on, or, once the consultation is completed,
   * how long it was. Nothing to anybody else.
   */
  timeOf(who: RoomId & { identity: string }): Promise<{ startedAt?: Date; durationSec?: number }>
  /** One of them is no longer. */
  apart(room: RoomId): Promise<void>
  /**
   * The practitioner ends the consultation, which completes the appointment. Everybody is sent out by `closeRoom` behind it,
   * which is told how it ended; also where it was over before.
   */
  end(room: RoomId, by: string): Promise<void>
}
