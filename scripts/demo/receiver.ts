import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './platform.ts'

type Received = { event: string; data: Json; verified: boolean }

/** The partner's server, which verifies signatures. */
export async function startReceiver(
  secret: () => string,
): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      // The specification's recipe: lowercase hexadecimal HMAC SHA-256 of the raw body, compared in constant time.
      const ours = Buffer.from(createHmac('sha256', secret()).update(body).digest('hex'))
      const theirs = Buffer.from(String(request.headers['x-mc-signature']))
      const verified = ours.length === theirs.length && timingSafeEqual(ours, theirs)
      response.writeHead(verified ? 204 : 401).end()
      const { event, data } = JSON.parse(body.toString('utf8')) as Json
      received.push({ event: String(event), data, verified })
    })
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
export const subjectOf = ({ data }: Received): string => String(Object.values(data)[0])
