import { parseCrontab } from 'graphile-worker'
import { crontab } from './schedule.ts'

/** A moment at which tasks fall due, in the order of the schedule. */
export type Tick = { at: Date; tasks: string[] }

const MINUTE_MS = 60_000

/** When some of the scheduled tasks fall due after one moment (milliseconds since 1970) and up to another. */
export function* ticksBetween(fromMs: number, toMs: number, names: readonly string[]): Generator<Tick> {
  const items = parseCrontab(crontab).filter(({ task }) => names.includes(task))
  for (let ms = (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS; ms <= toMs; ms += MINUTE_MS) {
    const at = new Date(ms)
    const minute = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    const tasks = items.filter(({ match }) => match(minute)).map(({ task }) => task)
    if (tasks.length > 0) yield { at, tasks }
  }
}
