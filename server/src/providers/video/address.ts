import { AddressFault, baseOf, credentialsOf, isLoopback, parseAddress } from '../address.ts'

export type LiveKitAddress = {
  kind: 'livekit'
  /** The prefix of every URL of its API, without a trailing slash. */
  base: string
  apiKey: string
  apiSecret: string
}

/** `embedded`: rooms on the servers that serve the API. */
export type VideoAddress = { kind: 'embedded' } | LiveKitAddress

/** LiveKit's own minimum: the holder of a token could brute-force a shorter secret, and forge tokens with it. */
const SECRET_LENGTH = 32

/**
 * `livekit://API_KEY:API_SECRET@video.example.ma`, with an optional port and path; `livekit+http://` for a server on
 * this machine, whose secret may be short.
 * @throws {AddressFault}
 */
export function videoAddress(text: string): LiveKitAddress {
  const url = parseAddress(text, ['livekit', 'livekit+http'])
  if (url.search !== '') throw new AddressFault('must have no parameters')
  const { user: apiKey, password: apiSecret } = credentialsOf(url, 'API_KEY:API_SECRET@')
  if (apiSecret.length < SECRET_LENGTH && !isLoopback(url))
    throw new AddressFault(`must have an API_SECRET of at least ${SECRET_LENGTH} characters`)
  return { kind: 'livekit', base: baseOf(url), apiKey, apiSecret }
}

/** A TURN URL as RTCPeerConnection accepts it (RFC 7065). */
export const isTurn = (text: string): boolean =>
  /^turns?:([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(text)
