import { type InferResult, sql, type Updateable } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { CalendarSpan } from '../../../db/calendars.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listWaitlist } from './contract.ts'
import { MAX_CANDIDATES, MAX_OFFERS, statuses } from './rules.ts'

/** Entries that the caller may see. */
const visibleTo = (db: Db, caller: Caller) =>
  db
    .selectFrom('waitlist_entries as w')
    .where('w.tenant_id', '=', caller.tenantId)
    .where(visible(access.waitlist.read, caller, { own: 'w.patient_id', author: 'w.doctor_id', desk: sql`true` }))

/** The column of each field. */
export const columns = {
  id: 'id',
  patientId: 'patient_id',
  visitTypeId: 'visit_type_id',
  doctorId: 'doctor_id',
  city: 'city',
  specialty: 'specialty',
  weekdays: 'weekdays',
  urgent: 'urgent',
  status: 'status',
  createdAt: 'created_at',
} as const

type Offer = {
  hold_id: string
  doctor_id: string
  doctor_name: string
  place_id: string
  start_time: string
  end_time: string
  expires_at: string
}

/** The current offer. One that has expired is no longer shown, although the job has not ended it yet. */
const offer = sql<Offer | null>`(
  select json_build_object('hold_id', o.hold_id, 'doctor_id', o.doctor_id, 'doctor_name', u.name, 'place_id', o.place_id,
    'start_time', o.start_time, 'end_time', o.end_time, 'expires_at', o.expires_at)
  from waitlist_offers o
  join users u on u.tenant_id = o.tenant_id and u.id = o.doctor_id
  where o.tenant_id = w.tenant_id
    and o.entry_id = w.id
    and o.outcome = 'OPEN'
    and o.expires_at > app_now())`

const shown = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.patient_id'))
    .select([
      ...Object.values(columns).map((column) => `w.${column}` as const),
      ...(['w.from_min', 'w.to_min', 'p.name as patient_name'] as const),
      sql<string>`w.first_day::text`.as('first_day'),
      sql<string>`w.last_day::text`.as('last_day'),
      offer.as('offer'),
    ])

export type Shown = InferResult<ReturnType<typeof shown>>[number]

const records = { visibleTo, shown, id: 'w.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listWaitlist>> = {
  status: ({ status }) => sql`w.status = any(${status})`,
  doctorId: ({ doctorId }) => sql`w.doctor_id = ${doctorId}`,
  patientId: ({ patientId }) => sql`w.patient_id = ${patientId}`,
}

export const listing = pagedListing(
  { ...records, ofPatient: true, parts: () => splitByColumn([{ from: visibleTo }], 'w.status', statuses, 'status') },
  conditions,
)

/** One entry that the caller may see, locked until the transaction ends. */
export const lock = (db: Db, actor: Actor, id: string) =>
  visibleTo(db, actor)
    .where('w.id', '=', id)
    .select(['w.id', 'w.patient_id', 'w.doctor_id', 'w.status', 'w.from_min', 'w.to_min'])
    .select([sql<string>`w.first_day::text`.as('first_day'), sql<string>`w.last_day::text`.as('last_day')])
    .forUpdate('w')
    .executeTakeFirst()

const facts = prepared<{ tenantId: string; patientId: string }, { is_patient: boolean; open: number }>(
  (v) => sql`
    select exists (
        select from users
        where tenant_id = ${v.tenantId}
          and id = ${v.patientId}
          and role = 'PATIENT'
          and disabled_at is null) as is_patient, (
        select count(*)::int
        from waitlist_entries
        where tenant_id = ${v.tenantId}
          and patient_id = ${v.patientId}
          and by_patient
          and status in ('WAITING', 'OFFERED')) as open`,
)

/** Whether the user is an enabled patient, and the number of open entries that the patient made. */
export const findFacts = async (db: Db, patient: { tenantId: string; patientId: string }) =>
  (await rowsOf<{ is_patient: boolean; open: number }>(db, facts(patient)))[0]!

const doctors = prepared<{ tenantId: string; doctorId: string }>(
  (v) => sql`
    select exists (
      select from users
      where tenant_id = ${v.tenantId}
        and id = ${v.doctorId}
        and role in ('DOCTOR', 'DENTIST')
        and verified_at is not null
        and disabled_at is null) as known`,
)

/** Whether the user is a verified doctor or dentist of the organisation. */
export const isDoctor = async (db: Db, named: { tenantId: string; doctorId: string }): Promise<boolean> =>
  (await rowsOf<{ known: boolean }>(db, doctors(named)))[0]!.known

export const insert = (
  entry: Omit<Schema['waitlist_entries'], 'created_at' | 'status' | 'urgent'> & { urgent: boolean },
) => builder.insertInto('waitlist_entries').values(entry)

export const update = (tenantId: string, id: string, changes: Updateable<Schema['waitlist_entries']>) =>
  builder.updateTable('waitlist_entries').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)

/** An entry that waits for a time of a professional. */
export type Candidate = {
  id: string
  patient_id: string
  visit_type_id: string
  city: string | null
  specialty: string | null
  first_day: string
  last_day: string
  weekdays: number[] | null
  from_min: number | null
  to_min: number | null
}

