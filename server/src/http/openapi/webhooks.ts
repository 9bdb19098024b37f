import type { z } from 'zod'
import type { DocumentedOperation, Response } from './document.ts'
import { sample } from './examples.ts'
import type { Draft } from './operations.ts'
import { parameters } from './shared.ts'

/** Kinds of events, as `events/catalog.ts` declares them. */
type Kinds = Record<string, { meaning: string; scope: string; data: z.ZodObject }>

/** What an endpoint may answer, by component name. */
export const eventAnswers: Record<string, Response> = {
  EndpointGone: {
    description:
      'Gone: the endpoint is disabled and its deliveries are held. With a second URL, only when both answer 410.',
  },
  EventReceived: {
    description:
      'Received. After any other answer, or none within 15 seconds, delivery is retried after 1 minute, 10 minutes and 1 hour.',
  },
}

/** The request that an endpoint receives for a kind of event. */
export function describeEvent(
  { schemas }: Draft,
  kind: string,
  { meaning, scope, data }: Kinds[string],
): DocumentedOperation {
  const schema = {
    type: 'object',
    properties: {
      event: { type: 'string', const: kind },
      id: {
        type: 'string',
        pattern: '^evt_[0-9a-z_]{1,64}$',
        description: 'The same on every attempt. Use it to discard duplicates.',
      },
      createdAt: { type: 'string', format: 'date-time' },
      data: schemas.output(data),
    },
    required: ['event', 'id', 'createdAt', 'data'],
  }
  return {
    operationId: `on${kind.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
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
