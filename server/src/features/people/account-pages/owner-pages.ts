import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { ApiError, tooManyRequests } from '../../../errors.ts'
import { sendPage } from '../../../http/pages/answers.ts'
import { languageOf } from '../../../http/pages/language.ts'
import { type Answer, enterOrganization, signOut, targetOf } from './api.ts'
import { dataOf } from './data.ts'
import { faultsOf } from './faults.ts'
import { type Owner, ownerOf, type SignedIn } from './owner.ts'
import * as view from './owner-view.ts'
import { ACCOUNT, formOf, HOME, queryOf } from './requests.ts'
import { secondFactorPages, secondFactorsOf } from './second-factor-pages.ts'
import { words } from './words/index.ts'

/** The API call of each action on a client: the method and the end of the path. */
const clientCalls: Record<view.ClientAction, ['DELETE' | 'POST', string]> = {
  allowActing: ['POST', '/acting'],
  withdrawActing: ['DELETE', '/acting'],
  allowSigning: ['POST', '/signing'],
  withdrawSigning: ['DELETE', '/signing'],
  end: ['DELETE', ''],
}

/** The roles whose work begins in the console: those who see the waiting rooms. */
const agendaRoles: readonly string[] = rolesOf(access.appointments.readRooms)

/** Pages for the person who is signed in. */
export function ownerPages(app: FastifyInstance): void {
  const signedIn: SignedIn = (handler) => async (request, reply) => {
    const owner = await ownerOf(app, request, reply)
    return owner ? handler(owner, request, reply) : reply
  }

  secondFactorPages(app, signedIn)

  for (const kind of ['EMAIL', 'PHONE'] as const) {
    const path = view.confirmPath(kind)
    app.get(
      path,
      signedIn(async (owner, request, reply) => {
        const wasSent = queryOf(request).done === 'sent'
        return sendPage(reply, view.confirmPage(languageOf(request), kind, await contactOf(owner), { wasSent }))
      }),
    )
    app.post(
      path,
      signedIn(async (owner, request, reply) => {
        const { code = '' } = formOf(request)
        const answer = await owner.api('POST', `${contactPath(owner)}/confirmations`, { address: kind, code })
        if (answer.status === 200 || answer.status === 409) return reply.redirect(path, 303)
        return refuse(owner, request, reply, answer)
      }),
    )
    app.post(
      `${path}/code`,
      signedIn(async (owner, request, reply) => {
        const answer = await owner.api('POST', `${contactPath(owner)}/codes`, { address: kind })
        if (answer.status === 200 || answer.status === 409) return reply.redirect(`${path}?done=sent`, 303)
        return refuse(owner, request, reply, answer)
      }),
    )
    const refuse = async (owner: Owner, request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
      const language = languageOf(request)
      const faults = faultsOf(words[language], answer)
      const content = view.confirmPage(language, kind, await contactOf(owner), { wasSent: false, faults })
      return sendPage(reply, content, answer.status)
    }
  }

  app.get(
    HOME,
    signedIn(async ({ user }, _request, reply) =>
      reply.redirect(agendaRoles.includes(user.role) ? '/console' : ACCOUNT, 303),
    ),
  )

  app.get(
    ACCOUNT,
    signedIn(async (owner, request, reply) => {
      const isSaved = queryOf(request).done === 'saved'
      return sendPage(reply, view.accountPage(languageOf(request), owner, await accountOf(owner), { isSaved }))
    }),
  )

  app.post(
    '/account/contact',
    signedIn(async (owner, request, reply) => {
      const { phone = '', language } = formOf(request)
      const changes = { phone: phone.trim() === '' ? null : phone, language }
      return sendResult(owner, request, reply, await owner.api('PUT', contactPath(owner), changes))
    }),
  )

  app.post(
    '/account/password',
    signedIn(async (owner, request, reply) => {
      const { currentPassword = '', newPassword = '' } = formOf(request)
      const answer = await owner.api('POST', '/api/users/me/password', { currentPassword, newPassword })
      return sendResult(owner, request, reply, answer)
    }),
  )

  app.post(
    '/account/organization',
    signedIn(async (owner, request, reply) => {
      const { organization = '' } = formOf(request)
      const answer = await enterOrganization(owner.publicApi, { organization, callbackUrl: ACCOUNT })
      return answer.status === 200
        ? reply.redirect(targetOf(answer), 303)
        : sendResult(owner, request, reply, answer, { 401: 'chooseAgain', 422: 'chooseAgain' })
    }),
  )

  app.post(
    '/account/sessions',
    signedIn(async (owner, request, reply) => {
      const { session } = formOf(request)
      const sessions = '/api/users/me/sessions'
      const answer =
        session === undefined
          ? await owner.api('POST', `${sessions}/end-others`)
          : await owner.api('DELETE', `${sessions}/${encodeURIComponent(session)}`)
      return sendResult(owner, request, reply, answer)
    }),
  )

  app.post(
    '/account/clients',
    signedIn(async (owner, request, reply) => {
      const { client = '', action = '' } = formOf(request)
      if (!Object.hasOwn(clientCalls, action)) throw new ApiError(400, 'BAD_REQUEST', 'Unknown action.')
      const [method, suffix] = clientCalls[action as view.ClientAction]
      const path = `/api/users/me/clients/${encodeURIComponent(client)}${suffix}`
      return sendResult(owner, request, reply, await owner.api(method, path))
    }),
  )

  app.post(
    '/account/data',
    signedIn(async (owner, _request, reply) => {
      const now = new Date()
      return reply
        .header('Content-Disposition', `attachment; filename="medina-care-${now.toISOString().slice(0, 10)}.json"`)
        .type('application/json; charset=utf-8')
        .send(Readable.from(dataOf(owner, now)))
    }),
  )

  app.post(
    '/account/leave',
    signedIn(async (owner, request, reply) => {
      const answer = await owner.api('POST', '/api/users/me/leave')
      if (answer.status === 200) return reply.redirect('/signin?done=left', 303)
      return sendResult(owner, request, reply, answer, { 409: 'openWork' })
    }),
  )

  app.post(
    '/account/signout',
    signedIn(async ({ publicApi }, _request, reply) => reply.redirect(targetOf(await signOut(publicApi)), 303)),
  )
}

