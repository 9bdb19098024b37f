import type { Actor } from '../../../../actor.ts'
import type { Database } from '../../../../db/database.ts'
import { byIndex } from '../../../../db/plans.ts'
import { defer, rowsOf } from '../../../../db/transaction.ts'
import { type ApiError, forbidden, notFound } from '../../../../errors.ts'
import type { Context } from '../../../../http/services.ts'
import type { CalendarEvent } from '../../../../lib/calendar-file.ts'
import type { Language } from '../../../../lib/channels.ts'
import { sha256, type Vault } from '../../../../lib/secrets.ts'
import { queueMessage } from '../../../../messages/queue.ts'
import type { JoinToken } from '../../../../providers/video/index.ts'
import type { UnitOfWork } from '../../../../unit-of-work.ts'
import { countJoinCode } from '../../../people/codes/actions.ts'
import { lock as lockAppointment } from '../../appointments/actions.ts'
import { announceFetch, identify } from '../actions.ts'
import { assertJoinable, assertOpen, joinTimesOf } from '../rules.ts'
import { calendarEntry } from './calendar.ts'
import { codeOf, joinUrl, type LinkKey, nextCode, telephoneCodes } from './codes.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Asked = { appointmentId: string; identity?: string | undefined }

/**
 * The link of a participant. The same one as before, unless it was revoked.
 * @throws {ApiError} 422 for an unknown appointment, 403 for a non-participant, 409 if the appointment is over or not by video
 */
export async function create(
  ctx: Context<'config' | 'vault'>,
  actor: Actor,
  { language, ...asked }: Asked & { language: Language },
) {
  const { appointment, identity } = await participant(ctx, actor, asked)
  assertOpen(appointment)
  const key = { tenantId: actor.tenantId, appointmentId: appointment.id, userId: identity }
  const stored = await queries.findLink(ctx.db, key)
  const { code, isNew } = codeOf(ctx.vault, key, stored)
  if (isNew) defer(ctx.db, queries.store([{ ...key, generation: stored?.generation ?? 0, codeSha256: sha256(code) }]))
  if (identity !== actor.userId) {
    defer(ctx.db, queries.markFetched({ ...key, fetchedBy: actor.userId }))
    announceFetch(ctx, appointment, identity)
  }
  const times = joinTimesOf(appointment, ctx.config.videoJoinWindow)
  return {
    url: joinUrl(ctx.config.publicUrl, language, code),
    opensAt: times?.opensAt.toISOString() ?? null,
    closesAt: times?.closesAt.toISOString() ?? null,
  }
}

/** Ends the link of a participant. @throws {ApiError} as `create`, except 409 */
export async function revoke(ctx: Context<'vault'>, actor: Actor, asked: Asked): Promise<void> {
  const { appointment, identity } = await participant(ctx, actor, asked)
  const key = { tenantId: actor.tenantId, appointmentId: appointment.id, userId: identity }
  const generation = ((await queries.findLink(ctx.db, key))?.generation ?? 0) + 1
  const codeSha256 = sha256(nextCode(ctx.vault, key, generation))
  defer(ctx.db, queries.store([{ ...key, generation, codeSha256 }]))
}

/** @throws {ApiError} 404 for an appointment that the caller cannot see; 403 for a non-participant, such as an observer */
async function participant(ctx: UnitOfWork, actor: Actor, { appointmentId, identity }: Asked) {
  // The lock orders calls for the same appointment.
  if (!(await lockAppointment(ctx, actor, appointmentId))) throw notFound('Appointment')
  const found = await identify(ctx, actor, { appointmentId, identity: identity ?? actor.userId })
  if (found.role === 'observer') throw forbidden('The user is not part of the appointment.')
  return found
}

/** The appointment of a link, and what the link leads to. @throws {ApiError} 410 for a link that has ended */
export async function read(ctx: Context<'config'>, key: LinkKey) {
  const { config, clock } = ctx
  ctx.setAuditSubject(key.appointmentId)
  const visit = assertValid(await ctx.readSome(queries.visit, { appointmentId: key.appointmentId }))
  const { role } = rules.participantOf(key.userId, visit)
  const state = rules.stateOf(visit, config.videoJoinWindow, clock.now())
  return { visit, role, state, times: joinTimesOf(visit, config.videoJoinWindow) }
}

/**
 * Exchanges a link for a join token.
 * @returns the token, or 403 for a wrong answer to the second check, which is counted
 * @throws {ApiError} 410 for a link that has ended, 409 if the room may not be joined now, 403 if the second check is missing
 */
export async function issueToken(
  ctx: Context<'config' | 'vault' | 'video'>,
  key: LinkKey,
  given: { birthDate?: string | undefined; code?: string | undefined },
): Promise<JoinToken | ApiError> {
  const { visit, role, name, check } = await joinable(ctx, key)
  if (check !== undefined) {
    const answer = check === 'CODE' ? given.code : given.birthDate
    if (answer === undefined) throw rules.checkRequired(check, false)
    // Counted before it is compared: answers at the same time wait for each other, and get no more tries.
    if ((await rowsOf(ctx.db, queries.countTry(key))).length === 0) throw rules.linkEnded()
    const right = check === 'CODE' ? telephoneCodes(ctx.vault, key, visit.generation) : [visit.birth_date]
    if (!right.includes(answer)) return rules.checkRequired(check, true)
    defer(ctx.db, queries.forgetTry(key))
  }
  return ctx.video.issueJoinToken({
    tenantId: key.tenantId,
    roomId: visit.video_room_id,
    appointmentId: visit.id,
    identity: key.userId,
    name,
    role,
    issuedBy: visit.fetched_by ?? undefined,
  })
}

