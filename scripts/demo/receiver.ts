import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Event, SignatureError, webhooks } from '../../clients/javascript/src/index.ts'

export type Received = { events: Event[]; refused: number }

/** The partner's server, which verifies signatures. */
export async function startReceiver(
  secret: () => string,
): Promise<{ server: Server; url: string; received: Received }> {
  const received: Received = { events: [], refused: 0 }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    try {
      received.events.push(webhooks.verify(body, request.headers, secret()))
      response.writeHead(204).end()
    } catch (error) {
      received.refused++
      response.writeHead(error instanceof SignatureError ? 401 : 500).end()
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/webhooks`, received }
}

/** The expected events in chronological order. */
export const expected = [
  'appointment.created',
  'appointment.updated',
  'appointment.updated',
  'appointment.updated',
  'appointment.completed',
  'prescription.created',
  'prescription.signed',
  'lab_order.created',
  'lab_order.status_changed',
  'lab_order.status_changed',
  'lab_result.published',
  'lab_result.critical_alert',
  'payment.succeeded',
  'payment.refunded',
  'review.created',
  'patient.consent_updated',
  'appointment.created',
]

/** The id of the event's object, which is the first field of its data. */
export const subjectOf = ({ data }: Event): string => String(Object.values(data)[0])
