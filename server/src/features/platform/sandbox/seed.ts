import { sql } from 'kysely'
import type { AccountRole } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { newId } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { seedAccessRequests } from './access-requests.ts'
import { seedAftercare } from './aftercare.ts'
import { seedCampaigns } from './campaigns.ts'
import { daysBeforeToday, seedCare } from './care.ts'
import { seedConditions } from './conditions.ts'
import { seedFamily, seedFamilyMembers } from './family.ts'
import { seedGrandmother } from './grandmother.ts'
import { seedIdentities } from './identities.ts'
import { seedInvoices } from './invoices.ts'
import { seedLabOrders } from './lab-orders.ts'
import { seedLeads } from './leads.ts'
import { seedLetterhead } from './letterheads.ts'
import { seedOpening } from './opening.ts'
import { cities, doctors, lapsedPatients, patients, SANDBOX_PASSWORD_HASH, slugOf } from './people.ts'
import { seedClient, seedProfile, seedUsers } from './persistent.ts'
import { seedRelationships } from './relationships.ts'
import { seedServices } from './services.ts'
import { seedStock } from './stock.ts'
import { type Tenant, tenants } from './tenants.ts'
import { seedVisits } from './visits.ts'

type FixedRole = Tenant['roles'][number]

type Fixed = { role: AccountRole; name: string; specialty?: string; city?: string; pending?: true }

const fixed: Record<FixedRole, Fixed> = {
  admin: { role: 'ADMIN', name: 'Salma Idrissi' },
  doctor: { role: 'DOCTOR', name: 'Dr Youssef Benali', specialty: 'Médecine générale', city: 'Casablanca' },
  dentist: { role: 'DENTIST', name: 'Dr Leïla Amrani', specialty: 'Médecine dentaire', city: 'Rabat' },
  patient: { role: 'PATIENT', name: 'Amine El Fassi' },
  pharmacy: { role: 'PHARMACIST', name: 'Pharmacie de la Koutoubia' },
  laboratory: { role: 'LABORATORY', name: 'Laboratoire Ibn Sina' },
  reception: { role: 'RECEPTIONIST', name: 'Nawal Berrechid' },
  pending: {
    role: 'DOCTOR',
    name: 'Dr Yassine Mernissi',
    specialty: 'Médecine générale',
    city: 'Casablanca',
    pending: true, // an administrator has yet to verify them
  },
}

/** Seeds the organisations that do not exist yet. Existing organisations stay unchanged. */
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

/** Seeds an emptied organisation. An organisation without a seed stays empty. */
export async function seedAgain(tx: Db, vault: Vault, tenantId: string): Promise<void> {
  const tenant = tenants.find(({ id }) => id === tenantId)
  if (tenant) await seedTenant(tx, vault, tenant)
}

/** Seeds an organisation, and restores the original values of existing people and clients. */
async function seedTenant(tx: Db, vault: Vault, tenant: Tenant): Promise<void> {
  await tx
    .insertInto('tenants')
    .values({ tenant_id: tenant.id, name: tenant.name, plan: tenant.plan })
    .onConflict((known) => known.doNothing())
    .execute()
  for (const role of tenant.roles) await seedFixed(tx, tenant, role)
  if (tenant.id === 'ten_sandbox') await seedFamilyMembers(tx, seededTenant(tenant))
  if (tenant.visited) await seedVisitor(tx, tenant)
  const practitioners = await seedPractitioners(tx, tenant)
  const people = await seedPatients(tx, tenant, patients.slice(0, tenant.patients))
  const lapsed = await seedPatients(tx, tenant, lapsedPatients.slice(0, tenant.lapsed), JOINED_DAYS_AGO)
  seedVisits(tx, seededTenant(tenant), { practitioners, people, visits: tenant.visits })
  if (tenant.visits > 0) {
    await seedIdentities(tx, seededTenant(tenant), [...people, ...lapsed]) // before prescriptions, which state them
    await seedCare(tx, vault, seededTenant(tenant))
    await seedLabOrders(tx, seededTenant(tenant))
    await seedInvoices(tx, tenant.id)
    await seedAftercare(tx, seededTenant(tenant))
    await seedConditions(tx, seededTenant(tenant), people, lapsed)
    if (tenant.id === 'ten_sandbox') {
      await seedGrandmother(tx, seededTenant(tenant))
      await seedFamily(tx, seededTenant(tenant), practitioners[0]!)
    }
    await seedRelationships(tx, tenant.id)
    await seedLetterhead(tx, seededTenant(tenant))
    await seedStock(tx, tenant.id)
  }
  await seedServices(tx, tenant.id)
  await seedOpening(tx, seededTenant(tenant))
  if (tenant.id === 'ten_sandbox') {
    await seedAccessRequests(tx, tenant.id)
    await seedLeads(tx, tenant.id)
    await seedCampaigns(tx, seededTenant(tenant))
  }
}

