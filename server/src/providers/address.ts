import { isIPv4 } from 'node:net'

/** The fault of an address. The message does not repeat the address, which contains a secret. */
export class AddressFault extends Error {
  override name = 'AddressFault'
}

/**
 * Accepts the first scheme, or the second one: the unencrypted variant, allowed on loopback only.
 * @throws {AddressFault}
 */
export function parseAddress(text: string, schemes: [string, string]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !schemes.includes(url.protocol.slice(0, -1)) || url.hostname === '' || url.hash !== '')
    throw new AddressFault(`must be an address that begins with ${schemes[0]}://`)
  if (url.protocol.endsWith('+http:') && !isLoopback(url))
    throw new AddressFault(`must begin with ${schemes[0]}:// (encrypted), because the host is not this machine`)
  return url
}

/** The query parameters, each at most once. A plus stays a plus: phone numbers begin with it. @throws {AddressFault} */
export function parametersOf<N extends string>(url: URL, names: N[]): Partial<Record<N, string>> {
  const given = [...new URLSearchParams(url.search.replaceAll('+', '%2B'))]
  const wrong = given.find(([name], at) => !names.includes(name as N) || given.findIndex((one) => one[0] === name) < at)
  if (wrong) throw new AddressFault(`may have only the parameters ${names.join(' and ')}, each once`)
  return Object.fromEntries(given) as Partial<Record<N, string>> // the names were checked
}

/** @param wanted the expected format, for the error message. @throws {AddressFault} */
export function credentialsOf(url: URL, expected: string): { user: string; password: string } {
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === '' || password === '') throw new AddressFault(`must carry ${expected}`)
  return { user, password }
}

/** @throws {AddressFault} */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressFault('must be percent-encoded as URLs are')
  }
}

/** The prefix of every path, without a trailing slash. */
export const baseOf = (url: URL): string =>
  `${url.protocol.endsWith('+http:') ? 'http' : 'https'}://${url.host}${url.pathname.replace(/\/$/, '')}`

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|\[::1\])$/i.test(hostname) || (isIPv4(hostname) && hostname.startsWith('127.'))
}
