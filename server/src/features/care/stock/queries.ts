import { type InferResult, type RawBuilder, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, callerIdsOf, type Listing, pagedListing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Reason } from './rules.ts'

export type Filters = {
  /** Part of the name, folded like `medication_key`. */
  medication?: string | undefined
  /** Only lots that expire on or before this day. */
  expiresBy?: string | undefined
  /** Only lots that are not empty. */
  nonEmpty?: true | undefined
  pharmacyId?: string | undefined
}

/** Lots that the caller may see: administrators all, pharmacies their own. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('stock_lots as l')
    .where('l.tenant_id', '=', caller.tenantId)
    .where(visible(access.stock.read, caller, { addressed: 'l.pharmacy_id' }))
}

const expiresOn = sql<string>`l.expires_on::text`.as('expires_on')

/** The columns of the API's StockLot, with the name of the pharmacy. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as ph', (join) =>
      join.onRef('ph.tenant_id', '=', 'l.tenant_id').onRef('ph.id', '=', 'l.pharmacy_id'),
    )
    .select([
      'l.id',
      'l.pharmacy_id',
      'l.medication',
      'l.lot_number',
      'l.quantity',
      expiresOn,
      'l.received_at',
      'ph.name as pharmacy_name',
      sql<string | null>`null`.as('patient_id'), // no health data
    ])

export type Row = InferResult<ReturnType<typeof withNames>>[number]

const records = { visibleTo, shown: withNames, id: 'l.id' }

export const one = byId(records)

const conditions: Conditions<Filters> = {
  medication: ({ medication }) => sql`strpos(l.medication_key, ${medication}) > 0`,
  expiresBy: ({ expiresBy }) => sql`l.expires_on <= ${expiresBy}::date`,
  nonEmpty: () => sql`l.quantity > 0`,
  pharmacyId: ({ pharmacyId }) => sql`l.pharmacy_id = ${pharmacyId}`,
}

/**
 * The medicines with matching names. The index is read name by name, because a tenant has few medicines and many lots of each.
 */
const matchingMedicines = (v: CallerIds & Filters, role: Role): RawBuilder<unknown> => {
  const next = (condition: RawBuilder<unknown>) =>
    visibleTo(builder, { ...callerIdsOf(v), role })
      .where(sql<boolean>`${condition}`)
      .select('l.medication_key')
      .orderBy('l.medication_key')
      .limit(sql.lit(1))
  return sql`
    with recursive medicines (key) as (
      (${next(sql`true`)})
      union all
      select (${next(sql`l.medication_key > medicines.key`)})
      from medicines
      where medicines.key is not null
    )
    select key
    from medicines
    where strpos(key, ${v.medication}) > 0`
}

/** Newest first; with `expiresBy`, by expiry date, latest first. No index has both orders. */
export const listing = pagedListing(
  {
    ...records,
    by: (_, hasFilter) => (hasFilter('expiresBy') ? 'l.expires_on' : undefined),
    parts: (_, hasFilter) => {
      const byName = hasFilter('medication') && !hasFilter('nonEmpty') && !hasFilter('expiresBy')
      return [
        byName
          ? { from: visibleTo, each: { column: 'l.medication_key', values: matchingMedicines } }
          : { from: visibleTo },
      ]
    },
  },
  conditions,
)

export const isVisible = async (db: Db, caller: Caller, id: string): Promise<boolean> =>
  (await visibleTo(db, caller).where('l.id', '=', id).select('l.id').executeTakeFirst()) !== undefined

/** One lot, locked until the transaction ends. */
export function lock(db: Db, caller: Caller, id: string) {
  return visibleTo(db, caller)
    .where('l.id', '=', id)
    .select(['l.id', 'l.quantity', 'l.movements', expiresOn])
    .forUpdate()
    .executeTakeFirst()
}

type OfPharmacy = { tenantId: string; pharmacyId: string }

const pharmacy = prepared<OfPharmacy>(
  (v) => sql`
    select id
    from users
    where tenant_id = ${v.tenantId}
      and id = ${v.pharmacyId}
      and role = 'PHARMACIST'
      and disabled_at is null`,
)

export const isPharmacy = async (db: Db, key: OfPharmacy): Promise<boolean> =>
  (await rowsOf(db, pharmacy(key))).length > 0

type NewLot = OfPharmacy & { id: string; medication: string; lotNumber: string; expiresOn: string }

const insertLot = prepared<NewLot>(
  (v) => sql`
    insert into stock_lots (tenant_id, id, pharmacy_id, medication, lot_number, expires_on)
    values (${v.tenantId}, ${v.id}, ${v.pharmacyId}, ${v.medication}, ${v.lotNumber}, ${v.expiresOn}::date)
    on conflict (tenant_id, pharmacy_id, medication_key, lower(lot_number)) do nothing
    returning id`,
)

/** Adds an empty lot. @returns false if the pharmacy has a lot with this number */
export const insert = async (db: Db, lot: NewLot): Promise<boolean> => (await rowsOf(db, insertLot(lot))).length > 0

const sameNumber = prepared<Omit<NewLot, 'id' | 'expiresOn'>>(
  (v) => sql`
    select id
    from stock_lots
    where tenant_id = ${v.tenantId}
      and pharmacy_id = ${v.pharmacyId}
      and medication_key = fold(${v.medication})
      and lower(lot_number) = lower(${v.lotNumber})`,
)

/** The pharmacy's lot of this medicine with this number, regardless of case and accents. */
export const findSameNumber = async (db: Db, { tenantId, pharmacyId, medication, lotNumber }: NewLot) =>
  (await rowsOf<{ id: string }>(db, sameNumber({ tenantId, pharmacyId, medication, lotNumber })))[0]!

type NewMovement = {
  tenantId: string
  lotId: string
  delta: number
  reason: Reason
  note: string | null
  createdBy: string
}

/** A trigger updates the lot, which the caller has locked. */
export const insertMovement = prepared<NewMovement>(
  (v) => sql`
    insert into stock_movements (tenant_id, lot_id, delta, reason, note, created_by)
    values (${v.tenantId}, ${v.lotId}, ${v.delta}, ${v.reason}, ${v.note}, ${v.createdBy})`,
)

/** Resets the warnings, so that the pharmacy is warned of the new date too. */
export function changeExpiry(db: Db, tenantId: string, id: string, day: string) {
  return db
    .updateTable('stock_lots')
    .set({ expires_on: day, warned_within: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

const movementsOf = (v: { tenantId: string; id: string }) =>
  builder
    .selectFrom('stock_movements as m')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.created_by'))
    .where('m.tenant_id', '=', v.tenantId)
    .where('m.lot_id', '=', v.id)

const shownMovements = (query: ReturnType<typeof movementsOf>) =>
  query.select([
    'm.n',
    'm.delta',
    'm.reason',
    'm.quantity',
    'm.note',
    'm.at',
    'm.created_by',
    'u.name as created_by_name',
    sql<string | null>`null`.as('patient_id'), // no health data
  ])

export type Movement = InferResult<ReturnType<typeof shownMovements>>[number]

export const movements: Listing<{ id: string }, Movement> = {
  ...orderedRows((v) => shownMovements(movementsOf(v)), { n: 'desc' }),
  ...totals((v: CallerIds & { id: string }) => sql`${movementsOf(v).select('m.n')}`),
}
