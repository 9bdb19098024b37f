import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, notFound } from '../../../errors.ts'
import { asset, sendAsset } from '../../../http/asset.ts'
import { countGuess } from '../../../http/authenticate.ts'
import { visitorFrom } from '../../../http/caller.ts'
import { FORM } from '../../../http/form.ts'
import { answerInPages, sendPage, wantsJson } from '../../../http/pages/answers.ts'
import { languageOf } from '../../../http/pages/language.ts'
import type { Services } from '../../../http/services.ts'
import { write } from '../../../http/unit-of-work.ts'
import { sha256 } from '../../../lib/secrets.ts'
import * as actions from './actions.ts'
import { linkToken } from './contract.ts'
import { noticePage, openPage, STYLE, secretPage } from './page.ts'
import { clientByToken } from './queries.ts'
import type { Words } from './words.ts'

/** The page of a credential link. Clients that accept only JSON get JSON at the same address. */
export async function credentialLinkPages(app: FastifyInstance, services: Services): Promise<void> {
  const style = asset('text/css; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'page.css')))
  // The button sends an empty form.
  app.addContentTypeParser(FORM, { parseAs: 'string' }, async () => undefined)
  answerInPages(app, services, (language, error) => noticePage(language, noticeOf(error)))

  app.get(STYLE, (request, reply) => sendAsset(request, reply, style))

  app.get('/access/:token', async (request, reply) => {
    const { client, token } = await linkOf(services, request, reply)
    return sendPage(reply, openPage(languageOf(request), await actions.findClient(services, client, token)))
  })

  app.post('/access/:token', async (request, reply) => {
    const { client, token } = await linkOf(services, request, reply)
    const redeemed = await redeem(services, request, client, token)
    if (!wantsJson(request))
      return sendPage(reply, secretPage(languageOf(request), services.config.publicUrl, redeemed))
    return reply.send({ clientId: redeemed.client_id, clientSecret: redeemed.secret })
  })
}

type LinkClient = NonNullable<Awaited<ReturnType<typeof clientByToken>>>

/** @throws {ApiError} 404 for an unknown link, 429 for an address with too many of them */
async function linkOf(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const parsed = linkToken.safeParse(request.params)
  const client = parsed.success ? await clientByToken(services.database, sha256(parsed.data.token)) : undefined
  await countGuess(services, request, reply, { wrong: client === undefined })
  if (client && parsed.success) return { client, token: parsed.data.token }
  throw notFound('Link')
}

/** In one transaction with its audit row, in the link's tenant. */
async function redeem(services: Services, request: FastifyRequest, client: LinkClient, token: string) {
  const trail = {
    ...visitorFrom(request.ip, client.tenantId),
    operation: 'takeClientSecret',
    address: request.ip,
    requestId: request.id,
  }
  let redeemed: Awaited<ReturnType<typeof actions.redeem>>
  await write(services, trail, undefined, async (ctx) => {
    redeemed = await actions.redeem(ctx, client, token)
    return { status: 200, body: '' }
  })
  return redeemed!
}

function noticeOf({ status, details }: ApiError): keyof Words['notices'] {
  if (status === 410) return (details as { link: actions.Gone }).link === 'USED' ? 'used' : 'over' // thrown by actions.ts
  if (status === 404) return 'unknown'
  if (status === 409) return 'rotating'
  if (status === 429) return 'tooMany'
  return 'failed'
}
