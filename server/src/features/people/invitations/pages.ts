import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notFound, unprocessable } from '../../../errors.ts'
import { asset, sendAsset } from '../../../http/asset.ts'
import { countGuess } from '../../../http/authenticate.ts'
import { visitorFrom } from '../../../http/caller.ts'
import { acceptForms } from '../../../http/form.ts'
import { answerInPages, sendPage, wantsJson } from '../../../http/pages/answers.ts'
import { languageOf } from '../../../http/pages/language.ts'
import type { Services } from '../../../http/services.ts'
import { write } from '../../../http/unit-of-work.ts'
import { sha256 } from '../../../lib/secrets.ts'
import * as actions from './actions.ts'
import { invitationToken } from './contract.ts'
import { donePage, noticePage, openPage, STYLE } from './page.ts'
import { type Place, placeOf } from './queries.ts'
import type { Words } from './words.ts'

/** The pages of an invitation. Clients that accept only JSON get JSON at the same address. */
export async function invitationPages(app: FastifyInstance, services: Services): Promise<void> {
  const style = asset('text/css; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'page.css')))
  app.removeAllContentTypeParsers()
  acceptForms(app)
  answerInPages(app, services, (language, error) => noticePage(language, noticeOf(error)))

  app.get(STYLE, (request, reply) => sendAsset(request, reply, style))

  app.get('/invitations/:token', async (request, reply) => {
    const { place } = await linkOf(services, request, reply)
    return sendPage(reply, openPage(languageOf(request), await actions.read(services, place)))
  })

  app.post('/invitations/:token', async (request, reply) => {
    const { place, token } = await linkOf(services, request, reply)
    const { password } = (request.body ?? {}) as Record<string, string> // the form parser returns strings
    if (password === undefined) throw unprocessable([{ path: ['password'], message: 'is missing' }])
    try {
      const user = await accept(services, request, place, token, password)
      if (!wantsJson(request)) return sendPage(reply, donePage(languageOf(request), user))
      const { id, tenantId, role } = user
      return reply.send({ user: { id, tenantId, role } })
    } catch (error) {
      const fault = error instanceof ApiError ? faultOf(error) : undefined
      if (fault === undefined || wantsJson(request)) throw error
      const invitation = await actions.read(services, place)
      return sendPage(reply, openPage(languageOf(request), invitation, fault), (error as ApiError).status)
    }
  })
}

/** @throws {ApiError} 404 for an unknown link; 429 after too many unknown links from a client address */
async function linkOf(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const parsed = invitationToken.safeParse(request.params)
  const place = parsed.success ? await placeOf(services.database, sha256(parsed.data.token)) : undefined
  await countGuess(services, request, reply, { wrong: place === undefined })
  if (place && parsed.success) return { place, token: parsed.data.token }
  throw notFound('Link')
}

/** Checks the password before the transaction, then accepts in one transaction with its audit row. */
async function accept(services: Services, request: FastifyRequest, place: Place, token: string, password: string) {
  const caller = { address: request.ip, requestId: request.id }
  const proof = await actions.prove(services, place, password, caller)
  if (!proof) throw new ApiError(401, 'UNAUTHORIZED', 'This is not the password of the account.')
  const trail = { ...visitorFrom(request.ip, place.tenantId), operation: 'acceptInvitation', ...caller }
  let accepted: Awaited<ReturnType<typeof actions.accept>>
  await write(services, trail, undefined, async (ctx) => {
    accepted = await actions.accept(ctx, place, token, proof)
    return { status: 200, body: '' }
  })
  return accepted!
}

function faultOf({ status }: ApiError): keyof Words['faults'] | undefined {
  if (status === 401) return 'wrong'
  return status === 422 ? 'unfit' : undefined
}

function noticeOf({ status, details }: ApiError): keyof Words['notices'] {
  if (status === 410) return (details as { link: actions.Gone }).link === 'USED' ? 'used' : 'over' // thrown by actions.ts
  if (status === 404) return 'unknown'
  if (status === 409) return 'member'
  if (status === 429) return 'tooMany'
  return 'failed'
}
