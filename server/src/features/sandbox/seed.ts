import { sql } from 'kysely'
import { type Role, type Scope, scopes } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/kysely.ts'
import { idAt, newId } from '../../lib/ids.ts'
import { sha256, type Vault } from '../../lib/secrets.ts'
import { seedAccessRequests } from './access-requests.ts'
import { seedAftercare } from './aftercare.ts'
import { seedCare } from './care.ts'
import { seedInvoices } from './invoices.ts'
import { seedLabOrders } from './lab-orders.ts'
import { seedLeads } from './leads.ts'
import { cities, doctors, patients, SANDBOX_PASSWORD_HASH, slugOf } from './people.ts'
import { seedServices } from './services.ts'
import { seedStock } from './stock.ts'

/** The sandbox's tenants and fixed people (decision: "The sandbox's fixed people"). */
const tenants = [
  {
    id: 'ten_sandbox',
    name: 'Clinique Atlas (sandbox)',
    plan: 'ENTERPRISE',
    prefix: '',
    roles: ['admin', 'doctor', 'dentist', 'patient', 'pharmacy'],
    doctors: 14,
    patients: 36,
    visits: 90,
    pharmacies: 3,
  },
  {
    id: 'ten_sandbox_b',
    name: 'Cabinet Rif (sandbox)',
    plan: 'PRO',
    prefix: 'b-',
    roles: ['admin', 'doctor', 'patient', 'pharmacy'],
    doctors: 3,
    patients: 10,
    visits: 24,
    pharmacies: 1,
  },
  {
    id: 'ten_sandbox_starter',
    name: 'Cabinet Souss (sandbox)',
    plan: 'STARTER',
    prefix: 'starter-',
    roles: ['admin'],
    doctors: 0,
    patients: 0,
    visits: 0,
    pharmacies: 0,
  },
] as const

type Tenant = (typeof tenants)[number]
type FixedRole = Tenant['roles'][number]

const fixed: Record<FixedRole, { role: Role; name: string; specialty?: string; city?: string }> = {
  admin: { role: 'ADMIN', name: 'Salma Idrissi' },
  doctor: { role: 'DOCTOR', name: 'Dr Youssef Benali', specialty: 'Médecine générale', city: 'Casablanca' },
  dentist: { role: 'DENTIST', name: 'Dr Leïla Amrani', specialty: 'Médecine dentaire', city: 'Rabat' },
  patient: { role: 'PATIENT', name: 'Amine El Fassi' },
  pharmacy: { role: 'PHARMACIST', name: 'Pharmacie de la Koutoubia' },
}

