import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { daysBeforeToday, type SeededTenant } from './care.ts'
import { arabicNames, femaleNames } from './people.ts'

const insurers = ['CNSS', 'CNOPS', 'AMO Tadamon', null, 'Mutuelle de l’Exemple'] as const

/** Patients without recorded identity papers. */
const isUnknown = (at: number) => at % 7 === 6

/** Seeds checked identity papers of most patients. @param people all patients except the fixed one */
export async function seedIdentities(tx: Db, tenant: SeededTenant, people: string[]): Promise<void> {
  const named = await tx
    .selectFrom('users')
    .where('tenant_id', '=', tenant.tenantId)
    .where('id', 'in', people)
    .select(['id', 'name'])
    .orderBy('email')
    .execute()
  const rows = named.flatMap(({ id, name }, at) => (isUnknown(at) ? [] : identityOf(tenant, id, name, at)))
  const own = {
    ...identityOf(tenant, tenant.patientId, '', 0),
    birth_date: '1984-05-17',
    national_id: 'ZZ100000',
    name_ar: 'أمين الفاسي',
  }
  await tx
    .insertInto('patient_identities')
    .values([own, ...rows])
    .execute()
}

function identityOf(
  { tenantId, adminId }: SeededTenant,
  patientId: string,
  name: string,
  at: number,
): Insertable<Schema['patient_identities']> {
  const insurer = insurers[at % insurers.length]!
  const [month, day] = [1 + ((at * 5) % 12), 1 + ((at * 11) % 28)].map((part) => String(part).padStart(2, '0'))
  return {
    tenant_id: tenantId,
    patient_id: patientId,
    birth_date: `${1946 + ((at * 13) % 62)}-${month}-${day}`,
    sex: femaleNames.has(name.split(' ')[0]!) ? 'F' : 'M',
    national_id: `ZZ${100_001 + at}`, // a prefix that no known identity card has
    name_ar: arabicNames.get(name) ?? null,
    insurer,
    insurance_number: insurer && `SANDBOX-${200_001 + at}`,
    attested_by: adminId,
    updated_by: adminId,
    updated_at: new Date(daysBeforeToday(30 + (at % 60))),
  }
}
