import { setTimeout as pause } from 'node:timers/promises'

/** The time limit of a wait, also on a busy machine. */
export const PATIENCE_MS = 120_000

/** Waits until a condition is true. */
export async function eventually(check: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; !(await check()); await pause(20)) {
    if (Date.now() > until) throw new Error(`Timed out waiting for ${what}.`)
  }
}
