import { AddressFault, decoded, isLoopback } from '../address.ts'

/** Where a time-stamping authority answers. `authorization`: the header for Basic authentication, if it needs one. */
export type TimestampAddress = { url: string; authorization: string | undefined }

/**
 * Parses `https://USER:PASSWORD@host/path`; user and password are optional. Plain HTTP is allowed on any host, because tokens are
 * signed, but not for a password.
 * @throws {AddressFault}
 */
export function timestampAddress(text: string): TimestampAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new AddressFault('must be an address that begins with https:// or http://')
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === '' && password === '') return { url: url.href, authorization: undefined }
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new AddressFault('must begin with https:// (encrypted), because it contains a password')
  url.username = ''
  url.password = ''
  return { url: url.href, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}
