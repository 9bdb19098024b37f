import { type InferResult, type RawBuilder, sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller, CallerIds, Role } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import { type Delivery, deliveriesOf, isVisibleStatus, type Part } from '../prescriptions/actions.ts'
import type { listOrders } from './contract.ts'
import { type Status, statuses } from './rules.ts'

/** The patients of a pharmacy's orders, without cancelled and rejected ones; as an array, for index lookups. */
export const customersOf = ({ tenantId, userId }: Pick<CallerIds, 'tenantId' | 'userId'>) => sql<string[]>`array(
  select o.patient_id
  from orders o
  where o.tenant_id = ${tenantId}
    and o.pharmacy_id = ${userId}
    and ${isVisibleStatus('o.status')})`

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('orders as o').where('o.tenant_id', '=', tenantId)

type Orders = ReturnType<typeof ofTenant>

/** Orders that the caller may see. */
const visibleTo = (db: Db, caller: Caller): Orders =>
  ofTenant(db, caller.tenantId).where(
    visible(access.orders.read, caller, { own: 'o.patient_id', author: 'o.doctor_id', addressed: 'o.pharmacy_id' }),
  )

type Joined = Schema & { o: Schema['orders'] }

/** Orders with their prescriptions, pharmacies and patients. */
const withPeople = (query: Orders) =>
  query
    .innerJoin('prescriptions as rx', (join) =>
      join.onRef('rx.tenant_id', '=', 'o.tenant_id').onRef('rx.id', '=', 'o.prescription_id'),
    )
    .innerJoin('users as ph', (join) =>
      join.onRef('ph.tenant_id', '=', 'o.tenant_id').onRef('ph.id', '=', 'o.pharmacy_id'),
    )
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.patient_id'))

/** The columns of the API's Order. For a pharmacy, a cancelled or rejected order has no patient and medicine. */
const shownTo = (query: Orders, { role }: Pick<Caller, 'role'>) =>
  withPeople(query).select([
    'o.id',
    'o.pharmacy_id',
    'o.status',
    'o.prescription_id',
    'o.delivery_requested',
    'o.dispensed',
    'o.created_at',
    'o.updated_at',
    'ph.name as pharmacy_name',
    ifVisible(role, sql`o.patient_id`).as('patient_id'),
    ifVisible(role, sql`p.name`).as('patient_name'),
    ifVisible(role, sql`rx.items -> 0 ->> 'medication'`).as('medication'),
  ])

const ifVisible = (role: Role, value: RawBuilder<unknown>) =>
  hasRelation(access.orders.read, role, 'addressed')
    ? sql<string | null>`case when ${isVisibleStatus('o.status')} then ${value} end`
    : sql<string | null>`${value}`

export type Row = InferResult<ReturnType<typeof shownTo>>[number]

const records = { visibleTo, shown: shownTo, id: 'o.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listOrders>> = {
  status: ({ status }) => sql`o.status = any(${status})`,
  patientId: ({ patientId }) => sql`o.patient_id = ${patientId}`,
  pharmacyId: ({ pharmacyId }) => sql`o.pharmacy_id = ${pharmacyId}`,
  prescriptionId: ({ prescriptionId }) => sql`o.prescription_id = ${prescriptionId}`,
  ...timeRange('o.created_at'),
}

const byStatus = {
  ...records,
  ofPatient: true as const,
  by: 'o.created_at',
  parts: (_: Role, hasFilter: (filter: string) => boolean) => {
    const all = [{ from: visibleTo }]
    return hasFilter('prescriptionId') ? all : splitByColumn(all, 'o.status', statuses, 'status')
  },
}

const forOthers = pagedListing(byStatus, conditions)

const forPharmacies = pagedListing<Filters<typeof listOrders>, Joined, 'o', Row>(byStatus, {
  ...conditions,
  // The filter must not reveal the hidden patient of a cancelled or rejected order.
  patientId: ({ patientId }) => sql`o.patient_id = ${patientId} and ${isVisibleStatus('o.status')}`,
})

export const listing: typeof forOthers = (role, filters) =>
  (hasRelation(access.orders.read, role, 'addressed') ? forPharmacies : forOthers)(role, filters)

/** The columns that status changes need. */
const forStatusChange = (query: Orders) =>
  withPeople(query)
    .select(['o.id', 'o.prescription_id', 'o.pharmacy_id', 'o.status', 'o.patient_id', 'o.delivery_requested'])
    .select(['o.dispensed', 'rx.signed_at', 'rx.status as prescription_status', 'rx.items', 'rx.issued_at'])
    .select(['rx.valid_until', deliveriesOf('o.tenant_id', 'o.prescription_id').as('deliveries')])
    .select(['ph.name as pharmacy_name', 'p.name as patient_name'])
    .forUpdate('o')

export type Locked = InferResult<ReturnType<typeof forStatusChange>>[number]

