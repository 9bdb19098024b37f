import { hexSignature, standardSignature } from '../../../../lib/signature.ts'
import { deliveryId } from '../delivery-id.ts'
import type { Claimed } from './claim.ts'
import type { SigningSecrets } from './opened-secrets.ts'
import type { Message } from './request/send.ts'

/**
 * The HTTP request of a delivery: the event's bytes as they were written, with both kinds of signature.
 * @param nowSec real time, because the receiver compares it with its own clock
 */
export function messageOf(claimed: Claimed, secrets: SigningSecrets, nowSec: number): Message {
  const { event_id: eventId, endpoint_id: endpointId, n, kind, attempt, seq, test, traceparent } = claimed
  const { CURRENT, NEXT, PREVIOUS } = secrets
  const body = Buffer.from(claimed.body)
  const standard = [CURRENT, NEXT, PREVIOUS].flatMap((secret) =>
    secret === undefined ? [] : standardSignature(secret, eventId, nowSec, body),
  )
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'MedinaCare-webhooks/1',
      'X-MC-Signature': hexSignature(CURRENT, body),
      ...(NEXT !== undefined && { 'X-MC-Signature-Next': hexSignature(NEXT, body) }),
      ...(PREVIOUS !== undefined && { 'X-MC-Signature-Previous': hexSignature(PREVIOUS, body) }),
      'X-MC-Event': kind,
      'X-MC-Delivery': deliveryId({ eventId, endpointId, n }),
      'X-MC-Attempt': String(attempt),
      'X-MC-Sequence': seq,
      ...(traceparent && { traceparent }),
      ...(test && { 'X-MC-Test': 'true' }),
      'webhook-id': eventId,
      'webhook-timestamp': String(nowSec),
      'webhook-signature': standard.join(' '),
    },
  }
}
