import type { Channel, Language } from '../../messages/channels.ts'

/** What goes to somebody by one channel, ready to be sent. */
export type Outgoing = {
  tenantId: string
  /** `msg_…`. Providers carry it along where they can, so that a receipt finds its message even where no answer came. */
  messageId: string
  /** The recipient; of the sandbox's outbox alone. */
  recipientUserId: string | null
  templateCode: string
  about: string[]
  channel: Channel
  /** An e-mail address, or a number in E.164. */
  to: string
  language: Language
  /** Of e-mails. */
  subject: string
  text: string
  /** Of e-mails: the same as a page. */
  html: string
  /** What fills a template that the provider has approved, in its order: WhatsApp begins no conversation otherwise. */
  parameters: string[]
}

/**
 * The provider will not deliver this message, however often it is asked.
 * invalid_recipient: nobody has that address. blocked: the recipient or the provider refuses us. rejected: the content.
 */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
  readonly code: 'invalid_recipient' | 'blocked' | 'rejected'
  constructor(code: MessageRefused['code'], options?: ErrorOptions) {
    super(`The message provider answered ${code}.`, options)
    this.code = code
  }
}

/** The provider did not take the message now. Where it is in doubt whether it did, sending again may send it twice. */
export class MessageProviderError extends Error {
  override name = 'MessageProviderError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'rate_limited' | 'service_unavailable'
  readonly inDoubt: boolean
  /** When the provider asks to be left alone until. */
  readonly retryAfterSec: number | undefined
  constructor(
    code: MessageProviderError['code'],
    { inDoubt = false, retryAfterSec, ...options }: ErrorOptions & { inDoubt?: boolean; retryAfterSec?: number } = {},
  ) {
    super(`The message provider answered ${code}.`, options)
    this.code = code
    this.inDoubt = inDoubt
    this.retryAfterSec = retryAfterSec
  }
}

/** What became of a message that the provider had taken. */
export type Receipt = {
  /** One of the two at least. */
  providerMessageId: string | undefined
  messageId: string | undefined
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
  /** The provider's word for why. */
  error: string | undefined
}

/** What somebody answered. By the provider's `id` an answer is known that is told of twice. `from` is in E.164. */
export type Reply = { id: string; channel: Channel; from: string; text: string }

/** A call of the provider's, as it arrived. `url` is the public address that it was sent to. */
export type Callback = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** What a callback tells, and what the provider wants to hear of it beside 200. */
export type Received = { receipts: Receipt[]; replies: Reply[]; answer?: { type: string; text: string } }

/** Something outside the process that takes messages of one channel or several. */
export interface MessageProvider {
  /** Of callbacks' addresses, health and `messages.provider`. */
  readonly name: string
  /**
   * Hands a message over.
   * @returns the provider's id of it
   * @throws {MessageRefused} for good
   * @throws {MessageProviderError} for now, or in doubt; also when the signal aborts
   */
  send(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string }>
  /**
   * Whether a message that was left in doubt has arrived after all, where the provider can be asked.
   * @returns undefined: it has not
   */
  lookUp?(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string } | undefined>
  /** Gives out the receipts that no callback brings: each until it has been taken. */
  collect?(take: (receipts: Receipt[]) => Promise<void>): Promise<void>
  /**
   * Reads a callback, once it is known to be the provider's.
   * @returns undefined for one that is not: forged, replayed or malformed
   */
  receive(callback: Callback): Received | undefined
  close(): Promise<void>
}

/** What becomes of a message that was kept, and how long after that. */
export type Fate = { status: Exclude<Receipt['status'], 'SENT'>; afterSec: number }

/** A message whose fate has come. */
export type Due = { tenantId: string; messageId: string; channel: Channel; status: Fate['status'] }

/** Where a provider that sends nothing keeps what it would have sent. `features/notifications` keeps it in the database. */
export interface Outbox {
  /** Keeps a message, once for each channel however often it comes. Without a fate nobody hears of it again. */
  keep(message: Outgoing, fate: Fate | undefined): Promise<void>
  /** Some whose fate has come by now, each until it is forgotten. */
  due(): Promise<Due[]>
  forget(due: Due[]): Promise<void>
}

/** Who carries which channel; a channel without anybody is stood in for by the next. */
export type MessageProviders = Partial<Record<Channel, MessageProvider>>
