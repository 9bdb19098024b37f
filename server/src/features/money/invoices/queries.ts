import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import type { Keyed } from '../../../providers/payments/index.ts'
import { doctorOfVisit, isPatient, isProposed } from '../../care/appointments/actions.ts'
import { treatsRegularly } from '../../people/relationships/actions.ts'
import type { listInvoices } from './contract.ts'
import type { Payment } from './payment-queries.ts'
import { type Refund, refundedAmount } from './refund-queries.ts'
import { statuses } from './rules.ts'

/** Invoices that the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('invoices as i')
    .where('i.tenant_id', '=', caller.tenantId)
    .where(visible(access.invoices.read, caller, { own: 'i.patient_id', author: 'i.doctor_id', desk: sql`true` }))
}

const sums = ['i.amount', 'i.paid', 'i.awaited', 'i.refunded', 'i.going_back', 'i.status'] as const

/** The columns of the API's Invoice, with the names of patient and doctor. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'i.tenant_id').onRef('p.id', '=', 'i.patient_id'))
    .leftJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.doctor_id'))
    .select([
      ...sums,
      'i.id',
      'i.year',
      'i.serial',
      'i.patient_id',
      'i.doctor_id',
      'i.appointment_id',
      'i.description',
      'i.created_at',
      'i.cancelled_at',
      'i.cancel_reason',
      'p.name as patient_name',
      'd.name as doctor_name',
    ])

export type Row = InferResult<ReturnType<typeof withNames>>[number]

/** A row from `json_agg`, in which times are text. */
export type InJson<T extends { created_at: Date }> = Omit<T, 'created_at'> & { created_at: string }

const payments = sql<InJson<Payment>[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'invoice_id', invoice_id, 'method', method, 'amount', amount,
    'status', status, 'created_at', created_at) order by id), '[]')
  from payments
  where tenant_id = i.tenant_id
    and invoice_id = i.id)`

const refunds = sql<InJson<Refund>[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'invoice_id', r.invoice_id, 'amount', r.amount,
    'reason', r.reason, 'status', r.status, 'created_at', r.created_at, 'refunded', ${refundedAmount}) order by r.id), '[]')
  from refunds r
  where r.tenant_id = i.tenant_id
    and r.invoice_id = i.id)`

const withMoney = (query: ReturnType<typeof visibleTo>) =>
  withNames(query).select([payments.as('payments'), refunds.as('refunds')])

export type WithMoney = InferResult<ReturnType<typeof withMoney>>[number]

const records = { visibleTo, shown: withNames, id: 'i.id' }

export const one = byId({ ...records, shown: withMoney })

const conditions: Conditions<Filters<typeof listInvoices>> = {
  status: ({ status }) => sql`i.status = any(${status})`,
  patientId: ({ patientId }) => sql`i.patient_id = ${patientId}`,
  doctorId: ({ doctorId }) => sql`i.doctor_id = ${doctorId}`,
  ...timeRange('i.created_at'),
}

export const listing = pagedListing(
  {
    ...records,
    ofPatient: true,
    by: 'i.created_at',
    parts: () => splitByColumn([{ from: visibleTo }], 'i.status', statuses, 'status'),
  },
  conditions,
)

/** One invoice, locked until the transaction ends. */
export function lock(db: Db, caller: Caller, id: string) {
  return visibleTo(db, caller)
    .where('i.id', '=', id)
    .select([...sums, 'i.id', 'i.patient_id', 'i.doctor_id', 'i.cancel_reason'])
    .forUpdate()
    .executeTakeFirst()
}

export type Prerequisites = { tenantId: string; userId: string; patientId: string; appointmentId: string | null }

const prerequisites = prepared<Prerequisites>(
  (v) => sql`
    select
      ${isPatient(v)} as patient_known,
      ${treatsRegularly({ tenantId: v.tenantId, professionalId: v.userId, patientId: v.patientId })} as patient_of_caller,
      ${doctorOfVisit(v)} as appointment_doctor_id,
      ${isProposed(v)} as proposed`,
)

/** Looks up the patient and the appointment of a new invoice. */
export async function findPrerequisites(db: Db, named: Prerequisites) {
  type Found = {
    patient_known: boolean
    patient_of_caller: boolean
    appointment_doctor_id: string | null
    proposed: boolean
  }
  return (await rowsOf<Found>(db, prerequisites(named)))[0]!
}

const serial = prepared<{ tenantId: string; year: number }>(
  (v) => sql`
    insert into invoice_series as s (tenant_id, year, last)
    values (${v.tenantId}, ${v.year}, 1)
    on conflict (tenant_id, year) do update set last = s.last + 1
    returning last`,
)

/** The next number of a year. Locks the counter until the transaction ends. */
export async function takeSerial(db: Db, tenantId: string, year: number): Promise<number> {
  return (await rowsOf<{ last: number }>(db, serial({ tenantId, year })))[0]!.last
}

type NewInvoice = {
  tenantId: string
  id: string
  year: number
  serial: number
  patientId: string
  doctorId: string | null
  appointmentId: string | null
  amount: number
  description: string | null
  createdBy: string
  at: Date
}

export const insert = prepared<NewInvoice>(
  (v) => sql`
    insert into invoices (tenant_id, id, year, serial, patient_id, doctor_id, appointment_id, amount, description,
      created_by, created_at)
    values (${v.tenantId}, ${v.id}, ${v.year}, ${v.serial}, ${v.patientId}, ${v.doctorId}, ${v.appointmentId},
      ${v.amount}, ${v.description}, ${v.createdBy}, ${v.at})`,
)

export function markCancelled(db: Db, tenantId: string, id: string, reason: string | null) {
  return db
    .updateTable('invoices')
    .set({ cancelled_at: sql<Date>`app_now()`, cancel_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

/**
 * The invoice of a payment or refund, locked until the transaction ends, with its patient and doctor; undefined after a
 * sandbox reset.
 */
export async function lockInvoiceOf(db: Db, kind: 'payments' | 'refunds', { tenantId, key }: Keyed) {
  const { rows } = await sql<{ id: string; patient_id: string; doctor_id: string | null }>`
    select i.id, i.patient_id, i.doctor_id
    from invoices i
    ${kind === 'payments' ? sql`join payments m` : sql`join refunds m`} on m.tenant_id = i.tenant_id and m.invoice_id = i.id
    where m.tenant_id = ${tenantId}
      and m.id = ${key}
    for update of i`.execute(db)
  return rows[0]
}

/**
 * Payments and refunds of all tenants whose call to the provider must have ended without an outcome. Their age is read from
 * their ids, which contain real time. The order is random, so that a few unresolvable ones do not block the others.
 */
export async function findAbandoned(db: Db, olderThanSec: number, limit: number) {
  const { rows } = await sql<Keyed & { kind: 'payments' | 'refunds' }>`
    (
      select 'payments' as kind, tenant_id as "tenantId", id as key
      from payments
      where status = 'PENDING'
        and id < id_floor('pay', now() - ${olderThanSec} * interval '1 second')
      order by random()
      limit ${limit}
    )
    union all
    (
      select 'refunds', tenant_id, id
      from refunds
      where status = 'PENDING'
        and id < id_floor('ref', now() - ${olderThanSec} * interval '1 second')
      order by random()
      limit ${limit}
    )`.execute(db)
  return rows
}
