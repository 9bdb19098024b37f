import type { Readable } from 'node:stream'
import { createTransport, type NodemailerError, type SendMailOptions, type Transporter } from 'nodemailer'
import { type CalendarEvent, calendarFile } from '../../lib/calendar-file.ts'
import type { SmtpAddress } from './addresses.ts'
import { type MessageProvider, MessageProviderError, MessageRefused, type Outgoing } from './index.ts'

const CONNECTIONS = 5
const CONNECT_MS = 10_000
/** Shorter than the idle timeout of servers. */
const IDLE_MS = 30_000
const ANSWER_BYTES = 64 * 1024

/** `watch` receives the content stream, which is read once the server accepts the content. */
type Mail = SendMailOptions & { watch(content: Readable): void }

/**
 * E-mail by SMTP. The Message-ID of a message is the same on each attempt. If a server took a message but its answer was lost,
 * the recipient's mail program can recognise the duplicate. Bounces go to the sender's mailbox.
 */
export class SmtpMessages implements MessageProvider {
  readonly name = 'smtp'
  readonly #address: SmtpAddress
  readonly #transport: Transporter

  /** @param trust CA certificates to use instead of Node's */
  constructor(address: SmtpAddress, { trust }: { trust?: string[] } = {}) {
    const { host, port, encryption, login } = address
    this.#address = address
    this.#transport = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      maxRequeues: 1, // retries a message that met a closed idle connection before its content was sent
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
        ;(data as Mail).watch(content) // from `send`
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
    return undefined // there are no callbacks
  }

  async close(): Promise<void> {
    this.#transport.close()
  }

  #composed({ messageId, to, language, subject, text, html, calendar }: Outgoing): SendMailOptions {
    const { from } = this.#address
    return {
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      messageId: `<${messageId}@${from.address.split('@').at(-1)}>`,
      subject: asLine(subject),
      text,
      html,
      ...(calendar && { icalEvent: calendarPart(calendar, from, to) }),
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      xMailer: false,
    }
  }
}

/**
 * An appointment as a calendar message (RFC 6047). Several ones as a file: a message about several events is not allowed
 * (RFC 5546, section 3.2.2).
 */
function calendarPart(events: readonly CalendarEvent[], organizer: { name: string; address: string }, to: string) {
  const [first] = events
  const method = events.length > 1 ? 'PUBLISH' : first?.cancelled ? 'CANCEL' : 'REQUEST'
  const attendee = method === 'PUBLISH' ? undefined : { email: to }
  return {
    method,
    filename: events.length > 1 ? 'appointments.ics' : 'appointment.ics',
    content: calendarFile(events, method, { organizer: { name: organizer.name, email: organizer.address }, attendee }),
  }
}

/** Exactly one address, without characters that have a meaning in SMTP commands or headers. */
const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]+@[^\s\p{C}@<>,;:"()[\]\\]+$/u

/**
 * Names in a subject are user input: removes line breaks, marks that change the text direction, and sequences that mail
 * programs would decode (RFC 2047).
 */
const asLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e]/gu, '')
    .replaceAll('=?', '= ?')
    .trim()

/** @param wasSent whether sending the content had begun; if so, a missing answer leaves the outcome unknown */
function asFailure(error: NodemailerError, wasSent: boolean): MessageRefused | MessageProviderError {
  const { code, command, responseCode, response } = error
  // The error itself may repeat mail addresses.
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
  return new MessageProviderError(late ? 'timeout' : wasSent ? 'service_unavailable' : 'connection_refused', {
    cause,
    inDoubt: wasSent,
  })
}

/** Class "security or policy" (RFC 3463, section 3.8): the address may exist. */
const isPolicy = (response: unknown): boolean => typeof response === 'string' && /^\d{3}[ -]5\.7\./.test(response)
