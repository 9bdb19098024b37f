import { sql } from 'kysely'
import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller } from '../../../actor.ts'
import { builder } from '../../../db/kysely.ts'
import { byId } from '../../../db/listings.ts'
import { type Locked, records } from './queries.ts'
import { MAX_MOVES } from './rules.ts'

/** Keeps the times that an appointment had. @param moved the appointment before the move, locked */
export const insertMove = (
  { tenantId, userId }: Actor,
  moved: Pick<Locked, 'id' | 'moved_count' | 'start_time' | 'end_time'>,
  to: { startTime: Date; endTime: Date },
) =>
  builder.insertInto('appointment_moves').values({
    tenant_id: tenantId,
    appointment_id: moved.id,
    n: moved.moved_count + 1,
    from_start: moved.start_time,
    from_end: moved.end_time,
    to_start: to.startTime,
    to_end: to.endTime,
    moved_by: userId,
  })

export type Move = {
  from_start: string
  from_end: string
  to_start: string
  to_end: string
  moved_at: string
  moved_by: string | null
  moved_by_name: string | null
}

/** Patients and guardians see the names of the participants only: the rest of the staff is not public. */
const movesFor = (caller: Caller) => {
  const isShown = hasRelation(access.appointments.read, caller.role, 'own')
    ? sql`m.moved_by in (a.patient_id, a.doctor_id)`
    : sql`true`
  return sql<Move[]>`coalesce((
  select json_agg(move order by move.n desc)
  from (
    select m.n, m.from_start, m.from_end, m.to_start, m.to_end, m.moved_at,
      case when ${isShown} then u.id end as moved_by, case when ${isShown} then u.name end as moved_by_name
    from appointment_moves m
    join users u on u.tenant_id = m.tenant_id and u.id = m.moved_by
    where m.tenant_id = a.tenant_id
      and m.appointment_id = a.id
    order by m.n desc
    limit ${sql.lit(MAX_MOVES)}
  ) move), '[]')`
}

/** The latest moves of an appointment, the latest first. */
export const moves = byId({
  ...records,
  shown: (query: ReturnType<typeof records.visibleTo>, caller: Caller) =>
    query.select(['a.patient_id', movesFor(caller).as('moves')]),
})