/** One order, locked until the transaction ends. Its prescription is locked first. */
export function lock(db: Db, actor: Actor, id: string): Promise<Locked | undefined> {
  defer(db, lockPrescriptionOf({ tenantId: actor.tenantId, id }))
  return forStatusChange(visibleTo(db, actor).where('o.id', '=', id)).executeTakeFirst()
}

const lockPrescriptionOf = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    select from prescriptions
    where tenant_id = ${v.tenantId}
      and id = (select prescription_id from orders where tenant_id = ${v.tenantId} and id = ${v.id})
    for no key update`,
)

/** The open orders of a prescription, locked until the transaction ends. */
export function lockOpenOn(db: Db, tenantId: string, prescriptionId: string): Promise<Locked[]> {
  const orders = ofTenant(db, tenantId)
    .where('o.prescription_id', '=', prescriptionId)
    .where('o.status', 'in', ['PENDING', 'PREPARING', 'READY'])
  return forStatusChange(orders).orderBy('o.id').execute()
}

export async function countOpen(db: Db, tenantId: string, pharmacyId: string): Promise<number> {
  const { number } = await ofTenant(db, tenantId)
    .where('o.pharmacy_id', '=', pharmacyId)
    .where('o.status', 'in', ['PENDING', 'PREPARING', 'READY'])
    .select(sql<number>`count(*)::int`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

/** The newest order of a prescription at a pharmacy, in any status. */
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

const openAt = prepared<OrderKey>(
  (v) => sql`
    select exists (
      select from orders
      where tenant_id = ${v.tenantId}
        and prescription_id = ${v.prescriptionId}
        and pharmacy_id = ${v.pharmacyId}
        and status in ('PENDING', 'PREPARING', 'READY')) as open`,
)

export const findOpenAt = async (db: Db, key: OrderKey): Promise<boolean> =>
  (await rowsOf<{ open: boolean }>(db, openAt(key)))[0]!.open

export type OrderKey = { tenantId: string; prescriptionId: string; pharmacyId: string }

const prerequisites = prepared<OrderKey>(
  (v) => sql`
    select
      (
        select name from users
        where tenant_id = ${v.tenantId}
          and id = ${v.pharmacyId}
          and role = 'PHARMACIST'
          and verified_at is not null
          and disabled_at is null
      ) as pharmacy_name,
      (
        select id from orders
        where tenant_id = ${v.tenantId}
          and prescription_id = ${v.prescriptionId}
          and status in ('PENDING', 'PREPARING', 'READY')
      ) as live_id,
      (
        select status from orders
        where tenant_id = ${v.tenantId}
          and prescription_id = ${v.prescriptionId}
          and pharmacy_id = ${v.pharmacyId}
        order by id desc
        limit 1
      ) as newest_status,
      (
        select count(*)::int from orders
        where tenant_id = ${v.tenantId}
          and prescription_id = ${v.prescriptionId}
      ) as orders,
      (
        select ${deliveriesOf('rx.tenant_id', 'rx.id')}
        from prescriptions rx
        where rx.tenant_id = ${v.tenantId}
          and rx.id = ${v.prescriptionId}
      ) as deliveries,
      (
        select p.name
        from prescriptions rx
        join users p on p.tenant_id = rx.tenant_id and p.id = rx.patient_id
        where rx.tenant_id = ${v.tenantId}
          and rx.id = ${v.prescriptionId}
      ) as patient_name`,
)

export type Found = Awaited<ReturnType<typeof findPrerequisites>>

/**
 * What a new order depends on. `pharmacy_name`: null for an unknown pharmacy. `newest_status`: of the prescription's newest order
 * at this pharmacy. `live_id`: the open order at any pharmacy. `orders`: the number of orders.
 */
export async function findPrerequisites(db: Db, key: OrderKey) {
  type Row = {
    pharmacy_name: string | null
    newest_status: Status | null
    live_id: string | null
    orders: number
    deliveries: Delivery[] | null
    patient_name: string | null
  }
  return (await rowsOf<Row>(db, prerequisites(key)))[0]!
}

export const insert = prepared<OrderKey & { id: string; deliveryRequested: boolean }>(
  (v) => sql`
    insert into orders (tenant_id, id, prescription_id, patient_id, doctor_id, pharmacy_id, delivery_requested)
    select tenant_id, ${v.id}, id, patient_id, doctor_id, ${v.pharmacyId}, ${v.deliveryRequested}::boolean
    from prescriptions
    where tenant_id = ${v.tenantId}
      and id = ${v.prescriptionId}`,
)

export function setStatus(db: Db, tenantId: string, ids: string[], status: Status, dispensed?: Part[]) {
  return db
    .updateTable('orders')
    .set({ status, updated_at: sql<Date>`app_now()`, ...(dispensed && { dispensed: JSON.stringify(dispensed) }) })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
}
