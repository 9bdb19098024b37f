import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { fillQueues } from '../../../../testing/full-queues.ts'
import { newDatabase } from '../../../../testing/harness.ts'
import { excessReads, recordPlans } from '../../../../testing/plans.ts'
import { testWorkerUrl } from '../../../../testing/roles.ts'
import { Database } from '../../../db/database.ts'
import { readBacklog } from './backlog.ts'

// No server runs on this database, so that due work stays due.
const ownerUrl = await newDatabase()
const executed = await recordPlans(ownerUrl)
const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
const worker = new Database({
  url: testWorkerUrl(ownerUrl),
  poolSize: 1,
  laneCount: 1,
  testClock: true,
  applicationName: 'backlog',
})
after(() => Promise.all([owner.end(), worker.close()]))

const endpoints = (...statuses: string[]) =>
  owner.query(
    `insert into webhook_endpoints (tenant_id, id, client_id, url, status)
     select 'ten_sandbox', 'whk_' || lower(status), 'sandbox-admin', 'https://hooks.example.ma', status
     from unnest($1::text[]) status`,
    [statuses],
  )
const event = (id: string, endpoint: string, state: string, dueSec: number, rank = 1) =>
  owner.query(
    `with event as (
       insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       values ('ten_sandbox', id_floor('evt', now()) || $1, 'review.created', 'rev_1', '{}', '{}', now())
       returning tenant_id, id)
     insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, rank)
     select tenant_id, id, $2, $3, now() - $4 * interval '1 second', $5 from event`,
    [id.padStart(20, '0'), endpoint, state, dueSec, rank],
  )
const message = (id: string, channel: string | null, purpose: string, dueSec: number, lease: string | null = null) =>
  owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, channel, next_at, lease, lease_until)
     values ('ten_sandbox', id_floor('msg', now()) || $1, 'usr_sandbox_patient', 'APPOINTMENT_BOOKED', '{}', $3, $2,
       now() - $4 * interval '1 second', $5::uuid, case when $5::uuid is not null then now() end)`,
    [id.padStart(20, '0'), channel, purpose, dueSec, lease],
  )
const isAbout = (age: number, sec: number) => assert.ok(age >= sec && age < sec + 60, `${age} s instead of ${sec} s`)

test('a queue without due work has the age 0', async () => {
  await owner.query(`update jobs set due_at = now() + interval '1 minute'`)
  await owner.query(`update audit_position set xid = 9223372036854775807`)
  await endpoints('ENABLED', 'DISABLED_USER')
  await event('1', 'whk_enabled', 'PENDING', -3600)
  await event('2', 'whk_enabled', 'HELD', 7200)
  await event('3', 'whk_disabled_user', 'PENDING', 7200)
  await message('1', 'SMS', 'SERVICE', -3600)
  assert.deepEqual(await readBacklog(worker), {
    ages: { deliveries: 0, messages: 0, jobs: 0, audit_rows: 0 },
    failures: [],
  })
})

test('a queue is as old as its oldest due item', async () => {
  await event('4', 'whk_enabled', 'PENDING', 100)
  await event('5', 'whk_enabled', 'PENDING', 500, 2)
  await message('2', 'SMS', 'SERVICE', 200)
  await message('3', 'EMAIL', 'MARKETING', 900, randomUUID())
  isAbout((await readBacklog(worker)).ages.messages, 200)
  await message('4', null, 'MARKETING', 700)
  await owner.query(`update jobs set due_at = now() - interval '300 seconds', failures = 3 where name = 'reminders'`)
  await owner.query(`update jobs set due_at = 'infinity' where name = 'recall'`)
  await owner.query(`
    update audit_position set xid = 0;
    insert into audit_log (tenant_id, id, at, user_id, client_id, operation, outcome, request_id, xid)
    values ('ten_sandbox', new_id('aud'), now() - interval '20 minutes', 'usr_1', 'cli_1', 'readUser', 'OK', 'req_1', 0)`)
  const { ages, failures } = await readBacklog(worker)
  isAbout(ages.deliveries, 500)
  isAbout(ages.messages, 700)
  isAbout(ages.jobs, 300)
  isAbout(ages.audit_rows, 1200)
  assert.deepEqual(failures, [{ task: 'reminders', count: 3 }])
})

test('full queues are not read: each takes a few steps of an index', async () => {
  await owner.query(fillQueues.replaceAll(':endpoint', `'whk_enabled'`))
  executed.length = 0
  isAbout((await readBacklog(worker)).ages.messages, 700)
  assert.equal(executed.filter(({ statement }) => statement.includes('audit_position')).length, 1)
  const large = new Set(['messages', 'audit_log'])
  const isLarge = (table: string) => large.has(table) || /^(webhook_deliveries|audit_log)_/.test(table)
  assert.deepEqual(
    executed.flatMap(({ plan }) => excessReads(plan, isLarge, 20)),
    [],
  )
})
