import { type InferResult, type Insertable, sql } from 'kysely'
import { visible } from '../../../../access/check.ts'
import { access } from '../../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../../actor.ts'
import { builder, type Db } from '../../../../db/kysely.ts'
import { callerIdsOf } from '../../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../../db/prepared.ts'
import type { Schema } from '../../../../db/schema.ts'
import { patientsOf } from '../../../people/relationships/actions.ts'

const columns = [
  'id',
  'appointment_id',
  'name',
  'type',
  'size',
  'sha256',
  'object_key',
  'shared_by_name',
  'created_at',
] as const

/** The appointments whose files the caller may read. */
const visibleTo = (caller: Caller) =>
  builder
    .selectFrom('appointments as a')
    .where('a.tenant_id', '=', caller.tenantId)
    .where('a.deleted_at', 'is', null)
    .where(
      visible(access.appointments.readFiles, caller, {
        own: 'a.patient_id',
        author: 'a.doctor_id',
        reason: sql`a.patient_id = any(${patientsOf(caller)})`,
      }),
    )

const withFiles = (appointments: ReturnType<typeof visibleTo>) =>
  appointments
    .innerJoin('visit_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'a.tenant_id').onRef('f.appointment_id', '=', 'a.id'),
    )
    .where('f.ready_at', 'is not', null)
    .select(['a.patient_id', ...columns.map((column) => `f.${column}` as const)])

export type Row = InferResult<ReturnType<typeof withFiles>>[number]

export const one = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string; fileId: string }, Row>((v) =>
    withFiles(visibleTo({ ...callerIdsOf(v), role }).where('a.id', '=', v.id)).where('f.id', '=', v.fileId),
  ),
)

/** An appointment with its files. */
type VisitRow = { patient_id: string; files: (Omit<Row, 'created_at'> & { created_at: string })[] }

export const filesOfVisit = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, VisitRow>((v) => {
    const caller = { ...callerIdsOf(v), role }
    const files = withFiles(visibleTo(caller).where('a.id', '=', v.id))
    return visibleTo(caller)
      .where('a.id', '=', v.id)
      .select('a.patient_id')
      .select(
        sql<VisitRow['files']>`coalesce((select json_agg(file order by file.id) from ${files} file), '[]')`.as('files'),
      )
  }),
)

type Holder = { tenantId: string; roomId: string; identity: string }

/** Whether a participant is in the open room, admitted. */
export const isInRoom = prepared<Holder>(
  (v) => sql`
    select
    from video_rooms r
    join video_participants p on p.tenant_id = r.tenant_id and p.room_id = r.id
    where r.tenant_id = ${v.tenantId}
      and r.id = ${v.roomId}
      and r.closed_at is null
      and p.identity = ${v.identity}
      and p.standing = 'ADMITTED'
      and p.left_at is null`,
)

/** A file of the room, if the participant is in it. */
export const ofRoom = prepared<Holder & { id: string }, Row>(
  (v) => sql`
    select a.patient_id, ${sql.join(columns.map((column) => sql.ref(`f.${column}`)))}
    from appointments a
    join visit_files f on f.tenant_id = a.tenant_id and f.appointment_id = a.id
    where a.tenant_id = ${v.tenantId}
      and a.video_room_id = ${v.roomId}
      and a.deleted_at is null
      and f.id = ${v.id}
      and f.ready_at is not null`,
)

/** An upload takes seconds. One that is not finished after an hour was interrupted. */
const INTERRUPTED = sql<boolean>`(ready_at is null and created_at < app_now() - interval '1 hour')`

/** The files of a locked appointment. A separate statement after the lock also sees concurrent uploads. */
export const findAll = (db: Db, tenantId: string, appointmentId: string) =>
  db
    .selectFrom('visit_files')
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', appointmentId)
    .select(['id', 'object_key', INTERRUPTED.as('interrupted')])
    .execute()

export const insert = (row: Omit<Insertable<Schema['visit_files']>, 'created_at' | 'ready_at'>) =>
  builder.insertInto('visit_files').values(row)

export const remove = (tenantId: string, id: string) =>
  builder.deleteFrom('visit_files').where('tenant_id', '=', tenantId).where('id', '=', id)

export const markReady = (db: Db, tenantId: string, id: string, at: Date) =>
  db
    .updateTable('visit_files')
    .set({ ready_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning([...columns])
    .executeTakeFirst()
