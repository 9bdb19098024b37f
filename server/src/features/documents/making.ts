import type { Actor } from '../../actor.ts'
import type { Context, Services } from '../../context.ts'
import { afterCommit, later } from '../../db/transaction.ts'
import { conflict, notFound, unavailable, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { newId } from '../../lib/ids.ts'
import { sha256 } from '../../lib/secrets.ts'
import { newSerial } from '../../lib/serial.ts'
import { BusyError, type Content, type RenderJob, UnprintableError } from '../../pdf/content.ts'
import { openSealingKey, type Signer, signerOf } from '../signing-certificates/actions.ts'
import { gather, type Subject } from './contents.ts'
import type { generatePdf } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Asked = Input<typeof generatePdf>

/**
 * Writes down what a document is to say, unless there is one that says it.
 * @returns its id, and the key of its file where that has been made
 * @throws {ApiError} 422, 403 and 409 as its template has it; 409 without a certificate where one is needed
 */
export async function begin(ctx: Context, actor: Actor, { body }: Asked) {
  const subject = await gather(ctx, actor, body)
  const { content, patientId, practitionerId } = subject
  const now = ctx.clock.now()
  const own = rules.isOfPractitioner(content.template)
  const signer = await signerOf(ctx, { practitionerId: own ? practitionerId : null, now })
  if (!signer && own)
    throw conflict(
      'There is no certificate to sign this document with. Its practitioner or the organisation adds one at /api/signing-certificates.',
    )
  const certificateId = signer?.certificateId ?? null
  const digest = digestOf(content, { edition: ctx.renderer.edition, signedBy: signer?.holder ?? null })
  const document = await findOrInsert(ctx, () => rowOf(actor, subject, { certificateId, digest, at: now }))
  ctx.concerns(document.id, patientId)
  // One that was written down and never made may have waited for longer than its certificate was in use.
  if (document.object_key === null && document.certificate_id !== certificateId)
    later(ctx.db, queries.signWith(actor.tenantId, document.id, certificateId))
  return { id: document.id, objectKey: document.object_key }
}

/** Again where the one that was there is cancelled between the two statements. */
async function findOrInsert({ db }: Context, newRow: () => ReturnType<typeof rowOf>) {
  for (;;) {
    const row = newRow()
    later(db, queries.insert(row))
    const found = await queries.findByContent(db, row.tenant_id, row.content_sha256)
    if (found) return found
  }
}

/** What tells one document from another: all that it says, how our templates say it, and whose signature it bears. */
const digestOf = (content: Content, how: { edition: string; signedBy: Signer['holder'] | null }): Buffer =>
  sha256(canonicalJson({ ...how, content }))

const rowOf = (
  { tenantId, userId }: Actor,
  { content, patientId, practitionerId, prescriptionId, appointmentId, invoiceId }: Subject,
  { certificateId, digest, at }: { certificateId: string | null; digest: Buffer; at: Date },
) => ({
  tenant_id: tenantId,
  id: newId('doc'),
  template: content.template,
  serial: newSerial(),
  content: JSON.stringify(content),
  content_sha256: digest,
  patient_id: patientId,
  practitioner_id: practitionerId,
  prescription_id: prescriptionId,
  appointment_id: appointmentId,
  invoice_id: invoiceId,
  certificate_id: certificateId,
  created_by: userId,
  created_at: at,
})

/**
 * Makes the file of a document and stores it. Several that do so at once store one each, under different keys: which of
 * them counts is decided when it is written down.
 * @returns undefined where it has been made in the meantime
 * @throws {ApiError} 422 for text that cannot be printed, 503 while too many documents are being made
 * @throws {StorageError} when the file could not be stored
 */
export async function make(services: Services, { tenantId }: Actor, id: string): Promise<queries.File | undefined> {
  const document = await queries.findForMaking(services.database.reader(tenantId), tenantId, id)
  if (!document) throw notFound('Document')
  if (document.object_key !== null) return undefined
  const { template, serial, content, certificate_id } = document
  const seal = certificate_id === null ? undefined : await openSealingKey(services, tenantId, certificate_id)
  if (certificate_id !== null && !seal)
    throw conflict(
      'The certificate to sign this document with has been replaced. Ask again, with another Idempotency-Key.',
    )
  const verifyUrl = verifyUrlOf(services, serial)
  const createdAt = services.clock.now() // which may be long after it was asked for
  const { bytes, sha256 } = await rendered(services, { content, serial, verifyUrl, createdAt, seal })
  const objectKey = `${tenantId}/${id}/${rules.fileNameOf(template, serial, sha256)}`
  await services.storage.put(objectKey, bytes)
  return { objectKey, sha256, size: bytes.length, certificateId: certificate_id, createdAt }
}

/** Where anybody may check a document. */
export const verifyUrlOf = ({ config }: Pick<Services, 'config'>, serial: string): string =>
  `${config.publicUrl}/verify/${serial}`

async function rendered({ renderer }: Services, job: RenderJob) {
  try {
    return await renderer.render(job)
  } catch (error) {
    if (error instanceof UnprintableError)
      throw unprocessable([
        { path: ['data'], message: `names a text with ${error.characters}, which cannot be printed` },
      ])
    if (error instanceof BusyError) throw unavailable('Too many documents are being made. Try again.')
    throw error
  }
}

/**
 * Says that a document has been made. Of several files of one document the first counts, and the others go.
 * @returns the key of the file that counts; undefined where a reset of the sandbox took the document meanwhile, or the
 *   caller may no longer see it
 */
export async function finish(
  ctx: Context,
  actor: Actor,
  id: string,
  file: queries.File | undefined,
): Promise<string | undefined> {
  const counts = await queries.settleFile(ctx.db, actor, id, file, ctx.clock.now())
  if (file && counts?.object_key !== file.objectKey)
    afterCommit(ctx.db, () => {
      ctx.storage
        .remove(file.objectKey)
        .catch((err) => ctx.log.warn({ err }, 'a file that nobody needs was left behind'))
    })
  if (counts) ctx.concerns(id, counts.patient_id)
  // Making takes time, and a repeated call may go on a day later: the order may have been cancelled since.
  return counts?.visible ? counts.object_key : undefined
}
