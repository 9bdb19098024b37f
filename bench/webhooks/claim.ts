import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { flush, type Statement } from '../../server/src/db/flush.ts'
import { rolePasswords, urlFor, WORKER_ROLE } from '../../server/src/db/roles.ts'
import { claim as claimStatement, takeTurn } from '../../server/src/features/webhooks/engine/claim.ts'
import { byIndex } from '../../server/src/features/webhooks/engine/plans.ts'
import { type Endpoint, makeEndpoints } from './endpoints.ts'
import { latencies, type Outcome, scaled, seconds, shown } from './figures.ts'
import { onStand, vault } from './stand.ts'

const ENDPOINTS = 100
const OWN_SEC = 30
const SLOTS = 256
const DUE_OF_EACH = 10
const SLOW_MS = 20

/** How long one claim takes among what has been delivered, what is to come, and what is stuck at one endpoint. */
export const claim = (): Promise<Outcome> =>
  onStand({}, async (stand) => {
    await stand.server.end('SIGTERM') // nobody else claims
    const endpoints = await makeEndpoints(stand, {
      count: ENDPOINTS,
      tenants: [{ id: 'ten_sandbox', client: 'sandbox-admin' }],
    })
    const rows = {
      finished: scaled(1_000_000, OWN_SEC),
      future: scaled(100_000, OWN_SEC),
      stuck: scaled(50_000, OWN_SEC),
    }
    await fill(stand.owner, endpoints, rows)
    const worker = new pg.Client({
      connectionString: urlFor(WORKER_ROLE, rolePasswords(vault).worker, stand.ownerUrl),
      options: '-c plan_cache_mode=force_generic_plan',
    })
    await worker.connect()
    const times: number[] = []
    const claimed: number[] = []
    for (const until = performance.now() + seconds(OWN_SEC) * 1000; performance.now() < until; ) {
      await flush(worker, [...opening, takeTurn({}), byIndex({})])
      const from = performance.now()
      const [found] = await flush(worker, [oneClaim()])
      times.push(performance.now() - from)
      claimed.push(found!.rows.length)
      await worker.query('rollback')
    }
    const found = latencies(times)
    const plan = found.p99 < SLOW_MS ? undefined : await planOf(worker)
    if (plan) console.log('  slow: its plan is in the results')
    await worker.end()
    const each = `${Math.min(...claimed)} to ${Math.max(...claimed)} rows each`
    return {
      figures: [
        {
          name: `a claim among ${rows.finished} finished, ${rows.future} future, ${rows.stuck} stuck`,
          figure: `${shown(found)} (${found.count} claims, ${each})`,
          aim: 'p99 < 20 ms',
          met: found.p99 < SLOW_MS,
        },
        { name: 'claims found what was due', figure: each, aim: 'some', met: Math.min(...claimed) > 0, must: true },
      ],
      details: { rows, slots: SLOTS, dueOfEach: DUE_OF_EACH, claim: found, plan },
    }
  })

const statement = (text: string): Statement => ({ sql: text, parameters: [] })

const opening = [statement('begin'), statement(`select set_config('app.tenant', '', true)`)]

const oneClaim = () => claimStatement({ slots: SLOTS, lease: randomUUID(), leaseSec: 45, owner: 1 })

/** The rows, shared by the endpoints; but the first one has all that is stuck: it failed so often that it has one slot. */
async function fill(
  owner: pg.Client,
  endpoints: Endpoint[],
  rows: { finished: number; future: number; stuck: number },
) {
  const ids = endpoints.map(({ id }) => id)
  await owner.query('set session_replication_role = replica') // what is written here refers to what is there
  const deliveries = async (count: number, to: string[], state: string, nextAt: string) => {
    await owner.query(
      `with event as (
         insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
         select $1, new_id('evt'), 'appointment.created', 'apt_bench', '{}', repeat('x', 250), now()
         from generate_series(1, $2::int)
         returning tenant_id, id
       )
       insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, attempt, next_at, finished_at)
       select e.tenant_id, e.id, d.id, $4, case $4 when 'SUCCEEDED' then 1 else 0 end, now() + $5::interval * random(),
         case $4 when 'SUCCEEDED' then now() end
       from event e
       cross join unnest($3::text[]) as d (id)`,
      [endpoints[0]!.tenantId, Math.ceil(count / to.length), to, state, nextAt],
    )
  }
  await deliveries(rows.finished, ids, 'SUCCEEDED', '-1 day')
  await deliveries(rows.future, ids, 'PENDING', '1 hour')
  await deliveries(rows.stuck, ids.slice(0, 1), 'PENDING', '-1 hour')
  await deliveries(DUE_OF_EACH * (ids.length - 1), ids.slice(1), 'PENDING', '-1 minute')
  await owner.query('set session_replication_role = default')
  await owner.query('update webhook_endpoints set consecutive_failures = 5, first_failure_at = now() where id = $1', [
    ids[0],
  ])
  await owner.query('vacuum analyze')
}

async function planOf(worker: pg.Client): Promise<string> {
  await flush(worker, [...opening, takeTurn({}), byIndex({})])
  const { sql, parameters } = oneClaim()
  const { rows } = await worker.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, [...parameters])
  await worker.query('rollback')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
