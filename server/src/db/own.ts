import { type RawBuilder, sql } from 'kysely'
import { type Caller, isPractitioner } from '../actor.ts'

/**
 * A condition that limits records of a patient and a practitioner to those that the caller may see: both see their own,
 * administrators see all of the tenant, pharmacies see none.
 * @param patient the column of the patient
 * @param doctor the column of the doctor or dentist
 */
export function isOwn({ role, userId }: Caller, patient: string, doctor: string): RawBuilder<boolean> {
  if (role === 'ADMIN') return sql`true`
  if (role === 'PATIENT') return sql`${sql.ref(patient)} = ${userId}`
  if (isPractitioner(role)) return sql`${sql.ref(doctor)} = ${userId}`
  return sql`false`
}
