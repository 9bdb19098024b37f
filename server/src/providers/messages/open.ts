import type { MessageAddresses } from './addresses.ts'
import { EmbeddedMessages } from './embedded.ts'
import type { MessageProviders, Outbox } from './index.ts'
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
  const given = email !== undefined || sms !== undefined || whatsApp !== undefined
  if (mode === 'sandbox') {
    if (given) log.warn({}, 'a sandbox sends no messages: EMAIL_URL, SMS_URL and WHATSAPP_URL are ignored')
    const embedded = new EmbeddedMessages(outbox)
    return { WHATSAPP: embedded, SMS: embedded, EMAIL: embedded }
  }
  if (!given) log.warn({}, 'no messages can be sent: EMAIL_URL, SMS_URL and WHATSAPP_URL are not set')
  return {
    ...(whatsApp && { WHATSAPP: new WhatsAppMessages(whatsApp) }),
    ...(sms && { SMS: new TwilioMessages(sms, callbackUrl(publicUrl, 'twilio')) }),
    ...(email && { EMAIL: new SmtpMessages(email) }),
  }
}
