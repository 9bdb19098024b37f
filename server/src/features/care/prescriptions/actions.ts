import { type Actor, assertAllowedToSign } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, unprocessable } from '../../../errors.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { Content as DocumentContent } from '../../../pdf/content.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { untreated } from '../../people/relationships/actions.ts'
import type { Content } from './canonical.ts'
import type { issuePrescription } from './contract.ts'
import { ensureKey } from './keys.ts'
import { isCovered, type People, type Printed, printedOf } from './printed.ts'
import type { SealedKey, Signature } from './queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { announceSigned, isSigned, signatureOf, verifySignature } from './signing.ts'

export { type Delivery, deliveriesOf, fillOf, leftOf, type Part } from './dispensing.ts'
export { ensureKey } from './keys.ts'
export { isSeenByPharmacy, isVisibleStatus } from './pharmacy-visibility.ts'
export { findPeople } from './queries.ts'
export { type Line, MAX_ITEMS, MAX_QUANTITY, validUntilOf } from './rules.ts'

/**
 * Issues a prescription, and signs it if the prescriber has a key.
 * @throws {ApiError} 422 unless the caller treats the patient, and the appointment, if any, is theirs; 409 if the appointment was
 *   cancelled or missed
 */
export async function issue(
  ctx: Context<'config' | 'vault'>,
  actor: Actor,
  body: Input<typeof issuePrescription>['body'],
) {
  assertAllowedToSign(actor)
  const { patientId, appointmentId = null, patientWeightKg, validUntil } = body
  const items = rules.linesOf(body)
  const { tenantId, userId: doctorId } = actor
  const found = await queries.findPrerequisites(ctx.db, { tenantId, doctorId, patientId, appointmentId })
  const now = ctx.clock.now()
  const faults = [
    ...prerequisiteFaults({ appointmentId }, found),
    rules.validityFault(validUntil, items, now) ?? [],
  ].flat()
  if (faults.length > 0) throw unprocessable(faults)
  if (found.appointment_status) rules.assertPrescribable(found.appointment_status)

  const prescription: Content = {
    tenant_id: tenantId,
    id: newId('rx'),
    doctor_id: doctorId,
    patient_id: patientId,
    appointment_id: appointmentId,
    items,
    patient_weight_g: patientWeightKg === undefined ? null : rules.grams(patientWeightKg),
    issued_at: now,
    valid_until: validUntil ?? rules.defaultValidity(items, now),
    printed: null,
  }
  const signed = record(ctx.db, ctx.vault, prescription, found.people!, await signerOf(ctx, actor, found))
  ctx.setAuditSubject(prescription.id, patientId)
  recordEvent(ctx, {
    kind: 'prescription.created',
    subjectId: prescription.id,
    audience: [doctorId, patientId],
    data: { prescriptionId: prescription.id, medication: prescription.items[0]!.medication },
  })
  if (signed) announceSigned(ctx, prescription, signed)
  queueMessage(ctx, {
    to: { userId: patientId },
    template: 'PRESCRIPTION_ISSUED',
    variables: { doctorName: found.doctor_name },
    about: [prescription.id],
  })
  return {
    ...prescription,
    status: 'ISSUED' as const,
    signature: signed?.signature ?? null,
    signed_at: signed?.signed_at ?? null,
  }
}

/** Inserts a prescription. With a key, it is signed at its time of issue. */
export function record(
  db: Db,
  vault: Vault,
  prescription: Content,
  people: People,
  key: SealedKey | undefined,
): Signature | undefined {
  const content = { ...prescription, printed: key ? printedOf(people) : null }
  const signed = key && signatureOf(vault, content, key, content.issued_at)
  defer(db, queries.insert(content, signed))
  return signed
}

/** Finds a prescription that is visible to the caller, and locks it until the transaction ends. */
export const lock = (ctx: UnitOfWork, actor: Actor, id: string) => queries.lock(ctx.db, actor, id)

/**
 * Finds and locks a prescription, even if it is not visible. Only for a pharmacy that proved the patient's presence by a code.
 */
export const lockUnseen = (ctx: UnitOfWork, { tenantId }: Actor, id: string) => queries.lockUnseen(ctx.db, tenantId, id)

/** What a document about a prescription needs to know of it. */
export type Documented = {
  doctorId: string
  patientId: string
  status: rules.Status
  issuedAt: Date
  validUntil: Date | null
  lines: DocumentContent<'prescription'>['lines']
  /** In grams. */
  patientWeight: number | null
  /** `sha256:` of the canonical form; null while it is not signed. */
  signature: string | null
  /** Null while it is not signed. */
  signedAt: Date | null
  /** The people as they were at the signature; null while it is not signed. */
  printed: Printed | null
  /** Whether the signature covers the people. */
  covered: boolean
  /** Whether the stored prescription is exactly what its prescriber signed. */
  intact: boolean
}

/** Finds the content of a document about a prescription, if it is visible to the caller. */
export async function forDocument(ctx: UnitOfWork, actor: Actor, id: string): Promise<Documented | undefined> {
  const row = await queries.findSigned(ctx.db, actor, id)
  return (
    row && {
      doctorId: row.doctor_id,
      patientId: row.patient_id,
      status: row.status,
      issuedAt: row.issued_at,
      validUntil: row.valid_until,
      lines: row.items.map(rules.withDefaults),
      patientWeight: row.patient_weight_g,
      signature: row.signature,
      signedAt: row.signed_at,
      printed: row.printed,
      covered: isCovered(row.printed),
      intact: isSigned(row) && verifySignature(ctx, row).valid,
    }
  )
}

/** In production prescribers create their key themselves; in the sandbox it is created on first use. */
async function signerOf(
  { db, vault, config }: Context<'config'>,
  actor: Actor,
  { kid, private_jwk_encrypted }: Found,
): Promise<SealedKey | undefined> {
  if (kid && private_jwk_encrypted) return { kid, private_jwk_encrypted }
  return config.mode === 'sandbox' ? ensureKey(db, vault, actor) : undefined
}

type Found = Awaited<ReturnType<typeof queries.findPrerequisites>>

function prerequisiteFaults({ appointmentId }: { appointmentId: string | null }, found: Found): Fault[] {
  const faults: Fault[] = []
  if (!found.patient_known || !found.patient_treated) faults.push(untreated)
  if (appointmentId !== null && !found.appointment_status)
    faults.push({ path: ['appointmentId'], message: 'is not an appointment of the caller with this patient' })
  return faults
}
