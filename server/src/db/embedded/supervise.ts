import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { StartError } from '../start-error.ts'
import type { Home } from './home-type.ts'
import { failedToStart, failureLine, logFileOf, type Postmaster } from './postmaster.ts'

const CHECK_MS = 250
const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 5000
/** How long restarts may fail, and how long PostgreSQL must run to reset that time. */
const GIVE_UP_MS = 60_000

type Supervised = {
  home: Home
  postmaster: Postmaster
  /** Starts PostgreSQL on its previous port. @returns the reason if it did not start */
  restart(): Promise<{ postmaster: Postmaster } | { failure: string }>
  /** Called once, when PostgreSQL cannot be restarted. */
  onLost(error: StartError): void
}

/**
 * Restarts PostgreSQL when it ends unexpectedly: killed, crashed, or out of disk space. Retries without limit while the disk is
 * full. Any other failure to start is final after a minute.
 */
export function supervise({ home, postmaster, restart, onLost }: Supervised): { stop(): Promise<Postmaster> } {
  const stopping = new AbortController()
  const sleep = (ms: number) => pause(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  let current = postmaster
  let startedAt = performance.now()
  let logOffset = 0
  let failingSince: number | undefined
  let lastLine = ''

  const log = (line: string) => {
    if (line !== lastLine) home.log(line)
    lastLine = line
  }
  const isHopeless = (why: string) => {
    const now = performance.now()
    if (isDiskFull(why)) failingSince = undefined
    failingSince ??= now
    return now - failingSince > GIVE_UP_MS
  }

  async function startAgain(): Promise<boolean> {
    const wasStable = performance.now() - startedAt > GIVE_UP_MS
    if (wasStable) failingSince = undefined
    const output = (await readFile(logFileOf(home)).catch(() => Buffer.alloc(0))).subarray(logOffset).toString()
    let why = output === '' ? 'it was killed' : failureLine(output)
    log(`PostgreSQL ended unexpectedly: ${why}. Restarting it`)
    for (let delayMs = FIRST_RETRY_MS; !stopping.signal.aborted; delayMs = Math.min(2 * delayMs, LONGEST_RETRY_MS)) {
      if (isHopeless(why)) {
        onLost(failedToStart(home, why))
        return false
      }
      const outcome = await restart()
      if ('postmaster' in outcome) {
        current = outcome.postmaster
        startedAt = performance.now()
        logOffset = await sizeOfLog()
        log('PostgreSQL is running again')
        return true
      }
      why = outcome.failure
      log(`PostgreSQL did not start: ${why}. Trying again`)
      await sleep(delayMs)
    }
    return false
  }

  const sizeOfLog = () =>
    stat(logFileOf(home)).then(
      ({ size }) => size,
      () => 0,
    )

  async function watch(): Promise<void> {
    logOffset = await sizeOfLog()
    for (let isRunning = true; isRunning && !stopping.signal.aborted; ) {
      await sleep(CHECK_MS)
      if (!stopping.signal.aborted && current.hasExited()) isRunning = await startAgain()
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
      return current
    },
  }
}

const isDiskFull = (why: string) => /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i.test(why)
