import { sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { isPending } from '../../../db/users.ts'
import { patientsOf } from '../../people/relationships/actions.ts'
import { openMs } from './together-queries.ts'

type Participant = { appointmentId: string; identity: string }

/**
 * An appointment, regardless of the caller, with the name of one user: null if the user is unknown, disabled or an
 * unverified professional. `opened`: whether the caller opened the file of the patient.
 */
export function findAppointment(db: Db, { tenantId, userId }: CallerIds, { appointmentId, identity }: Participant) {
  return db
    .selectFrom('appointments as a')
    .leftJoin('users as u', (join) =>
      join
        .onRef('u.tenant_id', '=', 'a.tenant_id')
        .on('u.id', '=', identity)
        .on('u.disabled_at', 'is', null)
        .on(sql<boolean>`not ${isPending('u')}`),
    )
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.patient_id'))
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', appointmentId)
    .where('a.deleted_at', 'is', null)
    .select([
      'a.id',
      'a.doctor_id',
      'a.patient_id',
      'a.start_time',
      'a.end_time',
      'a.status',
      'a.mode',
      'a.video_room_id',
      'u.name',
      'p.name as patient_name',
      sql<boolean>`a.patient_id = any(${patientsOf({ tenantId, userId })})`.as('opened'),
    ])
    .executeTakeFirst()
}

/** The appointment of a room, locked until the transaction ends. */
export function lockAppointmentOf(db: Db, tenantId: string, roomId: string) {
  return db
    .selectFrom('appointments')
    .where('tenant_id', '=', tenantId)
    .where('video_room_id', '=', roomId)
    .select(['id', 'doctor_id', 'patient_id', 'status', 'proposed', 'video_room_id'])
    .forUpdate()
    .executeTakeFirst()
}

export type RoomAppointment = NonNullable<Awaited<ReturnType<typeof lockAppointmentOf>>>

/**
 * Whether the patient or the practitioner last joined with a token that another user fetched. Call it after the appointment is
 * locked: arrivals lock it too, so that the statement sees the last one.
 */
export async function joinedWithForeignToken(db: Db, tenantId: string, appointment: RoomAppointment): Promise<boolean> {
  const found = await db
    .selectFrom('video_participants')
    .where('tenant_id', '=', tenantId)
    .where('room_id', '=', appointment.video_room_id)
    .where('identity', 'in', [appointment.doctor_id, appointment.patient_id])
    .where('issued_by', 'is not', null)
    .select('identity')
    .executeTakeFirst()
  return found !== undefined
}

export const close = prepared<{ tenantId: string; ids: string[] }>(
  (v) => sql`
    update video_rooms
    set
      together_ms = together_ms + ${openMs},
      together_since = null,
      together_seen_at = null,
      closed_at = coalesce(closed_at, app_now())
    where tenant_id = ${v.tenantId} and id = any(${v.ids}::text[])`,
)

/** Locks the room until the transaction ends, so that closing it stores the same duration. */
export async function secondsTogether(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ((together_ms + ${openMs}) / 1000)::int as seconds
    from video_rooms
    where tenant_id = ${tenantId} and id = ${id}
    for update`.execute(db)
  return rows[0]?.seconds ?? 0
}
