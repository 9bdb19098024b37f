import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { atPrefix, inListOrder } from '../../../db/plans.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { type Indexed, indexed, type ListValues } from './filters.ts'

const names = Object.keys(indexed) as Indexed[]

/** Rows of a filter are counted up to this number, which takes less than a millisecond. */
const FEW_ROWS = 1000

type Values = ListValues & { tenantId: string }

/** The condition of the partial index on outcomes. */
const isOtherOutcome = sql`and l.outcome <> 'OK'`

/** The number of rows of a filter, up to `FEW_ROWS`. The order selects the filter's index. */
function countOf(v: Values, name: Indexed): RawBuilder<unknown> {
  const values = name.endsWith('Ids') ? sql`${v[name]}::text[]` : sql`array[${v[name]}::text]`
  const ofPatient = indexed[name] === 'patient_id'
  const [column, id] = [sql.ref(`l.${indexed[name]}`), sql.ref(ofPatient ? 'l.audit_id' : 'l.id')]
  return sql`(
    select count(*)::int
    from (
      select
      from unnest(${values}) wanted(value)
      cross join lateral (
        select
        from ${ofPatient ? sql`audit_of_patients` : sql`audit_log`} l
        where ${atPrefix(['l.tenant_id', sql`${v.tenantId}`], [column, 'wanted.value'])}
          ${name === 'otherOutcome' ? isOtherOutcome : sql``}
          and ${id} >= ${v.fromId}
          and ${id} < ${v.beforeId}
        order by ${column}, ${id}
        limit ${sql.lit(FEW_ROWS)}
      ) found
      limit ${sql.lit(FEW_ROWS)}
    ) counted)`
}

const countsOf = memoizeByShape((chosen: string) =>
  prepared<Values, Record<string, number>>(
    (v) =>
      sql`select ${sql.join((chosen.split(' ') as Indexed[]).map((name) => sql`${countOf(v, name)} as ${sql.ref(name)}`))}`,
  ),
)

/**
 * Of several filters, the one with the fewest rows. Its rows are then read and compared with the other filters. PostgreSQL cannot
 * choose it, because the plan of a list is the same for all values.
 * @returns undefined for a single filter, and if each has many rows
 */
export async function findRarest(database: Database, values: Values): Promise<Indexed | undefined> {
  const chosen = names.filter((name) => values[name] !== undefined)
  if (chosen.length < 2) return
  const [, found] = await database.onOwnConnection(values.tenantId, [
    inListOrder({}),
    countsOf(chosen.join(' '))(values),
  ])
  const counts: Record<Indexed, number> = found!.rows[0]
  const rarest = chosen.reduce((least, name) => (counts[name] < counts[least] ? name : least))
  return counts[rarest] < FEW_ROWS ? rarest : undefined
}
