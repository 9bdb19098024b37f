import { type Cadence, nextRun, schedule } from './schedule.ts'

/** A time with its due tasks, in the order of the schedule. */
type Tick = { at: Date; tasks: string[] }

const MINUTE_MS = 60_000

/**
 * The times at which tasks are due after `fromMs` and up to `toMs`.
 * @param everyMin merges the ticks of each period of this many minutes into one tick at the end of the period
 */
export function* ticksBetween(fromMs: number, toMs: number, names: readonly string[], everyMin = 1): Generator<Tick> {
  const periodMs = everyMin * MINUTE_MS
  const after = (cadence: Cadence, ms: number) => nextRun(cadence, new Date(ms)).getTime()
  const items = Object.entries(schedule)
    .filter(([task]) => names.includes(task))
    .map(([task, cadence]) => ({ task, cadence, nextMs: after(cadence, fromMs) }))
  for (;;) {
    const firstMs = Math.min(...items.map(({ nextMs }) => nextMs))
    if (firstMs > toMs) return
    const atMs = Math.min(Math.ceil(firstMs / periodMs) * periodMs, Math.floor(toMs / MINUTE_MS) * MINUTE_MS)
    const due = items.filter(({ nextMs }) => nextMs <= atMs)
    yield { at: new Date(atMs), tasks: due.map(({ task }) => task) }
    for (const item of due) item.nextMs = after(item.cadence, atMs)
  }
}
