import { localMinute } from '../../../lib/moroccan-time.ts'
import { type Channel, channels } from '../../../messages/channels.ts'
import type { Claimed } from './claim.ts'

/** Why a message goes by no channel. */
export type Obstacle = 'too_late' | 'recipient_disabled' | 'no_consent' | 'no_address' | 'opted_out'

/** What is to be done with a message now: sent somewhere, kept until quiet hours end, or nothing ever. */
export type Routing = { channel: Channel; to: string } | { waitSec: number } | { obstacle: Obstacle }

type Addresses = Pick<Claimed, 'email' | 'phone'>

/** Where somebody is reached by a channel: an e-mail address, or a number in E.164. */
export const addressBy = (channel: Channel, { email, phone }: Addresses): string | null =>
  channel === 'EMAIL' ? email : phone

type Wishes = Addresses & Pick<Claimed, 'wanted_channel' | 'preferred_channel'>

/** The channels by which somebody has an address, in the order in which they are tried. */
export function channelsTo(to: Wishes, offered: ReadonlySet<Channel>): Channel[] {
  const first = to.wanted_channel ?? to.preferred_channel ?? (to.phone === null ? 'EMAIL' : 'WHATSAPP')
  return [first, ...channels.filter((channel) => channel !== first)].filter(
    (channel) => offered.has(channel) && addressBy(channel, to) !== null,
  )
}

/** Says what is to be done with a message, by what is true of its recipient at this moment. */
export function routed(message: Claimed, offered: ReadonlySet<Channel>): Routing {
  const { purpose, opt_outs, given_up } = message
  const critical = purpose === 'CRITICAL'
  if (message.useless_at && message.useless_at <= message.now) return { obstacle: 'too_late' }
  if (message.disabled) return { obstacle: 'recipient_disabled' }
  if (purpose === 'MARKETING' && !message.consented) return { obstacle: 'no_consent' }
  const reachable = channelsTo(message, offered)
  const allowed = critical ? reachable : reachable.filter((channel) => !opt_outs.includes(channel))
  if (reachable.length > 0 && allowed.length === 0) return { obstacle: 'opted_out' }
  const channel = allowed.find((one) => !given_up.includes(one))
  if (channel === undefined) return { obstacle: 'no_address' }
  const waitSec = critical ? 0 : quietForSec(message)
  return waitSec > 0 ? { waitSec } : { channel, to: addressBy(channel, message)! } // reachable by it
}

const DAY_MIN = 24 * 60

/** Seconds until quiet hours end, 0 outside them. Should clocks be set back meanwhile, it is found quiet still. */
function quietForSec({ quiet_from, quiet_to, now }: Pick<Claimed, 'quiet_from' | 'quiet_to' | 'now'>): number {
  if (quiet_from === null || quiet_to === null) return 0
  const until = minuteOf(quiet_to)
  const sinceFrom = between(minuteOf(quiet_from), localMinute(now))
  if (sinceFrom >= between(minuteOf(quiet_from), until)) return 0
  return between(localMinute(now), until) * 60 - now.getUTCSeconds()
}

/** Minutes from one minute of the day to the next that is the other. */
const between = (from: number, to: number): number => (to - from + DAY_MIN) % DAY_MIN

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes! // as PostgreSQL writes a time
}
