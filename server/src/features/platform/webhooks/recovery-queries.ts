import { sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import type { Listing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { NoPatient } from './delivery-queries.ts'

type NewRecovery = {
  tenantId: string
  endpointId: string
  id: string
  since: Date
  until: Date
  fromId: string
  beforeId: string
}

const recoveryColumns = sql`id, state, since, until, resent, created_at, finished_at`

export type Recovery = {
  id: string
  state: 'RUNNING' | 'DONE' | 'CANCELLED'
  since: Date
  until: Date
  resent: number
  created_at: Date
  finished_at: Date | null
}

const begin = prepared<NewRecovery>(
  (v) => sql`
    insert into webhook_recoveries (tenant_id, endpoint_id, id, since, until, position, before_id)
    values (${v.tenantId}, ${v.endpointId}, ${v.id}, ${v.since}, ${v.until}, ${v.fromId}, ${v.beforeId})
    on conflict (tenant_id, endpoint_id) where state = 'RUNNING' do nothing
    returning ${recoveryColumns}`,
)

/** @returns undefined while another recovery of the endpoint runs */
export async function beginRecovery(db: Db, recovery: NewRecovery): Promise<Recovery | undefined> {
  return (await rowsOf<Recovery>(db, begin(recovery)))[0]
}

export async function findRunning(db: Db, tenantId: string, endpointId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_recoveries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('RUNNING')) // as in the partial index
    .executeTakeFirst()
  return row?.id
}

/** Cancels the recovery of a deleted endpoint, after its step in progress. */
export const cancelRecovery = (tenantId: string, endpointId: string) =>
  builder
    .updateTable('webhook_recoveries')
    .set({ state: 'CANCELLED', finished_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('RUNNING'))

export const ofEndpoint: Listing<{ endpointId: string }, Recovery & NoPatient> = {
  ...orderedRows(
    (v) => sql`
      select ${recoveryColumns}, null as patient_id
      from webhook_recoveries
      where tenant_id = ${v.tenantId}
        and endpoint_id = ${v.endpointId}`,
    { id: 'desc' },
  ),
  ...totals(
    (v: CallerIds & { endpointId: string }) => sql`
      select id
      from webhook_recoveries
      where tenant_id = ${v.tenantId}
        and endpoint_id = ${v.endpointId}`,
  ),
}
