import { type InferResult, type RawBuilder, sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller, CallerIds, Role } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import {
  byId,
  type Conditions,
  callerIdsOf,
  type Part,
  pagedListing,
  splitByColumn,
  timeRange,
} from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import { identityField } from '../../people/patients/actions.ts'
import { patientsOf, treats } from '../../people/relationships/actions.ts'
import { doctorOfVisit, isPatient } from '../appointments/actions.ts'
import type { listLabOrders } from './contract.ts'
import { type Status, statuses, type Value } from './rules.ts'

/**
 * Whether a lab order is addressed to a laboratory. After a cancellation, the laboratory sees neither the order nor the
 * patient.
 */
export const addressedTo = (userId: string) => sql<boolean>`(lo.laboratory_id = ${userId} and lo.status <> 'CANCELLED')`

/** Lab orders that the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('lab_orders as lo')
    .where('lo.tenant_id', '=', caller.tenantId)
    .where(
      visible(access.labOrders.read, caller, {
        own: 'lo.patient_id',
        author: 'lo.doctor_id',
        addressed: addressedTo(caller.userId),
        reason: sql`lo.patient_id = any(${patientsOf(caller)})`,
      }),
    )
}

/** Lab orders that the caller may change, without reading them. */
const changeableBy = (db: Db, caller: Caller) =>
  db
    .selectFrom('lab_orders as lo')
    .where('lo.tenant_id', '=', caller.tenantId)
    .where(
      sql<boolean>`(${visible(access.labOrders.update, caller, {
        author: 'lo.doctor_id',
        addressed: addressedTo(caller.userId),
      })} or ${visible(access.labOrders.chooseLaboratory, caller, { own: 'lo.patient_id', author: 'lo.doctor_id' })})`,
    )

/** The columns of the API's LabOrder, with names. Only the laboratory gets the patient's birth date and sex. */
function withNames(query: ReturnType<typeof visibleTo>, caller: Omit<Caller, 'tenantId'>) {
  const canReadIdentity = visible(access.labOrders.readPatient, caller, { addressed: addressedTo(caller.userId) })
  return query
    .innerJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'lo.tenant_id').onRef('p.id', '=', 'lo.patient_id'),
    )
    .leftJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'lo.tenant_id').onRef('d.id', '=', 'lo.doctor_id'))
    .leftJoin('users as l', (join) =>
      join.onRef('l.tenant_id', '=', 'lo.tenant_id').onRef('l.id', '=', 'lo.laboratory_id'),
    )
    .select([
      'lo.id',
      'lo.patient_id',
      'lo.doctor_id',
      'lo.laboratory_id',
      'lo.appointment_id',
      'lo.tests',
      'lo.status',
      'lo.created_at',
      'lo.updated_at',
      'lo.released_at',
      'p.name as patient_name',
      'd.name as doctor_name',
      'l.name as laboratory_name',
      ...identityFor(canReadIdentity),
    ])
}

export type Row = InferResult<ReturnType<typeof withNames>>[number]

/** Birth date and sex of the patient; null unless the condition holds. */
const identityFor = (condition: RawBuilder<boolean>) => [
  sql<string | null>`case when ${condition} then ${identityField(patient, 'birth_date')} end`.as('birth_date'),
  sql<'F' | 'M' | null>`case when ${condition} then ${identityField(patient, 'sex')} end`.as('sex'),
]

const patient = { tenantId: 'lo.tenant_id', patientId: 'lo.patient_id' }

/** The name of the doctor, or of the organisation if an administrator ordered without a doctor. */
const orderedBy = sql<string>`coalesce(d.name, (select name from tenants where tenant_id = lo.tenant_id))`

const records = { visibleTo, shown: withNames, id: 'lo.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listLabOrders>> = {
  status: ({ status }) => sql`lo.status = any(${status})`,
  patientId: ({ patientId }) => sql`lo.patient_id = ${patientId}`,
  doctorId: ({ doctorId }) => sql`lo.doctor_id = ${doctorId}`,
  laboratoryId: ({ laboratoryId }) => sql`lo.laboratory_id = ${laboratoryId}`,
  ...timeRange('lo.created_at'),
}

/** For administrators: the lab orders of the few patients whose files they opened. */
const ofOpenFiles: Part = {
  from: (db, { tenantId }) => db.selectFrom('lab_orders as lo').where('lo.tenant_id', '=', tenantId),
  each: { column: 'lo.patient_id', values: (given) => sql`select distinct unnest(${patientsOf(given)}) as value` },
}
/** The statuses that a role can see. A laboratory sees no cancelled lab orders. */
const statusesFor = (role: Role) =>
  hasRelation(access.labOrders.read, role, 'addressed') ? statuses.filter((status) => status !== 'CANCELLED') : statuses

export const listing = pagedListing(
  {
    ...records,
    ofPatient: true,
    by: 'lo.created_at',
    parts: (role) =>
      hasRelation(access.labOrders.read, role, 'reason')
        ? [ofOpenFiles]
        : splitByColumn([{ from: visibleTo }], 'lo.status', statusesFor(role), 'status'),
  },
  conditions,
)

/** Lab orders whose results and files the caller may see. Patients see them after the release. */
export const withReadableResults = (db: Db, caller: Caller) =>
  hasRelation(access.labOrders.read, caller.role, 'own')
    ? visibleTo(db, caller).where('lo.status', '=', 'RELEASED')
    : visibleTo(db, caller)

