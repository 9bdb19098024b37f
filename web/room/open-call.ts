import type { Call } from './call/call.ts'
import { embeddedCall, lineAddress } from './call/embedded-call.ts'
import { callPlatform } from './call/platform.ts'
import type { Link } from './page/link.ts'

/** The call of this page, by whoever carries it. LiveKit's client is large, and fetched only where it is what carries. */
export async function openCall(provider: string | undefined, url: string, link: Link): Promise<Call> {
  const { roomId, token, renew } = link
  const options = { url, roomId, token, ...(renew && { renew }) }
  if (provider !== 'livekit') return embeddedCall(options, callPlatform(window))
  const { liveKitCall } = await import('./call/livekit-call.ts')
  return liveKitCall(options, callPlatform(window))
}

/** Where the page may find out whether it gets through, before anybody joins. LiveKit's own line opens by a token alone. */
export const lineOf = ({ provider, url }: DOMStringMap, roomId: string): string =>
  provider === 'livekit' ? url!.replace(/^ws/, 'http') : lineAddress(url!, roomId)
