import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../http/pages/language.ts'
import type { Answer } from './api.ts'
import { faultsOf } from './faults.ts'
import { words } from './words/index.ts'

/** Sends the options of a passkey to the script of the page, or the fault text. */
export function sendOptions(
  reply: FastifyReply,
  request: FastifyRequest,
  answer: Answer,
  optionsIn: (body: Answer['body']) => object,
): FastifyReply {
  if (answer.status === 200) return reply.send(optionsIn(answer.body))
  const { form, fields } = faultsOf(words[languageOf(request)], answer, { password: 'wrongCurrentPassword' })
  return reply.code(answer.status).send({ fault: Object.values(fields)[0] ?? form })
}
