import { canonicalJson } from '../../../lib/canonical-json.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { digestOfPrinted, isCovered, type Printed } from './printed.ts'
import { type Line, withDefaults } from './rules.ts'

/** The signed content of a prescription: every field except status, signature and deliveries. */
export type Content = {
  tenant_id: string
  id: string
  doctor_id: string
  patient_id: string
  /** The patient's id at the signature, if the patient's record was merged later. */
  signed_patient_id?: string | null
  /** Null for a renewal. */
  appointment_id: string | null
  items: Line[]
  /** The patient's weight in grams. */
  patient_weight_g: number | null
  issued_at: Date
  valid_until: Date | null
  /** Null while it is not signed. */
  printed: Printed | null
}

/**
 * The text that is hashed and signed: RFC 8785 JSON of every field, with null for absent fields and times as in the API. The
 * lowest version that can express the content is used: v2 adds substance tables; v3 quantities, refills, substitution and
 * renewals; v4 a digest of the people named in documents; v5 the patient's weight. All versions are frozen, because existing
 * signatures are verified against them. Any change needs a new `type`.
 */
export function canonicalOf(content: Content): string {
  const items = content.items.map(withDefaults)
  const version = versionOf(content, items)
  return canonicalJson({
    type: `medina-care/prescription/v${version}`,
    tenantId: content.tenant_id,
    id: content.id,
    doctorId: content.doctor_id,
    patientId: content.signed_patient_id ?? content.patient_id,
    appointmentId: content.appointment_id,
    issuedAt: content.issued_at.toISOString(),
    validUntil: content.valid_until?.toISOString() ?? null,
    ...(isCovered(content.printed) && { printed: digestOfPrinted(content.printed) }),
    ...(version >= 5 && { patientWeightG: content.patient_weight_g }),
    items: items.map((line) => ({
      medication: line.medication,
      dosage: line.dosage,
      instructions: line.instructions,
      durationDays: line.durationDays,
      ...(version >= 2 && { substanceTable: line.substanceTable }),
      ...(version >= 3 && {
        quantity: line.quantity,
        unit: line.unit,
        refills: line.refills,
        substitutable: line.substitutable,
      }),
    })),
  })
}

function versionOf({ appointment_id, patient_weight_g, printed }: Content, items: Required<Line>[]): 1 | 2 | 3 | 4 | 5 {
  if (patient_weight_g !== null) return 5
  if (isCovered(printed)) return 4
  const isDetailed = ({ quantity, unit, refills, substitutable }: Required<Line>) =>
    quantity !== null || unit !== null || refills > 0 || substitutable
  if (appointment_id === null || items.some(isDetailed)) return 3
  return items.some(({ substanceTable }) => substanceTable !== null) ? 2 : 1
}

/** The specification's `signature`: `sha256:` and the lowercase hex digest of the canonical form. */
export const digestOf = (canonical: string): string => `sha256:${sha256(canonical).toString('hex')}`
