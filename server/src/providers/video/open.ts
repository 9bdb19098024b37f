import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { VideoAddress } from './address.ts'
import { EmbeddedVideo } from './embedded/provider.ts'
import type { Turn } from './embedded/turn.ts'
import type { RoomLedger, VideoProvider } from './index.ts'

type VideoSettings = {
  video: VideoAddress
  publicUrl: string
  videoBaseUrl: string
  turn: Turn | undefined
  videoForceRelay: boolean
}

type VideoSurroundings = {
  vault: Vault
  clock: Clock
  ledger: RoomLedger
  addressOf(request: IncomingMessage): string
  log: FastifyBaseLogger
}

/** Opens the configured provider: rooms on this server, or on LiveKit, whose library is loaded only if it is used. */
export async function openVideo(
  config: VideoSettings,
  { vault, ...surroundings }: VideoSurroundings,
): Promise<VideoProvider> {
  if (config.video.kind === 'livekit') {
    const { LiveKitVideo } = await import('./livekit/provider.ts')
    const { ledger, log } = surroundings
    return new LiveKitVideo({ address: config.video, publicUrl: config.videoBaseUrl, vault, ledger, log })
  }
  return new EmbeddedVideo({
    ...surroundings,
    baseUrl: config.videoBaseUrl,
    issuer: config.publicUrl,
    keys: vault.deriveRing('video join token'),
    allowedOrigins: [config.publicUrl],
    turn: config.turn,
    forceRelay: config.videoForceRelay,
  })
}
