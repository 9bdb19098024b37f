import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import { bearerToken } from './authenticate.ts'
import type { Services } from './services.ts'

/** The HTTP call, for handlers that keep it open while they wait (long polling). */
export type Call = {
  /** Aborted when the client disconnects. */
  disconnected(): AbortSignal
  /** Milliseconds of the platform's clock until the access token expires. @throws {ApiError} 401 once it has */
  tokenMsLeft(): Promise<number>
  /** The caller with its current permissions. @throws {ApiError} 401 if the token is revoked or has expired */
  reauthenticate(): Promise<Actor>
}

export const callOf = ({ tokens, clock }: Services, request: FastifyRequest, { raw }: FastifyReply): Call => ({
  disconnected() {
    const controller = new AbortController()
    if (raw.destroyed || raw.socket?.destroyed) controller.abort()
    else raw.once('close', () => controller.abort())
    return controller.signal
  },
  tokenMsLeft: async () => (await tokens.verify(bearerToken(request.headers.authorization))).exp * 1000 - clock.nowMs(),
  reauthenticate: () => tokens.actor(bearerToken(request.headers.authorization)),
})