/** Answers a change: redirects to the account page, or shows it with the faults. */
async function sendResult(
  owner: Owner,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  special: Parameters<typeof faultsOf>[2] = {},
): Promise<FastifyReply> {
  if (answer.status < 300) return reply.redirect('/account?done=saved', 303)
  const language = languageOf(request)
  const faults = faultsOf(words[language], answer, special)
  const content = view.accountPage(language, owner, await accountOf(owner), { isSaved: false, faults })
  return sendPage(reply, content, answer.status)
}

const contactPath = ({ user }: Owner): string => `/api/users/${user.id}/contact`

async function contactOf(owner: Owner): Promise<view.Contact> {
  return (await owner.read(contactPath(owner))).contact
}

async function accountOf(owner: Owner) {
  const [secondFactors, contact, { memberships }, { sessions }, clients] = await Promise.all([
    secondFactorsOf(owner),
    contactOf(owner),
    owner.read('/api/users/me/memberships'),
    owner.read('/api/users/me/sessions'),
    clientsOf(owner),
  ])
  return { secondFactors, contact, memberships, sessions, clients }
}

/** The clients that act as the person; undefined for an unverified professional, for whom no client may act. */
async function clientsOf(owner: Owner): Promise<view.Client[] | undefined> {
  const { status, body, retryAfterSec } = await owner.api('GET', '/api/users/me/clients?pageSize=100')
  if (status === 200) return body.clients
  if (status === 403) return undefined
  throw status === 429
    ? tooManyRequests(retryAfterSec)
    : new ApiError(status, 'UNAVAILABLE', `Clients answered ${status}.`)
}
