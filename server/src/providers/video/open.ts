import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Vault } from '../../lib/secrets.ts'
import { EmbeddedVideo } from './embedded/provider.ts'
import type { RoomLedger, VideoProvider } from './index.ts'

type VideoSurroundings = {
  vault: Vault
  clock: Clock
  ledger: RoomLedger
  addressOf(request: IncomingMessage): string
  log: FastifyBaseLogger
}

/** The provider that the configuration asks for: rooms on this very server. */
export const openVideo = (config: Config, { vault, ...surroundings }: VideoSurroundings): VideoProvider =>
  new EmbeddedVideo({
    ...surroundings,
    baseUrl: config.videoBaseUrl,
    issuer: config.publicUrl,
    keys: vault.deriveRing('video join token'),
    allowedOrigins: [config.publicUrl],
  })
