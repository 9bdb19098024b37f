import { sql } from 'kysely'
import { builder } from '../db/kysely.ts'
import type { Joint } from '../db/lanes.ts'
import { type Prepared, prepared } from '../db/prepared.ts'

/** A row of the audit log, as the server inserts it. */
type Row = {
  tenantId: string
  id: string
  userId: string
  clientId: string
  operation: string
  outcome: string
  subjectId: string | null
  patientIds: string[]
  address: string | null
  requestId: string
}

/** The values of a point read, by name. */
export type PointValues = { readonly [name: string]: string | number | readonly string[] }

/** A row with its patient, null for data of no patient. */
export type OfPatient = { patient_id: string | null; patient_ids?: never }

// biome-ignore lint/suspicious/noExplicitAny: queries of any values.
type PointQuery = Prepared<any, OfPatient>

/** A point read and its audit row. The statement adds the outcome and the patient to the row. */
export type PointRead = { values: PointValues; row: Row }

/** The column with the position of a read in its statement, from 1. */
export const POSITION = 'request_n'

const statements = new WeakMap<PointQuery, Joint<PointRead>>()

/** The one statement for all reads by a query that share a flush: it reads the rows and inserts the audit rows. */
export function auditedReads(query: PointQuery): Joint<PointRead> {
  const known = statements.get(query)
  if (known) return known
  let composed: ReturnType<typeof compose> | undefined
  const joint: Joint<PointRead> = (reads) => {
    composed ??= compose(query, reads[0]!.values)
    const { names, statement } = composed
    const request = JSON.stringify(reads.map((read) => recordOf(read, names)))
    return statement({ tenantId: reads[0]!.row.tenantId, request })
  }
  statements.set(query, joint)
  return joint
}

const columnOf = (name: string) => `value.${name}`

function recordOf({ values, row }: PointRead, names: readonly string[]): object {
  const { tenantId: _, outcome: __, ...record } = row
  for (const name of names) Object.assign(record, { [columnOf(name)]: values[name] })
  return record
}

const typeOf = (value: PointValues[string] | undefined) =>
  Array.isArray(value) ? sql`text[]` : typeof value === 'number' ? sql`int` : sql`text`

const rowTypes = {
  id: sql`text`,
  userId: sql`text`,
  clientId: sql`text`,
  operation: sql`text`,
  subjectId: sql`text`,
  patientIds: sql`text[]`,
  address: sql`text`,
  requestId: sql`text`,
}

/**
 * Composes the statement. The values of each read are columns of `request`, and the query refers to them. `limit 1` makes
 * PostgreSQL run the query once for each read; the plan of a join would depend on statistics.
 * @param sample the values of any one read; all reads have the same types
 */
function compose(query: PointQuery, sample: PointValues) {
  const names = new Set<string>()
  const queryOf = (tenantId: unknown) =>
    query.compose(
      new Proxy(
        {},
        {
          get(_, property) {
            const name = String(property)
            if (name === 'tenantId') return tenantId
            names.add(name)
            return sql`${sql.id('request', columnOf(name))}`
          },
        },
      ),
    )
  queryOf('').compile(builder) // collects the names
  const types = [
    ...Object.entries(rowTypes),
    ...[...names].map((name) => [columnOf(name), typeOf(sample[name])] as const),
  ]
  const statement = prepared<{ tenantId: string; request: string }>(
    (v) => sql`
    with request as materialized (
      select *
      from rows from (
        jsonb_to_recordset(${v.request}::jsonb) as (${sql.join(types.map(([name, type]) => sql`${sql.id(name)} ${type}`))})
      ) with ordinality as request (${sql.join(types.map(([name]) => sql.id(name)))}, n)
    ),
    found as materialized (
      select one.*, request.n::int as ${sql.id(POSITION)}
      from request
      cross join lateral (
        select *
        from (${queryOf(v.tenantId)}) one
        limit 1
      ) one
    ),
    audited as (
      insert into audit_log
        (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
      select ${v.tenantId}, request.id, request."userId", request."clientId", request.operation,
        case when found.${sql.id(POSITION)} is null then 'NOT_FOUND' else 'OK' end, request."subjectId",
        case when found.patient_id is null or found.patient_id = any(request."patientIds") then request."patientIds"
          else request."patientIds" || found.patient_id end,
        request.address, request."requestId"
      from request
      left join found on found.${sql.id(POSITION)} = request.n
    )
    select * from found`,
  )
  return { names: [...names], statement }
}
