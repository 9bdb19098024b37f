import { type RawBuilder, sql } from 'kysely'
import { atKey } from '../../../db/plans.ts'

type Key = { tenantId: string | RawBuilder<string>; id: string }

/** The event of a delivery as `v`, for a join. The range condition on its id prunes all partitions except one. */
export const eventAt = (event: Key): RawBuilder<unknown> => sql`
  lateral (
    select kind, subject_id, audience, body, seq, test, created_at, traceparent
    from events
    where id between ${sql.ref(event.id)} and ${sql.ref(event.id)}
      and ${atKey({ tenant_id: event.tenantId, id: event.id })}
  ) v`

export const joinEvent = (event: Key): RawBuilder<unknown> => sql`cross join ${eventAt(event)}`
