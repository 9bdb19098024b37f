import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../../../http/pages/answers.ts'
import { languageOf } from '../../../http/pages/language.ts'
import { type Answer, localPath } from './api.ts'
import { faultsOf } from './faults.ts'
import type { Owner, SignedIn } from './owner.ts'
import { sendOptions } from './passkey-options.ts'
import { formOf, queryOf } from './requests.ts'
import * as view from './second-factor-view.ts'
import { words } from './words/index.ts'

const PATH = '/account/second-factor'

export const secondFactorsOf = (owner: Owner): Promise<view.SecondFactors> => owner.read('/api/users/me/second-factors')

/** The pages on which people set up, change and remove their second factors. */
export function secondFactorPages(app: FastifyInstance, signedIn: SignedIn): void {
  app.get(
    PATH,
    signedIn(async (owner, request, reply) => {
      const { callbackUrl, done } = queryOf(request)
      const state = { callbackUrl: localPath(callbackUrl), isSaved: done === 'saved' }
      return sendPage(reply, view.secondFactorsPage(languageOf(request), await secondFactorsOf(owner), state))
    }),
  )

  app.post(
    `${PATH}/begin`,
    signedIn(async (owner, request, reply) => {
      const { password = '', callbackUrl } = formOf(request)
      const answer = await owner.api('POST', '/api/users/me/totp', { password })
      if (answer.status !== 200) return refuse(owner, request, reply, answer, 'begin')
      const secret: view.Secret = answer.body
      return sendPage(reply, view.setUpPage(languageOf(request), { secret, callbackUrl: localPath(callbackUrl) }))
    }),
  )

  app.post(
    `${PATH}/confirm`,
    signedIn(async (owner, request, reply) => {
      const { code = '', callbackUrl } = formOf(request)
      const language = languageOf(request)
      const answer = await owner.api('POST', '/api/users/me/totp/confirm', { code })
      if (answer.status === 409) return reply.redirect(PATH, 303) // the form was sent twice
      const onward = localPath(callbackUrl)
      if (answer.status !== 200) {
        const faults = faultsOf(words[language], answer, special)
        return sendPage(reply, view.setUpPage(language, { callbackUrl: onward, faults }), answer.status)
      }
      const { recoveryCodes } = answer.body
      if (recoveryCodes.length === 0) return reply.redirect(onward ?? `${PATH}?done=saved`, 303)
      return sendPage(reply, view.recoveryPage(language, recoveryCodes, onward))
    }),
  )

  app.post(
    `${PATH}/passkey/options`,
    signedIn(async (owner, request, reply) => {
      const { password = '' } = formOf(request)
      const answer = await owner.api('POST', '/api/users/me/passkeys/options', { password })
      return sendOptions(reply, request, answer, ({ options }) => options)
    }),
  )

  app.post(
    `${PATH}/passkey`,
    signedIn(async (owner, request, reply) => {
      const { name = '', credential = '', callbackUrl } = formOf(request)
      const answer = await owner.api('POST', '/api/users/me/passkeys', { name, credential })
      if (answer.status !== 200) return refuse(owner, request, reply, answer, 'passkey')
      const { recoveryCodes } = answer.body
      const onward = localPath(callbackUrl)
      if (recoveryCodes.length === 0) return reply.redirect(onward ?? `${PATH}?done=saved`, 303)
      return sendPage(reply, view.recoveryPage(languageOf(request), recoveryCodes, onward))
    }),
  )

  app.post(
    `${PATH}/passkey/remove`,
    signedIn(async (owner, request, reply) => {
      const { passkey = '', password = '' } = formOf(request)
      const path = `/api/users/me/passkeys/${encodeURIComponent(passkey)}/remove`
      const answer = await owner.api('POST', path, { password })
      if (answer.status === 200) return reply.redirect(`${PATH}?done=saved`, 303)
      return refuse(owner, request, reply, answer, `remove-${passkey}`)
    }),
  )

  app.post(
    `${PATH}/remove`,
    signedIn(async (owner, request, reply) => {
      const { password = '', code = '' } = formOf(request)
      const answer = await owner.api('POST', '/api/users/me/totp/remove', { password, code })
      if (answer.status === 200) return reply.redirect(`${PATH}?done=saved`, 303)
      return refuse(owner, request, reply, answer, 'remove')
    }),
  )

  app.post(
    `${PATH}/replace`,
    signedIn(async (owner, request, reply) => {
      const { password = '', code = '' } = formOf(request)
      const answer = await owner.api('POST', '/api/users/me/recovery-codes', { password, code })
      if (answer.status !== 200) return refuse(owner, request, reply, answer, 'replace')
      return sendPage(reply, view.recoveryPage(languageOf(request), answer.body.recoveryCodes, undefined))
    }),
  )
}

/** The fault texts of fields that have other texts in other forms. */
const special = { password: 'wrongCurrentPassword', code: 'wrongAppCode', credential: 'wrongPasskey' } as const

async function refuse(
  owner: Owner,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  form: view.Form,
): Promise<FastifyReply> {
  const language = languageOf(request)
  const { form: formFault, fields } = faultsOf(words[language], answer, special)
  const visibleFault = fields.credential ?? formFault // the field `credential` is hidden
  const faults = { fields, ...(visibleFault !== undefined && { form: visibleFault }) }
  const state = { faults, form, callbackUrl: localPath(formOf(request).callbackUrl) }
  return sendPage(reply, view.secondFactorsPage(language, await secondFactorsOf(owner), state), answer.status)
}