/** Fills an empty sandbox; what is there already stays as it is. */
export async function seedSandbox(database: Database, vault: Vault): Promise<void> {
  for (const tenant of tenants) {
    await database.inTransaction(tenant.id, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`.execute(tx)
      const known = await tx
        .selectFrom('tenants')
        .where('tenant_id', '=', tenant.id)
        .select('tenant_id')
        .executeTakeFirst()
      if (!known) await seedTenant(tx, vault, tenant)
    })
  }
}

async function seedTenant(tx: Db, vault: Vault, tenant: Tenant): Promise<void> {
  await tx.insertInto('tenants').values({ tenant_id: tenant.id, name: tenant.name, plan: tenant.plan }).execute()
  for (const role of tenant.roles) await seedFixed(tx, tenant, role)
  const practitioners = await seedPractitioners(tx, tenant)
  const people = await seedPatients(tx, tenant)
  await seedVisits(tx, tenant, practitioners, people)
  if (tenant.visits > 0) {
    await seedCare(tx, vault, caredFor(tenant))
    await seedLabOrders(tx, caredFor(tenant))
    await seedInvoices(tx, tenant.id)
    await seedAftercare(tx, caredFor(tenant))
    await seedStock(tx, tenant.id)
  }
  await seedServices(tx, tenant.id)
  if (tenant.id === 'ten_sandbox') {
    await seedAccessRequests(tx, tenant.id)
    await seedLeads(tx, tenant.id)
  }
}

function caredFor({ id, prefix, roles, pharmacies }: Tenant) {
  const fixedId = (role: FixedRole) => `usr_sandbox_${prefix.replaceAll('-', '_')}${role}`
  return {
    tenantId: id,
    prefix,
    adminId: fixedId('admin'),
    patientId: fixedId('patient'),
    practitionerIds: roles.filter((role) => role === 'doctor' || role === 'dentist').map(fixedId),
    pharmacyId: fixedId('pharmacy'),
    otherPharmacies: pharmacies,
  }
}

async function seedFixed(tx: Db, tenant: Tenant, name: FixedRole): Promise<void> {
  const person = fixed[name]
  const key = `sandbox-${tenant.prefix}${name}`
  const userId = `usr_${key.replaceAll('-', '_')}`
  const email = `${tenant.prefix}${name}@sandbox.example`
  await tx
    .insertInto('users')
    .values({
      tenant_id: tenant.id,
      id: userId,
      email,
      name: person.name,
      role: person.role,
      verified_at: sql`app_now()`,
      password_hash: SANDBOX_PASSWORD_HASH,
    })
    .execute()
  if (person.specialty) {
    await tx
      .insertInto('doctors')
      .values({
        tenant_id: tenant.id,
        user_id: userId,
        slug: key,
        specialty: person.specialty,
        city: person.city!,
        rating: 4.8,
        languages: ['fr', 'ar'],
        ...privateFields(Object.keys(fixed).indexOf(name)),
      })
      .execute()
  }
  await tx
    .insertInto('clients')
    .values({
      tenant_id: tenant.id,
      id: key,
      acts_as: userId,
      name: `Sandbox ${name}`,
      scopes: Object.keys(scopes) as Scope[],
    })
    .execute()
  await tx
    .insertInto('client_secrets')
    .values({ tenant_id: tenant.id, client_id: key, secret_sha256: sha256(`${key}-secret`) })
    .execute()
}

async function seedPractitioners(tx: Db, tenant: Tenant): Promise<string[]> {
  const chosen = doctors.slice(0, tenant.doctors).map((doctor, at) => ({ ...doctor, id: newId('usr'), at }))
  for (const { id, name, latin = name, specialty, role, languages, at } of chosen) {
    const slug = tenant.prefix + slugOf(latin)
    await tx
      .insertInto('users')
      .values({
        tenant_id: tenant.id,
        id,
        email: `${slug}@sandbox.example`,
        name,
        role,
        verified_at: sql`app_now()`,
      })
      .execute()
    await tx
      .insertInto('doctors')
      .values({
        tenant_id: tenant.id,
        user_id: id,
        slug,
        specialty,
        city: cities[at % cities.length]!,
        rating: 4 + (at % 10) / 10,
        is_tele: at % 4 !== 3,
        languages: languages.split(' '),
        ...privateFields(10 + at),
      })
      .execute()
  }
  return chosen.map(({ id }) => id)
}

async function seedPatients(tx: Db, tenant: Tenant): Promise<string[]> {
  const rows = patients.slice(0, tenant.patients).map((name) => ({
    tenant_id: tenant.id,
    id: newId('usr'),
    email: `${tenant.prefix}${slugOf(name)}@sandbox.example`,
    name,
    role: 'PATIENT' as const,
  }))
  if (rows.length > 0) await tx.insertInto('users').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Numbers that begin with +212 500 are in no operator's block of the Moroccan numbering plan: nobody answers them. */
const privateFields = (at: number) => ({
  licence_number: `SANDBOX-${100 + at}`,
  phone: `+212500000${String(at).padStart(3, '0')}`,
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Past visits of everybody, coming ones of all practitioners but the fixed ones: whoever tries the sandbox finds their
 * slots free.
 */
async function seedVisits(tx: Db, tenant: Tenant, practitioners: string[], people: string[]): Promise<void> {
  const key = tenant.prefix.replaceAll('-', '_')
  const everyPatient = [`usr_sandbox_${key}patient`, ...people]
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let at = 0; at < tenant.visits; at++) {
    const past = at % 3 !== 0
    const all = past ? [...caredFor(tenant).practitionerIds, ...practitioners] : practitioners
    // Counted among its own kind, so that everybody has a turn.
    const nth = past ? at - 1 - Math.floor(at / 3) : at / 3
    // Each visit has a day of its own with its doctor, so that none overlaps.
    const days = 1 + 2 * Math.floor(nth / all.length)
    const day = today + (past ? -days : days) * DAY_MS
    const start = new Date(day + (9 + (at % 8)) * HOUR_MS)
    const bookedAt = Math.min(start.getTime(), Date.now()) - (1 + (at % 5)) * DAY_MS
    const roomId = newId('room')
    await tx
      .insertInto('appointments')
      .values({
        tenant_id: tenant.id,
        id: idAt('apt', bookedAt),
        doctor_id: all[nth % all.length]!,
        patient_id: everyPatient[(at * 7) % everyPatient.length]!,
        start_time: start,
        end_time: new Date(start.getTime() + HOUR_MS / 2),
        status: past
          ? (['COMPLETED', 'COMPLETED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const)[at % 5]!
          : at % 2 === 0
            ? 'CONFIRMED'
            : 'SCHEDULED',
        notes: at % 4 === 0 ? 'Suivi de tension artérielle' : null,
        video_room_id: roomId,
        created_at: new Date(bookedAt),
        // As if moved just now: the job that cancels what nobody confirms is to leave some of them on the lists.
        unconfirmed_since: sql`app_now()`,
      })
      .execute()
    await tx
      .insertInto('video_rooms')
      .values({
        tenant_id: tenant.id,
        id: roomId,
        closed_at: past ? start : null,
        together_ms: past && at % 5 < 3 ? (8 + (at % 15)) * 60_000 : 0,
      })
      .execute()
  }
}
