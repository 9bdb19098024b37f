import type { Channel } from '../../lib/channels.ts'
import type { MessageAddresses } from './addresses.ts'
import { EmbeddedMessages } from './embedded.ts'
import type { MessageProvider, MessageProviders, Outbox } from './index.ts'
import { SmtpMessages } from './smtp.ts'
import { TwilioMessages } from './twilio.ts'
import { WhatsAppMessages } from './whatsapp.ts'

/** Where providers send receipts and replies. */
const callbackUrl = (publicUrl: string, name: string) => `${publicUrl}/api/callbacks/messages/${name}`

type MessageSettings = { mode: 'sandbox' | 'production'; publicUrl: string; messageAddresses: MessageAddresses }

/** Opens the configured providers; the sandbox keeps messages and sends none. */
export function openMessages(
  { mode, publicUrl, messageAddresses: { email, sms, whatsApp } }: MessageSettings,
  outbox: Outbox,
  log: { warn(about: object, message: string): void },
): MessageProviders {
  const configured: Record<Channel, (() => MessageProvider) | undefined> = {
    WHATSAPP: whatsApp && (() => new WhatsAppMessages(whatsApp)),
    SMS: sms && (() => new TwilioMessages(sms, callbackUrl(publicUrl, 'twilio'))),
    EMAIL: email && (() => new SmtpMessages(email)),
  }
  const given = Object.values(configured).some(Boolean)
  if (mode === 'sandbox') {
    if (given) log.warn({}, 'a sandbox sends no messages: EMAIL_URL, SMS_URL and WHATSAPP_URL are ignored')
    const embedded = new EmbeddedMessages(outbox)
    return Object.fromEntries(Object.keys(configured).map((channel) => [channel, embedded]))
  }
  if (!given) log.warn({}, 'no messages can be sent: EMAIL_URL, SMS_URL and WHATSAPP_URL are not set')
  return Object.fromEntries(Object.entries(configured).flatMap(([channel, open]) => (open ? [[channel, open()]] : [])))
}
