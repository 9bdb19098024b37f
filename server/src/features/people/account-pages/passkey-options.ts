import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../http/pages/language.ts'
import type { Answer } from './api.ts'
import { faultsOf } from './faults.ts'
import { words } from './words/index.ts'

/** Sends the options of a passkey to the page's script, or why there are none. */
export function sendOptions(
  reply: FastifyReply,
  request: FastifyRequest,
  answer: Answer,
  read: (body: Answer['body']) => object,
): FastifyReply {
  if (answer.status === 200) return reply.send(read(answer.body))
  const { form, fields } = faultsOf(words[languageOf(request)], answer, { password: 'wrongPresentPassword' })
  return reply.code(answer.status).send({ fault: Object.values(fields)[0] ?? form })
}
