import { sql } from 'kysely'
import type { Db } from '../../db/kysely.ts'
import { prepared } from '../../db/prepared.ts'

/** An appointment as far as its room is concerned, whoever asks. */
export function findAppointment(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('appointments')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'doctor_id', 'patient_id', 'start_time', 'end_time', 'status', 'video_room_id'])
    .executeTakeFirst()
}

export function findRoom(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('video_rooms')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['closed_at'])
    .executeTakeFirst()
}

// Said again every 5 s; after three silences the server that said it is gone, and with it the meeting.
const goesOn = sql`together_seen_at > now() - interval '15 seconds'`

/** Milliseconds of the interval that is open, up to now or to when it was last seen; 0 when none is. */
const openMs = sql`coalesce(
      extract(epoch from case when ${goesOn} then now() else together_seen_at end - together_since) * 1000, 0)::bigint`

/**
 * Opens the interval in which both are in the room, or says that it goes on. One that a killed server left behind is
 * closed at the moment it was last seen. Real time: it measures people, not the test clock.
 */
export const noteTogether = (tenantId: string, id: string) => sql`
  update video_rooms
  set
    together_ms = together_ms + case when ${goesOn} then 0 else ${openMs} end,
    together_since = case when ${goesOn} then together_since else now() end,
    together_seen_at = now()
  where tenant_id = ${tenantId} and id = ${id} and closed_at is null`

/** Ends the interval, if one is open. */
export const noteApart = (tenantId: string, id: string) => sql`
  update video_rooms
  set together_ms = together_ms + ${openMs}, together_since = null, together_seen_at = null
  where tenant_id = ${tenantId} and id = ${id}`

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

export async function secondsTogether(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ((together_ms + ${openMs}) / 1000)::int as seconds
    from video_rooms
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  return rows[0]?.seconds ?? 0
}
