import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { acceptForms } from '../../../http/form.ts'
import { name } from '../../../http/send-error.ts'
import type { Services } from '../../../http/services.ts'
import * as actions from './actions.ts'
import { type Action, type AuthHandlers, type AuthRequest, authJs } from './auth-js.ts'
import type { Account, Session } from './queries.ts'

/**
 * The sign-in dispatcher (specification: "Authentication group"), with the response formats of Auth.js: `{url}` or
 * `{error}`, never a page. It accepts forms only, whose origin browsers report.
 */
export async function signInRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { origin } = new URL(services.config.publicUrl)
  const dispatch = authJs({ origin, secret: services.vault.derive('sign-in'), log: services.log })
  app.removeAllContentTypeParsers()
  acceptForms(app)
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))
  const config = { errorShape: name }

  const run = async (action: Action, request: FastifyRequest, reply: FastifyReply) => {
    const outcome = await dispatch(authRequestOf(action, request), handlersFor(services, request, reply))
    if (outcome.cookies.length > 0) reply.header('Set-Cookie', outcome.cookies)
    return outcome
  }
  const get = (action: Action) =>
    app.get(`/api/auth/${action}`, { config }, async (request, reply) =>
      asJson(reply, (await run(action, request, reply)).body),
    )
  const post = (action: Action) =>
    app.post(`/api/auth/${action}`, { config }, async (request, reply) => {
      assertOwnPage(request, origin)
      return { url: (await run(action, request, reply)).url }
    })

  get('csrf')
  get('providers')
  get('session')
  post('signin')
  post('callback/credentials')
  post('signout')

  app.get('/api/auth/signin', { config }, async (request, reply) => {
    const { url } = await run('signin', request, reply)
    return request.headers.accept?.includes('text/html') ? reply.redirect(url!, 302) : { url }
  })
}

/** JSON, also for `null`. */
const asJson = (reply: FastifyReply, body: unknown) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(body))

function authRequestOf(action: Action, request: FastifyRequest): AuthRequest {
  const { callbackUrl } = request.query as Record<string, unknown> // strings, or lists for repeated names
  return {
    action,
    method: request.method === 'POST' ? 'POST' : 'GET',
    cookie: request.headers.cookie,
    form: (request.body ?? {}) as Record<string, string>, // the form parser returns strings
    callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : undefined,
  }
}

function handlersFor(services: Services, request: FastifyRequest, reply: FastifyReply): AuthHandlers<Account, Session> {
  const caller = { address: request.ip, requestId: request.id }
  return {
    async authenticate(given) {
      await countGuess(services, request, reply, { wrong: false }) // before the costly check, and after it
      const account = await actions.authenticate(services, given, caller)
      await countGuess(services, request, reply, { wrong: account === undefined })
      return account
    },
    createSession: (account) => actions.createSession(services, account, caller),
    resume: (cookie) => actions.resume(services, cookie),
    end: (session) => actions.end(services, session, caller),
    present: (session) => actions.present(services, session),
  }
}

/**
 * Against CSRF: browsers report the origin of a form; other clients send no such header and hold no cookies.
 * @throws {ApiError} 403 for a form of another site's page
 */
function assertOwnPage({ headers, protocol, host }: FastifyRequest, origin: string): void {
  const from = headers.origin
  const site = headers['sec-fetch-site']
  // The server may also be reached at other addresses, such as 127.0.0.1.
  const own = from === undefined || from === origin || from === `${protocol}://${host}`
  if (own && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new ApiError(403, 'ForeignOrigin', 'The form was sent from a page of another site.')
}