/** The current results of an order: the newest version. */
const newestResult = (orders: ReturnType<typeof withReadableResults>) =>
  orders
    .innerJoin('lab_results as r', (join) =>
      join.onRef('r.tenant_id', '=', 'lo.tenant_id').onRef('r.lab_order_id', '=', 'lo.id'),
    )
    .select(['r.id', 'r.lab_order_id', 'r.entered_at', 'r.results', 'lo.released_at', 'lo.patient_id'])
    .orderBy('r.version', 'desc')
    .limit(1)

export type ShownResult = InferResult<ReturnType<typeof newestResult>>[number]

export const resultOf = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, ShownResult>((v) =>
    newestResult(withReadableResults(builder, { ...callerIdsOf(v), role }).where('lo.id', '=', v.id)),
  ),
)

/** One lab order, locked until the transaction ends. */
export function lock(db: Db, actor: Actor, id: string) {
  return withNames(changeableBy(db, actor).where('lo.id', '=', id), actor)
    .select(orderedBy.as('ordered_by'))
    .forUpdate('lo')
    .executeTakeFirst()
}

/** The current results. A separate statement after the lock of the order also sees results that were entered concurrently. */
export function findNewestResult(db: Db, tenantId: string, labOrderId: string) {
  return db
    .selectFrom('lab_results')
    .where('tenant_id', '=', tenantId)
    .where('lab_order_id', '=', labOrderId)
    .select(['id', 'results'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type References = {
  tenantId: string
  patientId: string
  doctorId: string | null
  appointmentId: string | null
  laboratoryId: string | null
}

/** Whether the named users and appointment exist, and the caller treats the patient. */
export type Prerequisites = {
  patient_known: boolean
  patient_name: string | null
  patient_treated: boolean
  doctor_known: boolean
  laboratory_known: boolean
  appointment_doctor_id: string | null
}

type Laboratory = Pick<References, 'tenantId' | 'laboratoryId'>

const isLaboratory = (v: Laboratory) => sql<boolean>`exists (
  select from users
  where tenant_id = ${v.tenantId}
    and id = ${v.laboratoryId}
    and role = 'LABORATORY'
    and verified_at is not null
    and disabled_at is null)`

const knownLaboratory = prepared<Laboratory>((v) => sql`select ${isLaboratory(v)} as known`)

export async function isKnownLaboratory(db: Db, named: Laboratory): Promise<boolean> {
  return (await rowsOf<{ known: boolean }>(db, knownLaboratory(named)))[0]!.known
}
const prerequisites = prepared<References & { userId: string }>(
  (v) => sql`
    select
      ${isPatient(v)} as patient_known,
      (select name from users where tenant_id = ${v.tenantId} and id = ${v.patientId}) as patient_name,
      ${treats({ tenantId: v.tenantId, professionalId: v.userId, patientId: v.patientId })} as patient_treated,
      exists (
        select from users
        where tenant_id = ${v.tenantId}
          and id = ${v.doctorId}
          and role in ('DOCTOR', 'DENTIST')
          and verified_at is not null
          and disabled_at is null
      ) as doctor_known,
      ${isLaboratory(v)} as laboratory_known,
      ${doctorOfVisit(v)} as appointment_doctor_id`,
)

export async function findPrerequisites(db: Db, named: References & { userId: string }): Promise<Prerequisites> {
  return (await rowsOf<Prerequisites>(db, prerequisites(named)))[0]!
}

export const insert = prepared<References & { id: string; tests: string[] }>(
  (v) => sql`
    insert into lab_orders (tenant_id, id, patient_id, doctor_id, appointment_id, laboratory_id, tests)
    values (${v.tenantId}, ${v.id}, ${v.patientId}, ${v.doctorId}, ${v.appointmentId}, ${v.laboratoryId}, ${v.tests})`,
)

export const setLaboratory = (db: Db, tenantId: string, id: string, laboratoryId: string | null) =>
  db
    .updateTable('lab_orders')
    .set({ laboratory_id: laboratoryId, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)

export function setStatus(db: Db, tenantId: string, id: string, status: Status) {
  return db
    .updateTable('lab_orders')
    .set({
      status,
      updated_at: sql<Date>`app_now()`,
      ...(status === 'RELEASED' ? { released_at: sql<Date>`app_now()` } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

const insertion = prepared<{ tenantId: string; id: string; labOrderId: string; results: string }>(
  (v) => sql`
    insert into lab_results (tenant_id, id, lab_order_id, version, results)
    select ${v.tenantId}, ${v.id}, ${v.labOrderId}, coalesce(max(version), 0) + 1, ${v.results}::jsonb
    from lab_results
    where tenant_id = ${v.tenantId}
      and lab_order_id = ${v.labOrderId}`,
)

/** Inserts the next version of an order's results. The order must be locked. */
export const insertResults = (tenantId: string, id: string, labOrderId: string, results: Value[]) =>
  insertion({ tenantId, id, labOrderId, results: JSON.stringify(results) })

/** The number of lab orders at a laboratory that are neither RELEASED nor CANCELLED. */
export async function countOpen(db: Db, tenantId: string, laboratoryId: string): Promise<number> {
  const { number } = await db
    .selectFrom('lab_orders')
    .where('tenant_id', '=', tenantId)
    .where('laboratory_id', '=', laboratoryId)
    .where('status', 'not in', ['RELEASED', 'CANCELLED'])
    .select(sql<number>`count(*)::int`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}
