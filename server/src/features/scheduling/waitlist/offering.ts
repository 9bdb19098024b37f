import type { Actor } from '../../../actor.ts'
import { lockCalendar } from '../../../db/calendars.ts'
import { defer } from '../../../db/transaction.ts'
import type { Context, Services } from '../../../http/services.ts'
import type { Item } from '../../../jobs/sweep.ts'
import { newId } from '../../../lib/ids.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as holds from '../holds/actions.ts'
import * as slots from '../slots/actions.ts'
import * as waitlist from './actions.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** A page of freed times, ended offers and ended entries of all organisations, after the given one. */
export const due = ({ database, clock }: Pick<Services, 'database' | 'clock'>, limit: number, after?: Item) =>
  database.queryWithoutTenant(queries.work(localDay(clock.now()), limit, after))

/** When something will next be due, unless something changes. Entries that end with their last day are not included. */
export async function nextDueAt({ database }: Pick<Services, 'database'>): Promise<Date | undefined> {
  const [row] = await database.queryWithoutTenant(queries.nextWork)
  return row?.at ?? undefined
}

/** @returns the number of offers that were made, or ended */
export async function handle(ctx: Context<'config'>, actor: Actor, { id }: Item): Promise<number> {
  if (id.startsWith('frt_')) return offerFreedTime(ctx, actor, id)
  if (id.startsWith('wlo_')) return endOffer(ctx, actor, id)
  const ended = await queries.expireEntry(ctx.db, actor.tenantId, id, localDay(ctx.clock.now()))
  if (!ended) return 0
  ctx.setAuditSubject(id, ended.patient_id)
  return 1
}

/** Ends an offer that has expired, or whose hold was released. The entry waits for another time. */
async function endOffer(ctx: UnitOfWork, { tenantId }: Actor, id: string): Promise<number> {
  const offer = await queries.lockOffer(ctx.db, tenantId, { id })
  if (!offer) return 0
  waitlist.freeOffered(ctx, tenantId, offer, offer.expires_at <= ctx.clock.now() ? 'EXPIRED' : 'DECLINED')
  defer(ctx.db, queries.update(tenantId, offer.entry_id, { status: 'WAITING' }))
  ctx.setAuditSubject(offer.entry_id, offer.patient_id)
  return 1
}

/**
 * Offers a freed time to the entries that wish it, urgent ones first, then the oldest. Each start is held for one patient; a long
 * time may have several.
 */
async function offerFreedTime(ctx: Context<'config'>, { tenantId }: Actor, id: string): Promise<number> {
  const freed = await queries.takeFreed(ctx.db, tenantId, id)
  if (!freed) return 0
  const span = { tenantId, doctorId: freed.doctor_id, startTime: freed.start_time, endTime: freed.end_time }
  const earliest = new Date(ctx.clock.nowMs() + rules.LEAST_NOTICE_MS)
  if (freed.end_time <= earliest) return 0
  defer(ctx.db, lockCalendar(span))
  const days = { firstDay: localDay(freed.start_time), lastDay: localDay(freed.end_time) }
  const patients: string[] = []
  for (const entry of await queries.lockCandidates(ctx.db, { ...span, ...days }))
    if (await offerTo(ctx, entry, span, earliest)) patients.push(entry.patient_id)
  ctx.setAuditSubject(freed.doctor_id, patients)
  return patients.length
}

type Freed = { tenantId: string; doctorId: string; startTime: Date; endTime: Date }

/** Holds the first start that the entry wishes, and notifies its patient. @returns false if there is none */
async function offerTo(
  ctx: Context<'config'>,
  entry: queries.Candidate,
  freed: Freed,
  earliest: Date,
): Promise<boolean> {
  const { tenantId, doctorId } = freed
  const search = {
    ...freed,
    visitTypeId: entry.visit_type_id,
    patientId: entry.patient_id,
    city: entry.city,
    specialty: entry.specialty,
  }
  for (const slot of await slots.startsAround(ctx, search)) {
    const { start_time: startTime, end_time: endTime, place_id: placeId } = slot
    if (startTime < earliest || !rules.isWished(entry, startTime, endTime, slot.time_zone)) continue
    const expiresAt = rules.offerEnd(startTime, ctx.clock.now())
    const span = { tenantId, doctorId, startTime, endTime }
    const holdId = await holds.holdForWaiting(ctx, {
      ...{ slot: { ...span, placeId }, type: slot, patientId: entry.patient_id, expiresAt },
    })
    if (holdId === undefined) continue
    const link = `${ctx.config.publicUrl}/book/waitlist`
    const offer = { ...span, id: newId('wlo'), entryId: entry.id, holdId, placeId, expiresAt }
    defer(ctx.db, queries.insertOffer(offer))
    defer(ctx.db, queries.update(tenantId, entry.id, { status: 'OFFERED' }))
    queueMessage(ctx, {
      to: { userId: entry.patient_id },
      template: 'WAITLIST_OFFERED',
      variables: { withName: slot.doctor_name, startTime, validUntil: expiresAt, link },
      about: [entry.id],
      uselessAt: expiresAt,
    })
    return true
  }
  return false
}
