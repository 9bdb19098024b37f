import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRole } from '../../../actor.ts'
import { type Answer, type Api, apiFor, read, sessionOf } from './api.ts'
import { HOME, secondFactorPath } from './requests.ts'

/** The person who is signed in, and the API as they use it. */
export type Owner = {
  user: { id: string; email: string; name: string; role: AccountRole }
  api(method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, json?: object): Promise<Answer>
  /** The body of a read that is always allowed. */
  read(path: string): ReturnType<typeof read>
  /** Without the token of the session. */
  publicApi: Api
}

/** Pages for people who lack a second factor that the installation requires. */
const pagesWithout = ['/account/second-factor', '/account/signout']

/** The owner of the browser's session. Without one, sends them to the sign-in page and from there back to this page. */
export async function ownerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Owner | undefined> {
  const publicApi = apiFor(app, request, reply)
  const session = await sessionOf(publicApi)
  if (!session) {
    const callbackUrl = request.method === 'GET' ? request.url : '/account'
    reply.redirect(`/signin?${new URLSearchParams({ callbackUrl })}`, 303)
    return undefined
  }
  const { user, accessToken: token, secondFactorRequired } = session
  if (secondFactorRequired && !pagesWithout.some((path) => request.url.startsWith(path))) {
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

/** A route for the person who is signed in. */
export type SignedIn = (
  handler: (owner: Owner, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) => Route
