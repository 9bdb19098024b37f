import type { Header, Parameter, Ref } from './document.ts'

const integer = (minimum: number) => ({ type: 'integer', minimum })

/** Headers of answers, by their components' names. */
const headerTable: Record<string, [name: string, Header]> = {
  RequestId: [
    'X-Request-Id',
    { description: "The request's id, for the log and for support.", schema: { type: 'string' } },
  ],
  ApiVersion: ['X-API-Version', { description: 'The version that answered.', schema: { type: 'string', const: '1' } }],
  RateLimitLimit: [
    'X-RateLimit-Limit',
    { description: 'Requests that the plan allows in a minute.', schema: integer(0) },
  ],
  RateLimitRemaining: ['X-RateLimit-Remaining', { description: 'Requests left of them now.', schema: integer(0) }],
  RateLimitReset: [
    'X-RateLimit-Reset',
    { description: 'Seconds until all of them are open again.', schema: integer(0) },
  ],
  RetryAfter: ['Retry-After', { description: 'Seconds to wait before the next try.', schema: integer(1) }],
  IdempotencyReplayed: [
    'Idempotency-Replayed',
    {
      description: 'Present when this is the kept answer of an earlier call.',
      schema: { type: 'string', const: 'true' },
    },
  ],
  WWWAuthenticate: ['WWW-Authenticate', { description: 'How to authenticate (RFC 6750).', schema: { type: 'string' } }],
}

const parameterTable: Record<string, Parameter> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of your own for this request; the answer carries it back. Without one, we make it.',
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat: within 24 hours the same key with the same body gets the first answer again.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['4f1c2b7e-5a9d-4d0e-9c3b-8a7f6e5d4c3b'] },
  },
  WebhookSignature: {
    name: 'X-MC-Signature',
    in: 'header',
    required: true,
    description:
      "HMAC SHA-256 of the body's bytes in lowercase hex, keyed with the endpoint's whole secret. Compare in constant time.",
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  WebhookSignatureNext: {
    name: 'X-MC-Signature-Next',
    in: 'header',
    description: 'The same with the secret that will take over, while one is announced.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  WebhookSignaturePrevious: {
    name: 'X-MC-Signature-Previous',
    in: 'header',
    description: 'The same with the secret that was replaced, for as long as it is still good.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  WebhookEvent: {
    name: 'X-MC-Event',
    in: 'header',
    required: true,
    description: 'The kind of event.',
    schema: { type: 'string' },
  },
  WebhookDelivery: {
    name: 'X-MC-Delivery',
    in: 'header',
    required: true,
    description: 'The id of the delivery, the same on every attempt.',
    schema: { type: 'string' },
  },
  WebhookAttempt: {
    name: 'X-MC-Attempt',
    in: 'header',
    required: true,
    description: 'Which attempt this is.',
    schema: integer(1),
  },
  WebhookSequence: {
    name: 'X-MC-Sequence',
    in: 'header',
    required: true,
    description: 'Grows with the order in which events were written. Deliveries come in any order.',
    schema: { type: 'string' },
  },
  WebhookTest: {
    name: 'X-MC-Test',
    in: 'header',
    description: 'Present when you asked for this event to try the endpoint: nothing happened.',
    schema: { type: 'string', const: 'true' },
  },
  WebhookRedundant: {
    name: 'X-MC-Redundant',
    in: 'header',
    description: 'Present at the second address, when the first did not take the event.',
    schema: { type: 'string', const: '1' },
  },
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: "The event's id (Standard Webhooks).",
    schema: { type: 'string' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was signed, in seconds since 1970 (Standard Webhooks).',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookStandardSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or more signatures `v1,<base64>` with spaces between, over id, timestamp and body (Standard Webhooks).',
    schema: { type: 'string' },
  },
}

export const sharedHeaders = Object.fromEntries(Object.entries(headerTable).map(([name, [, header]]) => [name, header]))
export const sharedParameters = parameterTable

/** References to shared headers, by their components' names. */
export const headers = (...names: string[]): Record<string, Ref> =>
  Object.fromEntries(names.map((name) => [headerTable[name]![0], { $ref: `#/components/headers/${name}` }]))

/** References to shared parameters. */
export const parameters = (...names: string[]): Ref[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

export const RATE_LIMITS = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset']
