import { type RawBuilder, sql } from 'kysely'
import { type Caller, isPractitioner } from '../actor.ts'

/**
 * Whether a record that a patient and a doctor or dentist have in common is one that a caller may know of: each of them
 * knows their own, administrators know all of the tenant, and pharmacies have no part in it.
 * @param patient the column that names the patient
 * @param doctor the column that names the doctor or dentist
 */
export function isOwn({ role, userId }: Caller, patient: string, doctor: string): RawBuilder<boolean> {
  if (role === 'ADMIN') return sql`true`
  if (role === 'PATIENT') return sql`${sql.ref(patient)} = ${userId}`
  if (isPractitioner(role)) return sql`${sql.ref(doctor)} = ${userId}`
  return sql`false`
}
