import { sql } from 'kysely'
import type { Asker } from '../../actor.ts'
import type { Db } from '../../db/kysely.ts'
import { type Conditions, type Listing, perChoice, within } from '../../db/listings.ts'
import { prepared } from '../../db/prepared.ts'
import { totals } from '../../db/totals.ts'

export type Filters = {
  patientId?: string | undefined
  byUserId?: string | undefined
  clientId?: string | undefined
  operation?: string | undefined
  outcome?: string | undefined
  subjectId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Beside the filters: bounds on the ids, which carry their time, and how far sealing had come before the question. */
export type Asked = Filters & { fromId: string; beforeId: string; position: string }

/** Rows below it are sealed. */
export async function findPosition(db: Db): Promise<string> {
  return (await db.selectFrom('audit_position').select('xid').executeTakeFirstOrThrow()).xid
}

/**
 * The rows that name a patient: the sealed ones by their index, and those that are newer. What was sealed since
 * `position` was asked is in both, hence no `union all`. The upper bound of xid says nothing but that these are few,
 * which a plan for any value would not guess from one bound.
 */
const ofPatient = (v: Asker & Asked) => sql<string>`
  select p.audit_id
  from audit_of_patients p
  where p.tenant_id = ${v.tenantId}
    and p.patient_id = ${v.patientId}
    and p.audit_id >= ${v.fromId}
    and p.audit_id < ${v.beforeId}
  union
  select t.id
  from audit_log t
  where t.tenant_id = ${v.tenantId}
    and t.xid >= ${v.position}
    and t.xid < ${v.position}::bigint + 4000000000000000
    and ${v.patientId} = any(t.patient_ids)`

const columns = sql`
  l.id, l.at, l.user_id, l.client_id, l.operation, l.outcome, l.subject_id, l.patient_ids, l.address, l.request_id, l.xid`

/**
 * The rows to filter, by the id that puts them in order. A patient's are looked up one by one: `limit 1` keeps the
 * planner from walking the tenant's whole log beside them instead, which for somebody rarely seen is nearly all of it.
 */
const rowsAsked = (v: Asker & Asked, ofOnePatient: boolean) =>
  ofOnePatient
    ? sql`
        (${ofPatient(v)}) as p
        cross join lateral (
          select ${columns}
          from audit_log l
          where l.tenant_id = ${v.tenantId}
            and l.id = p.audit_id
          limit 1
        ) l`
    : sql`
        (
          select ${columns}, l.id as audit_id
          from audit_log l
          where l.tenant_id = ${v.tenantId}
            and l.id >= ${v.fromId}
            and l.id < ${v.beforeId}
        ) l`

const conditions: Conditions<Omit<Filters, 'patientId'>> = {
  byUserId: ({ byUserId }) => sql`l.user_id = ${byUserId}`,
  clientId: ({ clientId }) => sql`l.client_id = ${clientId}`,
  operation: ({ operation }) => sql`l.operation = ${operation}`,
  outcome: ({ outcome }) => sql`l.outcome = ${outcome}`,
  subjectId: ({ subjectId }) => sql`l.subject_id = ${subjectId}`,
  ...within('l.at'),
}

export type Shown = {
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
  /** The patient who was asked for is told by the action. */
  patient_id: null
}

const listingOf = perChoice(conditions, (asked, ofOnePatient: boolean): Listing<Asked, Shown> => {
  const found = (v: Asker & Asked, columns = sql``) => sql`
    select ${columns}
    from ${rowsAsked(v, ofOnePatient)}
    where ${sql.join([sql`true`, ...asked(v)], sql` and `)}`
  // Ids carry their time: newest first is by id.
  return {
    rows: prepared(
      (v) => sql`
        select page.id, page.at, page.user_id, u.name as user_name, page.client_id, page.operation, page.outcome,
          page.subject_id, page.patient_ids, page.address, page.request_id,
          page.xid < (select xid from audit_position) as sealed, null as patient_id
        from (
          ${found(v, columns)}
          order by audit_id desc
          limit ${v.limit}
          offset ${v.offset}
        ) page
        left join users u on u.tenant_id = ${v.tenantId} and u.id = page.user_id
        order by page.id desc`,
    ),
    ...totals((v) => found(v)),
  }
})

export const listing = (filters: Filters) => listingOf(filters, filters.patientId !== undefined)
