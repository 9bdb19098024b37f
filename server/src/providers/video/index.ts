import type { Server } from 'node:http'

/** Why a video provider cannot be used right now; the health probe says which. */
export class VideoProviderError extends Error {
  override name = 'VideoProviderError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'service_unavailable'
  constructor(code: VideoProviderError['code'], options?: ErrorOptions) {
    super(`The video provider answered ${code}.`, options)
    this.code = code
  }
}

/** Who wants to join what. `host` is the practitioner, `guest` the patient, `observer` an administrator. */
export type JoinRequest = {
  tenantId: string
  roomId: string
  appointmentId: string
  identity: string
  role: 'host' | 'guest' | 'observer'
}

/** The specification's "Video token result". */
export type JoinToken = { token: string; url: string; roomId: string; expiresAt: Date }

/** Minutes that a join token lives (specification: "Limits"). It lets one join; a call that has begun goes on. */
export const JOIN_TOKEN_MIN = 15

/** What happens outside the process when people meet: rooms, and the tokens that open them. */
export interface VideoProvider {
  issueJoinToken(request: JoinRequest): Promise<JoinToken>
  /** @throws {VideoProviderError} when a participant could not join right now */
  probe(signal: AbortSignal): Promise<void>
  /** Sends everyone out and lets nobody in again: the appointment was cancelled or has ended. */
  closeRoom(roomId: string): Promise<void>
  /** Serves participants on the server that serves the API, where the provider has an endpoint of its own there. */
  attach(server: Server): void
  close(): Promise<void>
}

/** What a provider asks and tells about a room, whichever provider it is. `features/video` keeps it in the database. */
export interface RoomLedger {
  /** Whether the room may be entered. */
  standing(tenantId: string, roomId: string): Promise<'OPEN' | 'CLOSED' | 'UNKNOWN'>
  /** Practitioner and patient are both in the room: said when it begins and again every few seconds while it lasts. */
  together(tenantId: string, roomId: string): Promise<void>
  /** One of them left. */
  apart(tenantId: string, roomId: string): Promise<void>
}
