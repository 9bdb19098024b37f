import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { movedTo } from '../../db/failures.ts'
import type { ApiError } from '../../errors.ts'
import type { Language } from '../../lib/channels.ts'
import { admitAddress } from '../authenticate.ts'
import { answerable, sendError } from '../send-error.ts'
import type { Services } from '../services.ts'
import type { Page } from './frame.ts'
import { chosenLanguage, languageCookie, languageOf } from './language.ts'

const policy = ({ runsScript, fetches }: Page): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    ...(runsScript ? ["script-src 'self'"] : []),
    ...(fetches ? ["connect-src 'self'"] : []),
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('Content-Security-Policy', policy(page))
    .type('text/html; charset=utf-8')
    .send(page.text)
}

/** Whether the client prefers JSON to a page. */
export function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html')
}

/**
 * Counts requests to the routes of a scope by address, excludes them from search engines, remembers the language that a
 * person chooses, and answers errors as a page, or as JSON to programs.
 * @param notice renders an error's page
 */
export function answerInPages(
  scope: FastifyInstance,
  services: Services,
  notice: (language: Language, error: ApiError, request: FastifyRequest) => Page,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('X-Robots-Tag', 'noindex')
    const chosen = chosenLanguage(request)
    if (chosen) reply.header('Set-Cookie', languageCookie(chosen))
    await admitAddress(services, request, reply)
  })
  scope.setErrorHandler((thrown, request, reply) => {
    if (wantsJson(request)) return sendError(thrown, request, reply)
    const address = movedTo(thrown)
    if (address !== undefined && request.method === 'GET') return reply.redirect(`${address}${request.url}`, 307)
    const error = answerable(thrown, request)
    return sendPage(reply.headers(error.headers), notice(languageOf(request), error, request), error.status)
  })
}
