import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { newPerson, newTenant } from '../../../../testing/factories.ts'
import { newDatabase, type Platform, startPlatform } from '../../../../testing/harness.ts'
import { killMidRun } from '../../../../testing/killed-job.ts'
import { createService } from '../../../../testing/practice.ts'

const headers = { 'x-cron-secret': 'sandbox-cron-secret' }

/** A platform for one test, which moves its clock, without the seeded prices. */
async function start() {
  const platform = await startPlatform()
  const { call, owner } = platform
  await deleteDueItems(owner)
  const admin = await newPerson(platform, await newTenant(platform), 'ADMIN')
  const started = platform.services.clock.nowMs()
  const token = async () => {
    const body = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.secret }
    return (await call('POST', '/api/auth/token', { body })).body.access_token
  }
  const get = async (path: string) => (await call('GET', `/api/services${path}`, { token: await token() })).body
  return {
    platform,
    admin,
    get,
    run: () => run(platform),
    createService: () => createService(platform, admin),
    put: async (id: string, body: object) => call('PUT', `/api/services/${id}`, { token: await token(), body }),
    withdraw: async (id: string) => call('DELETE', `/api/services/prices/${id}`, { token: await token() }),
    /** Schedules a price the given number of hours after the start. */
    async schedule(id: string, priceMAD: number, hours: number): Promise<string> {
      const body = { priceMAD, from: new Date(started + hours * 3_600_000) }
      const answer = await call('POST', `/api/services/${id}/prices`, { token: await token(), body })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.price.id
    },
    priceOf: async (id: string) => (await get(`/${id}`)).service.priceMAD,
    shortly: async (id: string) =>
      (await get(`/${id}/prices`)).prices.map(
        (price: { priceMAD: number; status: string }) => `${price.priceMAD} ${price.status}`,
      ),
    stored: async (id: string) => (await owner.query('select price from services where id = $1', [id])).rows[0].price,
  }
}

/** Deletes the seeded prices, so that the job finds only prices of the test. */
async function deleteDueItems(db: pg.Pool): Promise<void> {
  await db.query('truncate services cascade')
}

