import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, notFound } from '../../../errors.ts'
import { admitAddress, countGuess, setAddressLimitHeaders } from '../../../http/authenticate.ts'
import { BODY_LIMIT } from '../../../http/body.ts'
import type { Services } from '../../../http/services.ts'
import type { MessageProvider } from '../../../messages/providers/index.ts'

const PATH = '/api/callbacks/messages/:provider'

/**
 * Callbacks of message providers, with receipts and replies. They carry no bearer token: each provider authenticates its calls in
 * its own way. Some providers first verify the URL with a GET request.
 */
export async function callbackRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers() // signatures cover the bytes of the body
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  app.route<{ Params: { provider: string } }>({
    method: ['GET', 'POST'],
    url: PATH,
    bodyLimit: BODY_LIMIT, // a provider may report on hundreds of messages in one call
    async handler(request, reply) {
      const provider = providerOf(services, request.params.provider)
      if (!provider) {
        await admitAddress(services, request, reply)
        throw notFound('Route')
      }
      const { method, headers, body } = request
      const url = services.config.publicUrl + request.originalUrl
      const received = provider.receive({ method, url, headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
      // Genuine calls are not rate limited: a provider reports on thousands of messages from one address.
      await (received ? setAddressLimitHeaders(services, request, reply) : admitAddress(services, request, reply))
      await countGuess(services, request, reply, { wrong: !received })
      if (!received) throw new ApiError(403, 'FORBIDDEN', 'The signature is missing or wrong.')
      if (received.receipts.length + received.replies.length > 0) await services.sender.take(provider.name, received)
      const { type, text } = received.answer ?? { type: 'text/plain; charset=utf-8', text: '' }
      return reply.type(type).send(text)
    },
  })
}

const providerOf = ({ messages }: Pick<Services, 'messages'>, name: string): MessageProvider | undefined =>
  Object.values(messages).find((provider) => provider.name === name)
