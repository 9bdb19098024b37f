import { createHash } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { evictCache, type Missing, renderPdf } from './compiler.ts'
import { type Rendered, type RenderJob, templates } from './content.ts'
import { seal } from './sealing.ts'
import { templateData } from './template-data.ts'

// On Linux this changes the priority of the calling thread, elsewhere of the whole process. So requests, which the main
// thread and PostgreSQL answer, do not wait for documents where both need the processors.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** A job, a shared flag that the worker sets when it starts the job, and bytes that signatures reserve for a time stamp. */
export type Work = { job: RenderJob; started: Uint8Array; timestampBytes: number }

/**
 * Renders one document in a worker thread.
 * @returns missing characters, instead of throwing an error, because errors lose their class between threads
 */
export default async function make({ job, started, timestampBytes }: Work): Promise<Rendered | Missing> {
  started[0] = 1
  try {
    const pdf = renderPdf(job.content.template, templateData(job), job.createdAt)
    if ('missing' in pdf) return pdf
    const bytes = signIfRequired(pdf, job, timestampBytes)
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    evictCache()
    // The compiler's native memory is freed only in the next turn of the event loop.
    await turn()
  }
}

function signIfRequired(pdf: Uint8Array, job: RenderJob, timestampBytes: number): Uint8Array {
  const { template } = job.content
  if (job.seal === undefined) return pdf
  return seal(pdf, job.seal, {
    at: job.createdAt,
    reason: templates[template].title.fr,
    name: template,
    timestampBytes,
  })
}
