import * as liveKit from 'livekit-client'
import { liveKitCall } from '../room/call/livekit-call.ts'
import { callPlatform } from '../room/call/platform.ts'

/** A page without a page around it: a call over LiveKit, and LiveKit's own client, for tests to hold by name. */
Object.assign(globalThis, {
  liveKit,
  openCall: (url: string, roomId: string, token: string) => liveKitCall({ url, roomId, token }, callPlatform(window)),
})
