import type pg from 'pg'
import { StartError } from '../db/start-error.ts'
import { newId } from '../lib/ids.ts'
import type { Cell } from './cell.ts'
import { until } from './until.ts'

/** A move, as recorded in the database of a cell. */
export type Move = { toUrl: string; isMoved: boolean }

export async function findMove(admin: pg.Client, tenantId: string): Promise<Move | undefined> {
  const { rows } = await admin.query<Move>(
    `select to_url as "toUrl", moved_at is not null as "isMoved" from public.tenant_moves where tenant_id = $1`,
    [tenantId],
  )
  return rows[0]
}

/** Excludes other commands for the tenant until the session ends. @throws {StartError} if one is running */
export async function lockTenant(admin: pg.Client, tenantId: string): Promise<void> {
  const { rows } = await admin.query<{ free: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('move of ' || $1, 0)) as free`,
    [tenantId],
  )
  if (!rows[0]!.free) throw new StartError(`Another command is moving ${tenantId}.`)
}

/** From now on no transaction of the tenant begins, and no message or webhook of it is claimed. */
export async function freeze(admin: pg.Client, tenantId: string, toUrl: string): Promise<void> {
  await admin.query(
    `insert into public.tenant_moves (tenant_id, to_url) values ($1, $2)
     on conflict (tenant_id) do update set to_url = excluded.to_url, moved_at = null`,
    [tenantId, toUrl],
  )
}

/** Lets the cell serve the tenant again. */
export async function thaw(admin: pg.Client, tenantId: string): Promise<void> {
  await admin.query('delete from public.tenant_moves where tenant_id = $1 and moved_at is null', [tenantId])
}

/**
 * Waits until nothing writes for a frozen tenant: transactions that began before, requests that are being sent, and recoveries of
 * webhooks.
 * @throws {StartError} after a minute
 */
export async function waitForWork({ admin, roles }: Cell, tenantId: string): Promise<void> {
  const { rows } = await admin.query<{ now: Date }>('select clock_timestamp() as now')
  const frozenAt = rows[0]!.now
  await until('transactions that began before have not ended', async () => {
    const { rows: open } = await admin.query<{ some: boolean }>(
      `select exists (
         select from pg_stat_activity
         where datname = current_database() and usename = any($1) and xact_start <= $2 and state <> 'idle'
       ) as some`,
      [roles, frozenAt],
    )
    return !open[0]!.some
  })
  await until('messages or webhooks are still being sent', async () => {
    const { rows: sending } = await admin.query<{ some: boolean }>(
      `select exists (select from public.messages where tenant_id = $1 and lease is not null)
         or exists (select from public.webhook_deliveries where tenant_id = $1 and lease is not null)
         or exists (select from public.webhook_recoveries where tenant_id = $1 and state = 'RUNNING') as some`,
      [tenantId],
    )
    return !sending[0]!.some
  })
}

/** Lets the cell serve a tenant that has arrived, and records the move in the tenant's audit log. */
export async function admit(admin: pg.Client, tenantId: string): Promise<void> {
  await admin.query(
    `with arrived as (delete from public.tenant_moves where tenant_id = $1 and moved_at is null returning tenant_id)
     insert into public.audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id)
     select tenant_id, $2, 'platform', 'operator', 'moveTenant', 'OK', $3 from arrived`,
    [tenantId, newId('aud'), newId('req')],
  )
}
