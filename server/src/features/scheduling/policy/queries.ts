import { type RawBuilder, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { defaults } from './rules.ts'

export type Policy = { late_cancel_hours: number; no_show_limit: number | null; no_show_days: number }

/** The policy of an organisation; the defaults if it has none. */
export const one = prepared<Pick<CallerIds, 'tenantId'>, Policy & { patient_id: null }>(
  (v) => sql`
    select coalesce(p.late_cancel_hours, ${sql.lit(defaults.late_cancel_hours)}) as late_cancel_hours, p.no_show_limit,
      coalesce(p.no_show_days, ${sql.lit(defaults.no_show_days)}) as no_show_days,
      null as patient_id -- no health data
    from (select) always
    left join booking_policies p on p.tenant_id = ${v.tenantId}`,
)

export const find = async (db: Db, tenantId: string): Promise<Policy> =>
  (await rowsOf<Policy>(db, one({ tenantId })))[0]!

export const upsert = (tenantId: string, policy: Policy) =>
  builder
    .insertInto('booking_policies')
    .values({ tenant_id: tenantId, ...policy })
    .onConflict((known) => known.column('tenant_id').doUpdateSet({ ...policy, updated_at: sql<Date>`app_now()` }))

/** Selects one row: the limit on missed visits (null for none), and the patient's missed visits. Without a limit, none are read. */
export const missedVisitsOf = ({
  tenantId,
  patientId,
}: {
  tenantId: string
  patientId: string
}): RawBuilder<unknown> => sql`
  select p.no_show_limit, (
      select count(*)::int
      from appointments m
      where p.no_show_limit is not null
        and m.tenant_id = ${tenantId}
        and m.patient_id = ${patientId}
        and m.status = 'NO_SHOW'
        and m.deleted_at is null
        and m.start_time > (select app_now()) - p.no_show_days * interval '1 day'
    ) as no_shows
  from (select) always
  left join booking_policies p on p.tenant_id = ${tenantId}`
