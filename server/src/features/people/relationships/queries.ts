import { sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { callerIdsOf, type Listing } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { relationshipInForce as inForce, type Reach, treatedBy } from '../../../db/users.ts'
import { type bases, EMERGENCY_HOURS, type StatedBasis } from './rules.ts'

/** The patients whom a practitioner treats, or whose files an administrator has opened. */
export const patientsOf = ({ tenantId, userId }: Pick<CallerIds, 'tenantId' | 'userId'>) => treatedBy(tenantId, userId)

/** The same as rows: each patient once, newest first. A page reads the primary key only as far as it needs. */
export const newestPatientsOf = ({ tenantId, userId }: Pick<CallerIds, 'tenantId' | 'userId'>) =>
  sql<{ patient_id: string }>`(
    select distinct patient_id
    from care_relationships
    where tenant_id = ${tenantId}
      and professional_id = ${userId}
      and ${inForce}
    order by patient_id desc)`

export type Pair = { tenantId: string; professionalId: string; patientId: string }

/** Whether a professional treats a patient, or an administrator has opened the file. @param pair values, or SQL */
export const treats = ({ tenantId, professionalId, patientId }: Record<keyof Pair, unknown>) => sql<boolean>`exists (
  select from care_relationships
  where tenant_id = ${tenantId}
    and professional_id = ${professionalId}
    and patient_id = ${patientId}
    and ${inForce})`

/** Whether there is a basis other than an emergency, which allows only reading and clinical entries. */
export const treatsRegularly = ({ tenantId, professionalId, patientId }: Record<keyof Pair, unknown>) =>
  sql<boolean>`exists (
  select from care_relationships
  where tenant_id = ${tenantId}
    and professional_id = ${professionalId}
    and patient_id = ${patientId}
    and basis <> 'EMERGENCY'
    and ${inForce})`

/** Whether there is a basis other than an emergency or a booking by the staff, which opens the file only around a visit. */
const treatsLastingly = prepared<Pair>(
  (v) => sql`select exists (
    select from care_relationships
    where tenant_id = ${v.tenantId}
      and professional_id = ${v.professionalId}
      and patient_id = ${v.patientId}
      and basis <> 'EMERGENCY'
      and opens_at is null
      and ${inForce}) as treats`,
)

export const findTreatsLastingly = async (db: Db, pair: Pair): Promise<boolean> =>
  (await rowsOf<{ treats: boolean }>(db, treatsLastingly(pair)))[0]!.treats

const treatingRegularly = prepared<Pair>((v) => sql`select ${treatsRegularly(v)} as treats`)

export const findTreatsRegularly = async (db: Db, pair: Pair): Promise<boolean> =>
  (await rowsOf<{ treats: boolean }>(db, treatingRegularly(pair)))[0]!.treats

const treating = prepared<Pair>((v) => sql`select ${treats(v)} as treats`)

export const findTreats = async (db: Db, pair: Pair): Promise<boolean> =>
  (await rowsOf<{ treats: boolean }>(db, treating(pair)))[0]!.treats

/** The same as `findTreats`, for a read outside a transaction. */
export async function findOpened(db: Db, pair: Pair): Promise<boolean> {
  const { rows } = await sql<{ treats: boolean }>`select ${treats(pair)} as treats`.execute(db)
  return rows[0]!.treats
}

const registered = prepared<Pair>(
  (v) => sql`
    select exists (
      select from care_relationships
      where tenant_id = ${v.tenantId}
        and professional_id = ${v.professionalId}
        and patient_id = ${v.patientId}
        and basis = 'REGISTERED'
        and ${inForce}) as registered`,
)

export const findRegistered = async (db: Db, pair: Pair): Promise<boolean> =>
  (await rowsOf<{ registered: boolean }>(db, registered(pair)))[0]!.registered

export async function findPractitioner(db: Db, tenantId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('role', 'in', ['DOCTOR', 'DENTIST'])
    .where('verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export const months = (count: number) => sql`make_interval(months => ${count}::int)`

export const columns = sql`(tenant_id, professional_id, patient_id, source_id, basis, until)`

/** States a relationship, or extends it. If it had ended, it begins anew. */
export const insertStated = prepared<Pair & { basis: StatedBasis; months: number }>(
  (v) => sql`
    insert into care_relationships as r ${columns}
    values (${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.basis}, ${v.basis},
      app_now() + ${months(v.months)})
    on conflict (tenant_id, professional_id, patient_id, source_id) do update
    set until = excluded.until,
      since = case when r.ended_at is null and r.until > app_now() then r.since else app_now() end,
      ended_at = null,
      ended_by = null`,
)

/** An emergency or administrative access that is in force, or was ended within the last `EMERGENCY_HOURS`. */
export type LastOpening = { id: string; reason: string; since: Date; until: Date; ended: boolean }

export const findLastOpening = prepared<Pair & { basis: 'EMERGENCY' | 'ADMINISTRATION' }, LastOpening>(
  (v) => sql`
    select source_id as id, reason, since, until, ended_at is not null as ended
    from care_relationships
    where tenant_id = ${v.tenantId}
      and professional_id = ${v.professionalId}
      and patient_id = ${v.patientId}
      and basis = ${v.basis}
      and (${inForce} or ended_at > app_now() - ${sql.lit(`${EMERGENCY_HOURS} hours`)}::interval)
    order by ended_at is not null, since desc
    limit 1`,
)

type Opening = Pair & { id: string; basis: 'EMERGENCY' | 'ADMINISTRATION'; reason: string; now: Date }

export const insertOpening = prepared<Opening>(
  (v) => sql`
    insert into care_relationships
      (tenant_id, professional_id, patient_id, source_id, basis, since, until, reason)
    values (${v.tenantId}, ${v.professionalId}, ${v.patientId}, ${v.id}, ${v.basis}, ${v.now},
      ${v.now}::timestamptz + ${sql.lit(`${EMERGENCY_HOURS} hours`)}::interval, ${v.reason})`,
)

/** Ends every relationship of a pair that is in force or will come into force. @returns whether there was one */
export async function end(db: Db, pair: Pair, by: string): Promise<boolean> {
  const { rows } = await sql`
    update care_relationships
    set ended_at = app_now(), ended_by = ${by}
    where tenant_id = ${pair.tenantId}
      and professional_id = ${pair.professionalId}
      and patient_id = ${pair.patientId}
      and ended_at is null
      and until > app_now()
    returning source_id`.execute(db)
  return rows.length > 0
}

export const endAllOf = prepared<Omit<Pair, 'patientId'>>(
  (v) => sql`
    update care_relationships
    set ended_at = app_now(), ended_by = ${v.professionalId}
    where tenant_id = ${v.tenantId}
      and professional_id = ${v.professionalId}
      and ended_at is null
      and until > app_now()`,
)

/** The names of a patient whose relationships the caller may change, and of a practitioner; null if there is none. */
const namesOf = memoizeByShape((role: Role) =>
  prepared<CallerIds & { patientId: string; professionalId: string }>(
    (v) => sql`
      select
        (
          select name
          from users
          where tenant_id = ${v.tenantId}
            and id = ${v.patientId}
            and role = 'PATIENT'
            and ${visible(access.relationships.state, { ...callerIdsOf(v), role }, { own: 'id' })}
        ) as patient,
        (
          select name
          from users
          where tenant_id = ${v.tenantId}
            and id = ${v.professionalId}
            and role in ('DOCTOR', 'DENTIST')
        ) as professional`,
  ),
)

export type Names = { patient: string | null; professional: string | null }

export const findNames = async (db: Db, caller: Caller, pair: Omit<Pair, 'tenantId'>) =>
  (await rowsOf<Names>(db, namesOf(caller.role)({ ...caller, ...pair })))[0]!

/** The names of any patient of the organisation and of the caller. */
export const findForOpening = prepared<Pick<CallerIds, 'tenantId' | 'userId'> & { patientId: string }>(
  (v) => sql`
    select p.name as patient, c.name as professional
    from users p
    join users c on c.tenant_id = p.tenant_id and c.id = ${v.userId}
    where p.tenant_id = ${v.tenantId}
      and p.id = ${v.patientId}
      and p.role = 'PATIENT'`,
)

/** The relationships of a patient with one professional; times of emergencies are ISO 8601 text. */
export type Row = {
  patient_id: string
  professional_id: string
  professional_name: string
  bases: (typeof bases)[number][]
  since: Date
  until: Date
  active: boolean
  emergencies: { at: string; until: string; reason: string }[]
}

const ofPatient = (v: { tenantId: string; id: string }) =>
  builder
    .selectFrom('care_relationships as r')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.professional_id'),
    )
    .where('r.tenant_id', '=', v.tenantId)
    .where('r.patient_id', '=', v.id)
    .groupBy(['r.patient_id', 'r.professional_id', 'u.name'])

const until = sql<Date>`max(least(r.until, r.ended_at))` // `least` ignores null

export const listing: Listing<{ id: string }, Row> = {
  ...orderedRows(
    (v) =>
      ofPatient(v).select([
        'r.patient_id',
        'r.professional_id',
        'u.name as professional_name',
        sql<Row['bases']>`array_agg(distinct r.basis)`.as('bases'),
        sql<Date>`min(r.since)`.as('since'),
        until.as('until'),
        sql<boolean>`bool_or(r.ended_at is null and r.until > app_now() and (r.opens_at is null or r.opens_at <= app_now()))`.as(
          'active',
        ),
        sql<Row['emergencies']>`coalesce(
          json_agg(json_build_object('at', r.since, 'until', least(r.until, r.ended_at), 'reason', r.reason)
            order by r.since desc, r.source_id) filter (where r.reason is not null),
          '[]')`.as('emergencies'),
      ]),
    { until: 'desc', professional_id: 'asc' },
  ),
  ...totals((v: CallerIds & { id: string }) => sql`${ofPatient(v).select('r.professional_id')}`),
}

/** Whether the caller may see the relationships of a patient. */
export async function maySeeRelationships(db: Db, caller: Caller, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .where('tenant_id', '=', caller.tenantId)
    .where('id', '=', id)
    .where('role', '=', 'PATIENT')
    .where(visible(access.relationships.read, caller, { own: 'id' }))
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The professionals who have lasting access to at most one of two patients, and would have access to both after a merge. A merge
 * moves the bases BOOKED_BY_PATIENT, REFERRED and CONSENTED; VISITED moves unless the professional registered the record.
 * REGISTERED does not move. The function `merge_patients` has the same rule.
 */
export async function findGaining(db: Db, tenantId: string, ids: readonly string[]): Promise<Reach[]> {
  const { rows } = await sql<Reach>`
    with reaching as (
      select r.professional_id, r.patient_id, r.opens_at is null as lasts,
        r.basis in ('BOOKED_BY_PATIENT', 'REFERRED', 'CONSENTED')
        or (r.basis = 'VISITED' and not exists (
          select from care_relationships g
          where g.tenant_id = r.tenant_id
            and g.professional_id = r.professional_id
            and g.patient_id = r.patient_id
            and g.basis = 'REGISTERED')) as moves
      from care_relationships r
      where r.tenant_id = ${tenantId}
        and r.patient_id = any(${ids}::text[])
        and r.basis not in ('EMERGENCY', 'ADMINISTRATION')
        and r.ended_at is null
        and r.until > app_now()
    )
    select u.id, u.name, coalesce(min(r.patient_id) filter (where r.moves and r.lasts), min(r.patient_id)) as "patientId"
    from reaching r
    join users u on u.tenant_id = ${tenantId} and u.id = r.professional_id and u.disabled_at is null
    group by u.id, u.name
    having count(distinct r.patient_id) filter (where r.lasts) < 2
      and bool_or(r.moves)
    order by u.id`.execute(db)
  return rows
}
