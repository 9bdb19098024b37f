import { sql } from 'kysely'
import type { Db } from '../../db/kysely.ts'
import { prepared } from '../../db/prepared.ts'
import { openMs } from './room-queries.ts'

type Asked = { appointmentId: string; identity: string }

/** An appointment as far as its room is concerned, whoever asks, with the name of a user; null if disabled or unknown. */
export function findAppointment(db: Db, tenantId: string, { appointmentId, identity }: Asked) {
  return db
    .selectFrom('appointments as a')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').on('u.id', '=', identity).on('u.disabled_at', 'is', null),
    )
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
      'a.video_room_id',
      'u.name',
    ])
    .executeTakeFirst()
}

/** The appointment that a room is of, held until the transaction ends. */
export function holdAppointmentOf(db: Db, tenantId: string, roomId: string) {
  return db
    .selectFrom('appointments')
    .where('tenant_id', '=', tenantId)
    .where('video_room_id', '=', roomId)
    .select(['id', 'doctor_id', 'patient_id', 'status', 'video_room_id'])
    .forUpdate()
    .executeTakeFirst()
}

export type OfRoom = NonNullable<Awaited<ReturnType<typeof holdAppointmentOf>>>

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

/** Holds the room until the transaction ends: what closes it then counts the same. */
export async function secondsTogether(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ((together_ms + ${openMs}) / 1000)::int as seconds
    from video_rooms
    where tenant_id = ${tenantId} and id = ${id}
    for update`.execute(db)
  return rows[0]?.seconds ?? 0
}
