import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { idAt, newId } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { ensureKey, fillOf, findPeople, type Line, record } from '../../care/prescriptions/actions.ts'
import { courses, pharmacies } from './medicines.ts'
import { seedUsers } from './persistent.ts'
import { DAY_MS, HOUR_MS } from './rules.ts'

/** A sandbox tenant with its fixed people. */
export type SeededTenant = {
  tenantId: string
  /** Prefix of its people's e-mail addresses. */
  prefix: string
  adminId: string
  patientId: string
  /** The practitioners who have treated the fixed patient for months. */
  practitionerIds: string[]
  pharmacyId: string
  laboratoryId: string | null
  /** How many pharmacies there are in addition to the fixed one. */
  otherPharmacies: number
}

/** Midnight of a past day, so that the seed does not depend on the hour. */
export const daysBeforeToday = (days: number) => (Math.floor(Date.now() / DAY_MS) - days) * DAY_MS

/** Signed prescriptions of past visits, and pharmacy orders in every state. */
export async function seedCare(tx: Db, vault: Vault, tenant: SeededTenant): Promise<void> {
  seedHistory(tx, tenant)
  const everyPharmacy = [tenant.pharmacyId, ...(await seedPharmacies(tx, tenant))]
  const visits = await completedVisits(tx, tenant.tenantId)
  const keys = await keysOf(tx, vault, tenant.tenantId, visits)
  const peopleOf = rememberPeople(tx, tenant.tenantId)
  for (const [at, visit] of visits.entries()) {
    if (at % 6 === 5 && visit.patient_id !== tenant.patientId) continue // not every visit ends with a prescription
    const signer = { key: keys.get(visit.doctor_id)!, people: await peopleOf(visit) } // every doctor has a key
    const prescription = seedPrescription(tx, vault, tenant.tenantId, visit, signer, at)
    if (prescription.cancelled) continue
    // Two of three go to the fixed pharmacy, so that it has every state.
    const pharmacyId = at % 3 === 2 ? everyPharmacy[at % everyPharmacy.length]! : tenant.pharmacyId
    seedOrder(tx, tenant.tenantId, prescription, pharmacyId, at)
  }
}

/** Consultations of the fixed patient over the last months, at an hour without other visits. */
function seedHistory(tx: Db, { tenantId, patientId, practitionerIds }: SeededTenant): void {
  for (const [at, daysAgo] of [122, 91, 63, 35, 12, 1].entries()) {
    const start = new Date(daysBeforeToday(daysAgo) + 17 * HOUR_MS)
    const bookedAt = new Date(start.getTime() - 2 * DAY_MS)
    const roomId = newId('room')
    const visit = {
      tenant_id: tenantId,
      id: idAt('apt', bookedAt.getTime()),
      doctor_id: practitionerIds[at % practitionerIds.length]!,
      patient_id: patientId,
      start_time: start,
      end_time: new Date(start.getTime() + HOUR_MS / 2),
      status: 'COMPLETED' as const,
      video_room_id: roomId,
      created_at: bookedAt,
      unconfirmed_since: bookedAt,
    }
    defer(tx, tx.insertInto('appointments').values(visit))
    const room = { tenant_id: tenantId, id: roomId, closed_at: start, together_ms: (9 + at) * 60_000 }
    defer(tx, tx.insertInto('video_rooms').values(room))
  }
}

function seedPharmacies(tx: Db, { tenantId, prefix, otherPharmacies }: SeededTenant): Promise<string[]> {
  const rows = pharmacies.slice(0, otherPharmacies).map((name, at) => ({
    tenant_id: tenantId,
    id: newId('usr'),
    email: `${prefix}pharmacy-${at + 2}@sandbox.example`,
    name,
    role: 'PHARMACIST' as const,
  }))
  return seedUsers(tx, rows)
}

/** Completed visits, oldest first. */
export const completedVisits = (tx: Db, tenantId: string) =>
  tx
    .selectFrom('appointments as a')
    .innerJoin('doctors as d', (join) =>
      join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.user_id', '=', 'a.doctor_id'),
    )
    .where('a.tenant_id', '=', tenantId)
    .where('a.status', '=', 'COMPLETED')
    .select(['a.id', 'a.doctor_id', 'a.patient_id', 'a.end_time', 'd.specialty'])
    .orderBy('a.end_time')
    .orderBy('d.slug')
    .execute()

