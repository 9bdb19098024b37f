import * as liveKit from 'livekit-client'
import { liveKitCall } from '../room/call/livekit-call.ts'
import { callPlatform } from '../room/call/platform.ts'

/** Exposes LiveKit calls and LiveKit's client to tests, without the page. */
Object.assign(globalThis, {
  liveKit,
  openCall: (url: string, roomId: string, token: string) => liveKitCall({ url, roomId, token }, callPlatform(window)),
})
