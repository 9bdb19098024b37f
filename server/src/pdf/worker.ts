import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { forget, type Missing, printed } from './compiler.ts'
import type { Rendered, RenderJob } from './content.ts'
import { seal } from './sealing.ts'
import { shown } from './shown.ts'

/** What a thread is given: a document to make, and where to say that it has begun. */
export type Work = { job: RenderJob; begun: Uint8Array }

/**
 * Makes one document, in a thread of its own.
 * @returns what is missing rather than throwing it: an error of ours would lose its class on the way to the other thread
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
    // What the compiler handed over is let go of when the loop turns, which awaiting promises alone does not make it.
    await turn()
  }
}

const reasons = {
  prescription: 'Ordonnance médicale',
  certificate: 'Certificat médical',
  invoice: 'Facture',
  attestation: 'Attestation de présence',
}

const sealed = (pdf: Uint8Array, { content: { template }, createdAt, seal: key }: RenderJob) =>
  key === undefined ? pdf : seal(pdf, key, { at: createdAt, reason: reasons[template], name: template })
