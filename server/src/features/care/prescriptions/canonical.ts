import { canonicalJson } from '../../../lib/canonical-json.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { type Line, tableOf } from './rules.ts'

/** The signed content of a prescription: every field but status, signature and delivery. */
export type Content = {
  tenant_id: string
  id: string
  doctor_id: string
  patient_id: string
  appointment_id: string
  items: Line[]
  issued_at: Date
  valid_until: Date | null
}

/**
 * The text that is hashed and signed: RFC 8785 JSON of every field, absent ones as null, times as in the API.
 * Both versions are frozen: existing signatures are verified against them. Any change needs a new `type`.
 */
export function canonicalOf(content: Content): string {
  const tabled = content.items.some((line) => tableOf(line) !== null)
  return canonicalJson({
    type: `medina-care/prescription/${tabled ? 'v2' : 'v1'}`,
    tenantId: content.tenant_id,
    id: content.id,
    doctorId: content.doctor_id,
    patientId: content.patient_id,
    appointmentId: content.appointment_id,
    issuedAt: content.issued_at.toISOString(),
    validUntil: content.valid_until?.toISOString() ?? null,
    items: content.items.map((line) => ({
      medication: line.medication,
      dosage: line.dosage,
      instructions: line.instructions,
      durationDays: line.durationDays,
      ...(tabled && { substanceTable: tableOf(line) }),
    })),
  })
}

/** The specification's `signature`: `sha256:` and the lowercase hex digest of the canonical form. */
export const digestOf = (canonical: string): string => `sha256:${sha256(canonical).toString('hex')}`
