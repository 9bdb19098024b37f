import { initialsOf } from './initials.ts'
import type { Row } from './queries.ts'

/** States of a document. CANCELLED overrides the others; DISPENSED implies GENUINE. */
export const states = ['GENUINE', 'DISPENSED', 'CANCELLED'] as const
export type State = (typeof states)[number]

const stateOf = ({ cancelled_at, dispensed_at }: Row): State => {
  if (cancelled_at) return 'CANCELLED'
  return dispensed_at.length > 0 ? 'DISPENSED' : 'GENUINE'
}

export type Verification = ReturnType<typeof verificationOf>

/** The public data of a document. Of the patient, it contains only the initials. */
export function verificationOf(row: Row, now: Date) {
  const { practitioner, valid_until, subject, fingerprint, self_signed } = row
  return {
    state: stateOf(row),
    templateId: row.template,
    serial: row.serial,
    issuedAt: row.issued_at ?? row.created_at.toISOString(),
    madeAt: row.created_at.toISOString(),
    issuer: row.issuer,
    practitioner: practitioner && {
      name: practitioner.name,
      role: practitioner.role,
      specialty: practitioner.specialty,
      licenceNumber: practitioner.licenceNumber,
    },
    patientInitials: initialsOf(row.patient_name),
    validUntil: valid_until,
    expired: valid_until !== null && new Date(valid_until) <= now,
    dispensedAt: row.dispensed_at.map((at) => at.toISOString()),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    signed: subject !== null,
    certificate:
      subject !== null && fingerprint !== null && self_signed !== null
        ? { subject, fingerprint, selfSigned: self_signed }
        : null,
    sha256: row.pdf_sha256,
    size: row.size,
  }
}
