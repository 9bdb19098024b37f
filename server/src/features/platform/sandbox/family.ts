import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { idAt, newId } from '../../../lib/ids.ts'
import { daysBeforeToday, type SeededTenant } from './care.ts'
import { forgetLogin } from './grandmother.ts'
import { SANDBOX_PASSWORD_HASH } from './people.ts'
import { seedClient, seedUsers } from './persistent.ts'
import { DAY_MS, HOUR_MS } from './rules.ts'

const MOTHER = 'usr_sandbox_mother'

/** Fixed patients without an account, for whom the mother acts. */
const children = [
  {
    id: 'usr_sandbox_child',
    name: 'Yassine Alami',
    birth_date: '2017-04-12',
    sex: 'M',
    national_id: 'ZZ100900',
    verified: true,
  },
  {
    id: 'usr_sandbox_baby',
    name: 'Lina Alami',
    birth_date: '2024-09-03',
    sex: 'F',
    national_id: null,
    verified: false,
  },
] as const

type Guardianship = Insertable<Schema['guardianships']> & { tenant_id: string; id: string }

/** Seeds a mother and two children. A reset keeps people, so data for all patients must be seeded after this. */
export async function seedFamilyMembers(tx: Db, { tenantId: tenant_id, prefix }: SeededTenant): Promise<void> {
  const mother = { tenant_id, id: MOTHER, role: 'PATIENT' as const, name: 'Salma Alami' }
  await seedUsers(tx, [{ ...mother, email: `${prefix}mother@sandbox.example`, passwordHash: SANDBOX_PASSWORD_HASH }])
  await seedClient(tx, { tenant_id, id: 'sandbox-mother', acts_as: MOTHER, name: 'Sandbox mother' })
  for (const { id, name } of children) {
    const user = { name, email: null, email_confirmed_at: null, disabled_at: null }
    await forgetLogin(tx, tenant_id, id)
    await tx
      .insertInto('users')
      .values({ tenant_id, id, role: 'PATIENT', ...user })
      .onConflict((known) => known.columns(['tenant_id', 'id']).doUpdateSet(user))
      .execute()
  }
}

/** Seeds guardianships of the mother for both children (only one is verified) and the grandmother, and visits of a child. */
export async function seedFamily(tx: Db, tenant: SeededTenant, practitionerId: string): Promise<void> {
  const { tenantId: tenant_id, adminId } = tenant
  for (const { id: patient_id, verified, birth_date, sex, national_id } of children) {
    const identity = { tenant_id, patient_id, birth_date, sex, national_id, updated_by: verified ? adminId : MOTHER }
    await tx
      .insertInto('patient_identities')
      .values({ ...identity, attested_by: verified ? adminId : null, updated_at: new Date(daysBeforeToday(40)) })
      .execute()
    await seedGuardianship(tx, {
      tenant_id,
      id: patient_id.replace('usr', 'gua'),
      guardian_id: MOTHER,
      dependant_id: patient_id,
      kind: 'PARENT',
      created_by: verified ? adminId : MOTHER,
      verified_at: verified ? new Date(daysBeforeToday(40)) : null,
      verified_by: verified ? adminId : null,
      until: new Date(`${Number(birth_date.slice(0, 4)) + 18}${birth_date.slice(4)}T00:00:00Z`),
    })
  }
  await seedGuardianship(tx, {
    tenant_id,
    id: 'gua_sandbox_grandmother',
    guardian_id: MOTHER,
    dependant_id: 'usr_sandbox_grandmother',
    kind: 'CARER',
    created_by: adminId,
    until: null,
    verified_at: new Date(daysBeforeToday(40)),
    verified_by: adminId,
  })
  await seedVisits(tx, tenant, practitionerId)
}

/** A reset keeps guardianships, so a fixed guardianship that a tester ended is restored here. */
async function seedGuardianship(tx: Db, row: Guardianship): Promise<void> {
  await sql`
    update guardianships
    set ended_at = app_now(), ended_by = ${row.created_by}
    where tenant_id = ${row.tenant_id}
      and guardian_id = ${row.guardian_id}
      and dependant_id = ${row.dependant_id}
      and id <> ${row.id}
      and ended_at is null`.execute(tx)
  const { kind, until, verified_at, verified_by } = row
  await tx
    .insertInto('guardianships')
    .values(row)
    .onConflict((known) =>
      known
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ kind, until, verified_at, verified_by, ended_at: null, ended_by: null }),
    )
    .execute()
}

/** Seeds a past and a future visit of the elder child, booked by the mother, in the evening when there are no other visits. */
async function seedVisits(tx: Db, { tenantId, practitionerIds }: SeededTenant, practitionerId: string): Promise<void> {
  const patient_id = children[0].id
  for (const [days, doctor_id, status] of [
    [-10, practitionerIds[0]!, 'COMPLETED'],
    [6, practitionerId, 'CONFIRMED'],
  ] as const) {
    const start = new Date(daysBeforeToday(-days) + 18 * HOUR_MS)
    const bookedAt = new Date(Math.min(start.getTime(), Date.now()) - 2 * DAY_MS)
    const roomId = newId('room')
    await tx
      .insertInto('appointments')
      .values({
        tenant_id: tenantId,
        id: idAt('apt', bookedAt.getTime()),
        doctor_id,
        patient_id,
        start_time: start,
        end_time: new Date(start.getTime() + HOUR_MS / 2),
        status,
        video_room_id: roomId,
        created_at: bookedAt,
        unconfirmed_since: bookedAt,
      })
      .execute()
    const isOver = status === 'COMPLETED'
    await tx
      .insertInto('video_rooms')
      .values({ tenant_id: tenantId, id: roomId, closed_at: isOver ? start : null, together_ms: isOver ? 600_000 : 0 })
      .execute()
  }
}
