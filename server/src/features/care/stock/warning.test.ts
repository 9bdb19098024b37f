import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { messagesTo, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { newDatabase, type Platform, startPlatform } from '../../../../testing/harness.ts'
import { killMidRun } from '../../../../testing/killed-job.ts'
import { receiveLot } from '../../../../testing/practice.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { daysAfter } from './rules.ts'

const platform = await startPlatform()
const { call, owner } = platform
await deleteDueItems(platform)
const tenantId = await newTenant(platform)

const DAY_SEC = 24 * 3600
const newPharmacy = () => newPerson(platform, tenantId, 'PHARMACIST')
const inDays = (days: number, target = platform) => daysAfter(localDay(target.services.clock.now()), days)
const lotOf = (pharmacy: Person, days: number, more: object = {}) =>
  receiveLot(platform, pharmacy, { expiresOn: inDays(days), ...more })
const run = async (target: Platform = platform) => {
  const answer = await target.call('POST', '/api/cron/expiry-warnings', {
    headers: { 'x-cron-secret': 'sandbox-cron-secret' },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const tokenOf = async ({ clientId, secret }: Person, target = platform) => {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  return (await target.call('POST', '/api/auth/token', { body })).body.access_token
}
/** The warnings of a pharmacy: window, number of lots, and lots. */
const warned = async (pharmacy: Person, target = platform) =>
  (await messagesTo(target, pharmacy.id, 'EXPIRY_WARNING')).map(({ variables, about }) => [
    Number(variables.withinDays),
    Number(variables.lots),
    about,
  ])

test('a pharmacy gets one message for each window of 30 and 7 days, with each lot once', async () => {
  const pharmacy = await newPharmacy()
  const [expired, today, week, more, month] = [
    await lotOf(pharmacy, -1),
    await lotOf(pharmacy, 0),
    await lotOf(pharmacy, 7),
    await lotOf(pharmacy, 8),
    await lotOf(pharmacy, 30),
  ]
  const later = await lotOf(pharmacy, 31)
  assert.deepEqual(await run(), { ok: true, warnedItems: 5 })
  // Both are queued in the same millisecond.
  assert.deepEqual(
    (await warned(pharmacy)).toSorted(([a], [b]) => Number(a) - Number(b)),
    [
      [7, 3, [expired, today, week]],
      [30, 2, [more, month]],
    ],
  )
  assert.deepEqual(await run(), { ok: true, warnedItems: 0 })
  assert.equal((await warned(pharmacy)).length, 2)
  const { rows: lots } = await owner.query<{ id: string; warned_within: number | null }>(
    'select id, warned_within from stock_lots where pharmacy_id = $1',
    [pharmacy.id],
  )
  assert.deepEqual(
    new Map(lots.map(({ id, warned_within }) => [id, warned_within])),
    new Map([
      ...[expired, today, week].map((id) => [id, 7] as const),
      ...[more, month].map((id) => [id, 30] as const),
      [later, null] as const,
    ]),
    'later runs do not read warned lots',
  )
  const { rows } = await owner.query(
    `select user_id, client_id, operation, outcome from audit_log where tenant_id = $1 and subject_id = $2`,
    [tenantId, pharmacy.id],
  )
  const operation = '/api/cron/expiry-warnings'
  assert.deepEqual(rows, [{ user_id: 'platform', client_id: 'cron', operation, outcome: 'OK' }])
  await owner.query('truncate stock_lots cascade')
})

test('empty lots and disabled pharmacies get no warning', async () => {
  const [pharmacy, closed] = [await newPharmacy(), await newPharmacy()]
  const id = await lotOf(pharmacy, 3)
  await call('POST', `/api/stock/${id}/movements`, { token: pharmacy.token, body: { delta: -40, reason: 'SOLD' } })
  await lotOf(closed, 3)
  await owner.query('update users set disabled_at = now() where id = $1', [closed.id])
  assert.equal((await run()).warnedItems, 0)
  await call('POST', `/api/stock/${id}/movements`, { token: pharmacy.token, body: { delta: 1, reason: 'RETURNED' } })
  assert.equal((await run()).warnedItems, 1, 'the returned item')
  await owner.query('update users set disabled_at = null where id = $1', [closed.id])
  assert.equal((await run()).warnedItems, 1)
})

test('a warning does not count the empty lots of its pharmacy', async () => {
  const pharmacy = await newPharmacy()
  const empty = await lotOf(pharmacy, 3)
  await call('POST', `/api/stock/${empty}/movements`, { token: pharmacy.token, body: { delta: -40, reason: 'SOLD' } })
  await lotOf(pharmacy, 4)
  assert.equal((await run()).warnedItems, 1)
})

test('a changed expiry date causes a new warning, and no warning is repeated for the old date', async () => {
  const pharmacy = await newPharmacy()
  const id = await lotOf(pharmacy, 20)
  const expireIn = (days: number) =>
    call('PUT', `/api/stock/${id}`, { token: pharmacy.token, body: { expiresOn: inDays(days) } })
  assert.equal((await run()).warnedItems, 1)
  for (const [days, warnedItems] of [
    [20, 0],
    [25, 1],
    [20, 0],
    [300, 0],
    [2, 1],
  ] as const) {
    await expireIn(days)
    assert.deepEqual(await run(), { ok: true, warnedItems }, `expiring in ${days} days`)
    assert.equal((await run()).warnedItems, 0)
  }
  assert.deepEqual(await warned(pharmacy), [
    [30, 1, [id]],
    [30, 1, [id]],
    [7, 1, [id]],
  ])
})

test('a lot gets a warning in each window; a late run warns only in the narrow one', async () => {
  const own = await startPlatform()
  await deleteDueItems(own)
  const pharmacy = await newPerson(own, await newTenant(own), 'PHARMACIST')
  const receive = async (days: number) =>
    receiveLot(own, { ...pharmacy, token: await tokenOf(pharmacy, own) }, { expiresOn: inDays(days, own) })
  const first = await receive(31)
  assert.equal((await run(own)).warnedItems, 0)
  await own.advance(DAY_SEC)
  const second = await receive(29)
  assert.equal((await run(own)).warnedItems, 2)
  await own.advance(22 * DAY_SEC)
  assert.equal((await run(own)).warnedItems, 1)
  await own.advance(DAY_SEC)
  assert.equal((await run(own)).warnedItems, 1)
  const late = await receive(31)
  await own.advance(60 * DAY_SEC)
  assert.equal((await run(own)).warnedItems, 1)
  assert.deepEqual(await warned(pharmacy, own), [
    [30, 2, [second, first]],
    [7, 1, [second]],
    [7, 1, [first]],
    [7, 1, [late]],
  ])

  await own.owner.query('delete from test_clock')
  own.services.clock.runAheadBy(0)
  assert.equal((await run(own)).warnedItems, 0, 'the clock was set back')
})

test('fifty concurrent runs send each pharmacy one warning for each window', async () => {
  const pharmacies = await manyPharmacies(owner, 420)
  const answers = await Promise.all(Array.from({ length: 50 }, () => run()))
  assert.equal(
    answers.reduce((sum, { warnedItems }) => sum + warnedItems, 0),
    3 * 420,
  )
  assert.deepEqual(await warnings(owner, pharmacies), eachWarned(420))
})

test('after a crash the next run warns the remaining pharmacies, without duplicates', async () => {
  const url = await newDatabase()
  const db = new pg.Pool({ connectionString: url, max: 2 })
  after(() => db.end())
  await deleteDueItems({ owner: db })
  const pharmacies = await manyPharmacies(db, 1500)
  const warned = async () =>
    (
      await db.query(`select count(distinct recipient_user_id)::int as n from messages where tenant_id = $1`, [
        pharmacies,
      ])
    ).rows[0].n
  const { before, answer } = await killMidRun(url, db, 'expiry-warnings', warned)
  assert.ok(before < 1500)
  assert.deepEqual(answer, { ok: true, warnedItems: 3 * (1500 - before) })
  assert.deepEqual(await warnings(db, pharmacies), eachWarned(1500))
})

test('the failure of one pharmacy does not block the others, and the next run warns it', async () => {
  const [one, other] = [await newPharmacy(), await newPharmacy()]
  for (const pharmacy of [one, other]) await lotOf(pharmacy, 5)
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert on messages
      for each row when (new.recipient_user_id = '${one.id}') execute function refuse()`)
  assert.equal((await run()).warnedItems, 1)
  assert.deepEqual([(await warned(one)).length, (await warned(other)).length], [0, 1])
  await owner.query('drop function refuse cascade')
  assert.equal((await run()).warnedItems, 1)
  assert.deepEqual([(await warned(one)).length, (await warned(other)).length], [1, 1])
})

test('concurrent sales and warnings do not conflict', async () => {
  const pharmacy = await newPharmacy()
  const ids = await Promise.all(Array.from({ length: 10 }, () => lotOf(pharmacy, 5, { quantity: 1 })))
  const sell = (id: string) =>
    call('POST', `/api/stock/${id}/movements`, { token: pharmacy.token, body: { delta: -1, reason: 'SOLD' } })
  const [{ warnedItems }, ...sales] = await Promise.all([run(), ...ids.map(sell)])
  for (const { status } of sales) assert.equal(status, 201)
  assert.ok(warnedItems <= 10)
  assert.equal((await run()).warnedItems, 0)
})

/** Deletes the seeded lots, so that the job finds only lots of the test. */
async function deleteDueItems({ owner }: Pick<Platform, 'owner'>): Promise<void> {
  await owner.query('truncate stock_lots cascade')
}

/** A tenant with pharmacies, each with one lot that expires within 7 days and two within 30. */
async function manyPharmacies(db: pg.Pool, count: number): Promise<string> {
  const id = await newTenant({ ...platform, owner: db })
  await db.query(
    `with pharmacy as (
       insert into users (tenant_id, id, email, name, role, verified_at)
       select $1, new_id('usr'), 'many-' || n || '@test.example', 'Pharmacie ' || n, 'PHARMACIST', now()
       from generate_series(1, $2) n
       returning tenant_id, id
     )
     insert into stock_lots (tenant_id, id, pharmacy_id, medication, lot_number, expires_on)
     select tenant_id, new_id('lot'), id, 'Amoxicilline 1 g', 'L' || days, $3::date + days
     from pharmacy
     cross join unnest(array[5, 20, 25]) as days`,
    [id, count, inDays(0)],
  )
  await db.query(
    `insert into stock_movements (tenant_id, lot_id, delta, reason, created_by)
     select tenant_id, id, 1, 'RECEIVED', pharmacy_id from stock_lots where tenant_id = $1`,
    [id],
  )
  return id
}

/** The messages of a tenant's pharmacies by window and number of lots. */
const warnings = async (db: pg.Pool, tenant: string) =>
  (
    await db.query(
      `select variables ->> 'withinDays' as within, variables ->> 'lots' as lots, count(*)::int as messages,
         count(distinct recipient_user_id)::int as pharmacies
       from messages
       where tenant_id = $1
       group by 1, 2
       order by 1 desc`,
      [tenant],
    )
  ).rows

/** The expected result after one warning for each pharmacy and window. */
const eachWarned = (pharmacies: number) => [
  { within: '7', lots: '1', messages: pharmacies, pharmacies },
  { within: '30', lots: '2', messages: pharmacies, pharmacies },
]