const candidates = prepared<CalendarSpan & { firstDay: string; lastDay: string }, Candidate>(
  (v) => sql`
    select w.id, w.patient_id, w.visit_type_id, w.city, w.specialty, w.first_day::text, w.last_day::text, w.weekdays, w.from_min,
      w.to_min
    from waitlist_entries w
    join users p on p.tenant_id = w.tenant_id and p.id = w.patient_id and p.disabled_at is null
    where w.tenant_id = ${v.tenantId}
      and w.status = 'WAITING'
      and (w.doctor_id is null or w.doctor_id = ${v.doctorId})
      and w.first_day <= ${v.lastDay}::date
      and w.last_day >= ${v.firstDay}::date
      and not exists (
        select from waitlist_offers o
        where o.tenant_id = w.tenant_id
          and o.entry_id = w.id
          and o.doctor_id = ${v.doctorId}
          and o.start_time < ${v.endTime}
          and o.end_time > ${v.startTime})
      and (
        select count(*)
        from waitlist_offers o
        where o.tenant_id = w.tenant_id
          and o.entry_id = w.id
          and o.created_at > app_now() - interval '24 hours') < ${sql.lit(MAX_OFFERS)}
    order by w.urgent desc, w.id
    limit ${sql.lit(MAX_CANDIDATES)}
    for update of w skip locked`,
)

/** The entries to which a freed time may be offered, in their order, locked. An entry gets each time once. */
export const lockCandidates = (db: Db, freed: CalendarSpan & { firstDay: string; lastDay: string }) =>
  rowsOf<Candidate>(db, candidates(freed))

const take = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    delete from freed_times
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
    returning doctor_id, start_time, end_time`,
)

export type Freed = { doctor_id: string; start_time: Date; end_time: Date }

/** Deletes a freed time, which this transaction offers. */
export const takeFreed = async (db: Db, tenantId: string, id: string): Promise<Freed | undefined> =>
  (await rowsOf<Freed>(db, take({ tenantId, id })))[0]

/** The time of an offer that was not accepted is free again, for other entries. */
export const insertFreed = prepared<CalendarSpan>(
  (v) => sql`
    insert into freed_times (tenant_id, id, doctor_id, start_time, end_time)
    select ${v.tenantId}, new_id('frt'), ${v.doctorId}, ${v.startTime}, ${v.endTime}
    where is_waited_for(${v.tenantId}, ${v.doctorId})`,
)

type NewOffer = CalendarSpan & { id: string; entryId: string; holdId: string; placeId: string; expiresAt: Date }

export const insertOffer = (v: NewOffer) =>
  builder.insertInto('waitlist_offers').values({
    ...{ tenant_id: v.tenantId, id: v.id, entry_id: v.entryId, hold_id: v.holdId, doctor_id: v.doctorId },
    ...{ place_id: v.placeId, start_time: v.startTime, end_time: v.endTime, expires_at: v.expiresAt },
  })

const offers = (db: Db, tenantId: string) =>
  db
    .selectFrom('waitlist_offers as o')
    .innerJoin('waitlist_entries as w', (join) =>
      join.onRef('w.tenant_id', '=', 'o.tenant_id').onRef('w.id', '=', 'o.entry_id'),
    )
    .where('o.tenant_id', '=', tenantId)
    .where('o.outcome', '=', 'OPEN')
    .select([
      'o.id',
      'o.entry_id',
      'o.hold_id',
      'o.doctor_id',
      'o.start_time',
      'o.end_time',
      'o.expires_at',
      'w.patient_id',
    ])

export type OpenOffer = InferResult<ReturnType<typeof offers>>[number]

/** The open offer with this id, of this entry, or with this hold; its entry is locked until the transaction ends. */
export const lockOffer = (db: Db, tenantId: string, by: { id: string } | { entryId: string } | { holdId: string }) => {
  const open = offers(db, tenantId).forUpdate(['o', 'w'])
  if ('id' in by) return open.where('o.id', '=', by.id).executeTakeFirst()
  if ('entryId' in by) return open.where('o.entry_id', '=', by.entryId).executeTakeFirst()
  return open.where('o.hold_id', '=', by.holdId).executeTakeFirst()
}

export const endOffer = (tenantId: string, id: string, outcome: 'ACCEPTED' | 'DECLINED' | 'EXPIRED') =>
  builder.updateTable('waitlist_offers').set({ outcome }).where('tenant_id', '=', tenantId).where('id', '=', id)

/** Ends an entry whose last day is over. @returns its patient; undefined if it has changed meanwhile */
export const expireEntry = (db: Db, tenantId: string, id: string, today: string) =>
  db
    .updateTable('waitlist_entries')
    .set({ status: 'EXPIRED' })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('last_day', '<', today)
    .returning('patient_id')
    .executeTakeFirst()

/** Work of all organisations, after the given one. */
export const work = (today: string, limit: number, after: { tenant_id: string; id: string } | undefined) =>
  sql<{ tenant_id: string; id: string }>`
    select tenant_id, id
    from waitlist_work(${today}::date, ${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

/** When the waitlist next has work, unless something changes; null if nothing is known to come. */
export const nextWork = sql<{ at: Date | null }>`select next_waitlist_work() as at`
