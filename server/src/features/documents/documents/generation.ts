import type { Actor } from '../../../actor.ts'
import { afterCommit, defer } from '../../../db/transaction.ts'
import { conflict, notFound, unavailable, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { newSerial } from '../../../lib/serial.ts'
import { BusyError, type Content, type RenderJob, templates, UnprintableError } from '../../../pdf/content.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { openSealingKey, type Signer, signerOf } from '../signing-certificates/actions.ts'
import { collectContent, type Subject } from './contents.ts'
import type { generatePdf } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type GenerateRequest = Input<typeof generatePdf>

/**
 * Records the content of a document, unless a document with this content exists.
 * @returns its id, and the key of its file if there is one
 * @throws {ApiError} 422, 403 and 409 by the template's rules; 409 if the document needs a certificate and there is none, or was
 *   cancelled by another user
 */
export async function prepare(ctx: Context<'config' | 'renderer'>, actor: Actor, { body }: GenerateRequest) {
  const subject = await collectContent(ctx, actor, body)
  const { content, patientId, practitionerId, isOwn, isSigned = false } = subject
  const now = ctx.clock.now()
  const mustBeSigned = templates[content.template].holder === 'PRACTITIONER'
  // A practitioner's certificate signs only content that they have signed, or request themselves now.
  const usesOwnCertificate = mustBeSigned && (isSigned || (actor.userId === practitionerId && actor.maySign))
  const signer = await signerOf(ctx, { practitionerId: usesOwnCertificate ? practitionerId : null, now })
  if (!signer && mustBeSigned)
    throw conflict(
      'No certificate can sign this document. Add a certificate of its practitioner or of the organisation at /api/signing-certificates.',
    )
  const certificateId = signer?.certificateId ?? null
  const context = { edition: ctx.renderer.edition, signedBy: signer?.holder ?? null }
  const digest = digestOf(content, isOwn ? { ...context, createdBy: actor.userId } : context)
  const newRow = () => rowOf(actor, subject, { certificateId, digest, at: now })
  if (!rules.mayRegenerate(actor, subject) && !(await queries.findByContent(ctx.db, actor.tenantId, digest)))
    rules.assertNotWithdrawn(await queries.isWithdrawn(ctx.db, newRow()))
  const document = await findOrInsert(ctx, newRow)
  ctx.setAuditSubject(document.id, patientId)
  // The certificate of an unfinished document may have been retired meanwhile.
  if (document.object_key === null && document.certificate_id !== certificateId)
    defer(ctx.db, queries.signWith(actor.tenantId, document.id, certificateId))
  return { id: document.id, objectKey: document.object_key }
}

/** Retries if the existing document is cancelled between the two statements. */
async function findOrInsert({ db }: UnitOfWork, newRow: () => ReturnType<typeof rowOf>) {
  for (;;) {
    const row = newRow()
    defer(db, queries.insert(row))
    const found = await queries.findByContent(db, row.tenant_id, row.content_sha256)
    if (found) return found
  }
}

type DigestContext = { edition: string; signedBy: Signer['holder'] | null; createdBy?: string }

/**
 * Identifies a document by its content, the edition of the templates, the holder of the certificate and, if not shared, its
 * owner.
 */
const digestOf = (content: Content, context: DigestContext): Buffer => sha256(canonicalJson({ ...context, content }))

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
  prescription_id: prescriptionId ?? null,
  appointment_id: appointmentId ?? null,
  invoice_id: invoiceId ?? null,
  certificate_id: certificateId,
  created_by: userId,
  created_at: at,
})

/**
 * Renders the file of a document and stores it. Concurrent calls store one file each, under different keys; `recordFile` selects one.
 * @returns undefined if the file exists already
 * @throws {ApiError} 422 for text that cannot be printed, 503 while too many documents are being rendered
 * @throws {StorageError} if the file could not be stored
 */
export async function renderAndStore(
  services: Pick<Services, 'clock' | 'config' | 'database' | 'renderer' | 'storage' | 'vault'>,
  { tenantId }: Actor,
  id: string,
): Promise<queries.File | undefined> {
  const document = await queries.findForRendering(services.database.reader(tenantId), tenantId, id)
  if (!document) throw notFound('Document')
  if (document.object_key !== null) return undefined
  const { template, serial, content, certificate_id } = document
  const seal = certificate_id === null ? undefined : await openSealingKey(services, tenantId, certificate_id)
  if (certificate_id !== null && !seal)
    throw conflict('The certificate of this document was replaced meanwhile. Retry with another Idempotency-Key.')
  const verifyUrl = verifyUrlOf(services, serial)
  const createdAt = services.clock.now() // may be long after the request
  const isSpecimen = services.config.mode === 'sandbox'
  const job = { content, serial, verifyUrl, createdAt, isSpecimen, seal }
  const { bytes, sha256 } = await render(services, tenantId, job)
  const objectKey = `${tenantId}/${id}/${rules.fileNameOf(template, serial, sha256)}`
  await services.storage.put(objectKey, bytes)
  return { objectKey, sha256, size: bytes.length, certificateId: certificate_id, createdAt }
}

/** The URL that verifies a document. */
export const verifyUrlOf = ({ config }: Pick<Services, 'config'>, serial: string): string =>
  `${config.publicUrl}/verify/${serial}`

async function render({ renderer }: Pick<Services, 'renderer'>, tenantId: string, job: RenderJob) {
  try {
    return await renderer.render(job, tenantId)
  } catch (error) {
    if (error instanceof UnprintableError)
      throw unprocessable([{ path: ['data'], message: `contains ${error.characters}, which cannot be printed` }])
    if (error instanceof BusyError) throw unavailable('Too many documents are being generated. Try again.')
    throw error
  }
}

/**
 * Records the file of a document. Of several files, the first is recorded and the others are removed.
 * @returns the key of the recorded file; undefined if the caller may no longer see the document, or a reset of the sandbox
 *   removed it
 */
export async function recordFile(
  ctx: Context<'storage'>,
  actor: Actor,
  id: string,
  file: queries.File | undefined,
): Promise<string | undefined> {
  const recorded = await queries.settleFile(ctx.db, actor, id, file, ctx.clock.now())
  if (file && recorded?.object_key !== file.objectKey)
    afterCommit(ctx.db, () => {
      ctx.storage.remove(file.objectKey).catch((err) => ctx.log.warn({ err }, 'cannot delete an unused file'))
    })
  if (recorded) ctx.setAuditSubject(id, recorded.patient_id)
  // Access is checked again: the order of a pharmacy may have been cancelled during rendering, or before a repeated request.
  return recorded?.visible ? recorded.object_key : undefined
}
