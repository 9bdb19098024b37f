import { parseCrontab } from 'graphile-worker'
import { crontab } from './schedule.ts'

/** A moment at which tasks fall due, in the order of the schedule. */
type Tick = { at: Date; tasks: string[] }

const MINUTE_MS = 60_000

/**
 * When some of the scheduled tasks fall due after one moment (milliseconds since 1970) and up to another.
 * @param everyMin gathers what falls due within so many minutes, at the end of each
 */
export function* ticksBetween(fromMs: number, toMs: number, names: readonly string[], everyMin = 1): Generator<Tick> {
  const items = parseCrontab(crontab).filter(({ task }) => names.includes(task))
  const lastMs = Math.floor(toMs / MINUTE_MS) * MINUTE_MS
  let due = new Set<string>()
  for (let ms = (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS; ms <= lastMs; ms += MINUTE_MS) {
    const at = new Date(ms)
    const minute = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    for (const { task, match } of items) if (match(minute)) due.add(task)
    if (due.size === 0 || (ms % (everyMin * MINUTE_MS) !== 0 && ms !== lastMs)) continue
    yield { at, tasks: items.map(({ task }) => task).filter((task) => due.has(task)) }
    due = new Set()
  }
}
