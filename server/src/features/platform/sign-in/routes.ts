import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { acceptForms } from '../../../http/form.ts'
import { setOwnCookie } from '../../../http/own-cookie.ts'
import { assertOwnPage } from '../../../http/own-page.ts'
import { name } from '../../../http/send-error.ts'
import type { Services } from '../../../http/services.ts'
import * as actions from './actions.ts'
import { type Action, type AuthHandlers, type AuthRequest, authJs, BEARER, choiceCookie } from './auth-js.ts'
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
  const enter = (action: 'callback/credentials' | 'callback/organization') =>
    app.post(`/api/auth/${action}`, { config }, async (request, reply) => {
      assertOwnPage(request, origin)
      try {
        const { url, cookies } = await run(action, request, reply)
        if (action === 'callback/organization')
          reply.header('Set-Cookie', [...cookies, setOwnCookie(origin, choiceCookie, undefined)])
        return { url }
      } catch (error) {
        if (!(error instanceof ChoiceNeeded)) throw error
        reply.header(
          'Set-Cookie',
          setOwnCookie(origin, choiceCookie, await actions.offerChoice(services, error.admitted)),
        )
        return { url: `${origin}/`, organizations: error.admitted.accounts.map(presentOrganization) }
      }
    })

  get('csrf')
  get('providers')
  get('session')
  post('signin')
  enter('callback/credentials')
  enter('callback/organization')
  post('signout')

  app.get('/api/auth/signin', { config }, async (request, reply) => {
    const { url } = await run('signin', request, reply)
    return request.headers.accept?.includes('text/html') ? reply.redirect(url!, 302) : { url }
  })
}

/** Ends the dispatch of right credentials that are valid in several organisations: there is no session yet. */
class ChoiceNeeded extends Error {
  readonly admitted: actions.Admitted
  constructor(admitted: actions.Admitted) {
    super('The person has to choose an organisation.')
    this.admitted = admitted
  }
}

const presentOrganization = ({ tenant_id: id, organization: name, role }: Account) => ({ id, name, role })

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

function handlersFor(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): AuthHandlers<actions.Entering, Session> {
  const caller = { address: request.ip, requestId: request.id, userAgent: request.headers['user-agent'] }
  return {
    async authenticate(given) {
      await countGuess(services, request, reply, { wrong: false }) // before the costly check, and after it
      const admitted = await actions.authenticate(services, given, caller)
      await countGuess(services, request, reply, { wrong: admitted === undefined })
      if (!admitted) throw new ApiError(401, 'CredentialsSignin', 'Wrong e-mail or password.', undefined, BEARER)
      if (admitted.accounts.length > 1) throw new ChoiceNeeded(admitted)
      return admitted.accounts[0]!
    },
    async choose(organization, { choice, session: cookie }) {
      // After a password its choice counts, even in a browser with a session.
      const session = choice === undefined && cookie !== undefined ? await actions.resume(services, cookie) : undefined
      const account =
        choice !== undefined
          ? await actions.choose(services, choice, organization)
          : session && (await actions.change(services, session, organization))
      await countGuess(services, request, reply, { wrong: account === undefined })
      if (!account) throw new ApiError(401, 'OrganizationSignin', CHOOSE_AGAIN, undefined, BEARER)
      return account
    },
    createSession: (account) => actions.createSession(services, account, caller),
    resume: (cookie) => actions.resume(services, cookie),
    end: (session) => actions.end(services, session, caller),
    present: (session) => actions.present(services, session),
  }
}

const CHOOSE_AGAIN =
  'The organisation is not one of yours, or the choice has expired or was made before. Sign in again.'
