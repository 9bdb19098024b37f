import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { settlesWithin } from '../lib/settles-within.ts'
import { type Cadence, nextRun } from './schedule.ts'

export type Tasks = Record<string, () => Promise<void>>

/** How often a server looks for due tasks. */
const POLL_MS = 1000
/** Tasks that one server runs at once; requests need the other connections. */
const CONCURRENCY = 2
/** The shortest and longest delay before a failed task is retried. Its next regular run may come earlier. */
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 600_000
/** How long a stop waits for running tasks. */
const STOP_GRACE_MS = 5000
const HOUR_MS = 3_600_000

type Due = { due_at: Date; failures: number; now: Date }

/**
 * Runs the tasks of a schedule, each on one server of the installation at a time. The table `jobs` has the time at which each
 * task is due; `due_at = 'infinity'` turns a task off. A task may run again after a crash, so it must be repeatable.
 * @param tasks a function for each name in the schedule
 */
export async function startScheduler(
  database: Database,
  schedule: Record<string, Cadence>,
  tasks: Tasks,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const db = database.reader('')
  const names = Object.keys(schedule)
  const missing = names.filter((name) => !tasks[name])
  if (missing.length > 0) throw new Error(`The schedule names tasks that do not exist: ${missing.join(', ')}`)
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  /** Adds new tasks, and brings tasks forward whose cadence has become shorter. */
  async function enroll(): Promise<void> {
    const now = new Date()
    const dueAt = names.map((name) => nextRun(schedule[name]!, now))
    await sql`
      insert into jobs as j (name, due_at)
      select * from unnest(${names}::text[], ${dueAt}::timestamptz[])
      on conflict (name) do update
      set due_at = least(j.due_at, excluded.due_at)
      where j.due_at is distinct from 'infinity'`.execute(db)
  }

  async function findDue(): Promise<string[]> {
    const idle = names.filter((name) => !running.has(name))
    const { rows } = await sql<{ name: string }>`
      select name
      from jobs
      where name = any(${idle})
        and due_at <= now()
        and (leased_until is null or leased_until <= now())
      order by due_at`.execute(db)
    return rows.map(({ name }) => name)
  }

  const postpone = (name: string, until: Date, failures = 0) =>
    sql`update jobs set due_at = ${until}, failures = ${failures} where name = ${name}`.execute(db)

  async function runIfDue(name: string): Promise<void> {
    // Another server may have run the task meanwhile.
    const { rows } = await sql<Due>`
      select due_at, failures, now() as now from jobs where name = ${name} and due_at <= now()`.execute(db)
    const [due] = rows
    if (!due) return
    const { maxDelayHours = Number.POSITIVE_INFINITY }: Cadence = schedule[name]!
    const next = nextRun(schedule[name]!, due.now)
    if (due.now.getTime() - due.due_at.getTime() > maxDelayHours * HOUR_MS) {
      log.warn({ task: name, dueAt: due.due_at }, 'skipping a scheduled task that is too late')
    } else {
      try {
        await tasks[name]!()
      } catch (err) {
        log.error({ err, task: name }, 'a scheduled task failed; it will be retried')
        const retryMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** due.failures)
        const retry = new Date(Math.min(next.getTime(), due.now.getTime() + retryMs))
        await postpone(name, retry, due.failures + 1)
        return
      }
    }
    await postpone(name, next)
  }

  function start(name: string): void {
    const work = database
      .runExclusively(name, () => runIfDue(name))
      .then(() => {})
      .catch((err) => log.warn({ err, task: name }, 'a scheduled task could not be recorded; it will run again'))
      .finally(() => running.delete(name))
    running.set(name, work)
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (running.size < CONCURRENCY) {
        const due = await findDue().catch((err) => {
          log.warn({ err }, 'due tasks could not be looked up; trying again')
          return []
        })
        if (!stopping.signal.aborted) for (const name of due.slice(0, CONCURRENCY - running.size)) start(name)
      }
      await pause(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  await enroll()
  const polling = poll()
  return {
    async stop() {
      stopping.abort()
      const ended = await settlesWithin(
        STOP_GRACE_MS,
        polling.then(() => Promise.all(running.values())),
      )
      if (!ended) log.warn({ tasks: [...running.keys()] }, 'running tasks are abandoned; they will run again')
    },
  }
}
