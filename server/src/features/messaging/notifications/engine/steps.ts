import type { Channel, Language } from '../../../../lib/channels.ts'
import type { MessageProviderError, MessageRefused } from '../../../../messages/providers/index.ts'
import type { Claimed } from './claim.ts'
import type { Obstacle, WaitReason } from './routing.ts'

/** The next state of a claimed message. All columns are written: during the lease, no other server changes the message. */
export type Step = {
  tenant_id: string
  id: string
  status: 'QUEUED' | 'SENT' | 'FAILED'
  channel: Channel | null
  language: Language | null
  provider: string | null
  provider_message_id: string | null
  attempt: number
  given_up: Channel[]
  last_error: string | null
  /** Null: no further attempt. */
  next_in_sec: number | null
  /** Whether the server keeps the lease. */
  keeps_lease: boolean
  /** Whether a request may have been sent, and its outcome is unknown. */
  in_doubt: boolean
}

/** Delays after failed attempts. After the last one the channel is given up. */
const BACKOFF_SEC = [30, 120, 600, 1800]
/** How long to wait for a receipt when the delivery outcome is unknown. */
export const DOUBT_SEC = 600
/** How long, and at what interval, a provider with a lookup is queried about a message in doubt. */
const LOOKUP_PERIOD_MS = 3_600_000
const LOOKUP_INTERVAL_SEC = 60
/** Wait after an internal error. */
const INTERNAL_ERROR_DELAY_SEC = 60

const unchanged = (message: Claimed): Step => ({
  tenant_id: message.tenant_id,
  id: message.id,
  status: message.status,
  channel: message.channel,
  language: message.language,
  provider: message.provider,
  provider_message_id: null,
  attempt: message.attempt,
  given_up: message.given_up,
  last_error: message.last_error,
  next_in_sec: 0,
  keeps_lease: false,
  in_doubt: false,
})

/** The message is given up. */
export const failed = (message: Claimed, error: string): Step => ({
  ...unchanged(message),
  status: 'FAILED',
  channel: message.channel ?? message.given_up.at(-1) ?? null,
  last_error: error,
  next_in_sec: null,
})

/** No channel reaches the recipient. An earlier error, if any, is recorded instead of `no_address`, because it says more. */
export const unreachable = (message: Claimed, obstacle: Obstacle): Step =>
  failed(message, obstacle === 'no_address' ? (message.last_error ?? obstacle) : obstacle)

/** The message waits. @param reason the reason, if it is to be recorded as the last error */
export const waiting = (message: Claimed, sec: number, reason?: WaitReason): Step => ({
  ...unchanged(message),
  next_in_sec: sec,
  last_error: reason ?? message.last_error,
})

/** The message waits in the queue of a channel, because all slots of the channel are in use. */
export const queued = (message: Claimed, channel: Channel): Step => ({
  ...unchanged(message),
  channel,
  attempt: attemptsBy(channel, message),
})

/** The server is about to send a request. From now on the message may have been delivered. */
export const started = (message: Claimed, channel: Channel, language: Language, provider: string): Step => ({
  ...unchanged(message),
  channel,
  language,
  provider,
  attempt: attemptsBy(channel, message) + 1,
  keeps_lease: true,
  in_doubt: true,
})

const attemptsBy = (channel: Channel, message: Claimed): number => (channel === message.channel ? message.attempt : 0)

export const sent = (message: Claimed, providerMessageId: string): Step => ({
  ...unchanged(message),
  status: 'SENT',
  provider_message_id: providerMessageId,
  next_in_sec: null,
})

/** The channel failed permanently. The next channel is tried. */
export const channelFailed = (message: Claimed, error: string): Step => ({
  ...unchanged(message),
  channel: null,
  provider: null,
  attempt: 0,
  given_up: [...message.given_up, message.channel!], // the channel of the failed attempt
  last_error: error,
})

const retry = (message: Claimed, error: string, afterSec = 0): Step => {
  const backoff = BACKOFF_SEC[message.attempt - 1]
  if (backoff === undefined) return channelFailed(message, error)
  return { ...unchanged(message), last_error: error, next_in_sec: Math.max(backoff, afterSec) }
}

const inDoubt = (message: Claimed, error: string, sec: number): Step => ({
  ...unchanged(message),
  last_error: error,
  next_in_sec: sec,
  in_doubt: true,
})

/** The step after a failed attempt. If the error does not come from the provider, the request may have been sent. */
export function afterFailure(message: Claimed, error: unknown): Step {
  if (isRefusal(error)) return channelFailed(message, error.code)
  if (!isProviderError(error)) return inDoubt(message, isTimeout(error) ? 'timeout' : 'internal_error', DOUBT_SEC)
  if (error.inDoubt) return inDoubt(message, error.code, DOUBT_SEC)
  return retry(message, error.code, error.retryAfterSec)
}

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name
/** Whether the provider answered that it will never deliver a message. */
export const isRefusal = (error: unknown): error is MessageRefused => hasName(error, 'MessageRefused')
const isProviderError = (error: unknown): error is MessageProviderError => hasName(error, 'MessageProviderError')
const isTimeout = (error: unknown): boolean => hasName(error, 'TimeoutError')

/** Rendering failed because of an internal error, so nothing was sent. */
export const notComposed = (message: Claimed): Step =>
  message.attempt >= BACKOFF_SEC.length
    ? failed(message, 'internal_error')
    : { ...waiting(message, INTERNAL_ERROR_DELAY_SEC), attempt: message.attempt + 1, last_error: 'internal_error' }

/** The provider reports that it did not deliver a message in doubt. */
export const undelivered = (message: Claimed): Step => ({
  ...retry(message, message.last_error ?? 'in_doubt'),
  next_in_sec: 0,
})

/** The outcome stays unknown. A critical message is sent again, because a duplicate is better than no message. */
export const unresolved = (message: Claimed): Step =>
  message.purpose === 'CRITICAL' ? undelivered(message) : failed(message, 'in_doubt')

/** The lookup at the provider failed. It is repeated for `LOOKUP_PERIOD_MS`. */
export const notAnswered = (message: Claimed): Step =>
  message.now.getTime() - message.in_doubt_since!.getTime() < LOOKUP_PERIOD_MS
    ? inDoubt(message, message.last_error ?? 'in_doubt', LOOKUP_INTERVAL_SEC)
    : unresolved(message)
