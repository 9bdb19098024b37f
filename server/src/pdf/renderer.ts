import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { FairQueue, NO_TENANT, NotRun } from '../lib/fair-queue.ts'
import { settlesWithin } from '../lib/settles-within.ts'
import { certificatesIn } from './asn1.ts'
import type { Missing } from './compiler.ts'
import { BusyError, type Rendered, type Renderer, type RenderJob, UnprintableError } from './content.ts'
import { withValidationData } from './long-term/append.ts'
import { certificatesOf, type ValidationServices } from './long-term/validation-data.ts'
import { editionNow } from './materials.ts'
import type { TimestampAuthority } from './timestamp-authority.ts'
import { MAX_TOKEN_BYTES, withTimestamp } from './timestamping.ts'
import type { Work } from './worker.ts'

type Options = {
  threads: number
  waiting: number
  withinMs: number
  timestamps: TimestampAuthority | undefined
  validation: ValidationServices | undefined
}

/** More threads need more memory, because each has its own compiler, and are not faster than the cores. */
const THREADS = 2
/** Maximum queue length: a few seconds of work. */
const WAITING = 200
/** Maximum time from request to result. A document takes milliseconds, so one that takes longer has failed. */
const WITHIN_MS = 20_000
/** An idle thread ends after this time, to free its memory. */
const IDLE_MS = 60_000
const CLOSE_MS = 2000

/**
 * Renders documents in worker threads. The threads start with the first document, and organisations share them fairly.
 * @param options `timestamps`: the authority that stamps signatures; `validation`: adds the data to validate them later. The threads
 *   do not wait for them
 */
export function openRenderer(options: Partial<Options> = {}): Renderer {
  const defaults = {
    threads: THREADS,
    waiting: WAITING,
    withinMs: WITHIN_MS,
    timestamps: undefined,
    validation: undefined,
  }
  const { threads, waiting, withinMs, timestamps, validation } = { ...defaults, ...options }
  let pool: Piscina<Work, Rendered | Missing> | undefined
  let activeJobs = 0
  const queue = new FairQueue({ places: threads, timeoutMs: withinMs })
  /** @param until the time, as `performance.now` tells it, at which the result is too late */
  const make = async (job: RenderJob, until: number) => {
    pool ??= new Piscina({
      filename: join(import.meta.dirname, 'worker.ts'),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
    })
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now())))
    const started = new Uint8Array(new SharedArrayBuffer(1))
    try {
      return await pool.run({ job, started, timestampBytes: timestamps ? MAX_TOKEN_BYTES : 0 }, { signal: deadline })
    } catch (error) {
      if (!deadline.aborted) throw error
      if (!started[0]) throw new BusyError() // the job never left the queue
      // Piscina has terminated its thread.
      throw new Error(`A document was not rendered within ${withinMs} ms.`, { cause: error })
    }
  }
  return {
    edition: editionNow(),
    async render(job, tenantId = NO_TENANT) {
      if (activeJobs >= threads + waiting) throw new BusyError()
      activeJobs++
      const until = performance.now() + withinMs
      try {
        const made = await queue.run(tenantId, 'documents', () => make(job, until))
        if ('missing' in made) throw new UnprintableError(made.missing)
        if (!timestamps || !job.seal) return made
        const { chainPem } = job.seal
        const { pdf, token } = await withTimestamp(made.bytes, timestamps.stamp)
        const bytes = validation
          ? withValidationData(pdf, await validation.collect([...certificatesIn(chainPem), ...certificatesOf(token)]))
          : pdf
        return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
      } catch (error) {
        throw error instanceof NotRun ? new BusyError() : error
      } finally {
        activeJobs--
      }
    },
    async close() {
      queue.close()
      if (pool) await settlesWithin(CLOSE_MS, pool.destroy())
    },
  }
}
