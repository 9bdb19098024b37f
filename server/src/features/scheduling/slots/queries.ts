import { type RawBuilder, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { memoizeByShape, type Prepared, prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { MAX_SLOTS } from './rules.ts'

export type Search = {
  visitTypeId: string
  doctorId: string | null
  cities: readonly string[] | null
  specialties: readonly string[] | null
  from: Date
  to: Date
}

export type Slot = {
  doctor_id: string
  place_id: string
  visit_type_id: string
  start_time: Date
  end_time: Date
  patient_id: null
}

const duration = sql`t.duration_min * interval '1 minute'`

/** Length, grid and buffers of visits of the type `t`, in minutes. */
const timing = sql`t.duration_min, t.step_min, t.buffer_before_min, t.buffer_after_min`

const earliest = (from: unknown) =>
  sql`greatest(${from}::timestamptz, app_now() + t.min_notice_min * interval '1 minute')`

/** `to` is exclusive. */
const latest = (to: unknown) =>
  sql`least((${to})::timestamptz - interval '1 millisecond', app_now() + t.horizon_days * interval '1 day')`

/** The starts on the kept day `d` at which the visit type `t` is offered. `firstOnly`: the first one, or null. */
const starts = ({ from, to, userId }: { from: unknown; to: unknown; userId: unknown }, firstOnly = false) => sql`
  ${firstOnly ? sql`first_start` : sql`free_starts`}(
  d.tenant_id, d.doctor_id, d.open, d.free, d.busy, ${timing},
  ${earliest(from)}, ${latest(to)}, ${userId}) s (start_at)`

/** The professionals `u` who offer the visit type `t`. */
const fromOffers = sql`
  from visit_types t
  join users u
    on u.tenant_id = t.tenant_id
    and u.role in ('DOCTOR', 'DENTIST')
    and u.verified_at is not null
    and u.disabled_at is null
    and (t.doctor_ids is null or u.id = any(t.doctor_ids))`

/** Whether a visit of `t` may be free on the kept day `d` of `u`. Days are wider than the time range because of time zones. */
const mayBeFree = ({ firstDay, lastDay }: { firstDay: unknown; lastDay: unknown }) => sql`
  d.tenant_id = u.tenant_id
        and d.doctor_id = u.id
        and d.day >= ${firstDay} - 2
        and d.day <= ${lastDay} + 1
        and d.longest >= t.duration_min
        and t.mode = any(d.modes)`

const utcDay = (at: unknown) => sql`(${at}::timestamptz at time zone 'UTC')::date`

const offeredType = (v: { tenantId: unknown; visitTypeId: unknown }, forStaff: boolean): RawBuilder<boolean> => sql`
  t.tenant_id = ${v.tenantId}
    and t.id = ${v.visitTypeId}
    and t.active
    and (${sql.lit(forStaff)} or t.bookable_by = 'PATIENT')`

/** Free slots, earliest first: all of them, or the first one of each professional. */
export const slots = memoizeByShape(
  (forStaff: boolean, firstOnly: boolean): Prepared<Search & CallerIds, Slot> =>
    prepared(
      (v) => sql`
    with utc as materialized (
      select ${utcDay(v.from)} as from_day, ${utcDay(v.to)} as to_day, ${utcDay(sql`app_now()`)} as today
    )
    select distinct u.id as doctor_id, f.place_id, t.id as visit_type_id, f.start_at as start_time,
      f.start_at + ${duration} as end_time, null as patient_id
    ${fromOffers}
    cross join utc
    cross join lateral (
      select d.place_id, s.start_at
      from days d
      join places l on l.tenant_id = d.tenant_id and l.id = d.place_id and l.active
      cross join lateral ${starts(v, firstOnly)}
      where ${mayBeFree({
        firstDay: sql`greatest(utc.from_day, utc.today + t.min_notice_min / 1440)`,
        lastDay: sql`least(utc.to_day, utc.today + t.horizon_days)`,
      })}
        and (${v.cities}::text[] is null or l.city_key = any(${v.cities}::text[]))
        and s.start_at is not null
      order by d.day, s.start_at
      limit ${sql.lit(firstOnly ? 1 : MAX_SLOTS + 1)}) f
    where ${offeredType(v, forStaff)}
      and (${v.doctorId}::text is null or u.id = ${v.doctorId})
      and (${v.cities}::text[] is null or u.id in (
        select c.doctor_id
        from schedules c
        join places l on l.tenant_id = c.tenant_id and l.id = c.place_id
        where c.tenant_id = ${v.tenantId} and l.active and l.city_key = any(${v.cities}::text[])))
      and (${v.specialties}::text[] is null or u.id in (
        select p.user_id
        from doctors p
        where p.tenant_id = ${v.tenantId} and p.specialty_key = any(${v.specialties}::text[])))
    order by start_time, u.id, f.place_id
    limit ${sql.lit(MAX_SLOTS + 1)}`,
    ),
)

type Start = { tenantId: string; userId: string; doctorId: string; visitTypeId: string; startTime: Date; endTime: Date }

const offered = memoizeByShape(
  (forStaff: boolean): Prepared<Start & { placeId: string | null }, { place_id: string }> =>
    prepared(
      (v) => sql`
    select d.place_id
    ${fromOffers}
    cross join lateral (
      select d.place_id
      from days d
      join places l on l.tenant_id = d.tenant_id and l.id = d.place_id and l.active
      cross join lateral ${starts({ from: v.startTime, to: sql`${v.startTime}::timestamptz + interval '1 second'`, userId: v.userId })}
      where ${mayBeFree({ firstDay: utcDay(v.startTime), lastDay: utcDay(v.startTime) })}
        and s.start_at = ${v.startTime}
        and (${v.placeId}::text is null or d.place_id = ${v.placeId})
    ) d
    where ${offeredType(v, forStaff)}
      and ${duration} = ${v.endTime}::timestamptz - ${v.startTime}::timestamptz
      and u.id = ${v.doctorId}
    order by d.place_id
    limit 1`,
    ),
)

/** The place at which a slot is offered to the caller; undefined if it is not offered. */
export async function findOffered(
  db: Db,
  start: Start & { placeId: string | null },
  forStaff: boolean,
): Promise<string | undefined> {
  return (await rowsOf<{ place_id: string }>(db, offered(forStaff)(start)))[0]?.place_id
}

export type AroundTime = {
  tenantId: string
  patientId: string
  visitTypeId: string
  doctorId: string
  startTime: Date
  endTime: Date
  cities: readonly string[] | null
  specialties: readonly string[] | null
}

/** A free start, with what a hold of it needs. */
export type FreeStart = {
  id: string
  buffer_before_min: number
  buffer_after_min: number
  doctor_name: string
  place_id: string
  time_zone: string
  start_time: Date
  end_time: Date
}

const startsAround = prepared<AroundTime, FreeStart>((v) => {
  const from = sql`(${v.startTime}::timestamptz - ${duration} + interval '1 millisecond')`
  const range = { from, to: v.endTime }
  return sql`
    select t.id, t.buffer_before_min, t.buffer_after_min, u.name as doctor_name, f.place_id, f.time_zone, f.start_at as start_time,
      f.start_at + ${duration} as end_time
    ${fromOffers}
    left join doctors p on p.tenant_id = u.tenant_id and p.user_id = u.id
    cross join lateral (
      select distinct d.place_id, l.time_zone, s.start_at
      from days d
      join places l on l.tenant_id = d.tenant_id and l.id = d.place_id and l.active
      cross join lateral ${starts({ ...range, userId: v.patientId })}
      where ${mayBeFree({ firstDay: utcDay(range.from), lastDay: utcDay(range.to) })}
        and (${v.cities}::text[] is null or l.city_key = any(${v.cities}::text[]))
    ) f
    where ${offeredType(v, false)}
      and u.id = ${v.doctorId}
      and (${v.specialties}::text[] is null or p.specialty_key = any(${v.specialties}::text[]))
    order by f.start_at, f.place_id`
})

/** The free starts of visits that overlap a time, earliest first. */
export const findStartsAround = (db: Db, around: AroundTime): Promise<FreeStart[]> =>
  rowsOf<FreeStart>(db, startsAround(around))

export type PublicSearch = Omit<Search, 'visitTypeId'> & {
  visitTypeId: string | null
  mode: string | null
  languages: readonly string[] | null
  first: boolean
}

export type PublicSlot = Omit<Slot, 'patient_id'> & {
  doctor_name: string
  specialty: string
  place_name: string
  place_city: string
  time_zone: string
  visit_type_name: string
  mode: 'VIDEO' | 'IN_PERSON' | 'HOME' | 'PHONE'
}

/** Free slots of the public directory, earliest first. */
export const publicSlots = prepared<PublicSearch, PublicSlot>(
  (v) => sql`
    select *
    from public_slots(${v.doctorId}, ${v.visitTypeId}, ${v.mode}, ${v.cities}::text[], ${v.specialties}::text[],
      ${v.languages}::text[], ${v.from}, ${v.to},
      ${v.first}, ${sql.lit(MAX_SLOTS + 1)})`,
)

const visited = prepared<{ tenantId: string; doctorId: string; patientId: string }, { known: boolean }>(
  (v) => sql`
    select exists (
      select from appointments a
      where a.tenant_id = ${v.tenantId}
        and a.patient_id = ${v.patientId}
        and a.doctor_id = ${v.doctorId}
        and a.status not in ('CANCELLED', 'NO_SHOW')
        and a.deleted_at is null) as known`,
)

/** Whether a patient has or had a visit with a professional. */
export const isKnownPatient = async (
  db: Db,
  pair: { tenantId: string; doctorId: string; patientId: string },
): Promise<boolean> => (await rowsOf<{ known: boolean }>(db, visited(pair)))[0]!.known
