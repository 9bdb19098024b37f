import { setTimeout as pause } from 'node:timers/promises'

/** Waits, generously, for something that is about to be true. */
export async function eventually(
  check: () => boolean | Promise<boolean>,
  what = 'it',
  withinMs = 20_000,
): Promise<void> {
  for (const until = Date.now() + withinMs; !(await check()); await pause(20)) {
    if (Date.now() > until) throw new Error(`Waited in vain for ${what}.`)
  }
}
