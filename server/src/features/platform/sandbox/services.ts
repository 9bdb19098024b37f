import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { idAt } from '../../../lib/ids.ts'
import { daysBeforeToday } from './care.ts'
import { HOUR_MS } from './rules.ts'

/** [name, code, minutes, successive prices in centimes, whether the last price is a future one] */
const offers: [name: string, code: string, minutes: number | null, prices: number[], lastIsFuture: boolean][] = [
  ['Consultation de médecine générale', 'CONS-MG', 20, [25_000, 28_000, 30_000], true],
  ['Consultation de spécialité', 'CONS-SP', 30, [35_000, 40_000], false],
  ['Téléconsultation', 'TELE', 15, [20_000, 25_000], true],
  ['Consultation de contrôle', 'CTRL', 15, [0], false],
  ['Détartrage', 'DENT-DET', 40, [40_000, 45_000], false],
  ['Électrocardiogramme', 'ECG', 20, [30_000], false],
  ['فحص طبي للسياقة', 'PERMIS', 20, [20_000], false],
  ['Certificat médical', 'CERT', null, [15_000], false],
]
/** Services no longer offered. */
const ended = new Set(['CERT'])

/** How many days ago past and current prices began, and in how many days a future price begins. */
const DAYS_AGO = [420, 200]
const DAYS_AHEAD = 12

/** Seeds a tenant's services with past, current and future prices. */
export async function seedServices(tx: Db, tenantId: string): Promise<void> {
  const services: Insertable<Schema['services']>[] = []
  const prices: Insertable<Schema['service_prices']>[] = []
  const madeAt = daysBeforeToday(DAYS_AGO[0]!) + 9 * HOUR_MS
  for (const [at, [name, code, duration_min, amounts, lastIsFuture]] of offers.entries()) {
    const id = idAt('svc', madeAt - at) // the first is listed first
    const applied = amounts.slice(0, lastIsFuture ? -1 : undefined)
    const active = !ended.has(code)
    const service = { tenant_id: tenantId, id, name, code, duration_min, active, created_at: new Date(madeAt) }
    services.push({ ...service, price: applied.at(-1)! })
    for (const [nth, price] of amounts.entries()) {
      const isUpcoming = nth === applied.length
      const from = new Date(daysBeforeToday(isUpcoming ? -DAYS_AHEAD : DAYS_AGO[nth]!) + 9 * HOUR_MS)
      const createdAt = isUpcoming ? new Date(daysBeforeToday(1)) : from
      prices.push({
        tenant_id: tenantId,
        id: idAt('prc', createdAt.getTime()),
        service_id: id,
        price,
        from_time: from,
        created_at: createdAt,
        applied_at: isUpcoming ? null : from,
      })
    }
  }
  await tx.insertInto('services').values(services).execute()
  await tx.insertInto('service_prices').values(prices).execute()
}
