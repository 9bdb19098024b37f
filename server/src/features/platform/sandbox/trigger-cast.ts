import { createHmac } from 'node:crypto'
import type { Db } from '../../../db/kysely.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { seedProfile, seedUsers } from './persistent.ts'
import * as queries from './queries.ts'

/** The fictitious people of a triggered event. */
export type Cast = { doctorId: string; patientId: string }

/** The fixed doctor and patient of the seed if they can act; otherwise a doctor and a patient created for the event. */
export async function castOf({ db, vault }: Context<'vault'>, tenantId: string): Promise<Cast> {
  const prefix = tenantId.replace(/^ten_sandbox(_b)?$/, 'usr_sandbox$1')
  const [doctorId, patientId] = [`${prefix}_doctor`, `${prefix}_patient`]
  const key = keyOf(vault, tenantId)
  const found = await queries.findCast(db, { tenantId, doctorId, patientId })
  return {
    doctorId: found.doctor_known ? doctorId : await makeDoctor(db, tenantId, key),
    patientId: found.patient_known ? patientId : await makePatient(db, tenantId, key),
  }
}

/**
 * A secret part of the e-mail addresses of the created people. If it could be guessed, a tester could register such an address
 * first and become that person.
 */
const keyOf = (vault: Pick<Vault, 'derive'>, tenantId: string): string =>
  createHmac('sha256', vault.derive('people of triggered events')).update(tenantId).digest('hex').slice(0, 32)

async function makeDoctor(tx: Db, tenantId: string, key: string): Promise<string> {
  const email = `doctor.${key}@sandbox.example`
  const person = { tenant_id: tenantId, id: newId('usr'), email, name: 'Dr Youssef Benali', role: 'DOCTOR' as const }
  const [id] = await seedUsers(tx, [person])
  const profile = { specialty: 'Médecine générale', city: 'Casablanca', rating: 0, is_tele: true, languages: ['fr'] }
  const slug = `benali-${key.slice(0, 8)}`
  await seedProfile(tx, { ...profile, tenant_id: tenantId, user_id: id!, slug, licence_number: 'SANDBOX-99' })
  return id!
}

async function makePatient(tx: Db, tenantId: string, key: string): Promise<string> {
  const email = `patient.${key}@sandbox.example`
  const person = { tenant_id: tenantId, id: newId('usr'), email, name: 'Amine El Fassi', role: 'PATIENT' as const }
  const [id] = await seedUsers(tx, [person])
  return id!
}
