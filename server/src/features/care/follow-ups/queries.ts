import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Filters } from '../../../http/operation.ts'
import { patientsOf } from '../../people/relationships/actions.ts'
import type { listFollowUps } from './contract.ts'
import { type Status, statuses } from './rules.ts'

/** Follow-ups that the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('follow_ups as f')
    .where('f.tenant_id', '=', caller.tenantId)
    .where(visible(access.followUps.read, caller, { own: 'f.patient_id', author: 'f.doctor_id' }))
}

/** The column of each field. */
export const columns = {
  id: 'id',
  doctorId: 'doctor_id',
  patientId: 'patient_id',
  startTime: 'start_time',
  endTime: 'end_time',
  reason: 'reason',
  status: 'status',
  appointmentId: 'appointment_id',
  createdAt: 'created_at',
  settledAt: 'settled_at',
} as const
const allColumns = Object.values(columns).map((column) => `f.${column}` as const)
const { reason: _, ...withoutReason } = columns
const columnsWithoutReason = Object.values(withoutReason).map((column) => `f.${column}` as const)

const reasonOf = (caller: Caller) =>
  sql<string | null>`case when ${visible(access.followUps.readReason, caller, {
    own: 'f.patient_id',
    author: 'f.doctor_id',
    reason: sql`f.patient_id = any(${patientsOf(caller)})`,
  })} then f.reason end`.as('reason')

/** The columns of the API's FollowUp, with the names of patient and doctor. */
const withNames = (query: ReturnType<typeof visibleTo>, caller: Caller) =>
  query
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'f.tenant_id').onRef('d.id', '=', 'f.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'f.tenant_id').onRef('p.id', '=', 'f.patient_id'))
    .select([...columnsWithoutReason, reasonOf(caller), 'd.name as doctor_name', 'p.name as patient_name'])

export type Row = InferResult<ReturnType<typeof withNames>>[number]

const records = { visibleTo, shown: withNames, id: 'f.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listFollowUps>> = {
  status: ({ status }) => sql`f.status = any(${status})`,
  doctorId: ({ doctorId }) => sql`f.doctor_id = ${doctorId}`,
  patientId: ({ patientId }) => sql`f.patient_id = ${patientId}`,
  ...timeRange('f.created_at'),
}

export const listing = pagedListing(
  {
    ...records,
    ofPatient: true,
    by: 'f.created_at',
    parts: () => splitByColumn([{ from: visibleTo }], 'f.status', statuses, 'status'),
  },
  conditions,
)

/** One follow-up, locked until the transaction ends. */
export function lock(db: Db, actor: Actor, id: string) {
  return visibleTo(db, actor).where('f.id', '=', id).select(allColumns).forUpdate().executeTakeFirst()
}

type NewFollowUp = {
  tenantId: string
  id: string
  doctorId: string
  patientId: string
  startTime: Date | null
  endTime: Date | null
  reason: string | null
}

export const insert = prepared<NewFollowUp>(
  (v) => sql`
    insert into follow_ups (tenant_id, id, doctor_id, patient_id, start_time, end_time, reason)
    values (${v.tenantId}, ${v.id}, ${v.doctorId}, ${v.patientId}, ${v.startTime}, ${v.endTime}, ${v.reason})`,
)

export function settle(db: Db, tenantId: string, id: string, status: Status, appointmentId: string | null) {
  return db
    .updateTable('follow_ups')
    .set({ status, appointment_id: appointmentId, settled_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}
