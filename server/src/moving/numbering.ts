import type { Cell } from './cell.ts'
import { sealAll } from './sealing.ts'
import { withoutTask } from './tasks.ts'

/** Transactions that the source may still make between this step and the freeze. */
const MARGIN = 1_000_000_000
const LOCK_MS = 2000

/**
 * Lets the numbers of events and audit rows of the target continue above those of the source. Moved rows keep their numbers, so
 * that positions in lists of events stay valid and seals match, and are older than all that the target writes afterwards.
 */
export async function continueNumbers(source: Cell, target: Cell): Promise<void> {
  const { rows } = await source.admin.query<{ audit: string; events: string; seq: string }>(
    `select (n.xid + a.ahead_by + $1)::text as audit, (n.xid + e.ahead_by + $1)::text as events,
       (s.last_value + $1)::text as seq
     from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xid) n, public.audit_position a,
       public.event_numbering e, public.event_seq s`,
    [MARGIN],
  )
  const above = rows[0]!
  await withoutTask(target.worker, 'seal-audit', async () => {
    // The lock waits for running transactions, and others wait for it, so it must not wait for long.
    await target.admin.query(
      `set lock_timeout = ${LOCK_MS}; set search_path = public, pg_catalog; set row_security = on`,
    )
    try {
      await target.admin.query(`call continue_audit_numbering(${above.audit})`)
      await target.admin.query(`call continue_event_numbering(${above.events})`)
      await target.admin.query(`select setval('event_seq', $1::bigint) from event_seq where last_value < $1::bigint`, [
        above.seq,
      ])
    } finally {
      await target.admin.query('set lock_timeout = 0; set search_path = pg_catalog; set row_security = off')
    }
    await sealAll(target, above.audit)
  })
}
