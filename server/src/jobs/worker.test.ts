import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../testing/eventually.ts'
import { asOwner, startPlatform } from '../testing/harness.ts'

const { owner } = await startPlatform()

const waiting = async () =>
  (await owner.query('select count(*)::int as n from graphile_worker._private_jobs where attempts = 0')).rows[0].n
const failures = async () =>
  (await owner.query(`select coalesce(pg_sequence_last_value('task_failures'), 0)::int as n`)).rows[0].n

test('tasks go on after the database ended the connection that was to say how one went', async () => {
  await owner.query(`
    create sequence task_failures;
    create function end_connection() returns trigger language plpgsql as $$
    begin
      perform nextval('public.task_failures');
      raise exception 'terminating connection due to administrator command' using errcode = '57P01';
    end $$;
    create trigger end_connection before delete on graphile_worker._private_jobs
      for each row execute function end_connection();
    grant usage on sequence task_failures to public`)
  for (let n = 1; n <= 2; n++) {
    await owner.query(`select graphile_worker.add_job('add-up-webhooks')`)
    await eventually(async () => (await failures()) >= n, `failure ${n}`)
  }
  await owner.query('drop trigger end_connection on graphile_worker._private_jobs')
  await owner.query(`select graphile_worker.add_job('add-up-webhooks')`)
  await eventually(async () => (await waiting()) === 0, 'nothing left to do')
  assert.ok((await failures()) >= 2)
})

test('a task that hangs does not keep a server from stopping', async () => {
  const { owner, ownerUrl, stop } = await startPlatform({ DATABASE_TIMEOUT_SEC: '600' })
  const hangs = () =>
    asOwner(ownerUrl, async (watcher) => {
      const { rows } = await watcher.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from idempotency_keys%'`,
      )
      return rows.length > 0
    })
  await asOwner(ownerUrl, async (locker) => {
    await locker.query('begin; lock table idempotency_keys')
    await owner.query(`select graphile_worker.add_job('purge-expired')`)
    await eventually(hangs, 'the task to hang')
    await stop()
    assert.ok(await hangs(), 'the stop has not waited for it')
  })
})
