import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { admitAddress, settleGuess } from '../../http/authenticate.ts'
import { acceptForms } from '../../http/form.ts'
import { name } from '../../http/send-error.ts'
import * as actions from './actions.ts'
import { type Action, type Acts, authJs, type Visit } from './auth-js.ts'
import type { Account, Session } from './queries.ts'

/**
 * The sign-in dispatcher (specification: "Authentication group"), in the shapes of Auth.js: `{url}` or `{error}`, never
 * a page. It takes forms alone, which a page elsewhere cannot send without being noticed.
 */
export async function signInRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { origin } = new URL(services.config.publicUrl)
  const dispatch = authJs({ origin, secret: services.vault.derive('sign-in'), log: services.log })
  app.removeAllContentTypeParsers()
  acceptForms(app)
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))
  const config = { errorShape: name }

  const run = async (action: Action, request: FastifyRequest, reply: FastifyReply) => {
    const outcome = await dispatch(visitOf(action, request), actsFor(services, request, reply))
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

/** JSON also where it is `null`. */
const asJson = (reply: FastifyReply, body: unknown) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(body))

function visitOf(action: Action, request: FastifyRequest): Visit {
  const { callbackUrl } = request.query as Record<string, unknown> // of strings, or of lists where a name comes twice
  return {
    action,
    method: request.method === 'POST' ? 'POST' : 'GET',
    cookie: request.headers.cookie,
    form: (request.body ?? {}) as Record<string, string>, // the one parser here gives these
    callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : undefined,
  }
}

function actsFor(services: Services, request: FastifyRequest, reply: FastifyReply): Acts<Account, Session> {
  const caller = { address: request.ip, requestId: request.id }
  return {
    async recognise(given) {
      await settleGuess(services, request, reply, { wrong: false }) // before the costly look, and after it
      const account = await actions.recognise(services, given, caller)
      await settleGuess(services, request, reply, { wrong: account === undefined })
      return account
    },
    begin: (account) => actions.begin(services, account, caller),
    resume: (cookie) => actions.resume(services, cookie),
    end: (session) => actions.end(services, session, caller),
    present: (session) => actions.present(services, session),
  }
}

/**
 * A browser says where a form comes from; what is no browser says nothing, and has no cookies that others could use.
 * @throws {ApiError} 403 for a form of somebody else's page
 */
function assertOwnPage({ headers, protocol, host }: FastifyRequest, origin: string): void {
  const from = headers.origin
  const site = headers['sec-fetch-site']
  // Besides its public address the server may be reached by others, 127.0.0.1 say.
  const own = from === undefined || from === origin || from === `${protocol}://${host}`
  if (own && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new ApiError(403, 'ForeignOrigin', 'This form was sent by a page of another site.')
}
