import { z } from 'zod'

/** States of a delivery of an event to an endpoint. */
export const deliveryStates = ['PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'HELD', 'CANCELLED'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryState = z.enum(deliveryStates).meta({ id: 'DeliveryState' })

/** Why a delivery was created: by the event, by a manual resend, or by a recovery. */
const triggers = ['AUTO', 'MANUAL', 'RECOVERY'] as const
export type Trigger = (typeof triggers)[number]
export const trigger = z.enum(triggers).meta({ id: 'DeliveryTrigger' })

/** Why a delivery failed, without details of the network. docs/webhooks.md explains each. */
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
export const deliveryError = z.enum(deliveryErrors).meta({ id: 'DeliveryError' })

/** Priorities of deliveries. The lowest number is sent first. */
export const RANKS = { URGENT: 0, LIVE: 1, CAUGHT_UP: 2 } as const
