import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OwnCookie, ownCookie, setOwnCookie } from '../../../http/own-cookie.ts'
import { sendPage } from '../../../http/pages/answers.ts'
import { languageOf } from '../../../http/pages/language.ts'
import {
  type Answer,
  type Api,
  apiFor,
  enterOrganization,
  passkeyOptions,
  proveSecondFactor,
  sessionOf,
  signIn,
  signInByPasskey,
  targetOf,
} from './api.ts'
import { faultsOf } from './faults.ts'
import { sendOptions } from './passkey-options.ts'
import { formOf, HOME, queryOf, secondFactorPath } from './requests.ts'
import * as view from './visitor-view.ts'
import { words } from './words/index.ts'

/** Keeps the id of a password reset until the code is entered. */
const resetCookie: OwnCookie = { name: 'medina.password-reset', maxAgeSec: 30 * 60 }

/** Pages for people who are not signed in. @param origin the public origin of the server */
export function visitorPages(app: FastifyInstance, origin: string): void {
  app.get('/signin', async (request, reply) => {
    const { callbackUrl } = queryOf(request)
    const session = callbackUrl === undefined && (await sessionOf(apiFor(app, request, reply)))
    if (session) return reply.redirect(HOME, 303)
    return sendPage(reply, view.signInPage(languageOf(request), queryOf(request)))
  })

  app.post('/signin', async (request, reply) => {
    const { email = '', password = '', callbackUrl } = formOf(request)
    const given = { email, password, callbackUrl: callbackUrl ?? HOME }
    const api = apiFor(app, request, reply)
    const answer = await signIn(api, given)
    if (answer.status === 200) return continueSignIn(api, request, reply, answer, callbackUrl)
    const faults = faultsOf(words[languageOf(request)], answer, { 401: 'wrongPassword' })
    return sendPage(reply, view.signInPage(languageOf(request), { email, callbackUrl }, faults), answer.status)
  })

  app.post('/signin/passkey/options', async (request, reply) =>
    sendOptions(reply, request, await passkeyOptions(apiFor(app, request, reply)), (body) => body),
  )

  app.post('/signin/passkey', async (request, reply) => {
    const { credential = '', callbackUrl } = formOf(request)
    const api = apiFor(app, request, reply)
    const answer = await signInByPasskey(api, { credential, callbackUrl: callbackUrl ?? HOME })
    if (answer.status === 200) return continueSignIn(api, request, reply, answer, callbackUrl)
    const faults = faultsOf(words[languageOf(request)], answer, { 401: 'wrongPasskey' })
    return sendPage(reply, view.signInPage(languageOf(request), { callbackUrl }, faults), answer.status)
  })

  app.post('/signin/second-factor', async (request, reply) => {
    const { code = '', callbackUrl } = formOf(request)
    const api = apiFor(app, request, reply)
    const answer = await proveSecondFactor(api, { code, callbackUrl: callbackUrl ?? HOME })
    if (answer.status === 200) return continueSignIn(api, request, reply, answer, callbackUrl)
    const faults = faultsOf(words[languageOf(request)], answer, { 401: 'wrongSecondFactor' })
    return sendPage(reply, view.secondFactorPage(languageOf(request), { callbackUrl }, faults), answer.status)
  })

  app.post('/signin/organization', async (request, reply) => {
    const { organization = '', callbackUrl = HOME } = formOf(request)
    const api = apiFor(app, request, reply)
    const answer = await enterOrganization(api, { organization, callbackUrl })
    if (answer.status === 200) return continueSignIn(api, request, reply, answer, callbackUrl)
    const faults = faultsOf(words[languageOf(request)], answer, { 401: 'chooseAgain', 422: 'chooseAgain' })
    return sendPage(reply, view.signInPage(languageOf(request), { callbackUrl }, faults), answer.status)
  })

  app.get('/register', async (request, reply) =>
    sendPage(reply, view.registerPage(languageOf(request), queryOf(request))),
  )

  app.post('/register', async (request, reply) => {
    const { callbackUrl, password = '', ...given } = formOf(request)
    const { email = '', name = '', role = '' } = given
    const api = apiFor(app, request, reply)
    const answer = await api('POST', '/api/auth/register', { json: { email, name, role, password } })
    if (answer.status === 201 || answer.status === 409) {
      // 409: the form was sent twice, or the person forgot that they have an account. The correct password signs them in.
      const signedIn = await signIn(api, { email, password, callbackUrl: callbackUrl ?? '/verify-email' })
      if (answer.status === 201 || signedIn.status === 200)
        return continueSignIn(api, request, reply, signedIn, callbackUrl)
    }
    const faults = faultsOf(words[languageOf(request)], answer, { 409: 'addressTaken' })
    return sendPage(reply, view.registerPage(languageOf(request), { ...given, callbackUrl }, faults), answer.status)
  })

  app.get('/forgot-password', async (request, reply) =>
    sendPage(reply, view.forgotPage(languageOf(request), queryOf(request))),
  )

  app.post('/forgot-password', async (request, reply) => {
    const { email = '' } = formOf(request)
    const answer = await apiFor(app, request, reply)('POST', '/api/auth/password-resets', { json: { email } })
    if (answer.status === 200) {
      reply.header('Set-Cookie', setOwnCookie(origin, resetCookie, answer.body.resetId))
      return reply.redirect('/reset-password', 303)
    }
    const faults = faultsOf(words[languageOf(request)], answer)
    return sendPage(reply, view.forgotPage(languageOf(request), { email }, faults), answer.status)
  })

  app.get('/reset-password', async (request, reply) => {
    if (ownCookie(origin, resetCookie, request) === undefined) return reply.redirect('/forgot-password', 303)
    return sendPage(reply, view.resetPage(languageOf(request), {}))
  })

  app.post('/reset-password', async (request, reply) => {
    const resetId = ownCookie(origin, resetCookie, request)
    if (resetId === undefined) return reply.redirect('/forgot-password', 303)
    const { code = '', password = '' } = formOf(request)
    const json = { resetId, code, password }
    const answer = await apiFor(app, request, reply)('POST', '/api/auth/password-resets/confirmations', { json })
    if (answer.status === 200) {
      reply.header('Set-Cookie', setOwnCookie(origin, resetCookie, undefined))
      return reply.redirect(answer.body.hasAccount ? '/signin?done=password' : '/register', 303)
    }
    const faults = faultsOf(words[languageOf(request)], answer, { resetId: 'expired' })
    return sendPage(reply, view.resetPage(languageOf(request), { code }, faults), answer.status)
  })

  app.get('/claim', async (request, reply) => sendPage(reply, view.claimPage(languageOf(request), {})))

  app.post('/claim', async (request, reply) => {
    const { password = '', ...given } = formOf(request)
    const { address = '', birthDate = '', code = '', email = '' } = given
    const api = apiFor(app, request, reply)
    const answer = await api('POST', '/api/auth/claim', { json: { address, birthDate, code, email, password } })
    if (answer.status === 201)
      return continueSignIn(api, request, reply, await signIn(api, { email, password, callbackUrl: HOME }))
    const special = { 409: 'addressHasLogin', code: 'wrongClaim' } as const
    const faults = faultsOf(words[languageOf(request)], answer, special)
    return sendPage(reply, view.claimPage(languageOf(request), given, faults), answer.status)
  })
}

/**
 * After a sign-in: to its target, to the second factor, to the choice of an organisation, or to a second factor that is
 * missing.
 */
async function continueSignIn(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  callbackUrl?: string,
): Promise<FastifyReply> {
  if (answer.status !== 200) return reply.redirect('/signin', 303) // the account exists, so the person can sign in later
  const { organizations, secondFactor } = answer.body
  if (secondFactor) return sendPage(reply, view.secondFactorPage(languageOf(request), { callbackUrl }))
  if (organizations) return sendPage(reply, view.organizationPage(languageOf(request), organizations, { callbackUrl }))
  const target = targetOf(answer)
  const session = await sessionOf(api)
  return reply.redirect(session?.secondFactorRequired ? secondFactorPath(target) : target, 303)
}
