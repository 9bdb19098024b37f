import { type InferResult, sql } from 'kysely'
import { type CalendarSpan, overlappingAppointment } from '../../../db/calendars.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { KEPT_HOLDS } from './rules.ts'

/**
 * The first live hold on a professional's time. For statements of bookings, after the calendar's lock. No hold exceeds 8 hours.
 * @param exceptOf a user whose own holds do not count
 */
export const overlappingHold = (v: CalendarSpan, exceptOf?: string) => sql<string | null>`(
  select h.id
  from slot_holds h
  where h.tenant_id = ${v.tenantId}
    and h.doctor_id = ${v.doctorId}
    and h.start_time > ${v.startTime}::timestamptz - interval '8 hours'
    and h.start_time < ${v.endTime}
    and h.end_time > ${v.startTime}
    and h.expires_at > app_now()
    ${exceptOf === undefined ? sql`` : sql`and h.held_by <> ${exceptOf}`}
  order by h.start_time
  limit 1)`

/** Times of live holds on a professional's calendar. */
export const heldTimes = (v: { tenantId: string; doctorId: string; from: Date }) => sql`
  select h.start_time, h.end_time
  from slot_holds h
  where h.tenant_id = ${v.tenantId}
    and h.doctor_id = ${v.doctorId}
    and h.end_time > ${v.from}
    and h.expires_at > app_now()`

export const dropExpired = prepared<CalendarSpan>(
  (v) => sql`select drop_expired_holds(${v.tenantId}, ${v.doctorId}, ${v.startTime}, ${v.endTime})`,
)

/** Deletes what a new hold of a patient replaces: the hold with the professional, and the oldest others. */
export const dropReplaced = prepared<{ tenantId: string; userId: string; doctorId: string }>(
  (v) => sql`
    delete from slot_holds
    where tenant_id = ${v.tenantId}
      and held_by = ${v.userId}
      and purpose = 'BOOKING'
      and id not in (
        select id
        from slot_holds
        where tenant_id = ${v.tenantId}
          and held_by = ${v.userId}
          and purpose = 'BOOKING'
          and doctor_id <> ${v.doctorId}
          and expires_at > app_now()
        order by id desc
        limit ${sql.lit(KEPT_HOLDS)})`,
)

type Taken = { known: boolean; appointment_id: string | null; hold_id: string | null; elsewhere: boolean }

const taken = prepared<CalendarSpan, Taken>(
  (v) => sql`
    select exists (
        select from users
        where tenant_id = ${v.tenantId}
          and id = ${v.doctorId}
          and role in ('DOCTOR', 'DENTIST')
          and verified_at is not null
          and disabled_at is null) as known,
      ${overlappingAppointment(v)} as appointment_id, ${overlappingHold(v)} as hold_id,
      calendar_is_taken(${v.tenantId}, ${v.doctorId}, ${v.startTime}, ${v.endTime}) as elsewhere`,
)

/**
 * Whether the user is a verified doctor or dentist, and the visit or hold that overlaps the time. `elsewhere`: the professional has
 * a visit then, in any organisation.
 */
export const findTaken = async (db: Db, span: CalendarSpan): Promise<Taken> =>
  (await rowsOf<Taken>(db, taken(span)))[0]!

type NewHold = CalendarSpan & {
  id: string
  userId: string
  visitTypeId: string
  placeId: string | null
  bufferBeforeMin: number
  bufferAfterMin: number
  expiresAt: Date
  purpose: 'BOOKING' | 'WAITLIST'
}

const insertHold = prepared<NewHold>(
  (v) => sql`
    insert into slot_holds (tenant_id, id, calendar, doctor_id, visit_type_id, place_id, start_time, end_time,
      buffer_before_min, buffer_after_min, held_by, expires_at, purpose)
    select ${v.tenantId}, ${v.id}, calendar_of(tenant_id, id, login_id), id, ${v.visitTypeId}, ${v.placeId}, ${v.startTime},
      ${v.endTime}, ${v.bufferBeforeMin}, ${v.bufferAfterMin}, ${v.userId}, ${v.expiresAt}, ${v.purpose}
    from users
    where tenant_id = ${v.tenantId}
      and id = ${v.doctorId}
    on conflict on constraint slot_holds_no_overlap do nothing
    returning id, doctor_id, visit_type_id, place_id, start_time, end_time, expires_at, held_by, extended,
      buffer_before_min, buffer_after_min, purpose`,
)

const ofTenant = (db: Db, tenantId: string, id: string) =>
  db.selectFrom('slot_holds').where('tenant_id', '=', tenantId).where('id', '=', id)

const columns = [
  ...(['id', 'doctor_id', 'visit_type_id', 'place_id', 'start_time', 'end_time', 'expires_at', 'held_by'] as const),
  ...(['extended', 'buffer_before_min', 'buffer_after_min', 'purpose'] as const),
] as const

const shown = (db: Db, tenantId: string, id: string) => ofTenant(db, tenantId, id).select(columns)

export type Hold = InferResult<ReturnType<typeof shown>>[number]

/** @returns undefined if another hold overlaps the time, in any organisation of the professional */
export const insert = async (db: Db, hold: NewHold): Promise<Hold | undefined> =>
  (await rowsOf<Hold>(db, insertHold(hold)))[0]

export const find = (db: Db, tenantId: string, id: string): Promise<Hold | undefined> =>
  shown(db, tenantId, id).executeTakeFirst()

/** Extends a live hold that was not extended before. */
export const extend = (db: Db, tenantId: string, id: string, expiresAt: Date): Promise<Hold | undefined> =>
  db
    .updateTable('slot_holds')
    .set({ expires_at: expiresAt, extended: true })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .where('extended', '=', false)
    .where('purpose', '=', 'BOOKING')
    .returning(columns)
    .executeTakeFirst()

export const remove = (db: Db, tenantId: string, id: string) =>
  db.deleteFrom('slot_holds').where('tenant_id', '=', tenantId).where('id', '=', id)

/** Deletes a live hold, which becomes a visit in this transaction. */
export const take = (db: Db, tenantId: string, id: string): Promise<Hold | undefined> =>
  remove(db, tenantId, id).where('expires_at', '>', sql<Date>`app_now()`).returning(columns).executeTakeFirst()
