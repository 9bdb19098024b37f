import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { sealKeys } from '../audit/seal.ts'
import { sealBatch } from '../audit/sealer.ts'
import type { Database } from '../db/database.ts'
import { StartError } from '../db/start-error.ts'
import { sandboxSchedule, schedule } from '../jobs/schedule.ts'
import type { Cell } from './cell.ts'

/** How long a move waits for work that is under way. A request to a provider or a webhook takes at most 30 s. */
const WAIT_MS = 60_000
const POLL_MS = 50

const ALL_TASKS = Object.keys({ ...schedule, ...sandboxSchedule })

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

/**
 * Runs work while no scheduled task runs on any server.
 * @throws {StartError} if a task does not end in time
 */
export function withoutTasks<T>(database: Database, work: () => Promise<T>, names = ALL_TASKS): Promise<T> {
  const [name, ...rest] = names
  return name === undefined ? work() : withoutTask(database, name, () => withoutTasks(database, work, rest))
}

export async function withoutTask<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  let done: { result: T } | undefined
  await until(`the task ${name} is still running`, async () => {
    done = await database.runExclusively(name, async () => ({ result: await work() }))
    return done !== undefined
  })
  return done!.result
}

/** Seals the audit log of a cell up to a number, by default that of its newest row. */
export async function sealAll({ admin, worker, vault }: Cell, upTo?: string): Promise<void> {
  const goal = upTo ?? (await newestAuditXid(admin))
  await until('transactions that began before have not ended, so the audit log cannot be sealed', async () => {
    await sealBatch(worker, sealKeys(vault))
    const { rows } = await admin.query<{ sealed: boolean }>('select xid > $1 as sealed from public.audit_position', [
      goal,
    ])
    return rows[0]!.sealed
  })
}

async function newestAuditXid(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ xid: string }>('select coalesce(max(xid), 0) as xid from public.audit_log')
  return rows[0]!.xid
}

/** @param fault why it may last too long */
async function until(fault: string, isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (!(await isDone())) {
    if (performance.now() > end)
      throw new StartError(`After ${WAIT_MS / 1000} s ${fault}. Try again at a quieter time.`)
    await pause(POLL_MS)
  }
}
