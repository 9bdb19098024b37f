import type { DocumentedOperation, Header, Parameter, Ref } from './document.ts'

const integer = (minimum: number) => ({ type: 'integer', minimum })

/** Response headers by component name. */
const headerTable: Record<string, [name: string, Header]> = {
  RequestId: [
    'X-Request-Id',
    { description: "The request's id. Quote it when you ask for help.", schema: { type: 'string' } },
  ],
  ApiVersion: ['X-API-Version', { description: 'The API version.', schema: { type: 'string', const: '1' } }],
  RateLimitLimit: ['X-RateLimit-Limit', { description: 'Requests allowed per minute.', schema: integer(0) }],
  RateLimitRemaining: ['X-RateLimit-Remaining', { description: 'Requests remaining now.', schema: integer(0) }],
  RateLimitReset: [
    'X-RateLimit-Reset',
    {
      description: 'Seconds until the full limit is available again. On a 429, the same as Retry-After.',
      schema: integer(0),
    },
  ],
  RetryAfter: ['Retry-After', { description: 'Seconds to wait before retrying.', schema: integer(1) }],
  IdempotencyReplayed: [
    'Idempotency-Replayed',
    {
      description: 'Present when this is the stored answer of an earlier call.',
      schema: { type: 'string', const: 'true' },
    },
  ],
  ETag: [
    'ETag',
    {
      description: 'The entity tag of the resource as you read it. Send it back in If-None-Match or If-Match.',
      schema: { type: 'string', pattern: '^"[\\w-]{22}"$' },
    },
  ],
  Location: ['Location', { description: 'The path of the created resource.', schema: { type: 'string' } }],
  WWWAuthenticate: ['WWW-Authenticate', { description: 'How to authenticate (RFC 6750).', schema: { type: 'string' } }],
}

const parameterTable: Record<string, Parameter> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your id for this request, returned in the answer. If absent, the server generates one.',
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat. For 24 hours, a call with the same key and body gets the first answer again.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['4f1c2b7e-5a9d-4d0e-9c3b-8a7f6e5d4c3b'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the resource as you read it. If the resource has changed since, the call fails with 412.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of your copy. If the copy is current, the answer is 304 without a body.',
    schema: { type: 'string' },
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
    description: 'The signature with the next secret, if one is announced.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  WebhookSignaturePrevious: {
    name: 'X-MC-Signature-Previous',
    in: 'header',
    description: 'The signature with the previous secret, while it is still valid.',
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
    description: 'The number of this attempt.',
    schema: integer(1),
  },
  WebhookSequence: {
    name: 'X-MC-Sequence',
    in: 'header',
    required: true,
    description: 'Increases with each recorded event. Deliveries may arrive in another order.',
    schema: { type: 'string' },
  },
  WebhookTest: {
    name: 'X-MC-Test',
    in: 'header',
    description: 'Present on test events that you requested. They report no real change.',
    schema: { type: 'string', const: 'true' },
  },
  WebhookRedundant: {
    name: 'X-MC-Redundant',
    in: 'header',
    description: 'Present on requests to the redundant URL, which are sent if the first URL did not accept the event.',
    schema: { type: 'string', const: '1' },
  },
  WebhookMessageId: {
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
    description: 'Unix time at which this attempt was signed (Standard Webhooks).',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookStandardSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or more space-separated signatures `v1,<base64>` over id, timestamp and body (Standard Webhooks).',
    schema: { type: 'string' },
  },
}

export const sharedHeaders = Object.fromEntries(Object.entries(headerTable).map(([name, [, header]]) => [name, header]))
export const sharedParameters = parameterTable

/** References to shared headers by component name. */
export const headers = (...names: string[]): Record<string, Ref> =>
  Object.fromEntries(names.map((name) => [headerTable[name]![0], { $ref: `#/components/headers/${name}` }]))

/** References to shared parameters. */
export const parameters = (...names: string[]): Ref[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** Replaces parameters that several operations share by references, and returns them by component name. */
export function shareRepeated(described: { operation: DocumentedOperation }[]): Record<string, Parameter> {
  const inline = described.flatMap(({ operation }) => operation.parameters ?? []).filter((one) => 'name' in one)
  const components: Record<string, Parameter> = {}
  const names = new Map<string, string>()
  for (const [text, [first, second]] of Map.groupBy(inline, (one) => JSON.stringify(one))) {
    const name = componentName(first!)
    if (!second || name in components || name in parameterTable) continue
    components[name] = first!
    names.set(text, name)
  }
  for (const { operation } of described)
    operation.parameters &&= operation.parameters.flatMap((one) => {
      const name = names.get(JSON.stringify(one))
      return name ? parameters(name) : one
    })
  return components
}

/** `PageSize` for pageSize; `AccessRequestId` for an id with the description "The id of the access request." */
function componentName({ name, description = '' }: Parameter): string {
  const words = name === 'id' ? description.replace(/^The id of the (.*)\.$/, '$1 id') : name
  return words.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export const RATE_LIMITS = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset']
