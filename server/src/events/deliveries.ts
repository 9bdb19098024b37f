/** Where a delivery of an event to an endpoint stands. */
export const deliveryStates = ['PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'HELD', 'CANCELLED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What a delivery was made for: the event itself, somebody's resend, or a recovery. */
export const triggers = ['AUTO', 'MANUAL', 'RECOVERY'] as const
export type Trigger = (typeof triggers)[number]

/** A delivery's turn: what is urgent goes before what just happened, and that before what is caught up on. */
export const RANKS = { URGENT: 0, LIVE: 1, CAUGHT_UP: 2 } as const