/**
 * Sends the person of a link the code that the second check asks for.
 * @returns the end of the telephone number; null if no code is asked for
 * @throws {ApiError} as `issueToken`, and 429 after too many codes
 */
export async function sendTelephoneCode(
  ctx: Context<'config' | 'vault'>,
  key: LinkKey,
): Promise<{ sentTo: string | null }> {
  const { visit, check } = await joinable(ctx, key)
  if (check !== 'CODE') return { sentTo: null }
  const phone = visit.phone! // a check by code has one
  await countJoinCode(ctx, phone)
  const validUntil = joinTimesOf(visit, ctx.config.videoJoinWindow)?.closesAt ?? visit.end_time
  queueMessage(ctx, {
    to: { userId: key.userId, at: { phone } },
    template: 'JOIN_CODE',
    variables: { code: telephoneCodes(ctx.vault, key, visit.generation)[0]!, validUntil },
    about: [visit.id],
    uselessAt: validUntil,
  })
  return { sentTo: rules.maskedPhone(phone) }
}

/** The appointment of a link whose room may be joined now, and the person of the link. @throws {ApiError} as `issueToken` */
async function joinable(ctx: Context<'config'>, key: LinkKey) {
  const visit = assertValid(await rowsOf<queries.Visit>(ctx.db, queries.visit(key)))
  ctx.setAuditSubject(visit.id, visit.patient_id)
  const participant = rules.participantOf(key.userId, visit)
  assertJoinable(visit, ctx.config.videoJoinWindow, ctx.clock.now())
  return { visit, ...participant, check: rules.checkOf(participant.role, visit, ctx.config.joinLinkCheck) }
}

/** @throws {ApiError} 404 for a deleted appointment, 410 for a link that ended because of wrong answers */
function assertValid([visit]: queries.Visit[]): queries.Visit {
  if (!visit) throw notFound('Link')
  if (rules.isBlocked(visit)) throw rules.linkEnded()
  return visit
}

/** A message that names appointments, and the person who receives it. */
type NamingMessage = {
  id: string
  tenantId: string
  userId: string
  about: string[]
  language: Language
  /** Whether it has a calendar entry for each appointment. */
  hasCalendar: boolean
}

/** What the sender adds to a message about appointments. */
export type VisitParts = { joinLink: string | undefined; calendar: CalendarEvent[] }

const isJoinable = ({ mode, status }: Pick<queries.NamedVisit, 'mode' | 'status'>) =>
  mode === 'VIDEO' && ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS'].includes(status)

/**
 * The links and calendar entries for messages about appointments, by message. A message about several appointments has the link
 * of the first one by video.
 * @param database connected as the worker
 */
export async function visitPartsFor(
  { database, vault, publicUrl }: { database: Database; vault: Vault; publicUrl: string },
  messages: NamingMessage[],
): Promise<Map<string, VisitParts>> {
  const asked = { messages: JSON.stringify(messages) }
  const [, found] = await database.onOwnConnection('', [byIndex({}), queries.visitsNamed(asked)])
  const named = Map.groupBy<string, queries.NamedVisit>(found!.rows, ({ message_id }) => message_id)
  const created = new Map<string, Parameters<typeof queries.store>[0][number]>()
  const parts = new Map(
    messages.flatMap((message): [string, VisitParts][] => {
      const visits = named.get(message.id) ?? []
      if (visits.length === 0) return []
      const byVideo = visits.find(isJoinable)
      const joinLink = byVideo && linkTo(byVideo, message)
      const calendar = message.hasCalendar ? visits.map((visit) => entryOf(visit, message)) : []
      return [[message.id, { joinLink, calendar }]]
    }),
  )
  if (created.size > 0) await database.onOwnConnection('', [byIndex({}), queries.store([...created.values()])])
  return parts

  function linkTo(visit: queries.NamedVisit, { tenantId, userId, language }: NamingMessage): string {
    const key = { tenantId, appointmentId: visit.appointment_id, userId }
    const { generation, code_sha256 } = visit
    const stored = generation === null || code_sha256 === null ? undefined : { generation, codeSha256: code_sha256 }
    const { code, isNew } = codeOf(vault, key, stored)
    if (isNew) created.set(code, { ...key, generation: generation ?? 0, codeSha256: sha256(code) })
    return joinUrl(publicUrl, language, code)
  }

  function entryOf(visit: queries.NamedVisit, message: NamingMessage): CalendarEvent {
    return calendarEntry(publicUrl, message.language, new Date(), {
      appointmentId: visit.appointment_id,
      start: visit.start_time,
      end: visit.end_time,
      sequence: visit.sequence,
      cancelled: visit.status === 'CANCELLED',
      withName: message.userId === visit.doctor_id ? visit.patient_name : visit.doctor_name,
      link: isJoinable(visit) ? linkTo(visit, message) : undefined,
      place: [visit.place ?? visit.organization, visit.address, visit.city],
    })
  }
}
