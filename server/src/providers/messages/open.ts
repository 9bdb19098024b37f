import type { Config } from '../../config.ts'
import { EmbeddedMessages } from './embedded.ts'
import type { MessageProviders, Outbox } from './index.ts'

/** Who carries messages, by the addresses in the configuration; the sandbox keeps them and sends none. */
export function openMessages({ mode }: Pick<Config, 'mode'>, outbox: Outbox): MessageProviders {
  if (mode === 'production') return {}
  const embedded = new EmbeddedMessages(outbox)
  return { WHATSAPP: embedded, SMS: embedded, EMAIL: embedded }
}
