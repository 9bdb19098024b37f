import {
  AddressFault,
  baseOf,
  credentialsOf,
  decoded,
  isLoopback,
  parametersOf,
  parseAddress,
} from '../../providers/address.ts'

export type SmtpAddress = {
  host: string
  port: number
  /** `none` on loopback only. */
  encryption: 'from the start' | 'by STARTTLS' | 'none'
  login: { user: string; password: string } | undefined
  from: { name: string; address: string }
}

export type TwilioAddress = {
  /** The prefix of every path of the API, without a trailing slash. */
  base: string
  accountSid: string
  authToken: string
  sender: { From: string } | { MessagingServiceSid: string }
}

export type WhatsAppAddress = {
  /** Includes the version of the API. */
  base: string
  phoneNumberId: string
  accessToken: string
  /** Signs callbacks. */
  appSecret: string
  /** Lets the provider verify the callback URL. */
  verifyToken: string
}

const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/
/** A number in E.164, or a name of at most eleven characters. */
const SENDER = /^(\+[1-9]\d{6,14}|[A-Za-z0-9 ]{1,11})$/

/**
 * `smtp://user:password@host:587?from=no-reply@example.ma&fromName=Example`, or `smtps://` for TLS from the start.
 * @throws {AddressFault}
 */
export function smtpAddress(text: string): SmtpAddress {
  const url = parseAddress(text, ['smtp', 'smtps'])
  const { from, fromName = '' } = parametersOf(url, ['from', 'fromName'])
  if (from === undefined || !MAIL_ADDRESS.test(from)) throw new AddressFault('must set the sender: ?from=no-reply@…')
  if (/\p{Cc}/u.test(fromName)) throw new AddressFault('must have a fromName of one line')
  if (!/^\/?$/.test(url.pathname)) throw new AddressFault('must have no path')
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if ((user === '') !== (password === '')) throw new AddressFault('must carry user and password, or neither')
  const encryption = url.protocol === 'smtps:' ? 'from the start' : isLoopback(url) ? 'none' : 'by STARTTLS'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (encryption === 'from the start' ? 465 : 587),
    encryption,
    login: user === '' ? undefined : { user, password },
    from: { name: fromName, address: from },
  }
}

/**
 * `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=+212…` (or `messagingServiceSid=MG…`); `twilio+http://` for a
 * gateway on this machine.
 * @throws {AddressFault}
 */
export function twilioAddress(text: string): TwilioAddress {
  const url = parseAddress(text, ['twilio', 'twilio+http'])
  const { from, messagingServiceSid } = parametersOf(url, ['from', 'messagingServiceSid'])
  const { user: accountSid, password: authToken } = credentialsOf(url, 'ACCOUNT_SID:AUTH_TOKEN@')
  if (!/^\w+$/.test(accountSid)) throw new AddressFault('must carry ACCOUNT_SID:AUTH_TOKEN@')
  if ((from === undefined) === (messagingServiceSid === undefined))
    throw new AddressFault('must set the sender: ?from=+212… or ?messagingServiceSid=MG…')
  if (from !== undefined && !SENDER.test(from))
    throw new AddressFault('must have a from like +212600000000, or a name of 11 letters and digits at most')
  if (messagingServiceSid !== undefined && !/^\w+$/.test(messagingServiceSid))
    throw new AddressFault('must have a messagingServiceSid like MG…')
  const sender = from === undefined ? { MessagingServiceSid: messagingServiceSid! } : { From: from }
  return { base: baseOf(url), accountSid, authToken, sender }
}

/**
 * `whatsapp://PHONE_NUMBER_ID:ACCESS_TOKEN@graph.facebook.com/v23.0?appSecret=…&verifyToken=…`; `whatsapp+http://` for a
 * gateway on this machine.
 * @throws {AddressFault}
 */
export function whatsAppAddress(text: string): WhatsAppAddress {
  const url = parseAddress(text, ['whatsapp', 'whatsapp+http'])
  const { appSecret, verifyToken } = parametersOf(url, ['appSecret', 'verifyToken'])
  const { user: phoneNumberId, password: accessToken } = credentialsOf(url, 'PHONE_NUMBER_ID:ACCESS_TOKEN@')
  if (!/^\d+$/.test(phoneNumberId)) throw new AddressFault('must carry PHONE_NUMBER_ID:ACCESS_TOKEN@')
  if (!/\/v\d+\.\d+\/?$/.test(url.pathname)) throw new AddressFault('must end with the version of the API, like /v23.0')
  if (!appSecret || !verifyToken) throw new AddressFault('must have ?appSecret=…&verifyToken=…, for callbacks')
  return { base: baseOf(url), phoneNumberId, accessToken, appSecret, verifyToken }
}
