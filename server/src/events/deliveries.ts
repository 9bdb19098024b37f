/** Where a delivery of an event to an endpoint stands. */
export const deliveryStates = ['PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'HELD', 'CANCELLED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What a delivery was made for: the event itself, somebody's resend, or a recovery. */
export const triggers = ['AUTO', 'MANUAL', 'RECOVERY'] as const
export type Trigger = (typeof triggers)[number]

/** Why a delivery failed, in words that say nothing of our network. docs/webhooks.md explains each. */
export const deliveryErrors = [
  'http_error',
  'timeout',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'dns_error',
  'tls_error',
  'blocked_address',
  'invalid_response',
  'lease_lost',
  'interrupted',
  'internal_error',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

/** A delivery's turn: what is urgent goes before what just happened, and that before what is caught up on. */
export const RANKS = { URGENT: 0, LIVE: 1, CAUGHT_UP: 2 } as const
