import { setTimeout as pause } from 'node:timers/promises'

/** How long something may take on a machine that is busy with other things. */
export const PATIENCE_MS = 120_000

/** Waits, generously, for something that is about to be true. */
export async function eventually(check: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; !(await check()); await pause(20)) {
    if (Date.now() > until) throw new Error(`Waited in vain for ${what}.`)
  }
}
