import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { SeededTenant } from './care.ts'

const id = 'usr_sandbox_grandmother'

/** Ends the login and the sessions of a seeded patient whose record a tester claimed. */
export const forgetLogin = (tx: Db, tenantId: string, patientId: string) =>
  sql`select forget_login(${tenantId}, ${patientId})`.execute(tx)

/** Seeds a patient whom the front desk registered, with a phone number but without an account. Undoes a claim of the record. */
export async function seedGrandmother(tx: Db, { tenantId, adminId, practitionerIds }: SeededTenant): Promise<void> {
  await forgetLogin(tx, tenantId, id)
  const user = {
    name: 'Fatima Zahra El Idrissi',
    email: null,
    email_confirmed_at: null,
    login_id: null,
    disabled_at: null,
  }
  await tx
    .insertInto('users')
    .values({ tenant_id: tenantId, id, role: 'PATIENT', ...user })
    .onConflict((known) => known.columns(['tenant_id', 'id']).doUpdateSet(user))
    .execute()
  const contact = { phone: '+212655100001', phone_confirmed_at: sql<Date>`app_now()`, language: 'ar' as const }
  await tx
    .insertInto('contacts')
    .values({ tenant_id: tenantId, user_id: id, ...contact })
    .onConflict((known) => known.columns(['tenant_id', 'user_id']).doUpdateSet(contact))
    .execute()
  await tx
    .insertInto('patient_identities')
    .values({
      ...{ tenant_id: tenantId, patient_id: id, birth_date: '1948-03-02', sex: 'F', national_id: 'ZZ090001' },
      ...{ attested_by: adminId, updated_by: adminId, updated_at: sql<Date>`app_now()` },
    })
    .execute()
  await tx
    .insertInto('care_relationships')
    .values({
      ...{ tenant_id: tenantId, professional_id: practitionerIds[0]!, patient_id: id, source_id: 'REGISTERED' },
      ...{ basis: 'REGISTERED', until: sql<Date>`app_now() + interval '24 months'` },
    })
    .execute()
}
