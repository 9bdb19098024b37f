import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Mode } from '../../../lib/visit-modes.ts'
import { rewriteDays } from '../../scheduling/opening/actions.ts'

type Rule = Pick<Insertable<Schema['opening_rules']>, 'weekday' | 'from_min' | 'to_min' | 'season'>

const WORKDAYS = [1, 2, 3, 4, 5]
const hours = (weekdays: number[], from: number, to: number, season: Rule['season'] = null): Rule[] =>
  weekdays.map((weekday) => ({ weekday, from_min: from * 60, to_min: to * 60, season }))

/** Mornings and afternoons, Saturday mornings, and a shorter day in Ramadan. */
const week: Rule[] = [
  ...hours(WORKDAYS, 9, 12.5),
  ...hours(WORKDAYS, 14.5, 18.5),
  ...hours([6], 9, 13),
  ...hours(WORKDAYS, 9.5, 15.5, 'RAMADAN'),
]

/** The visit types of the seeded services, by their codes. */
const types = [
  { code: 'CONS-MG', name: 'Consultation au cabinet', mode: 'IN_PERSON', duration_min: 20, buffer_after_min: 5 },
  { code: 'TELE', name: 'Téléconsultation', mode: 'VIDEO', duration_min: 15, buffer_after_min: 0 },
  { code: 'CTRL', name: 'Contrôle par téléphone', mode: 'PHONE', duration_min: 15, buffer_after_min: 0 },
] as const

type Seeded = { tenantId: string; prefix: string; practitionerIds: readonly string[] }

/** Seeds a place, visit types, and the opening hours of the fixed practitioners. */
export async function seedOpening(tx: Db, { tenantId, prefix, practitionerIds }: Seeded): Promise<void> {
  if (practitionerIds.length === 0) return
  const key = `sandbox_${prefix.replaceAll('-', '_')}`
  const placeId = `plc_${key}cabinet`
  const place = { name: 'Cabinet Maârif', address: '12, rue Abou Inane', city: 'Casablanca', phone: '+212500000900' }
  await tx
    .insertInto('places')
    .values({ tenant_id: tenantId, id: placeId, ...place })
    .execute()
  for (const { code, ...type } of types)
    await tx
      .insertInto('visit_types')
      .values({
        ...{ ...type, tenant_id: tenantId, id: `vty_${key}${code.toLowerCase().replace('-', '_')}` },
        service_id: sql<string>`(select id from services where tenant_id = ${tenantId} and code = ${code})`,
        step_min: type.duration_min + type.buffer_after_min,
      })
      .execute()
  const now = new Date()
  for (const doctorId of practitionerIds) {
    const doctor = { tenant_id: tenantId, doctor_id: doctorId, place_id: placeId }
    await tx
      .insertInto('schedules')
      .values({ ...doctor, kept_until: now.toISOString().slice(0, 10) })
      .execute()
    const rules = week.map((rule, n) => ({ ...doctor, ...rule, n, modes: ['IN_PERSON', 'PHONE', 'VIDEO'] as Mode[] }))
    await tx.insertInto('opening_rules').values(rules).execute()
    await rewriteDays(tx, { tenantId, doctorId }, now)
  }
}
