import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { notFound } from '../../../errors.ts'
import { sendAsset } from '../../../http/asset.ts'
import { admitAddress } from '../../../http/authenticate.ts'
import { findBuilt } from '../../../http/pages/built.ts'
import { languageOf } from '../../../http/pages/language.ts'
import type { Services } from '../../../http/services.ts'
import { ASSETS, roomPage, type VideoServer } from './page.ts'

/** The page of a consultation. It does not reveal whether the room exists: that requires a token. */
export async function roomPages(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))

  const built = await findBuilt('room')

  app.get('/room/:roomId', async (request, reply) => {
    const videoServer = videoServerOf(config)
    const page = roomPage(languageOf(request), videoServer, built)
    return reply
      .headers({
        'Content-Security-Policy': policy(videoServer),
        'Permissions-Policy': 'camera=(self), microphone=(self), display-capture=(self)',
        'X-Robots-Tag': 'noindex',
        Vary: 'Accept-Language',
      })
      .type('text/html; charset=utf-8')
      .send(page.text)
  })

  app.get<{ Params: { file: string } }>(`${ASSETS}/:file`, async (request, reply) => {
    const file = built.files.get(request.params.file)
    if (!file) throw notFound('File')
    return sendAsset(request, reply, file(), true)
  })
}

const videoServerOf = ({ video, videoBaseUrl }: Config): VideoServer => ({ provider: video.kind, url: videoBaseUrl })

/** Allows the page's scripts and styles, and connections to the video server. LiveKit reports refusals over HTTP. */
function policy({ provider, url }: VideoServer): string {
  const { origin } = new URL(url)
  const origins = provider === 'livekit' ? [origin, origin.replace(/^ws/, 'http')] : [origin]
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
