import type { Channel, Language } from '../../../messages/channels.ts'
import type { MessageProviderError, MessageRefused } from '../../../providers/messages/index.ts'
import type { Claimed } from './claim.ts'
import type { Obstacle } from './routing.ts'

/** What becomes of a message that was claimed. It is all written: nobody else changes it while its lease holds. */
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
  /** Null: it is not to be sent any more. */
  next_in_sec: number | null
  /** Whether the lease goes on. */
  held: boolean
  /** Whether a request may have left whose outcome is not known. */
  in_doubt: boolean
}

/** How long a try that failed is waited for, one after the other; after the last one the channel is given up. */
const BACKOFF_SEC = [30, 120, 600, 1800]
/** How long a receipt is waited for where nobody knows whether a message was sent. */
export const DOUBT_SEC = 600
/** How long a provider that can be asked is asked what became of a message, and how often. */
const ASKED_FOR_MS = 3_600_000
const ASK_AGAIN_SEC = 60
/** Wait after a fault of ours, so that it is not met again at once. */
const OUR_FAULT_SEC = 60

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
  held: false,
  in_doubt: false,
})

/** Nobody will be sent it. */
export const failed = (message: Claimed, error: string): Step => ({
  ...unchanged(message),
  status: 'FAILED',
  channel: message.channel ?? message.given_up.at(-1) ?? null,
  last_error: error,
  next_in_sec: null,
})

/** There is no way to the recipient. What went wrong on the last one says more than that it was the last. */
export const unreachable = (message: Claimed, obstacle: Obstacle): Step =>
  failed(message, obstacle === 'no_address' ? (message.last_error ?? obstacle) : obstacle)

export const waiting = (message: Claimed, sec: number): Step => ({ ...unchanged(message), next_in_sec: sec })

/** It goes by a channel that has no room at the moment. */
export const queued = (message: Claimed, channel: Channel): Step => ({
  ...unchanged(message),
  channel,
  attempt: triesBy(channel, message),
})

/** A request is about to leave: from now on it may have been carried out. */
export const begun = (message: Claimed, channel: Channel, language: Language, provider: string): Step => ({
  ...unchanged(message),
  channel,
  language,
  provider,
  attempt: triesBy(channel, message) + 1,
  held: true,
  in_doubt: true,
})

const triesBy = (channel: Channel, message: Claimed): number => (channel === message.channel ? message.attempt : 0)

export const sent = (message: Claimed, providerMessageId: string): Step => ({
  ...unchanged(message),
  status: 'SENT',
  provider_message_id: providerMessageId,
  next_in_sec: null,
})

/** The channel is no way to the recipient; another one may be. */
export const givenUp = (message: Claimed, error: string): Step => ({
  ...unchanged(message),
  channel: null,
  provider: null,
  attempt: 0,
  given_up: [...message.given_up, message.channel!], // it was tried by it
  last_error: error,
})

const again = (message: Claimed, error: string, afterSec = 0): Step => {
  const backoff = BACKOFF_SEC[message.attempt - 1]
  if (backoff === undefined) return givenUp(message, error)
  return { ...unchanged(message), last_error: error, next_in_sec: Math.max(backoff, afterSec) }
}

const doubtful = (message: Claimed, error: string, sec: number): Step => ({
  ...unchanged(message),
  last_error: error,
  next_in_sec: sec,
  in_doubt: true,
})

/** What a failed try leads to. An error that is no provider's says nothing of whether the request left. */
export function afterFailure(message: Claimed, error: unknown): Step {
  if (isRefusal(error)) return givenUp(message, error.code)
  if (!isProviders(error)) return doubtful(message, isTimeout(error) ? 'timeout' : 'internal_error', DOUBT_SEC)
  if (error.inDoubt) return doubtful(message, error.code, DOUBT_SEC)
  return again(message, error.code, error.retryAfterSec)
}

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name
const isRefusal = (error: unknown): error is MessageRefused => hasName(error, 'MessageRefused')
const isProviders = (error: unknown): error is MessageProviderError => hasName(error, 'MessageProviderError')
const isTimeout = (error: unknown): boolean => hasName(error, 'TimeoutError')

/** Nothing has left: it could not be composed, for a reason of ours. */
export const notComposed = (message: Claimed): Step =>
  message.attempt >= BACKOFF_SEC.length
    ? failed(message, 'internal_error')
    : { ...waiting(message, OUR_FAULT_SEC), attempt: message.attempt + 1, last_error: 'internal_error' }

/** The provider says that a message which was in doubt never arrived. */
export const neverArrived = (message: Claimed): Step => ({
  ...again(message, message.last_error ?? 'in_doubt'),
  next_in_sec: 0,
})

/** Nobody can say whether it arrived: what is critical may rather come twice than not at all. */
export const unresolved = (message: Claimed): Step =>
  message.purpose === 'CRITICAL' ? neverArrived(message) : failed(message, 'in_doubt')

/** The provider could be asked, and has not answered. */
export const notAnswered = (message: Claimed): Step =>
  message.now.getTime() - message.in_doubt_since!.getTime() < ASKED_FOR_MS
    ? doubtful(message, message.last_error ?? 'in_doubt', ASK_AGAIN_SEC)
    : unresolved(message)
