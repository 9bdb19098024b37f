import type { Db } from '../../../db/kysely.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { seedProfile, seedUsers } from './persistent.ts'
import * as queries from './queries.ts'

/** The fictitious people of a triggered event. */
export type Cast = { doctorId: string; patientId: string }

/** The fixed doctor and patient of the seed if they can act, otherwise ones that are made for it. */
export async function castOf({ db }: Pick<UnitOfWork, 'db'>, tenantId: string): Promise<Cast> {
  const prefix = tenantId.replace(/^ten_sandbox(_b)?$/, 'usr_sandbox$1')
  const [doctorId, patientId] = [`${prefix}_doctor`, `${prefix}_patient`]
  const found = await queries.findCast(db, { tenantId, doctorId, patientId })
  return {
    doctorId: found.doctor_known ? doctorId : await makeDoctor(db, tenantId),
    patientId: found.patient_known ? patientId : await makePatient(db, tenantId),
  }
}

async function makeDoctor(tx: Db, tenantId: string): Promise<string> {
  const email = `doctor.${tenantId}@sandbox.example`
  const person = { tenant_id: tenantId, id: newId('usr'), email, name: 'Dr Youssef Benali', role: 'DOCTOR' as const }
  const [id] = await seedUsers(tx, [person])
  const profile = { specialty: 'Médecine générale', city: 'Casablanca', rating: 0, is_tele: true, languages: ['fr'] }
  const slug = `benali-${tenantId.replaceAll('_', '-')}`
  await seedProfile(tx, { ...profile, tenant_id: tenantId, user_id: id!, slug, licence_number: 'SANDBOX-99' })
  return id!
}

async function makePatient(tx: Db, tenantId: string): Promise<string> {
  const email = `patient.${tenantId}@sandbox.example`
  const person = { tenant_id: tenantId, id: newId('usr'), email, name: 'Amine El Fassi', role: 'PATIENT' as const }
  const [id] = await seedUsers(tx, [person])
  return id!
}
