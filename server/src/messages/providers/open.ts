import { type Channel, channels } from '../../lib/channels.ts'
import { smtpAddress, twilioAddress, whatsAppAddress } from './addresses.ts'
import { EmbeddedMessages } from './embedded.ts'
import type { MessageProvider, MessageProviders, Outbox } from './index.ts'
import { SmtpMessages } from './smtp.ts'
import { TwilioMessages } from './twilio.ts'
import { WhatsAppMessages } from './whatsapp.ts'

/** Opens the provider of a URL. @param callbackUrl where the provider of this name sends receipts and replies */
export type OpenProvider = (callbackUrl: (name: string) => string) => MessageProvider

const opener =
  <A>(addressOf: (url: string) => A, open: (address: A, ...rest: Parameters<OpenProvider>) => MessageProvider) =>
  (url: string): OpenProvider => {
    const address = addressOf(url)
    return (callbackUrl) => open(address, callbackUrl)
  }

/** The provider of each channel, by the URL in its setting: `EMAIL_URL` for EMAIL. @throws {AddressFault} */
export const openers: Record<Channel, (url: string) => OpenProvider> = {
  WHATSAPP: opener(whatsAppAddress, (address) => new WhatsAppMessages(address)),
  SMS: opener(twilioAddress, (address, callbackUrl) => new TwilioMessages(address, callbackUrl('twilio'))),
  EMAIL: opener(smtpAddress, (address) => new SmtpMessages(address)),
}

type MessageSettings = {
  mode: 'sandbox' | 'production'
  publicUrl: string
  messageProviders: Partial<Record<Channel, OpenProvider | undefined>>
}

/** Opens the configured providers. A sandbox stores messages and sends none. */
export function openMessages(
  { mode, publicUrl, messageProviders }: MessageSettings,
  outbox: Outbox,
  log: { warn(about: object, message: string): void },
): MessageProviders {
  const given = channels.filter((channel) => messageProviders[channel])
  const settings = channels.map((channel) => `${channel}_URL`).join(', ')
  if (mode === 'sandbox') {
    if (given.length > 0) log.warn({}, `a sandbox sends no messages and ignores ${settings}`)
    const embedded = new EmbeddedMessages(outbox)
    return Object.fromEntries(channels.map((channel) => [channel, embedded]))
  }
  if (given.length === 0) log.warn({}, `no messages can be sent: none of ${settings} is set`)
  const callbackUrl = (name: string) => `${publicUrl}/api/callbacks/messages/${name}`
  return Object.fromEntries(given.map((channel) => [channel, messageProviders[channel]!(callbackUrl)]))
}
