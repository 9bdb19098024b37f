import { type RawBuilder, type Selectable, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { CallerIds, Role } from '../../../actor.ts'
import { type Conditions, callerIdsOf, memoizeByFilters, timeRange } from '../../../db/listings.ts'
import { memoizeByShape, type Prepared, prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { SETTLED_SEC } from './log.ts'

export type Filters = {
  clientId?: string | undefined
  operation?: string | undefined
  fromStatus?: number | undefined
  toStatus?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export type Row = Omit<Selectable<Schema['request_log']>, 'tenant_id'> & { patient_id: null }

const conditions: Conditions<Filters> = {
  clientId: ({ clientId }) => sql`r.client_id = ${clientId}`,
  operation: ({ operation }) => sql`r.operation = ${operation}`,
  fromStatus: ({ fromStatus }) => sql`r.status >= ${fromStatus}`,
  toStatus: ({ toStatus }) => sql`r.status <= ${toStatus}`,
  ...timeRange('r.at'),
}

export type ListValues = Filters & { ownClientId: string; fromId: string; beforeId: string; limit: number }

/** @param all whether to read the requests of every client, if the role permits it, instead of the caller's client only */
const isReadableBy = (v: CallerIds & { ownClientId: string }, role: Role, all: boolean): RawBuilder<boolean> => {
  const client = sql<boolean>`r.client_id = ${v.ownClientId}`
  return all ? visible(access.requests.read, { ...callerIdsOf(v), role }, { client }) : client
}

/** All entries below this id are committed. */
const settledId = sql`id_floor('rql', now() - make_interval(secs => ${sql.lit(SETTLED_SEC)}))`

/** Ids are in the order of writing. Oldest first, the list ends `SETTLED_SEC` ago, because earlier entries are committed. */
export const list = memoizeByFilters(conditions, (conditionsOf, role: Role, all: boolean, oldestFirst: boolean) =>
  prepared<CallerIds & ListValues, Row>((v) => {
    const settled = sql<boolean>`r.id < ${settledId}`
    const further = [isReadableBy(v, role, all), ...(oldestFirst ? [settled] : []), ...conditionsOf(v)]
    return sql`
      select r.id, r.at, r.client_id, r.method, r.path, r.operation, r.status, r.code, r.fault_paths, r.duration_ms,
        r.request_id, null as patient_id
      from request_log r
      where r.tenant_id = ${v.tenantId}
        and r.id > ${v.fromId}
        and r.id < ${v.beforeId}
        and ${sql.join(further, sql` and `)}
      order by r.id ${oldestFirst ? sql`asc` : sql`desc`}
      limit ${v.limit}`
  }),
)

export const settledUpTo = prepared<object, { id: string }>(() => sql`select ${settledId} as id`)

export type Listing = Prepared<CallerIds & ListValues, Row>
/** A list query with the values of the caller. */
export type Query = { rows: Listing; values: CallerIds & ListValues }

/** The requests of a client in an hour. */
export type Hour = {
  client_id: string
  hour: Date
  requests: number
  errors: number
  refused: number
  patient_id: null
}

export const hours = memoizeByShape((role: Role, all: boolean) =>
  prepared<CallerIds & { ownClientId: string; since: Date }, Hour>(
    (v) => sql`
      select r.client_id, r.hour, r.requests, r.errors, r.refused, null as patient_id
      from request_hours r
      where r.tenant_id = ${v.tenantId}
        and r.hour >= ${v.since}
        and ${isReadableBy(v, role, all)}
      order by r.client_id, r.hour`,
  ),
)
