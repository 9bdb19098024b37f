import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../errors.ts'
import { sendAsset } from '../../../http/asset.ts'
import { admitAddress } from '../../../http/authenticate.ts'
import { findBuilt } from '../../../http/pages/built.ts'
import { chosenLanguage, languageCookie, languageOf } from '../../../http/pages/language.ts'
import type { Services } from '../../../http/services.ts'
import { ASSETS, consolePage } from './page.ts'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The console: one page for all screens. The page contains no data; its script calls the API as the signed-in person. */
export async function consolePages(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))
  const built = await findBuilt('console')

  for (const path of ['/console', '/console/*'])
    app.get(path, async (request, reply) => {
      const chosen = chosenLanguage(request)
      if (chosen) reply.header('Set-Cookie', languageCookie(chosen))
      const page = consolePage(languageOf(request), built)
      return reply
        .headers({
          'Content-Security-Policy': policy,
          'Cross-Origin-Opener-Policy': 'same-origin',
          'X-Robots-Tag': 'noindex',
          Vary: 'Accept-Language, Cookie',
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