export type Visit = Awaited<ReturnType<typeof completedVisits>>[number]

type Key = Awaited<ReturnType<typeof ensureKey>>

/** The signing key of each doctor. */
async function keysOf(tx: Db, vault: Vault, tenantId: string, visits: Visit[]): Promise<Map<string, Key>> {
  const keys = new Map<string, Key>()
  for (const { doctor_id: userId } of visits)
    if (!keys.has(userId)) keys.set(userId, await ensureKey(tx, vault, { tenantId, userId }))
  return keys
}

type Signer = { key: Key; people: Awaited<ReturnType<typeof findPeople>> }

/** Finds patient and prescriber once for all their visits. */
function rememberPeople(tx: Db, tenantId: string) {
  const known = new Map<string, Signer['people']>()
  return async ({ doctor_id: doctorId, patient_id: patientId }: Visit) => {
    const pair = `${doctorId} ${patientId}`
    const people = known.get(pair) ?? (await findPeople(tx, { tenantId, doctorId, patientId }))
    known.set(pair, people)
    return people
  }
}

function seedPrescription(tx: Db, vault: Vault, tenantId: string, visit: Visit, { key, people }: Signer, at: number) {
  const choice = courses[visit.specialty]!
  const issuedAt = visit.end_time
  const id = idAt('rx', issuedAt.getTime())
  const items = choice[at % choice.length]!.map(
    ([medication, dosage, instructions, durationDays, substanceTable = null, fill]): Line => ({
      medication,
      dosage,
      instructions,
      durationDays,
      substanceTable,
      ...fill,
    }),
  )
  const prescription = {
    tenant_id: tenantId,
    id,
    doctor_id: visit.doctor_id,
    patient_id: visit.patient_id,
    appointment_id: visit.id,
    items,
    patient_weight_g: null,
    issued_at: issuedAt,
    valid_until: new Date(issuedAt.getTime() + 90 * DAY_MS),
    printed: null,
  }
  record(tx, vault, prescription, people, key)
  const cancelled = at % 10 === 7
  if (cancelled) {
    const cancelling = tx
      .updateTable('prescriptions')
      .set({
        status: 'CANCELLED',
        cancelled_at: new Date(issuedAt.getTime() + HOUR_MS / 4),
        cancel_reason: 'Erreur de dosage',
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
    defer(tx, cancelling)
  }
  return { id, issuedAt, visit, items, cancelled }
}

/** The states of recent orders and of older ones; null means no order. */
const fresh = ['PENDING', 'PREPARING', 'READY', 'PENDING', null] as const
const older = ['DELIVERED', 'DELIVERED', 'CANCELLED', 'DELIVERED', 'REJECTED', null, 'DELIVERED'] as const

function seedOrder(
  tx: Db,
  tenantId: string,
  { id, issuedAt, visit, items }: { id: string; issuedAt: Date; visit: Visit; items: Line[] },
  pharmacyId: string,
  at: number,
): void {
  const status = issuedAt.getTime() >= daysBeforeToday(2) ? fresh[at % fresh.length] : older[at % older.length]
  if (!status) return
  const placedAt = new Date(issuedAt.getTime() + HOUR_MS / 3)
  const dispensed = items.map((line, at) => ({ line: at + 1, quantity: fillOf(line) }))
  const order = {
    tenant_id: tenantId,
    id: idAt('ord', placedAt.getTime()),
    prescription_id: id,
    patient_id: visit.patient_id,
    doctor_id: visit.doctor_id,
    pharmacy_id: pharmacyId,
    delivery_requested: at % 3 === 0,
    status,
    dispensed: status === 'DELIVERED' ? JSON.stringify(dispensed) : null,
    created_at: placedAt,
    updated_at: status === 'PENDING' ? placedAt : new Date(placedAt.getTime() + HOUR_MS),
  }
  defer(tx, tx.insertInto('orders').values(order))
}
