import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import { type Actor, type Caller, isPractitioner } from '../../actor.ts'
import type { Asker } from '../../context.ts'
import type { Db } from '../../db/kysely.ts'
import { byId, type Conditions, inPages, within } from '../../db/listings.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import { rowsOf } from '../../db/transaction.ts'
import type { Status } from './rules.ts'

/** The patients who ordered from a pharmacy, as an array: what an index can look up. */
export const customersOf = ({ tenantId, userId }: Asker) => sql<string[]>`array(
  select rx.patient_id
  from orders o
  join prescriptions rx on rx.tenant_id = o.tenant_id and rx.id = o.prescription_id
  where o.tenant_id = ${tenantId}
    and o.pharmacy_id = ${userId})`

export type Filters = {
  status?: readonly Status[] | undefined
  patientId?: string | undefined
  pharmacyId?: string | undefined
  prescriptionId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Orders with their prescriptions. */
const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('orders as o')
    .innerJoin('prescriptions as rx', (join) =>
      join.onRef('rx.tenant_id', '=', 'o.tenant_id').onRef('rx.id', '=', 'o.prescription_id'),
    )
    .where('o.tenant_id', '=', tenantId)

type Orders = ReturnType<typeof ofTenant>

/** Those that a caller may know of. */
const visibleTo = (db: Db, caller: Caller): Orders => ofTenant(db, caller.tenantId).where((eb) => mine(eb, caller))

type Joined = Schema & { o: Schema['orders']; rx: Schema['prescriptions'] }

function mine(eb: ExpressionBuilder<Joined, 'o' | 'rx'>, { role, userId }: Caller) {
  if (role === 'ADMIN') return eb.lit(true)
  if (role === 'PATIENT') return eb('rx.patient_id', '=', userId)
  if (isPractitioner(role)) return eb('rx.doctor_id', '=', userId)
  return eb('o.pharmacy_id', '=', userId)
}

/** Orders with the names of pharmacy and patient. */
const withNames = (query: Orders) =>
  query
    .innerJoin('users as ph', (join) =>
      join.onRef('ph.tenant_id', '=', 'o.tenant_id').onRef('ph.id', '=', 'o.pharmacy_id'),
    )
    .innerJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'rx.tenant_id').onRef('p.id', '=', 'rx.patient_id'),
    )
    .select([
      'o.id',
      'o.pharmacy_id',
      'o.status',
      'rx.patient_id',
      'ph.name as pharmacy_name',
      'p.name as patient_name',
    ])

/** What the API shows of them. */
const forShow = (query: Orders) =>
  withNames(query).select([
    'o.prescription_id',
    'o.delivery_requested',
    'o.created_at',
    'o.updated_at',
    sql<string>`rx.items -> 0 ->> 'medication'`.as('medication'),
  ])

export type Shown = InferResult<ReturnType<typeof forShow>>[number]

const records = { visibleTo, shown: forShow, id: 'o.id' }

export const one = byId(records)

const conditions: Conditions<Filters> = {
  status: ({ status }) => sql`o.status = any(${status})`,
  patientId: ({ patientId }) => sql`rx.patient_id = ${patientId}`,
  pharmacyId: ({ pharmacyId }) => sql`o.pharmacy_id = ${pharmacyId}`,
  prescriptionId: ({ prescriptionId }) => sql`o.prescription_id = ${prescriptionId}`,
  ...within('o.created_at'),
}

export const listing = inPages(records, conditions)

/** One order, held until the transaction ends. */
export function hold(db: Db, actor: Actor, id: string) {
  return withNames(visibleTo(db, actor).where('o.id', '=', id))
    .select('rx.signed_at')
    .forUpdate('o')
    .executeTakeFirst()
}

export type Held = Pick<Shown, 'id' | 'status' | 'patient_id' | 'patient_name' | 'pharmacy_id' | 'pharmacy_name'>

/** The orders on a prescription, held until the transaction ends. */
export function holdAllOn(db: Db, tenantId: string, prescriptionId: string): Promise<Held[]> {
  return withNames(ofTenant(db, tenantId).where('o.prescription_id', '=', prescriptionId))
    .orderBy('o.id')
    .forUpdate('o')
    .execute()
}

/** The newest order on a prescription at a pharmacy, whatever became of it. */
export function findNewestAt(db: Db, tenantId: string, prescriptionId: string, pharmacyId: string) {
  return db
    .selectFrom('orders')
    .where('tenant_id', '=', tenantId)
    .where('prescription_id', '=', prescriptionId)
    .where('pharmacy_id', '=', pharmacyId)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type Wanted = { tenantId: string; prescriptionId: string; pharmacyId: string }

const standing = prepared<Wanted>(
  (v) => sql`
    select
      exists (
        select from users
        where tenant_id = ${v.tenantId}
          and id = ${v.pharmacyId}
          and role = 'PHARMACIST'
          and verified_at is not null
          and disabled_at is null
      ) as pharmacy_known,
      (
        select id from orders
        where tenant_id = ${v.tenantId}
          and prescription_id = ${v.prescriptionId}
          and status in ('PENDING', 'PREPARING', 'READY')
      ) as live_id,
      (
        select p.name
        from prescriptions rx
        join users p on p.tenant_id = rx.tenant_id and p.id = rx.patient_id
        where rx.tenant_id = ${v.tenantId}
          and rx.id = ${v.prescriptionId}
      ) as patient_name`,
)

/** Whether the pharmacy is one that may fill orders, which order on the prescription is under way, and whose it is. */
export async function findStanding(db: Db, wanted: Wanted) {
  type Row = { pharmacy_known: boolean; live_id: string | null; patient_name: string | null }
  return (await rowsOf<Row>(db, standing(wanted)))[0]!
}

export const insert = prepared<Wanted & { id: string; deliveryRequested: boolean }>(
  (v) => sql`
    insert into orders (tenant_id, id, prescription_id, pharmacy_id, delivery_requested)
    values (${v.tenantId}, ${v.id}, ${v.prescriptionId}, ${v.pharmacyId}, ${v.deliveryRequested})`,
)

export function move(db: Db, tenantId: string, ids: string[], status: Status) {
  return db
    .updateTable('orders')
    .set({ status, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
}
