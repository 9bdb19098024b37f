import { createHash } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { forget, type Missing, printed } from './compiler.ts'
import { type Rendered, type RenderJob, templates } from './content.ts'
import { seal } from './sealing.ts'
import { shown } from './shown.ts'

// On Linux this changes the priority of the calling thread, elsewhere of the whole process. So requests, which the main
// thread and PostgreSQL answer, do not wait for documents where both need the processors.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** A job, and a shared flag that it has started. */
export type Work = { job: RenderJob; begun: Uint8Array }

/**
 * Renders one document in a worker thread.
 * @returns missing characters instead of throwing, because an error would lose its class between threads
 */
export default async function make({ job, begun }: Work): Promise<Rendered | Missing> {
  begun[0] = 1
  try {
    const pdf = printed(job.content.template, shown(job), job.createdAt)
    if ('missing' in pdf) return pdf
    const bytes = sealed(pdf, job)
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    forget()
    // The compiler's native memory is freed only when the event loop turns.
    await turn()
  }
}

const sealed = (pdf: Uint8Array, { content: { template }, createdAt, seal: key }: RenderJob) =>
  key === undefined ? pdf : seal(pdf, key, { at: createdAt, reason: templates[template].title.fr, name: template })
