import { type RawBuilder, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import type { Window } from '../../../db/keysets.ts'
import type { Db } from '../../../db/kysely.ts'
import { type Conditions, type Listing, memoizeByFilters, timeRange } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { treatedBy } from '../../../db/users.ts'
import { type Filters, type Indexed, indexed, type ListValues } from './filters.ts'

/** Rows below this transaction id are sealed. */
export async function findPosition(db: Db): Promise<string> {
  return (await db.selectFrom('audit_position').select('xid').executeTakeFirstOrThrow()).xid
}

/**
 * The rows that name a patient, newest first: sealed rows by index, and newer rows. A row that was sealed after `position` was
 * read is in both parts, so the second part excludes it. The upper bound of xid only shows the planner that newer rows are few.
 */
const ofPatient = (v: CallerIds & ListValues, before: string) => sql<string>`
  (
    select p.audit_id
    from audit_of_patients p
    where p.tenant_id = ${v.tenantId}
      and p.patient_id = ${v.patientId}
      and p.audit_id >= ${v.fromId}
      and p.audit_id < ${before}
    order by p.audit_id desc
  )
  union all
  (
    select newer.id
    from (
      select t.id
      from audit_log t
      where t.tenant_id = ${v.tenantId}
        and t.xid >= ${v.position}
        and t.xid < ${v.position}::bigint + 4000000000000000
        and ${v.patientId} = any(t.patient_ids)
        and (
          select p.audit_id
          from audit_of_patients p
          where p.tenant_id = t.tenant_id
            and p.patient_id = ${v.patientId}
            and p.audit_id = t.id
          limit 1
        ) is null
      offset 0 -- by the index on xid, not by id
    ) newer
    order by newer.id desc
  )`

/** The same for a patient with several ids: reads and sorts all rows. */
const ofMergedPatient = (v: CallerIds & ListValues, before: string) => sql<string>`
  select p.audit_id
  from audit_of_patients p
  where p.tenant_id = ${v.tenantId}
    and p.patient_id = any(${v.patientIds})
    and p.audit_id >= ${v.fromId}
    and p.audit_id < ${before}
  union
  select newer.id
  from (
    select t.id
    from audit_log t
    where t.tenant_id = ${v.tenantId}
      and t.xid >= ${v.position}
      and t.xid < ${v.position}::bigint + 4000000000000000
      and t.patient_ids && ${v.patientIds}
    offset 0 -- by the index on xid, not by id
  ) newer
  order by audit_id desc`

/** Which patients the rows must name: any, one id, or the several ids of a merged patient. */
type Patients = 'all' | 'one' | 'merged'

/** Whether a row names the patient of the filter. */
const namesPatient = (v: ListValues, patients: Exclude<Patients, 'all'>) =>
  patients === 'one' ? sql`${v.patientId} = any(l.patient_ids)` : sql`l.patient_ids && ${v.patientIds}`

/** Jobs whose rows reveal a condition of the patient. */
const clinicalJobs = ['/api/cron/recall']

/** Whether a row reveals a condition of a patient whose file the administrator has not opened. */
const isClinical = (v: CallerIds, row: RawBuilder<unknown>) => sql<boolean>`(
  ${row}.operation = any(${sql.lit(`{${clinicalJobs}}`)}::text[])
  and not ${row}.patient_ids <@ ${treatedBy(v.tenantId, v.userId)})`

/** The ids of such rows of a patient, who is their subject: read from a partial index, so that other rows are not looked up. */
const clinicalRowsOf = (v: CallerIds & ListValues, patients: Exclude<Patients, 'all'>) => sql`array(
  select l.id
  from audit_log l
  where l.tenant_id = ${v.tenantId}
    and ${patients === 'one' ? sql`l.subject_id = ${v.patientId}` : sql`l.subject_id = any(${v.patientIds})`}
    and ${isClinical(v, sql`l`)})`

/**
 * The ids of the rows to filter, in order. With further filters a patient's rows are looked up one by one. `limit 1` prevents a scan of
 * the tenant's log, which would read nearly the whole log for a patient with few rows.
 */
const rowsToFilter = (v: CallerIds & ListValues, patients: Patients, before: string, isFiltered: boolean) =>
  patients === 'all'
    ? sql`
        (
          select l.*, l.id as audit_id
          from audit_log l
          where l.tenant_id = ${v.tenantId}
            and l.id >= ${v.fromId}
            and l.id < ${before}
        ) l`
    : sql`
        (${patients === 'one' ? ofPatient(v, before) : ofMergedPatient(v, before)}) p
        ${isFiltered ? sql`cross join lateral (${rowOf(v, 'p')}) l` : sql``}`

const rowOf = (v: CallerIds, keys: string) => sql`
  select l.*
  from audit_log l
  where l.tenant_id = ${v.tenantId}
    and l.id = ${sql.ref(`${keys}.audit_id`)}
  limit 1`

/** The conditions of filters with an index. @param column the expression of the filter's column */
const comparisons = (column: (name: Indexed) => RawBuilder<unknown>) => ({
  byUserId: ({ byUserId }: Filters) => sql<boolean>`${column('byUserId')} = ${byUserId}`,
  byUserIds: ({ byUserIds }: Filters) => sql<boolean>`${column('byUserIds')} = any(${byUserIds})`,
  clientId: ({ clientId }: Filters) => sql<boolean>`${column('clientId')} = ${clientId}`,
  operation: ({ operation }: Filters) => sql<boolean>`${column('operation')} = ${operation}`,
  // The second condition is that of its partial index.
  otherOutcome: ({ otherOutcome }: Filters) =>
    sql<boolean>`${column('otherOutcome')} = ${otherOutcome} and l.outcome <> 'OK'`,
  subjectId: ({ subjectId }: Filters) => sql<boolean>`${column('subjectId')} = ${subjectId}`,
  subjectIds: ({ subjectIds }: Filters) => sql<boolean>`${column('subjectIds')} = any(${subjectIds})`,
})

const conditions: Conditions<Omit<Filters, 'patientId' | 'patientIds'>> = {
  ...comparisons((name) => sql.ref(`l.${indexed[name]}`)),
  ok: () => sql`l.outcome = 'OK'`,
  ...timeRange('l.at'),
}

/** The same conditions, but no index fits them, so that the planner uses the index of another filter. */
const withoutIndex = comparisons((name) => sql`(${sql.ref(`l.${indexed[name]}`)} || '')`)

export type Row = {
  id: string
  at: Date
  user_id: string
  user_name: string | null
  client_id: string
  operation: string
  outcome: string
  subject_id: string | null
  patient_ids: string[]
  address: string | null
  request_id: string
  sealed: boolean
  /** The action adds the requested patient. */
  patient_id: null
}

const listingOf = memoizeByFilters(
  conditions,
  (conditionsOf, patients: Patients, rarest: Indexed | ''): Listing<ListValues, Row> => {
    // A clinical row that a filter by patient or record finds would reveal the patient.
    const namesSubject = conditionsOf.has('subjectId') || conditionsOf.has('subjectIds')
    const source = rarest && indexed[rarest] !== 'patient_id' ? 'all' : patients
    const instead = { ...(rarest && { ...withoutIndex, [rarest]: undefined }) }
    const found = (v: CallerIds & ListValues, after?: string) => {
      const filters = [
        ...(source === 'all' && patients !== 'all' ? [namesPatient(v, patients)] : []),
        ...conditionsOf(v, instead),
      ]
      const all = [
        sql`true`,
        ...(patients !== 'all' ? [sql`audit_id <> all(${clinicalRowsOf(v, patients)})`] : []),
        ...(patients === 'all' && namesSubject ? [sql`not ${isClinical(v, sql`l`)}`] : []),
        ...(after ? [sql`audit_id < ${after}`] : []),
        ...filters,
      ]
      return sql`
        select audit_id
        from ${rowsToFilter(v, source, after ?? v.beforeId, filters.length > 0)}
        where ${sql.join(all, sql` and `)}`
    }
    const pageOf = (v: CallerIds & ListValues & Window, after?: string) => sql`
      select l.id, l.at, l.user_id, u.name as user_name, l.client_id, l.operation, l.outcome,
        case when not clinical then l.subject_id end as subject_id,
        case when clinical then '{}' else l.patient_ids end as patient_ids, l.address, l.request_id,
        l.xid < (select xid from audit_position) as sealed, null as patient_id, l.id as key0
      from (
        ${found(v, after)}
        order by audit_id desc
        limit ${v.limit}
        offset ${v.offset}
      ) page
      cross join lateral (${rowOf(v, 'page')}) l
      cross join lateral (
        select ${isClinical(v, sql`l`)} as clinical
      ) w
      left join users u on u.tenant_id = ${v.tenantId} and u.id = l.user_id
      order by l.id desc`
    // Ids are ordered by time.
    return {
      rows: prepared((v) => pageOf(v)),
      rowsAfter: prepared((v) => pageOf(v, v.after0)),
      keys: 1,
      ...totals((v) => found(v)),
    }
  },
)

/** @param rarest the filter whose rows to read; by default the planner chooses */
export const listing = (filters: Filters, rarest?: Indexed) =>
  listingOf(filters, filters.patientIds ? 'merged' : filters.patientId === undefined ? 'all' : 'one', rarest ?? '')
