import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, badRequest } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { acceptForms } from '../../../http/form.ts'
import { type OwnCookie, setOwnCookie } from '../../../http/own-cookie.ts'
import { assertOwnPage } from '../../../http/own-page.ts'
import { name } from '../../../http/send-error.ts'
import type { Services } from '../../../http/services.ts'
import { beginSignIn, challenge, type Method, methodsOf } from '../second-factors/actions.ts'
import * as actions from './actions.ts'
import {
  type Action,
  type AuthHandlers,
  type AuthRequest,
  authJs,
  BEARER,
  challengeCookie,
  choiceCookie,
  passkeyCookie,
} from './auth-js.ts'
import { passkeyRequest } from './contract.ts'
import type { Account, Session } from './queries.ts'

/**
 * The sign-in dispatcher (specification: "Authentication group"), with the response formats of Auth.js: `{url}` or
 * `{error}`, never a page. It accepts only forms, because browsers report the origin of a form.
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
  const postSignIn = (action: SignInStep) =>
    app.post(`/api/auth/${action}`, { config }, async (request, reply) => {
      assertOwnPage(request, origin)
      try {
        const { url, cookies } = await run(action, request, reply)
        const used = usedCookie[action]
        if (used) reply.header('Set-Cookie', [...cookies, setOwnCookie(origin, used, undefined)])
        return { url }
      } catch (error) {
        if (!(error instanceof NextStepRequired)) throw error
        const { cookie, answer } = await error.begin(services)
        reply.header('Set-Cookie', setOwnCookie(origin, cookie.kind, cookie.value))
        return { url: `${origin}/`, ...answer }
      }
    })

  get('csrf')
  get('providers')
  get('session')
  post('signin')
  postSignIn('callback/credentials')
  postSignIn('callback/second-factor')
  postSignIn('callback/passkey')
  app.post('/api/auth/passkey/options', { config }, async (request, reply) => {
    assertOwnPage(request, origin)
    if (!passkeyRequest.safeParse(request.body ?? {}).success) throw badRequest('The form has no fields.')
    const { cookie, options } = await beginSignIn(services)
    reply.header('Set-Cookie', setOwnCookie(origin, passkeyCookie, cookie))
    return options
  })
  postSignIn('callback/organization')
  post('signout')

  app.get('/api/auth/signin', { config }, async (request, reply) => {
    const { url } = await run('signin', request, reply)
    return request.headers.accept?.includes('text/html') ? reply.redirect(url!, 302) : { url }
  })
}

type SignInStep = 'callback/credentials' | 'callback/second-factor' | 'callback/passkey' | 'callback/organization'

/** The cookie that a step of the sign-in uses up. */
const usedCookie: Record<SignInStep, OwnCookie | undefined> = {
  'callback/credentials': undefined,
  'callback/second-factor': challengeCookie,
  'callback/passkey': passkeyCookie,
  'callback/organization': choiceCookie,
}

type Step = { cookie: { kind: OwnCookie; value: string }; answer: object }

/** Thrown when right credentials are not sufficient yet: the answer has no session, but a cookie for the next step. */
class NextStepRequired extends Error {
  readonly begin: (services: Services) => Promise<Step>
  constructor(begin: (services: Services) => Promise<Step>) {
    super('The sign-in requires another step.')
    this.begin = begin
  }
}

const secondFactorRequired = (
  { loginId }: actions.Admitted,
  secondFactor: Method[],
  organization: string | undefined,
) =>
  new NextStepRequired(async (services) => ({
    cookie: { kind: challengeCookie, value: await challenge(services, loginId, organization) },
    answer: { secondFactor },
  }))

const choiceRequired = (admitted: actions.Admitted) =>
  new NextStepRequired(async (services) => {
    const value = await actions.offerChoice(services, admitted)
    if (value === undefined) throw wrongCredentials()
    return {
      cookie: { kind: choiceCookie, value },
      answer: { organizations: admitted.accounts.map(presentOrganization) },
    }
  })

/** The only account. @throws {NextStepRequired} if the person must choose one of several */
function onlyAccount(admitted: actions.Admitted): actions.SessionAccount {
  const { accounts, password } = admitted
  if (accounts.length > 1) throw choiceRequired(admitted)
  return { ...accounts[0]!, ...(password && { proof: { password } }) }
}

const presentOrganization = ({ tenant_id: id, organization: name, role }: Account) => ({ id, name, role })

/** Sends JSON, also for `null`. */
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
): AuthHandlers<actions.SessionAccount, Session> {
  const caller = { address: request.ip, requestId: request.id, userAgent: request.headers['user-agent'] }
  return {
    async authenticate(given) {
      await countGuess(services, request, reply, { wrong: false }) // before the expensive check, and again after it
      const admitted = await actions.authenticate(services, given, caller)
      await countGuess(services, request, reply, { wrong: admitted === undefined })
      if (!admitted) throw wrongCredentials()
      const methods = await methodsOf(services.database, admitted.loginId)
      if (methods.length > 0) throw secondFactorRequired(admitted, methods, given.organization)
      return onlyAccount(admitted)
    },
    async proveSecondFactor(code, cookie) {
      await countGuess(services, request, reply, { wrong: false })
      const admitted =
        cookie === undefined ? undefined : await actions.proveSecondFactor(services, cookie, code, caller)
      await countGuess(services, request, reply, { wrong: admitted === undefined })
      if (!admitted) throw new ApiError(401, 'SecondFactorSignin', WRONG_CODE, undefined, BEARER)
      return onlyAccount(admitted)
    },
    async provePasskey(given, cookie) {
      await countGuess(services, request, reply, { wrong: false })
      const admitted = cookie === undefined ? undefined : await actions.provePasskey(services, cookie, given, caller)
      await countGuess(services, request, reply, { wrong: admitted === undefined })
      if (!admitted) throw new ApiError(401, 'PasskeySignin', WRONG_PASSKEY, undefined, BEARER)
      return onlyAccount(admitted)
    },
    async choose(organization, { choice, session: cookie }) {
      // A choice that follows a password takes precedence over the session of the browser.
      const session = choice === undefined && cookie !== undefined ? await actions.resume(services, cookie) : undefined
      const account =
        choice !== undefined
          ? await actions.choose(services, choice, organization)
          : session && (await actions.change(services, session, organization))
      await countGuess(services, request, reply, { wrong: account === undefined })
      if (!account) throw chooseAgain()
      return account
    },
    async createSession(account, earlier) {
      const cookie = await actions.createSession(services, account, earlier, caller)
      if (cookie === undefined) throw account.proof && 'password' in account.proof ? wrongCredentials() : chooseAgain()
      return cookie
    },
    resume: (cookie) => actions.resume(services, cookie),
    end: (session) => actions.end(services, session, caller),
    present: (session) => actions.present(services, session),
  }
}

const wrongCredentials = () => new ApiError(401, 'CredentialsSignin', 'Wrong e-mail or password.', undefined, BEARER)

const WRONG_CODE =
  'The code is wrong or already used, or the sign-in was started too long ago, in another browser, or tried too often. Sign in again.'

const WRONG_PASSKEY =
  'The passkey is unknown or was removed, or this browser has no open challenge for it. Request new options.'

const chooseAgain = () =>
  new ApiError(
    401,
    'OrganizationSignin',
    'You do not belong to this organisation, or the choice has expired or was made before. Sign in again.',
    undefined,
    BEARER,
  )
