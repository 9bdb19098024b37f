import type { MessageProvider, Outbox, Outgoing } from './index.ts'

/** Sends nothing to anybody, and keeps what it would have sent. */
export class EmbeddedMessages implements MessageProvider {
  readonly name = 'embedded'
  readonly #outbox: Outbox
  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  async send(message: Outgoing): Promise<{ providerMessageId: string }> {
    await this.#outbox.keep(message)
    return { providerMessageId: `kept_${message.messageId}_${message.channel}` }
  }

  receive(): undefined {
    return undefined // it calls nobody back
  }

  async close(): Promise<void> {}
}
