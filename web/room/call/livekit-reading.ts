import type { ConnectionQuality, DisconnectReason } from 'livekit-client'
import type { Closing } from '../../../server/src/providers/video/index.ts'
import type { Over, Quality } from './call.ts'

/** What our servers have written on the room, for everybody in it. */
export type Notice = { ended: Ended | undefined }
export type Ended = Extract<Over, { why: 'ended' }>

/** @param metadata as LiveKit hands it over: the text of whoever runs the server, or nothing */
export function noticeOf(metadata: string | undefined): Notice {
  let said: { ended?: { reason?: unknown } } = {}
  try {
    said = JSON.parse(metadata || '{}') ?? {}
  } catch {
    // It is not ours, so it says nothing.
  }
  return { ended: said.ended && ending(said.ended.reason) }
}

const reasons: unknown[] = ['completed', 'cancelled', 'closed'] satisfies Closing[]

/** How long it took, our server says. */
const ending = (reason: unknown): Ended => ({
  why: 'ended',
  reason: reasons.includes(reason) ? (reason as Closing) : 'closed',
  durationSec: undefined,
})

/** LiveKit's numbers for why it let go of us (DisconnectReason), as far as they are for good. */
const [CLIENT_INITIATED, DUPLICATE_IDENTITY, PARTICIPANT_REMOVED, ROOM_DELETED] = [1, 2, 4, 5]

/** Why it is over; undefined where the line has broken, and is to be built again. */
export function overOf(reason: DisconnectReason | undefined, { ended }: Notice): Over | undefined {
  switch (reason as number | undefined) {
    case CLIENT_INITIATED:
      return { why: 'left' }
    case DUPLICATE_IDENTITY:
      return { why: 'elsewhere' }
    case PARTICIPANT_REMOVED:
      return { why: 'removed' }
    case ROOM_DELETED:
      return ended ?? ending('closed')
    default:
      return ended
  }
}

const qualities: Record<string, Quality> = { excellent: 'good', good: 'weak', poor: 'poor', lost: 'poor' }
const order: Quality[] = ['unknown', 'good', 'weak', 'poor']

/** LiveKit measures everybody's line to itself: between two people the worse of both counts. */
export function qualityOf(mine: ConnectionQuality, theirs: ConnectionQuality): Quality {
  const rank = (one: ConnectionQuality) => order.indexOf(qualities[one] ?? 'unknown')
  return order[Math.max(rank(mine), rank(theirs))]!
}

/** Which of two tokens ends later; one that cannot be read, never. */
export function laterOf(one: string, other: unknown): string {
  return typeof other === 'string' && endOf(other) > endOf(one) ? other : one
}

function endOf(token: string): number {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return Number(JSON.parse(atob(payload)).exp) || 0
  } catch {
    return 0
  }
}
