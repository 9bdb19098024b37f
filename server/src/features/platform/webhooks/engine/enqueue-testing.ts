import type { Platform } from '../../../../../testing/harness.ts'

/** Inserts events and their deliveries for some endpoints. */
export async function enqueue(
  { owner }: Pick<Platform, 'owner'>,
  endpoints: { id: string }[],
  { count = 1, rank = 1, kind = 'review.created' } = {},
): Promise<void> {
  await owner.query(
    `with made as (
       select new_id('evt') as id from generate_series(1, $2)
     ),
     written as (
       insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       select 'ten_sandbox', id, $3, 'rev_1', '{}', json_build_object('event', $3::text, 'id', id), now()
       from made
     )
     insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, rank)
     select 'ten_sandbox', made.id, e.id, case e.status when 'ENABLED' then 'PENDING' else 'HELD' end, app_now(), $4
     from made
     cross join webhook_endpoints e
     where e.id = any($1)`,
    [endpoints.map(({ id }) => id), count, kind, rank],
  )
}
