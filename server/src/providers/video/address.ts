import { AddressFault, baseOf, bothOf, isLoopback, parseAddress } from '../address.ts'

export type LiveKitAddress = {
  kind: 'livekit'
  /** What the address of every call to it begins with, without a slash at its end. */
  base: string
  apiKey: string
  apiSecret: string
}

/** `embedded`: rooms on the servers that serve the API. */
export type VideoAddress = { kind: 'embedded' } | LiveKitAddress

/** LiveKit's own bound: whoever holds a token could try out shorter ones, and make tokens with the right one. */
const SECRET_LENGTH = 32

/**
 * `livekit://API_KEY:API_SECRET@video.example.ma`, with a port and a path where there are; `livekit+http://` for a server
 * on this machine, whose secret may be short.
 * @throws {AddressFault}
 */
export function videoAddress(text: string): LiveKitAddress {
  const url = parseAddress(text, ['livekit', 'livekit+http'])
  if (url.search !== '') throw new AddressFault('must have no parameters')
  const { user: apiKey, password: apiSecret } = bothOf(url, 'API_KEY:API_SECRET@')
  if (apiSecret.length < SECRET_LENGTH && !isLoopback(url))
    throw new AddressFault(`must have an API_SECRET of at least ${SECRET_LENGTH} characters`)
  return { kind: 'livekit', base: baseOf(url), apiKey, apiSecret }
}

/** Where browsers may be relayed: as RTCPeerConnection takes it (RFC 7065). */
export const isTurn = (text: string): boolean =>
  /^turns?:([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(text)
