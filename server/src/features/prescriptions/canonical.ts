import { canonicalJson } from '../../lib/canonical-json.ts'
import { sha256 } from '../../lib/secrets.ts'
import { type Line, tableOf } from './rules.ts'

/** What a prescription says, and what its signature covers: all of it but its later fate. */
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
 * The text that is hashed and signed: RFC 8785 JSON of every field, absent ones as null, times as the API shows them.
 * Frozen, both forms: signatures that exist are checked against them. Another form needs another `type`.
 */
export function canonicalOf(of: Content): string {
  const tabled = of.items.some((line) => tableOf(line) !== null)
  return canonicalJson({
    type: `medina-care/prescription/${tabled ? 'v2' : 'v1'}`,
    tenantId: of.tenant_id,
    id: of.id,
    doctorId: of.doctor_id,
    patientId: of.patient_id,
    appointmentId: of.appointment_id,
    issuedAt: of.issued_at.toISOString(),
    validUntil: of.valid_until?.toISOString() ?? null,
    items: of.items.map((line) => ({
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
