import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const WITHIN_MS = 60_000

/** Waits until no message and no delivery is due or being sent. */
export async function untilIdle(owner: pg.ClientBase): Promise<void> {
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await pause(100)) {
    const { rows } = await owner.query<{ busy: boolean }>(
      `select exists (select from messages where lease is not null)
         or exists (select from messages where channel is null and lease is null and next_at <= app_now())
         or exists (select from messages where channel is not null and lease is null and next_at <= app_now())
         or exists (select from webhook_deliveries where state = 'SENDING')
         or exists (select from webhook_deliveries where state = 'PENDING' and next_at <= app_now())
         as busy`,
    )
    if (!rows[0]!.busy) return
  }
  throw new Error(`Messages or deliveries were still due after ${WITHIN_MS / 1000} s.`)
}
