import type { Config } from '../../config.ts'
import { EmbeddedMessages } from './embedded.ts'
import type { MessageProviders, Outbox } from './index.ts'
import { SmtpMessages } from './smtp.ts'
import { TwilioMessages } from './twilio.ts'
import { WhatsAppMessages } from './whatsapp.ts'

/** Where providers tell what became of messages, and what was answered. */
const callbackUrl = (publicUrl: string, name: string) => `${publicUrl}/api/callbacks/messages/${name}`

/** Who carries messages, by the addresses in the configuration; the sandbox keeps them and sends none. */
export function openMessages(
  {
    mode,
    publicUrl,
    messageAddresses: { email, sms, whatsApp },
  }: Pick<Config, 'mode' | 'publicUrl' | 'messageAddresses'>,
  outbox: Outbox,
  log: { warn(about: object, message: string): void },
): MessageProviders {
  const given = email !== undefined || sms !== undefined || whatsApp !== undefined
  if (mode === 'sandbox') {
    if (given) log.warn({}, 'a sandbox sends nothing to anybody: EMAIL_URL, SMS_URL and WHATSAPP_URL are not used')
    const embedded = new EmbeddedMessages(outbox)
    return { WHATSAPP: embedded, SMS: embedded, EMAIL: embedded }
  }
  if (!given) log.warn({}, 'nobody can be written to: there is no EMAIL_URL, SMS_URL or WHATSAPP_URL')
  return {
    ...(whatsApp && { WHATSAPP: new WhatsAppMessages(whatsApp) }),
    ...(sms && { SMS: new TwilioMessages(sms, callbackUrl(publicUrl, 'twilio')) }),
    ...(email && { EMAIL: new SmtpMessages(email) }),
  }
}
