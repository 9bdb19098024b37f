import {
  type Due,
  type MessageProvider,
  MessageProviderError,
  MessageRefused,
  type Outbox,
  type Outgoing,
  type Receipt,
} from './index.ts'
import { behaviourOf } from './magic.ts'

/**
 * Keeps messages instead of sending them, and reports each one as delivered at once. Messages to the recipients of `magic.ts`
 * simulate failures.
 */
export class EmbeddedMessages implements MessageProvider {
  readonly name = 'embedded'
  readonly #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  async send(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string }> {
    const behaviour = behaviourOf(message)
    if (behaviour === 'lost') return noAnswer(signal)
    if ('refused' in behaviour) throw new MessageRefused(behaviour.refused)
    if ('failing' in behaviour) throw new MessageProviderError(behaviour.failing, behaviour)
    await this.#outbox.keep(message, behaviour.taken)
    if (behaviour.late) return noAnswer(signal)
    return { providerMessageId: idOf(message) }
  }

  async collect(take: (receipts: Receipt[]) => Promise<void>): Promise<void> {
    const due = await this.#outbox.due()
    if (due.length === 0) return
    await take(due.map(receiptOf))
    await this.#outbox.forget(due)
  }

  receive(): undefined {
    return undefined // there are no callbacks
  }

  async close(): Promise<void> {}
}

const idOf = ({ messageId, channel }: Pick<Outgoing, 'messageId' | 'channel'>) => `kept_${messageId}_${channel}`

const receiptOf = ({ status, ...message }: Due): Receipt => ({
  providerMessageId: idOf(message),
  messageId: message.messageId,
  status,
  error: status === 'FAILED' ? 'bounced' : undefined,
})

const noAnswer = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new MessageProviderError('timeout', { inDoubt: true }))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
