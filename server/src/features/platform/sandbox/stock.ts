import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { idAt } from '../../../lib/ids.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { daysBeforeToday } from './care.ts'
import { courses } from './medicines.ts'
import { HOUR_MS } from './rules.ts'

/** Pharmacies stock all prescribed medicines. */
const medicines = [...new Set(Object.values(courses).flatMap((choice) => choice.flat().map(([name]) => name)))]

/** Days until lots expire. One lot has expired, some expire soon. */
const shelfLives = [3, 400, 26, 250, 700, -4, 34, 520, 12, 330, 6, 610, 180, 29, 460]

type Rows = { lots: Insertable<Schema['stock_lots']>[]; movements: Insertable<Schema['stock_movements']>[] }

/** Seeds the stock of every pharmacy of a tenant, with its movements. */
export async function seedStock(tx: Db, tenantId: string): Promise<void> {
  const pharmacies = await tx
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'PHARMACIST')
    .select('id')
    .orderBy('name')
    .execute()
  const rows: Rows = { lots: [], movements: [] }
  for (const [nth, { id }] of pharmacies.entries())
    for (const [at, medication] of medicines.entries())
      if ((at + nth) % 4 !== 3) addLot(rows, { tenantId, pharmacyId: id, medication }, at + nth) // no pharmacy stocks everything
  await tx.insertInto('stock_lots').values(rows.lots).execute()
  await tx.insertInto('stock_movements').values(rows.movements).execute()
}

function addLot(
  { lots, movements }: Rows,
  { tenantId, pharmacyId, medication }: { tenantId: string; pharmacyId: string; medication: string },
  at: number,
): void {
  const receivedAt = new Date(daysBeforeToday(20 + (at % 40)) + 8 * HOUR_MS)
  const id = idAt('lot', receivedAt.getTime() + at)
  lots.push({
    tenant_id: tenantId,
    id,
    pharmacy_id: pharmacyId,
    medication,
    lot_number: `${'ABCDEFGH'[at % 8]}X${2300 + at}`,
    expires_on: localDay(new Date(daysBeforeToday(-shelfLives[at % shelfLives.length]!) + 12 * HOUR_MS)),
    received_at: receivedAt,
  })
  const received = 20 + (at % 5) * 10
  for (const [days, delta, reason, note] of [
    [0, received, 'RECEIVED', null],
    [4, -3 - (at % 7), 'SOLD', null],
    ...(at % 6 === 4 ? [[9, -2, 'LOST', 'Boîtes abîmées'] as const] : []),
    ...(at % 11 === 10 ? [[12, 1, 'RETURNED', null] as const] : []),
    ...(at % 9 === 8 ? [[14, -1, 'CORRECTION', 'Inventaire du mois'] as const] : []),
  ] as const)
    movements.push({
      tenant_id: tenantId,
      lot_id: id,
      delta,
      reason,
      note,
      created_by: pharmacyId,
      at: new Date(receivedAt.getTime() + days * 24 * HOUR_MS),
    })
}
