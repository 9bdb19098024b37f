import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sameSecret } from '../../lib/secrets.ts'
import type { WhatsAppAddress } from './addresses.ts'
import type { Callback, Receipt, Received, Reply } from './index.ts'

type Secrets = Pick<WhatsAppAddress, 'phoneNumberId' | 'appSecret' | 'verifyToken'>

/** Items are parsed one by one, so that an unknown kind does not block the known ones. */
const notification = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })),
})
const change = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  statuses: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
})
const status = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.number() })).optional(),
})
const title = z.object({ title: z.string() })
const written = z.object({
  id: z.string(),
  from: z.string().regex(/^\d{7,15}$/),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z.object({ button_reply: title.optional(), list_reply: title.optional() }).optional(),
})

/** Authenticates and parses a WhatsApp callback: the verification request, or a notification. */
export function receive(callback: Callback, secrets: Secrets): Received | undefined {
  if (callback.method === 'GET') return verified(callback.url, secrets)
  if (callback.method !== 'POST' || !isSigned(callback, secrets)) return undefined
  const { data } = notification.safeParse(parsed(callback.body))
  if (!data) return undefined
  const ours = data.entry
    .flatMap(({ changes }) => changes)
    .flatMap(({ value }) => change.safeParse(value).data ?? [])
    .filter(({ metadata }) => metadata.phone_number_id === secrets.phoneNumberId)
  return {
    receipts: ours.flatMap(({ statuses }) => statuses.flatMap(receiptOf)),
    replies: ours.flatMap(({ messages }) => messages.flatMap(replyOf)),
  }
}

function verified(url: string, { verifyToken }: Secrets): Received | undefined {
  const { searchParams } = new URL(url)
  const challenge = searchParams.get('hub.challenge')
  if (searchParams.get('hub.mode') !== 'subscribe' || !challenge || !/^[\w.-]{1,200}$/.test(challenge)) return undefined
  if (!sameSecret(searchParams.get('hub.verify_token') ?? '', verifyToken)) return undefined
  return { receipts: [], replies: [], answer: { type: 'text/plain; charset=utf-8', text: challenge } }
}

function isSigned({ headers, body }: Callback, { appSecret }: Secrets): boolean {
  const given = headers['x-hub-signature-256']
  const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  return typeof given === 'string' && sameSecret(given, expected)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function receiptOf(given: unknown): Receipt[] {
  const { data } = status.safeParse(given)
  if (!data) return []
  return [
    {
      providerMessageId: data.id,
      messageId: data.biz_opaque_callback_data,
      status: data.status.toUpperCase() as Receipt['status'], // the same names
      error: data.status === 'failed' ? String(data.errors?.[0]?.code ?? 'failed') : undefined,
    },
  ]
}

/** A reply without text (a picture, a location) has an empty text. */
function replyOf(given: unknown): Reply[] {
  const { data } = written.safeParse(given)
  if (!data) return []
  const { id, from, text, button, interactive } = data
  const words = text?.body ?? button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? ''
  return [{ id, channel: 'WHATSAPP', from: `+${from}`, text: words }]
}
