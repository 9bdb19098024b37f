import { type Insertable, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import type { Listing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { totals } from '../../../db/totals.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import type { Mode } from '../../../lib/visit-modes.ts'
import type { Span } from './hours.ts'

export type Doctor = { tenantId: string; doctorId: string }

/** Whether a user is an enabled doctor or dentist of the organisation. */
export async function isDoctor(db: Db, { tenantId, doctorId }: Doctor): Promise<boolean> {
  const doctors = db.selectFrom('users').where('tenant_id', '=', tenantId).where('id', '=', doctorId)
  const found = doctors.where('role', 'in', ['DOCTOR', 'DENTIST']).where('disabled_at', 'is', null)
  return (await found.select('id').executeTakeFirst()) !== undefined
}

export type Rule = {
  placeId: string
  weekday: number
  fromMin: number
  toMin: number
  modes: Mode[]
  validFrom: string | null
  validUntil: string | null
  season: 'RAMADAN' | null
}

/** The rules `r` as fields, in their order. */
const rulesAsJson = sql`coalesce(
  jsonb_agg(
    jsonb_build_object('placeId', r.place_id, 'weekday', r.weekday, 'fromMin', r.from_min, 'toMin', r.to_min, 'modes', r.modes,
      'validFrom', r.valid_from, 'validUntil', r.valid_until, 'season', r.season)
    order by r.n),
  '[]')`

/** The weekly hours of an enabled doctor or dentist. */
export const opening = prepared<CallerIds & { id: string }, { doctor_id: string; patient_id: null; rules: Rule[] }>(
  (v) => sql`
    select u.id as doctor_id, null as patient_id, (
      select ${rulesAsJson}
      from opening_rules r
      where r.tenant_id = u.tenant_id
        and r.doctor_id = u.id
    ) as rules
    from users u
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.id}
      and u.role in ('DOCTOR', 'DENTIST')
      and u.disabled_at is null`,
)

export function replaceRules(
  db: Db,
  { tenantId, doctorId }: Doctor,
  rules: Insertable<Schema['opening_rules']>[],
): void {
  defer(db, db.deleteFrom('opening_rules').where('tenant_id', '=', tenantId).where('doctor_id', '=', doctorId))
  if (rules.length > 0) defer(db, db.insertInto('opening_rules').values(rules))
}

/** The ids among those given that are not places of the organisation. */
export async function unknownPlaces(db: Db, tenantId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const places = db.selectFrom('places').where('tenant_id', '=', tenantId).where('id', 'in', ids)
  const known = await places.select('id').execute()
  return ids.filter((id) => !known.some((place) => place.id === id))
}

export const insertSchedule = prepared<Doctor & { placeIds: string[]; keptUntil: string }>(
  (v) => sql`
    insert into schedules (tenant_id, doctor_id, place_id, kept_until)
    select ${v.tenantId}, ${v.doctorId}, id, ${v.keptUntil}::date
    from unnest(${v.placeIds}::text[]) id
    on conflict do nothing`,
)

/** What the days at one place are made from. Column names of rules and exceptions are field names. */
export type Schedule = {
  place_id: string
  time_zone: string
  kept_until: string
  rules: Rule[]
  exceptions: {
    kind: 'CLOSED' | 'OPEN'
    firstDay: string
    lastDay: string
    fromMin: number | null
    toMin: number | null
    modes: Mode[] | null
  }[]
}

const schedules = prepared<Doctor & { from: string }, Schedule>(
  (v) => sql`
    select s.place_id, p.time_zone, s.kept_until::text,
      (
        select ${rulesAsJson}
        from opening_rules r
        where r.tenant_id = s.tenant_id
          and r.doctor_id = s.doctor_id
          and r.place_id = s.place_id
      ) as rules,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', e.kind, 'firstDay', e.first_day, 'lastDay', e.last_day,
          'fromMin', e.from_min, 'toMin', e.to_min, 'modes', e.modes))
        from opening_exceptions e
        where e.tenant_id = s.tenant_id
          and e.doctor_id = s.doctor_id
          and e.last_day >= ${v.from}::date - 3
          and coalesce(e.place_id, s.place_id) = s.place_id), '[]') as exceptions
    from schedules s
    join places p on p.tenant_id = s.tenant_id and p.id = s.place_id
    where s.tenant_id = ${v.tenantId}
      and s.doctor_id = ${v.doctorId}
    order by s.place_id`,
)

/** @param from the first day for which exceptions are needed */
export const readSchedules = (db: Db, doctor: Doctor & { from: string }): Promise<Schedule[]> =>
  rowsOf<Schedule>(db, schedules(doctor))

type Days = Doctor & { placeId: string; first: string; last: string }
export type KeptDay = { day: string; modes: readonly Mode[]; open: readonly Span[] }

const deleteOtherDays = prepared<Days & { days: string }>(
  (v) => sql`
    delete from days d
    where d.tenant_id = ${v.tenantId}
      and d.doctor_id = ${v.doctorId}
      and d.place_id = ${v.placeId}
      and d.day between ${v.first}::date and ${v.last}::date
      and not exists (
        select from jsonb_to_recordset(${v.days}::jsonb) r (day date, modes text[])
        where r.day = d.day
          and r.modes = d.modes)`,
)

const writeOpen = prepared<Days & { days: string }>(
  (v) => sql`
    insert into days (tenant_id, doctor_id, place_id, day, modes, open)
    select ${v.tenantId}, ${v.doctorId}, ${v.placeId}, r.day, r.modes, r.open
    from jsonb_to_recordset(${v.days}::jsonb) r (day date, modes text[], open tstzmultirange)
    on conflict (tenant_id, doctor_id, day, place_id, modes) do update set open = excluded.open`,
)

const keptDays = prepared<Doctor & { first: string }, { day: string }>(
  (v) => sql`
    select d.place_id || ' ' || d.day || ' ' || array_to_string(d.modes, ',') || ' ' || md5(concat(d.open, d.free, d.longest)) as day
    from days d
    join schedules s on s.tenant_id = d.tenant_id and s.doctor_id = d.doctor_id and s.place_id = d.place_id
    where d.tenant_id = ${v.tenantId}
      and d.doctor_id = ${v.doctorId}
      and d.day between ${v.first}::date and s.kept_until
    order by 1`,
)

/** The kept days from a day on, each with its place, modes and a digest of its open and free time. */
export const readKeptDays = async (db: Db, doctor: Doctor & { first: string }): Promise<string[]> =>
  (await rowsOf<{ day: string }>(db, keptDays(doctor))).map(({ day }) => day)

const countDays = prepared<Omit<Days, 'placeId'>>(
  (v) => sql`select count_days(${v.tenantId}, ${v.doctorId}, ${v.first}::date, ${v.last}::date)`,
)

const keepUntil = prepared<Omit<Days, 'first'>>(
  (v) => sql`
    update schedules
    set kept_until = ${v.last}::date
    where tenant_id = ${v.tenantId}
      and doctor_id = ${v.doctorId}
      and place_id = ${v.placeId}`,
)

const multirange = (spans: readonly Span[]): string =>
  `{${spans.map(({ from, to }) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`).join()}}`

/** Replaces the days of a schedule in a range. The caller holds the lock of the calendar. */
export function writeDays(db: Db, range: Days, kept: readonly KeptDay[]): void {
  const { tenantId, doctorId, placeId, first, last } = range
  const days = JSON.stringify(kept.map(({ day, modes, open }) => ({ day, modes, open: multirange(open) })))
  defer(db, deleteOtherDays({ ...range, days }))
  defer(db, writeOpen({ ...range, days }))
  defer(db, countDays({ tenantId, doctorId, first, last }))
  defer(db, keepUntil({ tenantId, doctorId, placeId, last }))
}

/** Lets the job write the days of an organisation again, from the day after `until`. */
export const endKeptDays = prepared<{ tenantId: string; until: string }>(
  (v) => sql`
    update schedules
    set kept_until = ${v.until}::date
    where tenant_id = ${v.tenantId}`,
)

/** Professionals of all organisations whose days end before `until`, after the given one. */
export const schedulesToExtend = (until: string, limit: number, after: { tenant_id: string; id: string } | undefined) =>
  sql<{ tenant_id: string; id: string }>`
    select tenant_id, id
    from schedules_to_extend(${until}::date, ${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

const exceptionsOf = (v: { tenantId: string; id: string }) =>
  builder.selectFrom('opening_exceptions as e').where('e.tenant_id', '=', v.tenantId).where('e.doctor_id', '=', v.id)

const shown = (query: ReturnType<typeof exceptionsOf>) =>
  query.select([
    ...(['e.id', 'e.doctor_id', 'e.place_id', 'e.kind', 'e.from_min', 'e.to_min', 'e.modes', 'e.reason'] as const),
    'e.created_at',
    sql<string>`e.first_day::text`.as('first_day'),
    sql<string>`e.last_day::text`.as('last_day'),
    sql<string | null>`null`.as('patient_id'), // no health data
  ])

export type Exception = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

/** The exceptions of a professional, the latest last day first. */
export const exceptions: Listing<{ id: string }, Exception> = {
  ...orderedRows((v: CallerIds & { id: string }) => shown(exceptionsOf(v)), { last_day: 'desc', id: 'desc' }),
  ...totals((v: CallerIds & { id: string }) => sql`${exceptionsOf(v).select('e.id')}`),
}

/** The number of exceptions of a professional that last until `from` or later. */
export async function countExceptions(db: Db, { tenantId, doctorId }: Doctor, from: string): Promise<number> {
  const all = db.selectFrom('opening_exceptions').where('tenant_id', '=', tenantId).where('doctor_id', '=', doctorId)
  const { count } = await all
    .where('last_day', '>=', from)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertException(db: Db, row: Insertable<Schema['opening_exceptions']>): Promise<Date> {
  const { created_at } = await db
    .insertInto('opening_exceptions')
    .values(row)
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return created_at
}

/** @returns the removed exception; undefined if there is none */
export const removeException = (db: Db, { tenantId, doctorId }: Doctor, id: string) =>
  db
    .deleteFrom('opening_exceptions')
    .where('tenant_id', '=', tenantId)
    .where('doctor_id', '=', doctorId)
    .where('id', '=', id)
    .returning([
      ...(['kind', 'place_id', 'from_min', 'to_min'] as const),
      sql<string>`first_day::text`.as('first_day'),
      sql<string>`last_day::text`.as('last_day'),
    ])
    .executeTakeFirst()

const affected = prepared<Doctor & { spans: string; placeId: string | null }, { id: string; patient_id: string }>(
  (v) => sql`
    select a.id, a.patient_id
    from appointments a
    where a.tenant_id = ${v.tenantId}
      and a.doctor_id = ${v.doctorId}
      and a.start_time > lower(${v.spans}::tstzmultirange) - interval '8 hours'
      and a.start_time < upper(${v.spans}::tstzmultirange)
      and a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
      and a.deleted_at is null
      and tstzrange(a.start_time, a.end_time) && ${v.spans}::tstzmultirange
      and (${v.placeId}::text is null or coalesce(a.place_id, ${v.placeId}) = ${v.placeId})
    order by a.start_time, a.id
    limit 500`,
)

/** The open visits of a professional in a time, the earliest first. @param placeId without visits at other places */
export const findAffected = (db: Db, doctor: Doctor, spans: readonly Span[], placeId: string | null) =>
  rowsOf<{ id: string; patient_id: string }>(db, affected({ ...doctor, spans: multirange(spans), placeId }))
