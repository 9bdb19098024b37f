import { type RawBuilder, sql } from 'kysely'
import { atKey } from '../../../db/plans.ts'

/** Joins the event of a delivery as `v`. The range condition on its id prunes all partitions but one. */
export const joinEvent = (event: { tenantId: string | RawBuilder<string>; id: string }): RawBuilder<unknown> => sql`
  cross join lateral (
    select kind, subject_id, audience, body, seq, test, created_at
    from events
    where id between ${sql.ref(event.id)} and ${sql.ref(event.id)}
      and ${atKey({ tenant_id: event.tenantId, id: event.id })}
  ) v`
