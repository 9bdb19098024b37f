import { type InferResult, sql } from 'kysely'
import { visible } from '../../../../access/check.ts'
import { access } from '../../../../access/table.ts'
import type { Actor, Caller } from '../../../../actor.ts'
import { builder, type Db } from '../../../../db/kysely.ts'
import { byId } from '../../../../db/listings.ts'
import type { Status } from '../rules.ts'
import type { Repeat } from './rules.ts'

/** Series that the caller may see. */
const visibleTo = (db: Db, caller: Caller) =>
  db
    .selectFrom('appointment_series as s')
    .where('s.tenant_id', '=', caller.tenantId)
    .where(visible(access.series.read, caller, { own: 's.patient_id', author: 's.doctor_id', desk: sql`true` }))

type InSeries = { id: string; start_time: string; end_time: string; status: Status }

const appointments = sql<InSeries[]>`coalesce((
  select json_agg(json_build_object('id', a.id, 'start_time', a.start_time, 'end_time', a.end_time, 'status', a.status)
    order by a.start_time)
  from appointments a
  where a.tenant_id = s.tenant_id
    and a.series_id = s.id
    and a.deleted_at is null), '[]')`

const shown = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 's.tenant_id').onRef('d.id', '=', 's.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.patient_id'))
    .select([
      ...(['s.id', 's.doctor_id', 's.patient_id', 's.frequency', 's.every', 's.occurrences', 's.time_zone'] as const),
      ...(['s.created_at', 'd.name as doctor_name', 'p.name as patient_name'] as const),
      appointments.as('appointments'),
    ])

export type Shown = InferResult<ReturnType<typeof shown>>[number]

export const one = byId({ visibleTo, shown, id: 's.id' })

/** A series that the caller may see, locked until the transaction ends. `changes`: those of this day. */
export const lock = (db: Db, actor: Actor, id: string, today: string) =>
  visibleTo(db, actor)
    .where('s.id', '=', id)
    .select(['s.doctor_id', 's.patient_id', 's.time_zone'])
    .select(sql<number>`case when s.changed_on = ${today}::date then s.changes else 0 end`.as('changes'))
    .forUpdate()
    .executeTakeFirst()

export const countChange = (tenantId: string, id: string, changes: number, today: string) =>
  builder
    .updateTable('appointment_series')
    .set({ changes, changed_on: today })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)

/** The appointments of a series that have not begun, earliest first, locked until the transaction ends. */
export const lockUpcoming = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('appointments')
    .where('tenant_id', '=', tenantId)
    .where('series_id', '=', id)
    .where('status', 'in', ['SCHEDULED', 'CONFIRMED'])
    .where('start_time', '>', sql<Date>`app_now()`)
    .where('deleted_at', 'is', null)
    .select(['id', 'start_time', 'end_time'])
    .orderBy('start_time')
    .forUpdate()
    .execute()

type NewSeries = { tenantId: string; id: string; doctorId: string; patientId: string; timeZone: string; repeat: Repeat }

export const insert = ({ tenantId, id, doctorId, patientId, timeZone, repeat }: NewSeries) =>
  builder.insertInto('appointment_series').values({
    ...{ tenant_id: tenantId, id, doctor_id: doctorId, patient_id: patientId, time_zone: timeZone },
    ...{ frequency: repeat.frequency, every: repeat.interval, occurrences: repeat.count },
  })
