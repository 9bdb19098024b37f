import type { Closing } from '@medina-care/protocol/messages.ts'
import type { ConnectionQuality, DisconnectReason } from 'livekit-client'
import type { Over, Quality } from './call.ts'

/** The notice that our servers have set as room metadata. */
export type Notice = { ended: Ended | undefined }
type Ended = Extract<Over, { why: 'ended' }>

/** @param metadata untrusted: LiveKit's operator controls it */
export function noticeOf(metadata: string | undefined): Notice {
  let notice: { ended?: { reason?: unknown } } = {}
  try {
    notice = JSON.parse(metadata || '{}') ?? {}
  } catch {
    // Not our notice.
  }
  return { ended: notice.ended && endedFor(notice.ended.reason) }
}

const reasons: unknown[] = ['completed', 'cancelled', 'closed'] satisfies Closing[]

/** The end of a consultation. Our server supplies the duration later. */
const endedFor = (reason: unknown): Ended => ({
  why: 'ended',
  reason: reasons.includes(reason) ? (reason as Closing) : 'closed',
  durationSec: undefined,
})

/** LiveKit's DisconnectReason codes after which the call is over. */
const [CLIENT_INITIATED, DUPLICATE_IDENTITY, PARTICIPANT_REMOVED, ROOM_DELETED] = [1, 2, 4, 5]

/** The reason for the end of the call. Undefined if the connection broke and should be re-established. */
export function overOf(reason: DisconnectReason | undefined, { ended }: Notice): Over | undefined {
  switch (reason as number | undefined) {
    case CLIENT_INITIATED:
      return { why: 'left' }
    case DUPLICATE_IDENTITY:
      return { why: 'elsewhere' }
    case PARTICIPANT_REMOVED:
      return { why: 'removed' }
    case ROOM_DELETED:
      return ended ?? endedFor('closed')
    default:
      return ended
  }
}

const qualities: Record<string, Quality> = { excellent: 'good', good: 'weak', poor: 'poor', lost: 'poor' }
const order: Quality[] = ['unknown', 'good', 'weak', 'poor']

/** LiveKit rates each participant's connection to its server. The worse one of two participants applies. */
export function qualityOf(mine: ConnectionQuality, theirs: ConnectionQuality): Quality {
  const rank = (one: ConnectionQuality) => order.indexOf(qualities[one] ?? 'unknown')
  return order[Math.max(rank(mine), rank(theirs))]!
}

/** The token that expires later. An unreadable token counts as expired. */
export function laterToken(one: string, other: unknown): string {
  return typeof other === 'string' && expiryOf(other) > expiryOf(one) ? other : one
}

function expiryOf(token: string): number {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return Number(JSON.parse(atob(payload)).exp) || 0
  } catch {
    return 0
  }
}
