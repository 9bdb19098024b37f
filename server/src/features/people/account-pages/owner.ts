import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRole } from '../../../actor.ts'
import { type Answer, type Api, apiFor, read, sessionOf } from './api.ts'
import { ACCOUNT, HOME, secondFactorPath } from './requests.ts'

/** The signed-in person, and the API with the token of their session. */
export type Owner = {
  user: { id: string; email: string; name: string; role: AccountRole }
  api(method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, json?: object): Promise<Answer>
  /** Reads a resource that the person may always read. */
  read(path: string): ReturnType<typeof read>
  /** The API without the token of the session. */
  publicApi: Api
}

/** The pages that are open to people who lack a required second factor. */
const openPages = ['/account/second-factor', '/account/signout']

/** The owner of the browser's session. Without a session, redirects to the sign-in page, which returns to this page. */
export async function ownerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Owner | undefined> {
  const publicApi = apiFor(app, request, reply)
  const session = await sessionOf(publicApi)
  if (!session) {
    const callbackUrl = request.method === 'GET' ? request.url : ACCOUNT
    reply.redirect(`/signin?${new URLSearchParams({ callbackUrl })}`, 303)
    return undefined
  }
  const { user, accessToken: token, secondFactorRequired } = session
  if (secondFactorRequired && !openPages.some((path) => request.url.startsWith(path))) {
    reply.redirect(secondFactorPath(request.method === 'GET' ? request.url : HOME), 303)
    return undefined
  }
  return {
    user,
    publicApi,
    api: (method, path, json) => publicApi(method, path, { token, ...(json && { json }) }),
    read: (path) => read(publicApi, path, { token }),
  }
}

type Route = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Wraps the handler of a page that needs a session. */
export type SignedIn = (
  handler: (owner: Owner, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) => Route
