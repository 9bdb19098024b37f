import { type Channel, channels, properties } from '../../../../lib/channels.ts'
import { localMinute } from '../../../../lib/moroccan-time.ts'
import { isPersonal } from '../../../../messages/catalog.ts'
import type { Claimed } from './claim.ts'

/** Why a message cannot be sent by any channel. */
export type Obstacle = 'too_late' | 'recipient_disabled' | 'no_consent' | 'no_address' | 'opted_out' | 'unconfirmed'

/** Why a message waits for its recipient. */
export type WaitReason = Extract<Obstacle, 'unconfirmed' | 'recipient_disabled'>

/**
 * The decision on a message: send it; wait until quiet hours end, an address is confirmed or the recipient is enabled; or give it
 * up.
 */
export type Routing =
  | { channel: Channel; to: string }
  | { waitSec: number; reason?: WaitReason }
  | { obstacle: Obstacle }

const HOUR_MS = 3_600_000
/** How long a message waits for an address to be confirmed. The confirmation makes it due at once. */
const CONFIRMATION_MS = 24 * HOUR_MS
/** How long a critical message waits for its disabled recipient to be enabled, so that disabling a user does not hide it. */
const ENABLING_MS = 7 * 24 * HOUR_MS
const LOOK_INTERVAL_SEC = 600

type Addresses = Pick<Claimed, 'email' | 'phone'>

/** The recipient's address on a channel: an e-mail address, or a number in E.164. */
export const addressBy = (channel: Channel, to: Addresses): string | null => to[properties[channel].address]

type Preferences = Addresses &
  Pick<Claimed, 'wanted_channel' | 'preferred_channel'> & { dependant_name?: string | null }

/** The channels for which the recipient has an address, in the order of attempts. */
export function channelsTo(to: Preferences, offered: ReadonlySet<Channel>): Channel[] {
  const first = to.wanted_channel ?? to.preferred_channel ?? (to.phone === null ? 'EMAIL' : 'WHATSAPP')
  return [first, ...channels.filter((channel) => channel !== first)].filter(
    (channel) =>
      offered.has(channel) &&
      addressBy(channel, to) !== null &&
      // WhatsApp templates are registered with the provider, and have no variable for the dependant's name.
      (channel !== 'WHATSAPP' || !to.dependant_name),
  )
}

/** Routes a message by the current state of its recipient. */
export function route(message: Claimed, offered: ReadonlySet<Channel>): Routing {
  const { purpose, opt_outs, given_up } = message
  const critical = purpose === 'CRITICAL'
  if (message.useless_at && message.useless_at <= message.now) return { obstacle: 'too_late' }
  if (message.guardian_ended) return { obstacle: 'recipient_disabled' }
  if (message.disabled && !isPersonal(message.template_code))
    return critical ? waitFor(message, 'recipient_disabled', ENABLING_MS) : { obstacle: 'recipient_disabled' }
  if (purpose === 'MARKETING' && !message.consented) return { obstacle: 'no_consent' }
  const reachable = channelsTo(message, offered)
  if (reachable.length === 0 && message.unconfirmed) return waitFor(message, 'unconfirmed', CONFIRMATION_MS)
  const allowed = critical ? reachable : reachable.filter((channel) => !opt_outs.includes(channel))
  if (reachable.length > 0 && allowed.length === 0) return { obstacle: 'opted_out' }
  const channel = allowed.find((one) => !given_up.includes(one))
  if (channel === undefined) return { obstacle: 'no_address' }
  const waitSec = critical ? 0 : quietForSec(message)
  return waitSec > 0 ? { waitSec } : { channel, to: addressBy(channel, message)! } // `allowed` channels have an address
}

function waitFor(
  { created_at, now }: Pick<Claimed, 'created_at' | 'now'>,
  reason: WaitReason,
  longestMs: number,
): Routing {
  const leftMs = created_at.getTime() + longestMs - now.getTime()
  if (leftMs <= 0) return { obstacle: reason }
  return { waitSec: Math.min(LOOK_INTERVAL_SEC, leftMs / 1000), reason }
}

const DAY_MIN = 24 * 60

/** Seconds until quiet hours end; 0 outside them. If clocks are set back meanwhile, the message waits again. */
function quietForSec({ quiet_from, quiet_to, now }: Pick<Claimed, 'quiet_from' | 'quiet_to' | 'now'>): number {
  if (quiet_from === null || quiet_to === null) return 0
  const until = minuteOf(quiet_to)
  const sinceFrom = minutesBetween(minuteOf(quiet_from), localMinute(now))
  if (sinceFrom >= minutesBetween(minuteOf(quiet_from), until)) return 0
  return minutesBetween(localMinute(now), until) * 60 - now.getUTCSeconds()
}

/** Minutes from one time of day to the next occurrence of another. */
const minutesBetween = (from: number, to: number): number => (to - from + DAY_MIN) % DAY_MIN

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes! // PostgreSQL's format of a time
}
