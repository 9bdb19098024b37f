import { sql } from 'kysely'
import { builder } from '../db/kysely.ts'
import type { Joint } from '../db/lanes.ts'
import { type Prepared, prepared } from '../db/prepared.ts'

/** A row of the audit log, as the server inserts it. */
export type Row = {
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

/** A point read and its audit row, to which the statement adds outcome and patient. */
export type PointRead = { values: PointValues; row: Row }

/** The column with the position of a read in its statement, from 1. */
export const POSITION = 'asked_n'

const statements = new WeakMap<PointQuery, Joint<PointRead>>()

/** The statement of all reads by a query that share a flush: reads the rows and inserts the audit rows. */
export function auditedReads(one: PointQuery): Joint<PointRead> {
  const known = statements.get(one)
  if (known) return known
  let composed: ReturnType<typeof compose> | undefined
  const joint: Joint<PointRead> = (reads) => {
    composed ??= compose(one, reads[0]!.values)
    const { names, statement } = composed
    const asked = JSON.stringify(reads.map((read) => recordOf(read, names)))
    return statement({ tenantId: reads[0]!.row.tenantId, asked })
  }
  statements.set(one, joint)
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
 * The values of each read are columns of `asked`, and the query refers to them. `limit` makes the query a lookup for each
 * read: the plan of a join would depend on statistics.
 * @param sample values of one read, which have the types of all
 */
function compose(one: PointQuery, sample: PointValues) {
  const names = new Set<string>()
  const queryOf = (tenantId: unknown) =>
    one.compose(
      new Proxy(
        {},
        {
          get(_, property) {
            const name = String(property)
            if (name === 'tenantId') return tenantId
            names.add(name)
            return sql`${sql.id('asked', columnOf(name))}`
          },
        },
      ),
    )
  queryOf('').compile(builder) // collects the names
  const types = [
    ...Object.entries(rowTypes),
    ...[...names].map((name) => [columnOf(name), typeOf(sample[name])] as const),
  ]
  const statement = prepared<{ tenantId: string; asked: string }>(
    (v) => sql`
    with asked as materialized (
      select *
      from rows from (
        jsonb_to_recordset(${v.asked}::jsonb) as (${sql.join(types.map(([name, type]) => sql`${sql.id(name)} ${type}`))})
      ) with ordinality as asked (${sql.join(types.map(([name]) => sql.id(name)))}, n)
    ),
    found as materialized (
      select one.*, asked.n::int as ${sql.id(POSITION)}
      from asked
      cross join lateral (
        select *
        from (${queryOf(v.tenantId)}) one
        limit 1
      ) one
    ),
    audited as (
      insert into audit_log
        (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
      select ${v.tenantId}, asked.id, asked."userId", asked."clientId", asked.operation,
        case when found.${sql.id(POSITION)} is null then 'NOT_FOUND' else 'OK' end, asked."subjectId",
        case when found.patient_id is null or found.patient_id = any(asked."patientIds") then asked."patientIds"
          else asked."patientIds" || found.patient_id end,
        asked.address, asked."requestId"
      from asked
      left join found on found.${sql.id(POSITION)} = asked.n
    )
    select * from found`,
  )
  return { names: [...names], statement }
}
