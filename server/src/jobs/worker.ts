import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { sealKeys } from '../audit/seal.ts'
import { sealFinished } from '../audit/sealer.ts'
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { settlesWithin } from '../lib/settles-within.ts'
import { crontab, sandboxCrontab } from './schedule.ts'

/** Access tokens are signed by a new key this often. */
const KEY_AGE_MS = 90 * 24 * 3600 * 1000

/**
 * Background work and cadences, shared by all servers of an installation through the database. A crashed task stays
 * locked for hours, so each may be run again by another at any time.
 * @param ofFeatures what features do in the background
 */
export async function startWorker(
  services: Services,
  database: Database,
  ofFeatures: TaskList,
): Promise<{ stop(): Promise<void> }> {
  const tasks: TaskList = {
    ...ofFeatures,
    'make-partitions': async () => {
      await sql`call make_all_partitions()`.execute(database.reader(''))
    },
    'purge-expired': async () => {
      for (const statement of expired) await statement.execute(database.reader(''))
    },
    'seal-audit': () => sealFinished(database, sealKeys(services.vault), services.log),
    'rotate-signing-key': async () => {
      const kid = await services.keys.rotate(KEY_AGE_MS)
      if (kid) services.log.info({ kid }, 'a new signing key was published')
    },
  }
  const start = () =>
    run({
      pgPool: database.pool,
      taskList: tasks,
      crontab: services.config.mode === 'sandbox' ? crontab + sandboxCrontab : crontab,
      concurrency: 2,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => services.log[level === 'warning' ? 'warn' : level](message)),
      // Written down by itself, the end of a task that the database did not take would be a rejection that nobody handles,
      // and end the process. In a batch it ends the runner.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  return keepRunning(start, services.log)
}

/** What a stop grants to tasks under way, and then to giving them back, which takes the library five seconds at the most. */
const STOP_GRACE_MS = 5000
const STOP_KILL_MS = 6000

/** Before a runner that ended is followed by another. */
const RESTART_MS = 1000

/** A runner ends where the database does not take how a task went, as when it restarts: then another takes its place. */
async function keepRunning(start: () => Promise<Runner>, log: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let runner: Runner | undefined = await start()
  const keep = async () => {
    while (!stopping.signal.aborted) {
      await runner?.promise.catch(() => {}) // it has said why
      if (stopping.signal.aborted) return
      log.warn('background tasks have stopped; starting them again')
      await pause(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      runner = await start().catch((err) => void log.warn({ err }, 'background tasks could not be started'))
    }
    await end(runner)
  }
  const kept = keep()
  return {
    async stop() {
      stopping.abort()
      if (
        await settlesWithin(
          STOP_GRACE_MS,
          end(runner).then(() => kept),
        )
      )
        return
      log.warn('background tasks that are under way are left behind; they will be done anew')
      await settlesWithin(STOP_KILL_MS, Promise.resolve(runner?.kill()))
    },
  }
}

/** Ends a runner, unless it has ended by itself. */
const end = (runner: Runner | undefined): Promise<void> => Promise.resolve(runner?.stop()).catch(() => {})

/** Rows that have outlived their use, of every tenant. */
const expired = [
  sql`delete from idempotency_keys where created_at < app_now() - interval '24 hours'`,
  sql`delete from revoked_access_tokens where expires_at < app_now()`,
  sql`delete from token_families where expires_at < app_now()`,
  sql`delete from sessions where ends_at < app_now()`,
  sql`delete from sign_in_failures where last_at < app_now() - interval '1 day'`,
  sql`delete from client_secrets where expires_at < app_now()`,
  // Kept for a while, so that a link which comes too late is told from one that never was. That one was used is kept for
  // good: from then on the operator makes no more of them.
  sql`delete from client_handovers where used_at is null and expires_at < app_now() - interval '30 days'`,
]
