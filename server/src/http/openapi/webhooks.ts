import type { eventShapes } from '../../events/shapes.ts'
import { camelCase, capitalized } from '../../lib/camel-case.ts'
import type { DocumentedOperation, Response } from './document.ts'
import { sample } from './examples.ts'
import type { Draft } from './operations.ts'
import { parameters } from './shared.ts'

/** The possible answers of an endpoint, by component name. */
export const eventAnswers: Record<string, Response> = {
  EndpointGone: {
    description:
      'Gone: the endpoint is disabled and its deliveries are on hold. With a second URL, only when both respond with 410.',
  },
  EventReceived: {
    description:
      'Received. After any other response, or none within 15 seconds, the delivery is retried after 1 minute, 10 minutes and 1 hour.',
  },
}

/** The request that an endpoint receives for a kind of event. */
export function describeEvent(
  { schemas }: Draft,
  { kind, meaning, scope, shape }: (typeof eventShapes)[number],
): DocumentedOperation {
  const schema = schemas.output(shape)
  return {
    operationId: `on${capitalized(camelCase(kind))}`,
    tags: ['Webhooks'],
    summary: meaning,
    description: `Sent to endpoints of clients that hold the scope \`${scope}\`.`,
    security: [],
    parameters: parameters(
      'WebhookSignature',
      'WebhookSignatureNext',
      'WebhookSignaturePrevious',
      'WebhookMessageId',
      'WebhookTimestamp',
      'WebhookStandardSignature',
      'WebhookEvent',
      'WebhookDelivery',
      'WebhookAttempt',
      'WebhookSequence',
      'WebhookTest',
      'WebhookTrace',
      'WebhookRedundant',
    ),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: sample(schema, schemas.named()) } },
    },
    responses: {
      '2XX': { $ref: '#/components/responses/EventReceived' },
      '410': { $ref: '#/components/responses/EndpointGone' },
    },
  }
}
