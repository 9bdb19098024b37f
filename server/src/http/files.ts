import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from '../context.ts'
import { forbidden, gone, notFound } from '../errors.ts'
import { bounded } from '../lib/fields.ts'
import { admitAddress, settleGuess } from './authenticate.ts'
import { visitorFrom } from './caller.ts'
import type { Endpoint } from './endpoint.ts'

/** Whose data a file holds, by the tenant and the id of what it is of. */
export type WhoseFile = (tenantId: string, subjectId: string) => Promise<string[]>

const part = (example: string) => bounded(255).meta({ example })
const params = z.object({
  tenant: part('ten_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'),
  subject: part('doc_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'),
  name: part('ordonnance.pdf'),
})

/** For openapi.json. */
export const fileEndpoints: Endpoint[] = [
  {
    tag: 'Documents',
    method: 'GET',
    path: '/files/{tenant}/{subject}/{name}',
    name: 'fetchFile',
    summary: 'Fetch a file',
    description:
      'The address is the one that another operation gave out, whole: it is signed, needs no token and lives for 15 minutes. Where documents are kept in a bucket, addresses lead there instead.',
    access: 'public',
    wording: 'envelope',
    params,
    query: z.object({
      expires: bounded(20).meta({
        description: 'When the address ends, in seconds since 1970.',
        example: '1765324800',
      }),
      signature: bounded(200).meta({ example: 'mF3v0QqQ2m5uKcA8Yc1b0v7m4sJ2pTn9yZxWfE6hGdI' }),
    }),
    answer: z.string().meta({ example: '%PDF-1.7 …' }),
    answerType: 'application/pdf',
    refusals: 'The address is not ours, or was altered.',
    unknown: 'The file is no longer there.',
    gone: 'The time of the address is over. Ask for a new one.',
    outages: 'The storage did not answer.',
  },
]

/** What a browser may do with a file that it shows regardless: nothing. */
const CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'"

/** Hands out the files of a storage that cannot do so itself. The address is the permission. */
export function fileRoutes(app: FastifyInstance, services: Services, whoseFile: WhoseFile): void {
  const { served } = services.storage
  if (!served) return
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))

  app.get('/files/:tenant/:subject/:name', async (request, reply) => {
    const { tenant, subject, name } = params.parse(request.params)
    const known = served.recognise(`${tenant}/${subject}/${name}`, request.query as Record<string, unknown>) // parsed
    await settleGuess(services, request, reply, { wrong: known === undefined })
    if (!known) throw forbidden('This is no address of a file, or it was altered. Use it whole, as it was given out.')
    const { file, isOver } = known
    const trail = {
      ...visitorFrom(request.ip, file.tenantId),
      operation: 'fetchFile',
      address: request.ip,
      requestId: request.id,
    }
    const bytes = isOver ? undefined : await served.read(file)
    if (!bytes) {
      const refusal = isOver ? gone('The time of this address is over. Ask for a new one.') : notFound('File')
      await services.audit.note(trail, { outcome: refusal.code, subjectId: file.subjectId })
      throw refusal
    }
    const patientIds = await whoseFile(file.tenantId, file.subjectId)
    await services.audit.note(trail, { outcome: 'OK', subjectId: file.subjectId, patientIds })
    return reply
      .headers({
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      })
      .type('application/pdf')
      .send(bytes)
  })
}
