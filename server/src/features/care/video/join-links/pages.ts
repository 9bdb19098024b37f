import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, notFound } from '../../../../errors.ts'
import { asset, sendAsset } from '../../../../http/asset.ts'
import { countGuess } from '../../../../http/authenticate.ts'
import { visitorFrom } from '../../../../http/caller.ts'
import { answerInPages, sendPage } from '../../../../http/pages/answers.ts'
import { languageInPath, languages } from '../../../../http/pages/language.ts'
import type { Services } from '../../../../http/services.ts'
import { read } from '../../../../http/unit-of-work.ts'
import { calendarFile } from '../../../../lib/calendar-file.ts'
import { sha256 } from '../../../../lib/secrets.ts'
import * as actions from './actions.ts'
import { calendarEntry, sequenceOf } from './calendar.ts'
import { joinUrl, type LinkKey } from './codes.ts'
import { linkCode } from './contract.ts'
import { noticePage, STYLE, visitPage } from './page.ts'
import { linkByCode } from './queries.ts'
import type { Words } from './words.ts'

type Path = { Params: { code: string } }

/** The longest delay after which a page reloads itself to enter the room. */
const MAX_REFRESH_SEC = 24 * 3600

/** The pages of the links that messages contain. While the room is open, a link leads directly into it. */
export async function joinPages(app: FastifyInstance, services: Services): Promise<void> {
  const { config, clock } = services
  const style = asset('text/css; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'page.css')))
  answerInPages(app, services, (_language, error, request) => noticePage(languageInPath(request), noticeOf(error)))

  app.get(STYLE, (request, reply) => sendAsset(request, reply, style))

  for (const language of languages) {
    app.get<Path>(`/${language}/join/:code`, async (request, reply) => {
      const { code } = request.params
      const key = await linkOf(services, request, reply, code)
      const { visit, role, state, times } = await readVisit(services, request, key, 'openJoinLink')
      const chosen = languageInPath(request)
      if (state === 'OPEN') return reply.redirect(`/room/${visit.video_room_id}?lang=${chosen}#join=${code}`, 302)
      if (state === 'EARLY') {
        const waitSec = Math.ceil((times!.opensAt.getTime() - clock.nowMs()) / 1000) // an EARLY visit has times
        if (waitSec <= MAX_REFRESH_SEC) reply.header('Refresh', waitSec)
      }
      return sendPage(reply, visitPage(chosen, `/${language}/join/${code}`, { visit, role, state, times }))
    })

    app.get<Path>(`/${language}/join/:code/calendar.ics`, async (request, reply) => {
      const { code } = request.params
      const key = await linkOf(services, request, reply, code)
      const { visit, role } = await readVisit(services, request, key, 'readJoinCalendar')
      const cancelled = visit.status === 'CANCELLED'
      const method = cancelled ? 'CANCEL' : 'PUBLISH'
      const entry = calendarEntry(config.publicUrl, language, clock.now(), {
        appointmentId: visit.id,
        start: visit.start_time,
        end: visit.end_time,
        sequence: sequenceOf(visit),
        cancelled,
        withName: role === 'host' ? visit.patient_name : visit.doctor_name,
        link: visit.mode === 'VIDEO' ? joinUrl(config.publicUrl, language, code) : undefined,
        place: [visit.place ?? visit.organization, visit.address, visit.city],
      })
      return reply
        .header('Content-Disposition', 'attachment; filename="appointment.ics"')
        .type(`text/calendar; charset=utf-8; method=${method}`)
        .send(calendarFile([entry], method))
    })
  }
}

/** @throws {ApiError} 404 for an unknown code, 429 for an address with too many of them */
async function linkOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<LinkKey> {
  const isCode = linkCode.safeParse(code).success
  const key = isCode ? await linkByCode(services.database, sha256(code)) : undefined
  await countGuess(services, request, reply, { wrong: key === undefined })
  if (!key) throw notFound('Link')
  return key
}

/** Reads the appointment of a link, with an audit row. */
function readVisit(services: Services, request: FastifyRequest, key: LinkKey, operation: string) {
  const trail = {
    ...visitorFrom(request.ip, key.tenantId),
    userId: key.userId,
    operation,
    address: request.ip,
    requestId: request.id,
  }
  return read(services, trail, (ctx) => actions.read(ctx, key))
}

function noticeOf({ status }: ApiError): keyof Words['notices'] {
  if (status === 404) return 'unknown'
  if (status === 410) return 'ended'
  if (status === 429) return 'tooMany'
  return 'failed'
}
