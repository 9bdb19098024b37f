import type { CalendarEvent } from '../../lib/calendar-file.ts'
import type { Channel, Language } from '../../lib/channels.ts'

/** A message for one channel, ready to be sent. */
export type Outgoing = {
  tenantId: string
  /** `msg_…`. Providers echo it where they can, so that a receipt finds its message even if the answer was lost. */
  messageId: string
  /** The recipient; used by the sandbox's outbox only. */
  recipientUserId: string | null
  templateCode: string
  about: string[]
  channel: Channel
  /** An e-mail address, or a number in E.164. */
  to: string
  language: Language
  /** E-mail only. */
  subject: string
  text: string
  /** E-mail only: the text as HTML. */
  html: string
  /** E-mail only: the appointments, for the recipient's calendar. */
  calendar?: readonly CalendarEvent[]
  /** The parameters of a template that the provider has approved, in order; WhatsApp requires one to start a chat. */
  parameters: string[]
}

/**
 * The provider will never deliver this message.
 * invalid_recipient: the address does not exist. blocked: the recipient or the provider refuses the sender.
 * rejected: the provider refuses the content.
 */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
  readonly code: 'invalid_recipient' | 'blocked' | 'rejected'
  constructor(code: MessageRefused['code'], options?: ErrorOptions) {
    super(`The message provider answered ${code}.`, options)
    this.code = code
  }
}

/** The provider did not take the message. If `inDoubt`, it may have taken it, so that a retry may send the message twice. */
export class MessageProviderError extends Error {
  override name = 'MessageProviderError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'rate_limited' | 'service_unavailable'
  readonly inDoubt: boolean
  /** The provider's Retry-After. */
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

/** The status of a message that the provider had taken. */
export type Receipt = {
  /** At least one of the two ids is set. */
  providerMessageId: string | undefined
  messageId: string | undefined
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
  /** The provider's error code. */
  error: string | undefined
}

/** A recipient's answer. The provider's `id` identifies duplicates. `from` is in E.164. */
export type Reply = { id: string; channel: Channel; from: string; text: string }

/** A callback request of the provider. `url` is the public URL that it was sent to. */
export type Callback = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** The content of a callback, and the response body that the provider expects, if any. */
export type Received = { receipts: Receipt[]; replies: Reply[]; answer?: { type: string; text: string } }

/** An external service that takes messages of one or more channels. */
export interface MessageProvider {
  /** Used in callback URLs, in health and as `messages.provider`. */
  readonly name: string
  /**
   * Submits a message.
   * @returns the provider's message id
   * @throws {MessageRefused} permanent failure
   * @throws {MessageProviderError} temporary failure, or in doubt; also when the signal aborts
   */
  send(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string }>
  /**
   * Looks up whether a message in doubt was sent. Only for providers that can be asked.
   * @returns undefined if it was not sent
   */
  lookUp?(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string } | undefined>
  /** Passes on the receipts of a provider without callbacks. Repeats each receipt until `take` has succeeded. */
  collect?(take: (receipts: Receipt[]) => Promise<void>): Promise<void>
  /**
   * Authenticates and parses a callback.
   * @returns undefined for one that is forged, replayed or malformed
   */
  receive(callback: Callback): Received | undefined
  close(): Promise<void>
}

/** The simulated receipt of a kept message, and its delay. */
export type SimulatedReceipt = { status: Exclude<Receipt['status'], 'SENT'>; afterSec: number }

/** A message whose simulated status is due. */
export type Due = { tenantId: string; messageId: string; channel: Channel; status: SimulatedReceipt['status'] }

/** Stores the messages of a provider that sends nothing. `features/messaging/notifications` stores them in the database. */
export interface Outbox {
  /** Stores a message, once per channel even if repeated. Without a receipt it stays SENT. */
  keep(message: Outgoing, receipt: SimulatedReceipt | undefined): Promise<void>
  /** Returns some messages whose status is due. Repeats each message until `forget` removes it. */
  due(): Promise<Due[]>
  forget(due: Due[]): Promise<void>
}

/** The provider of each channel. A channel without a provider is replaced by the next channel. */
export type MessageProviders = Partial<Record<Channel, MessageProvider>>