async function run({ call }: Platform) {
  const answer = await call('POST', '/api/cron/apply-scheduled-pricing', { headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('prices take effect at their time, and the job stores each once, in order', async () => {
  const { platform, run, createService, schedule, priceOf, shortly, stored, get } = await start()
  const [id, other] = [await createService(), await createService()]
  await schedule(id, 36_000, 3)
  await schedule(id, 33_000, 1)
  await schedule(id, 35_000, 2)
  assert.deepEqual(await run(), { ok: true, applied: 0 })
  await platform.advance(3600 + 60)
  assert.equal(await priceOf(id), 33_000)
  const listed = (await get('')).services.map((service: { id: string; priceMAD: number }) => [
    service.id,
    service.priceMAD,
  ])
  assert.deepEqual(
    new Map(listed),
    new Map([
      [other, 30_000],
      [id, 33_000],
    ]),
    'the same in the list',
  )
  assert.equal(await stored(id), 30_000)
  assert.deepEqual(await shortly(id), ['36000 TO_COME', '35000 TO_COME', '33000 IN_FORCE', '30000 PAST'])
  assert.deepEqual(await run(), { ok: true, applied: 1 })
  assert.deepEqual([await priceOf(id), await stored(id), await stored(other)], [33_000, 33_000, 30_000])
  assert.deepEqual(await run(), { ok: true, applied: 0 })
  await platform.advance(24 * 3600)
  assert.deepEqual(await shortly(id), ['36000 IN_FORCE', '35000 PAST', '33000 PAST', '30000 PAST'])
  assert.deepEqual(await run(), { ok: true, applied: 2 })
  assert.deepEqual([await priceOf(id), await stored(id)], [36_000, 36_000])
  assert.deepEqual(await shortly(id), ['36000 IN_FORCE', '35000 PAST', '33000 PAST', '30000 PAST'])
  const { rows } = await platform.owner.query(
    `select user_id, client_id, operation, count(*)::int as n from audit_log
     where subject_id = $1 and client_id = 'cron' group by 1, 2, 3`,
    [id],
  )
  const operation = '/api/cron/apply-scheduled-pricing'
  assert.deepEqual(rows, [{ user_id: 'platform', client_id: 'cron', operation, n: 2 }])
})

test('a due price cannot be withdrawn, and a new price replaces it', async () => {
  const { platform, run, createService, schedule, put, withdraw, priceOf, shortly } = await start()
  const id = await createService()
  const due = await schedule(id, 33_000, 1)
  await schedule(id, 36_000, 50)
  await platform.advance(3600 + 60)
  assert.equal((await withdraw(due)).status, 409)
  assert.equal((await put(id, { name: 'Consultation longue' })).body.service.priceMAD, 33_000)
  assert.equal((await put(id, { priceMAD: 40_000 })).body.service.priceMAD, 40_000)
  assert.deepEqual(await run(), { ok: true, applied: 0 })
  assert.equal(await priceOf(id), 40_000)
  assert.deepEqual(await shortly(id), ['36000 TO_COME', '40000 IN_FORCE', '33000 PAST', '30000 PAST'])
  await platform.advance(50 * 3600)
  assert.equal((await run()).applied, 1)
  assert.equal(await priceOf(id), 36_000)
})

test('a price is withdrawn once, also at the same time', async () => {
  const { createService, schedule, withdraw } = await start()
  const price = await schedule(await createService(), 33_000, 1)
  const answers = await Promise.all([withdraw(price), withdraw(price)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
})

test('prices are neither applied twice nor withdrawn after the clock was set back', async () => {
  const { platform, run, createService, schedule, withdraw, priceOf, stored } = await start()
  const id = await createService()
  const price = await schedule(id, 33_000, 1)
  await platform.advance(2 * 3600)
  assert.equal((await run()).applied, 1)
  await platform.owner.query('delete from test_clock')
  platform.services.clock.runAheadBy(0)
  assert.deepEqual([await priceOf(id), await stored(id)], [33_000, 33_000])
  assert.equal((await withdraw(price)).status, 409)
  await platform.advance(2 * 3600)
  assert.equal((await run()).applied, 0)
})

test('fifty concurrent runs of two servers apply each price once', async () => {
  const platform = await startPlatform()
  const second = await startPlatform({}, platform.ownerUrl)
  await deleteDueItems(platform.owner)
  await manyDue(platform.owner, 450)
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => run(n % 2 ? platform : second)))
  assert.equal(
    answers.reduce((sum, { applied }) => sum + applied, 0),
    900,
  )
  assert.deepEqual(await outcome(platform.owner), { applied: 900, stored: 450, rows: 450 })
})

test('no price is lost by concurrent updates, withdrawals and runs of the job', async () => {
  const { platform, run, createService, schedule, put, withdraw, stored, get } = await start()
  const ids = await Promise.all(Array.from({ length: 10 }, createService))
  const due = await Promise.all(ids.map((id) => schedule(id, 33_000, 1)))
  await platform.advance(3600 + 60)
  const [, ...answers] = await Promise.all([
    run(),
    ...ids.map((id) => put(id, { priceMAD: 40_000 })),
    ...due.map((id) => withdraw(id)),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...ids.map(() => 200), ...due.map(() => 409)],
  )
  await run()
  for (const id of ids) {
    assert.equal(await stored(id), 40_000)
    assert.equal((await get(`/${id}`)).service.priceMAD, 40_000)
    assert.equal((await get(`/${id}/prices`)).pagination.total, 3)
  }
})

test('a run after a crash continues, and applies nothing twice', async () => {
  const url = await newDatabase()
  const db = new pg.Pool({ connectionString: url, max: 2 })
  after(() => db.end())
  await deleteDueItems(db)
  await manyDue(db, 3000)
  const applied = async () => (await outcome(db)).applied
  const { before, answer } = await killMidRun(url, db, 'apply-scheduled-pricing', applied)
  assert.ok(before < 6000)
  assert.deepEqual(answer, { ok: true, applied: 6000 - before })
  assert.deepEqual(await outcome(db), { applied: 6000, stored: 3000, rows: 3000 })
})

/** Inserts services with two due prices each: 200, then 300. */
async function manyDue(db: pg.Pool, count: number): Promise<void> {
  await db.query(`insert into tenants (tenant_id, name, plan) values ('ten_priced', 'Priced', 'PRO')`)
  await db.query(
    `insert into services (tenant_id, id, name, price)
     select 'ten_priced', new_id('svc'), 'Service ' || n, 100
     from generate_series(1, $1) n`,
    [count],
  )
  await db.query(`
    insert into service_prices (tenant_id, id, service_id, price, from_time)
    select s.tenant_id, new_id('prc'), s.id, later.price, now() - later.ago
    from services s
    cross join (values (300, interval '1 minute'), (200, interval '1 hour')) as later (price, ago)
    where s.tenant_id = 'ten_priced'`)
}

/** The number of applied prices, of services with the last price, and of audit rows. */
const outcome = async (db: pg.Pool) =>
  (
    await db.query(
      `select
         (select count(*)::int from service_prices where tenant_id = 'ten_priced' and applied_at is not null) as applied,
         (select count(*)::int from services where tenant_id = 'ten_priced' and price = 300) as stored,
         (select count(*)::int from audit_log where tenant_id = 'ten_priced') as rows`,
    )
  ).rows[0]
