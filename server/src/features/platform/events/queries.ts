import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { CallerIds, Role } from '../../../actor.ts'
import { type Conditions, callerIdsOf, memoizeByFilters, timeRange } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { clinicalKinds, deskKinds, type EventKind } from '../../../events/catalog.ts'
import { patientsOf } from '../../people/relationships/actions.ts'
import type { Position } from './rules.ts'

/** The columns of events `e` for the API; `patient_id` is the patient of the event, if any. */
const columns = sql`
  e.id, e.body, e.seq, e.xid,
  (
    select u.id
    from users u
    where u.tenant_id = e.tenant_id
      and u.id = any(survivors_of(e.tenant_id, e.audience))
      and u.role = 'PATIENT'
    limit 1
  ) as patient_id`

export type Row = { id: string; body: string; seq: string; xid: string; patient_id: string | null }

/** The filters. `kind` contains only kinds that the caller may read. */
export type Filters = {
  kind: readonly EventKind[]
  subjectId?: string | undefined
  /** All ids of a merged patient. */
  subjectIds?: string[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

type ListValues = CallerIds & Filters & { limit: number }

/**
 * Restricts callers to the events that they may read. Administrators read clinical events only of patients whose files they
 * opened. An alert about a critical value has only the doctor in its audience, so the patient is found by another event of the
 * same result.
 */
const isReadable = (role: Role, v: CallerIds) => {
  const caller = { ...callerIdsOf(v), role }
  const audience = sql<boolean>`e.audience && ids_of_users(${v.tenantId}, ${v.actsFor}::text[])`
  const addressed = sql<boolean>`(${v.userId} = any(e.audience) and is_at_laboratory(e.tenant_id, ${v.userId}, e.subject_id))`
  const reason = sql<boolean>`exists (
    select
    from events named
    where named.tenant_id = e.tenant_id
      and named.subject_id = e.subject_id
      and named.audience && ids_of_users(${v.tenantId}, ${patientsOf(v)}))`
  return sql`and ${visible(access.events.read, caller, {
    audience,
    addressed,
    desk: sql`e.kind in (${sql.join(deskKinds.map((kind) => sql.lit(kind)))})`,
  })}
    and (
      e.kind not in (${sql.join(clinicalKinds.map((kind) => sql.lit(kind)))})
      or e.test -- test events have fictitious data
      or ${visible(access.events.readClinical, caller, { audience, addressed, reason })})`
}

const conditions: Conditions<Omit<Filters, 'kind'>> = {
  subjectId: ({ subjectId }) => sql`e.subject_id = ${subjectId}`,
  subjectIds: ({ subjectIds }) => sql`e.subject_id = any(${subjectIds})`,
  ...timeRange('e.created_at'),
}

/** Additional conditions. */
const otherConditions = (v: ListValues, role: Role, conditionsOf: (v: ListValues) => RawBuilder<boolean>[]) =>
  sql.join([isReadable(role, v), ...conditionsOf(v).map((condition) => sql`and ${condition}`)], sql` `)

type Newest = ListValues & { fromId: string; beforeId: string }

const newestOf = memoizeByFilters(conditions, (conditionsOf, role: Role, ofOneSubject: boolean) =>
  prepared<Newest, Row>((v) => {
    const range = sql`and e.id >= ${v.fromId} and e.id < ${v.beforeId} and not e.test ${otherConditions(v, role, conditionsOf)}`
    // A subject has few events. Without a subject, reads the newest events of each kind, which include the newest of all.
    const found = ofOneSubject
      ? sql`
        from events e
        where e.tenant_id = ${v.tenantId}
          and e.kind = any(${v.kind}::text[])
          ${range}`
      : sql`
        from unnest(${v.kind}::text[]) as asked (kind)
        cross join lateral (
          select *
          from events e
          where e.tenant_id = ${v.tenantId}
            and e.kind = asked.kind
            ${range}
          order by e.id desc
          limit ${v.limit}
        ) e`
    // Ids are ordered by time.
    return sql`select ${columns} ${found} order by e.id desc limit ${v.limit}`
  }),
)

/** Newest first, between two ids. */
export const newest = (role: Role, filters: Filters) =>
  newestOf(filters, role, (filters.subjectId ?? filters.subjectIds) !== undefined)

type InOrder = ListValues & { afterXid: string; afterSeq: string; upToXid: string; upToSeq: string }

const inOrderOf = memoizeByFilters(conditions, (conditionsOf, role: Role) =>
  prepared<InOrder, Row>(
    (v) => sql`
      select ${columns}
      from events e
      where e.tenant_id = ${v.tenantId}
        and (e.xid, e.seq) > (${v.afterXid}::xid8, ${v.afterSeq}::bigint)
        and (e.xid, e.seq) <= (${v.upToXid}::xid8, ${v.upToSeq}::bigint)
        and e.kind = any(${v.kind}::text[])
        and not e.test
        ${otherConditions(v, role, conditionsOf)}
      order by e.xid, e.seq
      limit ${v.limit}`,
  ),
)

/** In the order of writing, between two positions. */
export const inOrder = (role: Role, filters: Filters) => inOrderOf(filters, role)

/** The maximum number of events that a call examines, which bounds its duration under any filter. */
const MAX_SCANNED = 20_000

export type Range = { xid: string; seq: string; end_xid: string; end_seq: string }

/**
 * The range that a page may read from a position. It ends before the oldest open transaction, because no further events can
 * appear below that, and after a limited number of events. A position above that transaction (of an event read in another
 * way) is moved back to it.
 */
const rangeFrom = (start: ReturnType<typeof sql>, v: { tenantId: string }) => sql`
  with horizon as (
    select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead_by)::text::xid8 as xid
    from event_numbering
  ),
  start as (
    select case when given.xid < h.xid then given.xid else h.xid end as xid,
      case when given.xid < h.xid then given.seq else 0 end as seq
    from (${start}) given
    cross join horizon h
  )
  select s.xid, s.seq, coalesce(cut.xid, h.xid) as end_xid, coalesce(cut.seq, 0) as end_seq
  from start s
  cross join horizon h
  left join lateral (
    select e.xid, e.seq
    from events e
    where e.tenant_id = ${v.tenantId}
      and (e.xid, e.seq) > (s.xid, s.seq)
      and e.xid < h.xid
    order by e.xid, e.seq
    offset ${sql.lit(MAX_SCANNED - 1)}
    limit 1
  ) cut on true`

export const rangeAfterPosition = prepared<{ tenantId: string } & Position, Range>((v) =>
  rangeFrom(sql`select ${v.xid}::xid8 as xid, ${v.seq}::bigint as seq`, v),
)

/** The same for the position of an event that the caller may read. */
export const rangeAfterEvent = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string; kind: readonly EventKind[] }, Range>((v) =>
    rangeFrom(
      sql`
        select e.xid, e.seq
        from events e
        where e.tenant_id = ${v.tenantId}
          and e.id = ${v.id}
          and e.kind = any(${v.kind}::text[])
          ${isReadable(role, v)}`,
      v,
    ),
  ),
)

export const one = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string; kind: readonly EventKind[] }, Row>(
    (v) => sql`
      select ${columns}
      from events e
      where e.tenant_id = ${v.tenantId}
        and e.id = ${v.id}
        and e.kind = any(${v.kind}::text[])
        ${isReadable(role, v)}`,
  ),
)
