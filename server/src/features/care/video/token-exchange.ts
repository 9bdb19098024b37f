import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ApiError, badRequest, notFound, unprocessable } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { visitorFrom } from '../../../http/caller.ts'
import { answerSchema } from '../../../http/lazy-serializers.ts'
import type { Context, Services } from '../../../http/services.ts'
import { writeOrRefuse } from '../../../http/unit-of-work.ts'
import { faultsOf, zodMessages } from '../../../http/validate.ts'

/** An endpoint that takes a secret, which a person holds without an account, instead of a token. */
type Exchange<B extends z.ZodType, H> = {
  path: `/api/${string}`
  operation: string
  body: B
  answer: z.ZodType
  /** What the secret is called in the error for an unknown one. */
  noun: string
  /** Finds the holder of the secret before the tenant is known. */
  find(body: z.infer<B>): Promise<(H & { tenantId: string; userId: string }) | undefined>
  /** @returns the body of the answer, or a refusal that is counted: what was written stays */
  act(ctx: Context<'config' | 'vault' | 'video'>, holder: H, body: z.infer<B>): Promise<object | ApiError>
}

/** Adds the route of an exchange, which runs in the tenant of the secret. */
export function exchangeRoute<B extends z.ZodType, H>(
  app: FastifyInstance,
  services: Services,
  exchange: Exchange<B, H>,
): void {
  app.post(exchange.path, {
    schema: { response: { 200: answerSchema(exchange.answer) } },
    onRequest: async (request, reply) => admitAddress(services, request, reply),
    async handler(request, reply) {
      const { holder, data } = await holderOf(services, request, reply, exchange)
      const trail = {
        ...visitorFrom(request.ip, holder.tenantId),
        userId: holder.userId,
        operation: exchange.operation,
        address: request.ip,
        requestId: request.id,
      }
      const { body } = await writeOrRefuse(services, trail, async (ctx) => {
        const answer = await exchange.act(ctx, holder, data)
        if (answer instanceof ApiError) return answer
        return { status: 200, body: reply.serialize(answer) as string } // with the schema of the response
      })
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}

/** @throws {ApiError} 400 or 422 for an invalid request, 404 for an unknown secret, 429 for an address with too many guesses */
async function holderOf<B extends z.ZodType, H>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, noun, find }: Exchange<B, H>,
) {
  if (request.body === undefined) throw badRequest('A JSON body is required.')
  const { data, error } = body.safeParse(request.body, zodMessages)
  if (error) throw unprocessable(faultsOf(error))
  const holder = await find(data)
  await countGuess(services, request, reply, { wrong: holder === undefined })
  if (!holder) throw notFound(noun)
  return { holder, data }
}
