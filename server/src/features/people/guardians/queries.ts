import { type InferResult, sql } from 'kysely'
import { isOwn, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { type Conditions, pagedListing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { guardianshipInForce, isGuardianOf, type Reach } from '../../../db/users.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listGuardianships } from './contract.ts'
import type { Kind } from './rules.ts'

const ofTenant = (db: Db, { tenantId }: Pick<Caller, 'tenantId'>) =>
  db.selectFrom('guardianships as g').where('g.tenant_id', '=', tenantId)

const selectGuardianship = (query: ReturnType<typeof ofTenant>) =>
  query
    .innerJoin('users as a', (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.id', '=', 'g.guardian_id'),
    )
    .innerJoin('users as d', (join) =>
      join.onRef('d.tenant_id', '=', 'g.tenant_id').onRef('d.id', '=', 'g.dependant_id'),
    )
    .select([
      'g.id',
      'g.kind',
      'g.guardian_id',
      'a.name as guardian_name',
      'g.dependant_id',
      'g.dependant_id as patient_id',
      'd.name as dependant_name',
      // Whether the dependant has a confirmed address of their own; otherwise their messages would go to the guardians.
      sql<boolean>`d.email_confirmed_at is not null or exists (
        select from contacts c
        where c.tenant_id = d.tenant_id
          and c.user_id = d.id
          and coalesce(c.phone_confirmed_at::text, c.earlier_email, c.earlier_phone) is not null)`.as('reachable'),
      'g.created_at',
      'g.verified_at',
      sql<Date | null>`least(g.until, g.ended_at)`.as('until'), // `least` ignores null
      sql<boolean>`${guardianshipInForce} and d.disabled_at is null`.as('active'),
    ])

export type Row = InferResult<ReturnType<typeof selectGuardianship>>[number]

const conditions: Conditions<Filters<typeof listGuardianships>> = {
  guardianId: ({ guardianId }) => sql`g.guardian_id = ${guardianId}`,
  dependantId: ({ dependantId }) => sql`g.dependant_id = ${dependantId}`,
}

/** Guardianships of the organisation. The caller's permission must have been checked. */
export const listing = pagedListing({ visibleTo: ofTenant, shown: selectGuardianship, id: 'g.id' }, conditions)

/** Whether the caller may see the guardians of a patient. */
export async function isVisible(db: Db, caller: Caller, patientId: string): Promise<boolean> {
  const pairFacts = await db
    .selectFrom('users')
    .where('tenant_id', '=', caller.tenantId)
    .where('id', '=', patientId)
    .where('role', '=', 'PATIENT')
    .where(visible(access.guardianships.read, caller, { own: 'id', desk: sql`true` }))
    .select('id')
    .executeTakeFirst()
  return pairFacts !== undefined
}

/** A guardianship that the caller may end or verify, locked until the transaction ends. */
export function lock(db: Db, caller: Caller, id: string, verb: 'end' | 'verify'): Promise<Row | undefined> {
  // As PATIENT, not GUARDIAN: callers end only guardianships in which they are themselves the guardian or the dependant.
  const themselves = { ...caller, role: 'PATIENT' } as const
  const party = sql<boolean>`(${isOwn(themselves, 'g.guardian_id')} or ${isOwn(themselves, 'g.dependant_id')})`
  return selectGuardianship(ofTenant(db, caller).where('g.id', '=', id))
    .where(visible(access.guardianships[verb], caller, { own: party, desk: sql`true` }))
    .forUpdate('g')
    .executeTakeFirst()
}

export type Pair = { tenantId: string; guardianId: string; dependantId: string }

/** The facts about two users that decide whether a guardianship may begin. */
export type PairFacts = {
  guardian: boolean | null
  guardian_born: string | null
  dependant: boolean | null
  dependant_born: string | null
  in_force: string | null
  dependants: number
  registered: number
}

const pairFacts = prepared<Pair, PairFacts>(
  (v) => sql`
    select
      bool_or(u.id = ${v.guardianId}) as guardian,
      max(i.birth_date::text) filter (where u.id = ${v.guardianId}) as guardian_born,
      bool_or(u.id = ${v.dependantId}) as dependant,
      max(i.birth_date::text) filter (where u.id = ${v.dependantId}) as dependant_born,
      (
        select g.id
        from guardianships g
        where g.tenant_id = ${v.tenantId}
          and g.guardian_id = ${v.guardianId}
          and g.dependant_id = ${v.dependantId}
          and ${guardianshipInForce}
      ) as in_force,
      (
        select count(*)::int
        from guardianships g
        where g.tenant_id = ${v.tenantId}
          and g.guardian_id = ${v.guardianId}
          and ${guardianshipInForce}
      ) as dependants,
      (
        select count(*)::int
        from guardianships g
        where g.tenant_id = ${v.tenantId}
          and g.guardian_id = ${v.guardianId}
          and g.created_by = ${v.guardianId}
          and g.verified_at is null
          and g.created_at > app_now() - interval '1 year'
      ) as registered
    from users u
    left join patient_identities i on i.tenant_id = u.tenant_id and i.patient_id = u.id
    where u.tenant_id = ${v.tenantId}
      and u.id in (${v.guardianId}, ${v.dependantId})
      and u.role = 'PATIENT'
      and u.disabled_at is null`,
)

/** The guardian must be locked. */
export const findPair = async (db: Db, pair: Pair): Promise<PairFacts> =>
  (await rowsOf<PairFacts>(db, pairFacts(pair)))[0]!

/** Records the end of a guardianship whose dependant has become an adult, so that a new one may begin. */
export const endMatured = prepared<Pair>(
  (v) => sql`
    update guardianships
    set ended_at = until, ended_by = 'platform'
    where tenant_id = ${v.tenantId}
      and guardian_id = ${v.guardianId}
      and dependant_id = ${v.dependantId}
      and ended_at is null
      and until <= app_now()`,
)

type NewGuardianship = Pair & { id: string; kind: Kind; until: Date | null; by: string; verifiedBy: string | null }

export const insert = prepared<NewGuardianship>(
  (v) => sql`
    insert into guardianships
      (tenant_id, id, guardian_id, dependant_id, kind, until, created_by, verified_by, verified_at)
    values (${v.tenantId}, ${v.id}, ${v.guardianId}, ${v.dependantId}, ${v.kind}, ${v.until}, ${v.by}, ${v.verifiedBy},
      case when ${v.verifiedBy}::text is not null then app_now() end)`,
)

export const find = (db: Db, tenantId: string, id: string): Promise<Row> =>
  selectGuardianship(ofTenant(db, { tenantId }).where('g.id', '=', id)).executeTakeFirstOrThrow()

export const verify = prepared<{ tenantId: string; id: string; by: string }>(
  (v) => sql`
    update guardianships
    set verified_at = app_now(), verified_by = ${v.by}
    where tenant_id = ${v.tenantId} and id = ${v.id} and verified_at is null`,
)

export const end = prepared<{ tenantId: string; id: string; by: string }>(
  (v) => sql`
    update guardianships
    set ended_at = app_now(), ended_by = ${v.by}
    where tenant_id = ${v.tenantId} and id = ${v.id}`,
)

/** A guardianship that has ended by age. */
export type Ending = { tenant_id: string; id: string; until: string }

/** The endings of all tenants without a notice, the earliest first, after the given one. */
export const ending = (limit: number, after: Ending | undefined) => sql<Ending>`
  select tenant_id, id, until::text
  from guardianships_to_end(${after?.until ?? '-infinity'}::timestamptz, ${after?.tenant_id ?? ''}, ${after?.id ?? ''},
    ${limit}::int)`

/** Marks that the notice of a guardianship's end by age is sent. @returns false if it was sent before */
export async function markNotified(db: Db, tenantId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardianships')
    .set({ notified_until: sql<Date>`until` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`until <= app_now() and notified_until is distinct from until`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Moves the end of guardianships to the dependant's majority. A carer of a person who turns out to be a minor acts until
 * majority. An end in the past is marked as notified: the caller sends the notices.
 * @param extend whether the end may also move to a later time
 */
export const moveMajority = prepared<{ tenantId: string; dependantId: string; majority: Date; extend: boolean }>(
  (v) => sql`
    update guardianships
    set until = case when kind <> 'CARER' or ${v.majority} > app_now() then ${v.majority}::timestamptz end,
      notified_until = case when kind <> 'CARER' and ${v.majority} <= app_now() then ${v.majority}::timestamptz end
    where tenant_id = ${v.tenantId}
      and dependant_id = ${v.dependantId}
      and ended_at is null
      and (kind <> 'CARER' or until is null or until > app_now())
      and (
        ${v.extend}
        or (kind <> 'CARER' or ${v.majority} > app_now()) and coalesce(until, 'infinity') > ${v.majority}
      )`,
)

/** The guardianships of a patient that no user has ended: they are in force, or have ended by age. */
export const openOf = (db: Db, tenantId: string, dependantId: string) =>
  selectGuardianship(ofTenant(db, { tenantId }).where('g.dependant_id', '=', dependantId))
    .where('g.ended_at', 'is', null)
    .orderBy('g.id')
    .execute()

/** The unverified guardianships in force of a patient. */
export const unverifiedOf = (db: Db, tenantId: string, dependantId: string) =>
  selectGuardianship(ofTenant(db, { tenantId }).where('g.dependant_id', '=', dependantId))
    .where('g.verified_at', 'is', null)
    .where(sql<boolean>`${guardianshipInForce}`)
    .orderBy('g.id')
    .execute()

/** The guardians of one of two patients who do not act for the other. */
export async function findGaining(db: Db, tenantId: string, ids: readonly string[]): Promise<Reach[]> {
  const { rows } = await sql<Reach>`
    select u.id, u.name, min(g.dependant_id) as "patientId"
    from guardianships g
    join users u on u.tenant_id = g.tenant_id and u.id = g.guardian_id and u.disabled_at is null
    where g.tenant_id = ${tenantId}
      and g.dependant_id = any(${ids}::text[])
      and g.guardian_id <> all(${ids}::text[])
      and ${guardianshipInForce}
    group by u.id, u.name
    having count(*) = 1
    order by u.id`.execute(db)
  return rows
}

/** The unverified guardianships in force of one of two patients, whose guardian does not act for the other. */
export async function findUnverified(db: Db, tenantId: string, one: string, other: string): Promise<string[]> {
  const otherId = sql<string>`case g.dependant_id when ${one} then ${other} else ${one} end`
  const unverified = db
    .selectFrom('guardianships as g')
    .where('g.tenant_id', '=', tenantId)
    .where('g.dependant_id', 'in', [one, other])
    .where('g.guardian_id', 'not in', [one, other])
    .where('g.verified_at', 'is', null)
    .where(sql<boolean>`${guardianshipInForce}`)
    .select(['g.id', 'g.guardian_id', otherId.as('other_id')])
  const rows = await db
    .selectFrom(unverified.as('o'))
    .where(
      sql<boolean>`not ${isGuardianOf({ tenantId, guardianId: sql`o.guardian_id`, dependantId: sql`o.other_id` })}`,
    )
    .select('o.id')
    .orderBy('o.id')
    .execute()
  return rows.map(({ id }) => id)
}
