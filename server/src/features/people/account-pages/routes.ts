import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ApiError } from '../../../errors.ts'
import { asset, sendAsset } from '../../../http/asset.ts'
import { acceptOwnForms } from '../../../http/own-page.ts'
import { answerInPages } from '../../../http/pages/answers.ts'
import type { Services } from '../../../http/services.ts'
import { ownerPages } from './owner-pages.ts'
import { PASSKEY_SCRIPT, STYLE } from './view.ts'
import { visitorPages } from './visitor-pages.ts'
import { noticePage } from './visitor-view.ts'
import type { Words } from './words/index.ts'

/** The pages on which people sign in, register, confirm addresses and manage their account. Only passkeys need a script. */
export async function accountPages(app: FastifyInstance, services: Services): Promise<void> {
  const { origin } = new URL(services.config.publicUrl)
  const style = asset('text/css; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'page.css')))
  answerInPages(app, services, (language, error) => noticePage(language, noticeOf(error)))
  acceptOwnForms(app, origin)
  const script = asset('text/javascript; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'passkeys.js')))
  app.get(PASSKEY_SCRIPT, (request, reply) => sendAsset(request, reply, script))
  app.get(STYLE, (request, reply) => sendAsset(request, reply, style))
  visitorPages(app, origin)
  ownerPages(app)
}

function noticeOf({ status }: ApiError): keyof Words['notices'] {
  if (status === 403) return 'foreign'
  if (status === 404) return 'unknown'
  return status === 429 ? 'tooMany' : 'failed'
}
