import type { Call } from './call/call.ts'
import { embeddedCall, lineAddress } from './call/embedded-call.ts'
import { callPlatform } from './call/platform.ts'
import type { Link } from './page/link.ts'

/** Opens the call of this page with its video provider. LiveKit's client is large, so it is loaded only if needed. */
export async function openCall(provider: string | undefined, url: string, link: Link): Promise<Call> {
  const { roomId, token, renew } = link
  const options = { url, roomId, token, ...(renew && { renew }) }
  if (provider !== 'livekit') return embeddedCall(options, callPlatform(window))
  const { liveKitCall } = await import('./call/livekit-call.ts')
  return liveKitCall(options, callPlatform(window))
}

/**
 * The URL for the connection check before joining. LiveKit's WebSocket opens only with a token, so it is checked by
 * HTTP.
 */
export const lineOf = ({ provider, url }: DOMStringMap, roomId: string): string =>
  provider === 'livekit' ? url!.replace(/^ws/, 'http') : lineAddress(url!, roomId)