function seededTenant({ id, prefix, roles, pharmacies }: Tenant) {
  const fixedId = (role: FixedRole) => `usr_sandbox_${prefix.replaceAll('-', '_')}${role}`
  return {
    tenantId: id,
    prefix,
    adminId: fixedId('admin'),
    patientId: fixedId('patient'),
    practitionerIds: roles.filter((role) => role === 'doctor' || role === 'dentist').map(fixedId),
    pharmacyId: fixedId('pharmacy'),
    laboratoryId: roles.some((role) => role === 'laboratory') ? fixedId('laboratory') : null,
    otherPharmacies: pharmacies,
  }
}

async function seedFixed(tx: Db, tenant: Tenant, name: FixedRole): Promise<void> {
  const person = fixed[name]
  const key = `sandbox-${tenant.prefix}${name}`
  const userId = `usr_${key.replaceAll('-', '_')}`
  const user = {
    tenant_id: tenant.id,
    id: userId,
    email: `${tenant.prefix}${name}@sandbox.example`,
    name: person.name,
    role: person.role,
    passwordHash: SANDBOX_PASSWORD_HASH,
  }
  await seedUsers(tx, [user], { verified: !person.pending })
  if (person.specialty) {
    await seedProfile(tx, {
      tenant_id: tenant.id,
      user_id: userId,
      slug: key,
      specialty: person.specialty,
      city: person.city!,
      rating: 4.8,
      is_tele: true,
      languages: ['fr', 'ar'],
      ...privateFields(Object.keys(fixed).indexOf(name)),
    })
  }
  await seedClient(tx, { tenant_id: tenant.id, id: key, acts_as: userId, name: `Sandbox ${name}` })
}

/** Seeds a doctor who works in two organisations with one login. */
async function seedVisitor(tx: Db, { id: tenantId, prefix }: Tenant): Promise<void> {
  const slug = `sandbox-${prefix}visiting-doctor`
  const id = `usr_${slug.replaceAll('-', '_')}`
  const email = 'visiting-doctor@sandbox.example'
  const person = { tenant_id: tenantId, id, email, name: 'Dr Karim Tahiri', role: 'DOCTOR' as const }
  await seedUsers(tx, [{ ...person, passwordHash: SANDBOX_PASSWORD_HASH }])
  const profile = { specialty: 'Cardiologie', city: 'Casablanca', rating: 4.6, is_tele: true, languages: ['fr', 'ar'] }
  await seedProfile(tx, { tenant_id: tenantId, user_id: id, slug, ...profile, ...privateFields(9) })
}

async function seedPractitioners(tx: Db, tenant: Tenant): Promise<string[]> {
  const chosen = doctors.slice(0, tenant.doctors).map((doctor) => {
    const slug = tenant.prefix + slugOf(doctor.latin ?? doctor.name)
    return { ...doctor, slug, email: `${slug}@sandbox.example` }
  })
  const ids = await seedUsers(
    tx,
    chosen.map(({ name, email, role }) => ({
      tenant_id: tenant.id,
      id: newId('usr'),
      email,
      name,
      role,
    })),
  )
  for (const [at, { slug, specialty, languages }] of chosen.entries()) {
    await seedProfile(tx, {
      tenant_id: tenant.id,
      user_id: ids[at]!,
      slug,
      specialty,
      city: cities[at % cities.length]!,
      rating: 4 + (at % 10) / 10,
      is_tele: at % 4 !== 3,
      languages: languages.split(' '),
      ...privateFields(10 + at),
    })
  }
  return ids
}

/** Lapsed patients joined long ago, because new patients are not recalled. */
const JOINED_DAYS_AGO = 200

function seedPatients(tx: Db, tenant: Tenant, names: string[], joinedDaysAgo = 0): Promise<string[]> {
  const joinedAt = new Date(daysBeforeToday(joinedDaysAgo))
  const rows = names.map((name) => ({
    tenant_id: tenant.id,
    id: newId('usr'),
    email: `${tenant.prefix}${slugOf(name)}@sandbox.example`,
    name,
    role: 'PATIENT' as const,
    created_at: joinedAt,
  }))
  return seedUsers(tx, rows)
}

/** Fictitious numbers: the prefix +212 500 is unassigned in the Moroccan numbering plan. */
const privateFields = (at: number) => ({
  licence_number: `SANDBOX-${100 + at}`,
  phone: `+212500000${String(at).padStart(3, '0')}`,
})
