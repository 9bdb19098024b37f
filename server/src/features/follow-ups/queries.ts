import { type InferResult, sql } from 'kysely'
import type { Actor, Caller, Role } from '../../actor.ts'
import type { Asker } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { listings } from '../../db/listings.ts'
import { isOwn } from '../../db/own.ts'
import { perShape, prepared } from '../../db/prepared.ts'
import type { Status } from './rules.ts'

export type Filters = {
  status?: readonly Status[] | undefined
  doctorId?: string | undefined
  patientId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Follow-ups that a caller may know of. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('follow_ups as f')
    .where('f.tenant_id', '=', caller.tenantId)
    .where(isOwn(caller, 'f.patient_id', 'f.doctor_id'))
}

const columns = [
  'f.id',
  'f.doctor_id',
  'f.patient_id',
  'f.start_time',
  'f.end_time',
  'f.reason',
  'f.status',
  'f.appointment_id',
  'f.created_at',
  'f.settled_at',
] as const

/** What the API shows of follow-ups, with the names of both. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'f.tenant_id').onRef('d.id', '=', 'f.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'f.tenant_id').onRef('p.id', '=', 'f.patient_id'))
    .select([...columns, 'd.name as doctor_name', 'p.name as patient_name'])

export type Shown = InferResult<ReturnType<typeof withNames>>[number]

export const one = perShape((role: Role) =>
  prepared<Asker & { id: string }, Shown>((v) =>
    withNames(visibleTo(builder, { tenantId: v.tenantId, userId: v.userId, role }).where('f.id', '=', v.id)),
  ),
)

export const listing = listings<Filters, Shown>(['status', 'doctorId', 'patientId', 'from', 'to'], (role, by) => {
  const filtered = (v: Asker & Filters) => {
    let query = visibleTo(builder, { tenantId: v.tenantId, userId: v.userId, role })
    if (by.status) query = query.where('f.status', '=', sql<Status>`any(${v.status})`)
    if (by.doctorId) query = query.where('f.doctor_id', '=', v.doctorId!)
    if (by.patientId) query = query.where('f.patient_id', '=', v.patientId!)
    if (by.from) query = query.where('f.created_at', '>=', v.from!)
    if (by.to) query = query.where('f.created_at', '<', v.to!)
    return query
  }
  return {
    // Ids carry their time: newest first is by id.
    rows: prepared((v) => withNames(filtered(v)).orderBy('f.id', 'desc').limit(v.limit).offset(v.offset)),
    total: prepared((v) => filtered(v).select(sql<number>`count(*)::int`.as('total'))),
  }
})

/** One follow-up, held until the transaction ends. */
export function hold(db: Db, actor: Actor, id: string) {
  return visibleTo(db, actor).where('f.id', '=', id).select(columns).forUpdate().executeTakeFirst()
}

export type NewFollowUp = {
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
