import type { RoomCommand, RoomView } from '@medina-care/protocol/control.ts'

/**
 * The interface to a provider whose rooms are on another server: receives its webhooks, answers pages and takes the
 * practitioner's decisions. A page authenticates with its join token.
 */
export interface RoomControl {
  /** Handles a webhook. @returns false if it is not authentic */
  receive(authorization: string | undefined, body: Buffer): Promise<boolean>
  /** @throws {VideoProviderError} */
  view(roomId: string, token: string): Promise<ControlAnswer>
  /** @param peerId the participant that a decision is about. @throws {VideoProviderError} */
  act(roomId: string, token: string, command: RoomCommand, peerId: string | undefined): Promise<ControlAnswer>
}

/**
 * `INVALID`: not a valid token; `VOID`: a genuine token that has expired, or is for another room; `FORBIDDEN`: not for
 * this role, or denied; `UNKNOWN`: no such participant.
 */
export type ControlAnswer = RoomView | 'INVALID' | 'VOID' | 'FORBIDDEN' | 'UNKNOWN'
