import { createHmac } from 'node:crypto'
import { sameSecret } from '../../lib/secrets.ts'
import type { TwilioAddress } from './addresses.ts'
import type { Callback, Receipt, Received } from './index.ts'

/** Intermediate statuses are ignored. */
const statuses: Record<string, Receipt['status']> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  undelivered: 'FAILED',
  failed: 'FAILED',
  canceled: 'FAILED',
}

/** An empty TwiML response, which sends no reply; Twilio treats an empty body as an error. */
const answer = { type: 'text/xml; charset=utf-8', text: '<Response/>' }

/** Authenticates and parses a Twilio callback: the status of a message, or a reply. */
export function receive(
  { method, url, headers, body }: Callback,
  { accountSid, authToken }: Pick<TwilioAddress, 'accountSid' | 'authToken'>,
): Received | undefined {
  const signature = headers['x-twilio-signature']
  if (method !== 'POST' || typeof signature !== 'string') return undefined
  const form = new URLSearchParams(body.toString('utf8'))
  if (!sameSecret(signature, signatureOf(url, form, authToken))) return undefined
  if (form.get('AccountSid') !== accountSid) return undefined
  const sid = form.get('MessageSid')
  if (!sid) return undefined
  const status = form.get('MessageStatus')
  if (status !== null) return { receipts: receiptOf(sid, status, url, form), replies: [], answer }
  const from = form.get('From')
  if (!from) return undefined
  return { receipts: [], replies: [{ id: sid, channel: 'SMS', from, text: form.get('Body') ?? '' }], answer }
}

function receiptOf(sid: string, twilioStatus: string, url: string, form: URLSearchParams): Receipt[] {
  const status = Object.hasOwn(statuses, twilioStatus) ? statuses[twilioStatus] : undefined
  if (!status) return []
  const messageId = new URL(url).searchParams.get('messageId') ?? undefined
  const error = status === 'FAILED' ? (form.get('ErrorCode') ?? twilioStatus) : undefined
  return [{ providerMessageId: sid, messageId, status, error }]
}

/**
 * Signs the whole URL, followed by each parameter's name and value in the order of names. A repeated parameter contributes
 * each distinct value (Twilio: "Validating signatures").
 */
export function signatureOf(url: string, form: URLSearchParams, authToken: string): string {
  // Grouped once: getAll() scans the whole form for each name, and any client may send thousands of parameters.
  const byName = Map.groupBy(form, ([name]) => name)
  const parameters = [...byName.keys()].sort().flatMap((name) => {
    const values = new Set(byName.get(name)!.map(([, value]) => value))
    return [...values].sort().map((value) => name + value)
  })
  return createHmac('sha1', authToken)
    .update(url + parameters.join(''), 'utf8')
    .digest('base64')
}
