import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, notFound } from '../../../../errors.ts'
import { asset, sendAsset } from '../../../../http/asset.ts'
import { countGuess } from '../../../../http/authenticate.ts'
import { visitorFrom } from '../../../../http/caller.ts'
import { answerInPages, sendPage, wantsJson } from '../../../../http/pages/answers.ts'
import { languageOf } from '../../../../http/pages/language.ts'
import type { Services } from '../../../../http/services.ts'
import { read } from '../../../../http/unit-of-work.ts'
import { grouped, parseSerial } from '../../../../lib/serial.ts'
import { documentPage, noticePage, SCRIPT, STYLE, serialPage } from './page.ts'
import { documentBySerial, one, type Row } from './queries.ts'
import { verificationOf } from './rules.ts'
import type { Notice } from './words.ts'

/** The verification page, whose URL is in the QR code of a document; JSON for clients that accept only JSON. */
export async function verificationPages(app: FastifyInstance, services: Services): Promise<void> {
  const { clock, config } = services
  answerInPages(app, services, (language, error) => noticePage(language, noticeOf(error)))

  const style = asset('text/css; charset=utf-8', file('page.css'))
  const script = asset('text/javascript; charset=utf-8', file('check-file.js'))
  app.get(STYLE, (request, reply) => sendAsset(request, reply, style))
  app.get(SCRIPT, (request, reply) => sendAsset(request, reply, script))

  app.get<{ Querystring: { serial?: unknown } }>('/verify', async (request, reply) => {
    const { serial: written } = request.query
    if (typeof written !== 'string') return sendPage(reply, serialPage(languageOf(request)))
    const serial = parseSerial(written)
    if (serial === undefined) throw await unknownSerial(services, request, reply)
    return reply.redirect(`/verify/${grouped(serial)}?lang=${languageOf(request)}`, 303)
  })

  app.get<{ Params: { serial: string } }>('/verify/:serial', async (request, reply) => {
    const row = await findRow(services, request, reply, request.params.serial)
    const verification = verificationOf(row, clock.now())
    if (wantsJson(request)) return reply.send({ verification })
    const issuerNames = row.issuer_ar === null ? {} : { ar: row.issuer_ar }
    const sandbox = config.mode === 'sandbox'
    return sendPage(reply, documentPage(languageOf(request), { ...verification, issuerNames }, sandbox))
  })
}

/** @throws {ApiError} 404 for an unknown serial number, 429 after too many unknown numbers from one address */
async function findRow(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  written: string,
): Promise<Row> {
  const serial = parseSerial(written)
  const found = serial === undefined ? undefined : await documentBySerial(services.database, serial)
  if (!found) throw await unknownSerial(services, request, reply)
  await countGuess(services, request, reply, { wrong: false })
  const trail = {
    ...visitorFrom(request.ip, found.tenantId),
    operation: 'verifyDocument',
    address: request.ip,
    requestId: request.id,
  }
  const row = await read(services, trail, (ctx) => ctx.readOne(one, { id: found.id }, found.id))
  if (!row) throw notFound('Document')
  return row
}

/** The error for an unknown serial number, which counts as a guess. */
async function unknownSerial(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<ApiError> {
  await countGuess(services, request, reply, { wrong: true })
  return notFound('Document')
}

function noticeOf({ status }: ApiError): Notice {
  if (status === 404) return 'unknown'
  if (status === 429) return 'tooMany'
  return 'failed'
}

const file = (name: string) => readFileSync(resolve(import.meta.dirname, name))
