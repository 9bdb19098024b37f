import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { forbidden, gone, notFound } from '../errors.ts'
import { bounded } from '../lib/fields.ts'
import { fileTypeNames } from '../lib/file-types.ts'
import { admitAddress, countGuess } from './authenticate.ts'
import { visitorFrom } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import type { Services } from './services.ts'

/** The ids of the patients whose data a file holds. */
export type PatientsOfFile = (tenantId: string, subjectId: string) => Promise<string[]>

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
    call: 'files.fetch',
    summary: 'Fetch a file',
    description:
      'Use the signed URL returned by another operation, unchanged. It needs no token and expires after 15 minutes. Where files are stored in a bucket, URLs point to the bucket instead.',
    access: 'public',
    errorFormat: 'envelope',
    params,
    query: z.strictObject({
      expires: bounded(20).meta({
        description: 'Unix time at which the URL expires.',
        example: '1765324800',
      }),
      signature: bounded(200).meta({ example: 'mF3v0QqQ2m5uKcA8Yc1b0v7m4sJ2pTn9yZxWfE6hGdI' }),
    }),
    answer: z.string().meta({ example: '%PDF-1.7 …' }),
    answerType: fileTypeNames,
    refusals: 'The URL is invalid or was tampered with.',
    unknown: 'The file no longer exists.',
    gone: 'The URL has expired. Request a new one.',
    outages: 'The storage did not answer.',
  },
]

/** In case a browser renders a file despite `attachment`. */
const CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'"

/** Serves files from a storage that has no URLs of its own. The signed URL is the authorization. */
export function fileRoutes(app: FastifyInstance, services: Services, patientsOfFile: PatientsOfFile): void {
  const { served } = services.storage
  if (!served) return
  app.addHook('onRequest', async (request, reply) => admitAddress(services, request, reply))

  app.get('/files/:tenant/:subject/:name', async (request, reply) => {
    const { tenant, subject, name } = params.parse(request.params)
    const known = served.recognise(`${tenant}/${subject}/${name}`, request.query as Record<string, unknown>) // parsed
    await countGuess(services, request, reply, { wrong: known === undefined })
    if (!known) throw forbidden('Invalid or tampered file URL. Use the URL unchanged.')
    const { file, hasExpired } = known
    const trail = {
      ...visitorFrom(request.ip, file.tenantId),
      operation: 'fetchFile',
      address: request.ip,
      requestId: request.id,
    }
    const bytes = hasExpired ? undefined : await served.read(file)
    if (!bytes) {
      const refusal = hasExpired ? gone('This URL has expired. Request a new one.') : notFound('File')
      await services.audit.note(trail, { outcome: refusal.code, subjectId: file.subjectId })
      throw refusal
    }
    const patientIds = await patientsOfFile(file.tenantId, file.subjectId)
    await services.audit.note(trail, { outcome: 'OK', subjectId: file.subjectId, patientIds })
    return reply
      .headers({
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      })
      .type(file.type)
      .send(bytes)
  })
}
