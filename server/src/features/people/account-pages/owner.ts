import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRole } from '../../../actor.ts'
import { type Answer, type Api, apiFor, read, sessionOf } from './api.ts'

/** The person who is signed in, and the API as they use it. */
export type Owner = {
  user: { id: string; email: string; name: string; role: AccountRole }
  api(method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, json?: object): Promise<Answer>
  /** The body of a read that is always allowed. */
  read(path: string): ReturnType<typeof read>
  /** Without the token of the session. */
  publicApi: Api
}

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
  const { user, accessToken: token } = session
  return {
    user,
    publicApi,
    api: (method, path, json) => publicApi(method, path, { token, ...(json && { json }) }),
    read: (path) => read(publicApi, path, { token }),
  }
}
