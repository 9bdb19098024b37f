import { hexSignature, standardSignature } from '../../../lib/signature.ts'
import { deliveryId } from '../delivery-id.ts'
import type { Claimed } from './claim.ts'
import type { Message } from './send.ts'

/**
 * The request that a delivery is: the event's bytes as they were written, signed in both ways.
 * @param nowSec real time, for the receiver compares it with its own
 */
export function messageOf(claimed: Claimed, secret: string, nowSec: number): Message {
  const { event_id: eventId, endpoint_id: endpointId, n, kind, attempt, seq, url } = claimed
  const body = Buffer.from(claimed.body)
  return {
    url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'MedinaCare-webhooks/1',
      'X-MC-Signature': hexSignature(secret, body),
      'X-MC-Event': kind,
      'X-MC-Delivery': deliveryId({ eventId, endpointId, n }),
      'X-MC-Attempt': String(attempt),
      'X-MC-Sequence': seq,
      'webhook-id': eventId,
      'webhook-timestamp': String(nowSec),
      'webhook-signature': standardSignature(secret, eventId, nowSec, body),
    },
  }
}
