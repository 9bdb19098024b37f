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
      description: 'Present if this is the stored response of an earlier call.',
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

const STRING = { type: 'string' }
const HEX_SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const header = (name: string, description: string, schema: object): Parameter => ({
  ...{ name, in: 'header', description, schema },
})
const requiredHeader = (name: string, description: string, schema: object): Parameter => ({
  ...{ name, in: 'header', required: true, description, schema },
})

const parameterTable: Record<string, Parameter> = {
  RequestId: header(
    'X-Request-Id',
    'Your id for this request, returned in the response. If absent, the server generates one.',
    { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Makes the call safe to repeat. For 24 hours, a call with the same key and body returns the first response again.',
    { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['4f1c2b7e-5a9d-4d0e-9c3b-8a7f6e5d4c3b'] },
  ),
  IfMatch: header(
    'If-Match',
    'The ETag of the resource as you read it. If the resource has changed since, the call fails with 412.',
    STRING,
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of your copy. If the copy is current, the response is 304 without a body.',
    STRING,
  ),
  WebhookSignature: requiredHeader(
    'X-MC-Signature',
    "HMAC SHA-256 of the body's bytes in lowercase hex, keyed with the endpoint's whole secret. Compare in constant time.",
    HEX_SHA256,
  ),
  WebhookSignatureNext: header(
    'X-MC-Signature-Next',
    'The signature with the next secret, if one is announced.',
    HEX_SHA256,
  ),
  WebhookSignaturePrevious: header(
    'X-MC-Signature-Previous',
    'The signature with the previous secret, while it is still valid.',
    HEX_SHA256,
  ),
  WebhookEvent: requiredHeader('X-MC-Event', 'The kind of event.', STRING),
  WebhookDelivery: requiredHeader('X-MC-Delivery', 'The id of the delivery, the same on every attempt.', STRING),
  WebhookAttempt: requiredHeader('X-MC-Attempt', 'The number of this attempt.', integer(1)),
  WebhookSequence: requiredHeader(
    'X-MC-Sequence',
    'Increases with each recorded event. Deliveries may arrive in another order.',
    STRING,
  ),
  WebhookTest: header('X-MC-Test', 'Present on test events that you requested. They report no real change.', {
    type: 'string',
    const: 'true',
  }),
  WebhookRedundant: header(
    'X-MC-Redundant',
    'Present on requests to the redundant URL, which are sent if the first URL did not accept the event.',
    { type: 'string', const: '1' },
  ),
  WebhookTrace: header(
    'traceparent',
    'The trace of the call that caused the event, if it has one (W3C Trace Context).',
    { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$' },
  ),
  WebhookMessageId: requiredHeader('webhook-id', "The event's id (Standard Webhooks).", STRING),
  WebhookTimestamp: requiredHeader(
    'webhook-timestamp',
    'Unix time at which this attempt was signed (Standard Webhooks).',
    { type: 'string', pattern: '^\\d+$' },
  ),
  WebhookStandardSignature: requiredHeader(
    'webhook-signature',
    'One or more space-separated signatures `v1,<base64>` over id, timestamp and body (Standard Webhooks).',
    STRING,
  ),
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
