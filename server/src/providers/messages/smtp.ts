import type { Readable } from 'node:stream'
import { createTransport, type NodemailerError, type SendMailOptions, type Transporter } from 'nodemailer'
import type { SmtpAddress } from './addresses.ts'
import { type MessageProvider, MessageProviderError, MessageRefused, type Outgoing } from './index.ts'

const CONNECTIONS = 5
const CONNECT_MS = 10_000
/** Ended by us before servers end it. */
const IDLE_MS = 30_000
const ANSWER_BYTES = 64 * 1024

/** `watch` is given what is written once the server has said that it may come. */
type Mail = SendMailOptions & { watch(content: Readable): void }

/**
 * E-mail by SMTP. The id of a message is its Message-ID, which is the same at each try: where a server has taken one and
 * its answer was lost, whoever gets both can tell that they are one. Bounces come to the sender's mailbox, not here.
 */
export class SmtpMessages implements MessageProvider {
  readonly name = 'smtp'
  readonly #address: SmtpAddress
  readonly #transport: Transporter

  /** @param trust authorities beside those of Node */
  constructor(address: SmtpAddress, { trust }: { trust?: string[] } = {}) {
    const { host, port, encryption, login } = address
    this.#address = address
    this.#transport = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      maxRequeues: 1, // of what has not begun to leave, where a connection ended while nobody used it
      idleTimeout: IDLE_MS,
      host,
      port,
      secure: encryption === 'from the start',
      requireTLS: encryption === 'by STARTTLS',
      ignoreTLS: encryption === 'none',
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(trust && { ca: trust }) },
      ...(login && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: 2 * IDLE_MS,
      socketCloseTimeout: 1000,
      maxResponseSize: ANSWER_BYTES,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    this.#transport.use('stream', ({ message, data }, done) => {
      message.processFunc((content) => {
        ;(data as Mail).watch(content) // what `send` gave
        return content
      })
      done()
    })
  }

  async send(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string }> {
    if (!ADDRESS.test(message.to)) throw new MessageRefused('invalid_recipient')
    let content: Readable | undefined
    const mail: Mail = {
      ...this.#composed(message),
      signal,
      watch: (given) => {
        content = given
      },
    }
    try {
      const { messageId } = await this.#transport.sendMail(mail)
      return { providerMessageId: messageId }
    } catch (error) {
      throw asFailure(error as NodemailerError, content?.readableDidRead === true)
    }
  }

  receive(): undefined {
    return undefined // it calls nobody back
  }

  async close(): Promise<void> {
    this.#transport.close()
  }

  #composed({ messageId, to, language, subject, text, html }: Outgoing): SendMailOptions {
    const { from } = this.#address
    return {
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      messageId: `<${messageId}@${from.address.split('@').at(-1)}>`,
      subject: asLine(subject),
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      xMailer: false,
    }
  }
}

/** One address, and nothing that would stand for something else on a line of SMTP or of a header. */
const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]+@[^\s\p{C}@<>,;:"()[\]\\]+$/u

/**
 * A name in it may be whatever its owner wrote: line breaks, marks that turn what follows them around, and what mail
 * programs would decode into such (RFC 2047).
 */
const asLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e]/gu, '')
    .replaceAll('=?', '= ?')
    .trim()

/** @param left whether the content had begun to leave: without an answer nobody knows then what became of it */
function asFailure(error: NodemailerError, left: boolean): MessageRefused | MessageProviderError {
  const { code, command, responseCode, response } = error
  // Not the error itself: servers repeat to whom and from whom.
  const cause = new Error([code, command, responseCode].filter(Boolean).join(' '))
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530 || responseCode === 535)
    return new MessageProviderError('auth_failed', { cause })
  if (code === 'ETLS') return new MessageProviderError('connection_refused', { cause })
  if (responseCode !== undefined && responseCode >= 500 && error.permanent === true) {
    if (command === 'RCPT TO')
      return new MessageRefused(isPolicy(response) ? 'blocked' : 'invalid_recipient', { cause })
    if (command === 'DATA') return new MessageRefused('rejected', { cause })
    if (command === 'MAIL FROM') return new MessageProviderError('auth_failed', { cause })
  }
  if (responseCode !== undefined) return new MessageProviderError('service_unavailable', { cause })
  const late = code === 'EABORT' || code === 'ETIMEDOUT'
  return new MessageProviderError(late ? 'timeout' : left ? 'service_unavailable' : 'connection_refused', {
    cause,
    inDoubt: left,
  })
}

/** Of the class "security or policy" (RFC 3463, section 3.8): the address may well exist. */
const isPolicy = (response: unknown): boolean => typeof response === 'string' && /^\d{3}[ -]5\.7\./.test(response)
