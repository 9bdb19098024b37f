import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { asOwner, startPlatform } from '../../testing/harness.ts'
import { runTask } from '../../testing/run-task.ts'
import { workerDatabase } from '../../testing/sealing.ts'
import { type Cadence, nextRun } from './schedule.ts'
import { startScheduler } from './scheduler.ts'

const platform = await startPlatform()
const { owner } = platform
const { log } = platform.services

const YEARLY = '0 0 1 1 *'

let tests = 0
/** A separate scheduled task for each test; `start` adds a server that runs it. */
function newTask(work: () => Promise<void>, cadence: Cadence = { cron: YEARLY }) {
  const name = `test-${tests++}`
  const start = async (changed = cadence) => {
    const scheduler = await startScheduler(workerDatabase(platform), { [name]: changed }, { [name]: work }, log)
    after(() => scheduler.stop())
    return scheduler
  }
  const row = async () =>
    (await owner.query('select *, due_at > now() as waits from jobs where name = $1', [name])).rows[0]
  const makeDue = (since = '0 seconds') =>
    owner.query('update jobs set due_at = now() - $2::interval where name = $1', [name, since])
  return { name, start, row, makeDue }
}

describe('a scheduled task', () => {
  test('runs once when due, with any number of servers', async () => {
    let runs = 0
    const task = newTask(async () => void runs++)
    await Promise.all([task.start(), task.start(), task.start()])
    for (let expected = 1; expected <= 3; expected++) {
      await task.makeDue()
      await eventually(async () => (await task.row()).waits)
      assert.equal(runs, expected)
    }
    const { due_at } = await task.row()
    assert.equal(due_at.toISOString(), `${new Date().getUTCFullYear() + 1}-01-01T00:00:00.000Z`)
  })

  test('is retried after a failure, earlier than its next regular run', async () => {
    let runs = 0
    const task = newTask(async () => {
      if (++runs < 3) throw new Error('the task fails')
    })
    await task.start()
    await task.makeDue()
    await eventually(() => runs === 1)
    await eventually(async () => (await task.row()).failures === 1)
    await eventually(() => runs === 3)
    await eventually(async () => (await task.row()).failures === 0)
  })

  test('runs late after downtime, unless the delay exceeds its maximum', async () => {
    let runs = 0
    const task = newTask(async () => void runs++, { cron: YEARLY, maxDelayHours: 12 })
    await task.start()
    await task.makeDue('13 hours')
    await eventually(async () => (await task.row()).waits)
    assert.equal(runs, 0)
    await task.makeDue('11 hours')
    await eventually(async () => (await task.row()).waits)
    assert.equal(runs, 1)
  })

  test('is taken over from another server only when its lease has expired', async () => {
    let runs = 0
    const task = newTask(async () => void runs++)
    await task.start()
    const { rows } = await owner.query(
      `update jobs set due_at = now(), holder = 'a crashed server', leased_until = now() + interval '3 s'
       where name = $1
       returning leased_until`,
      [task.name],
    )
    await eventually(() => runs === 1)
    assert.ok(new Date() >= rows[0].leased_until)
    await eventually(async () => (await task.row()).waits)
    await eventually(async () => (await task.row()).holder === null)
    assert.equal(runs, 1)
  })

  test('keeps its lease for as long as it runs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const task = newTask(() => promise)
    await task.start()
    await task.makeDue()
    await eventually(async () => (await task.row()).holder !== null)
    const { leased_until: first } = await task.row()
    await eventually(async () => (await task.row()).leased_until > first, 'the lease to be renewed')
    assert.equal(await workerDatabase(platform).runExclusively(task.name, async () => 'taken'), undefined)
    resolve()
    await eventually(async () => (await task.row()).holder === null)
    assert.equal(await workerDatabase(platform).runExclusively(task.name, async () => 'taken'), 'taken')
  })

  test('is brought forward when its cadence becomes shorter, and stays off when switched off', async () => {
    const task = newTask(async () => {})
    await (await task.start()).stop()
    await (await task.start({ cron: '0 0 * * *' })).stop()
    assert.ok((await task.row()).due_at.getTime() <= Date.now() + 24 * 3_600_000)
    await owner.query(`update jobs set due_at = 'infinity' where name = $1`, [task.name])
    await task.start({ cron: '* * * * *' })
    assert.equal((await task.row()).due_at, Number.POSITIVE_INFINITY)
  })

  test('runs again if the connection breaks before its end is recorded', async () => {
    let runs = 0
    const task = newTask(async () => void runs++)
    await task.start()
    await owner.query(`
      create function end_connection() returns trigger language plpgsql as $$
      begin
        raise exception 'terminating connection due to administrator command' using errcode = '57P01';
      end $$;
      create trigger end_connection before update of due_at on jobs
        for each row when (old.name = '${task.name}' and old.due_at <= now() and new.due_at > now())
        execute function end_connection()`)
    await task.makeDue()
    await eventually(() => runs >= 2)
    await owner.query('drop trigger end_connection on jobs')
    await eventually(async () => (await task.row()).waits)
  })
})

test('a hanging task does not prevent a server from stopping', async () => {
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
    await owner.query(`update jobs set due_at = now() where name = 'purge-expired'`)
    await eventually(hangs, 'the task to hang')
    await stop()
    assert.ok(await hangs(), 'the stop did not wait for it')
  })
})

test('a platform task runs by schedule', async () => {
  await runTask(owner, 'make-partitions')
})

test('cadences are in UTC, and the next run is always after the given time', () => {
  const at = (text: string) => new Date(`2026-11-22T${text}Z`)
  const next = (cron: string, text: string) => nextRun({ cron }, at(text)).toISOString().slice(0, 19)
  assert.equal(next('0 9 * * *', '08:59:59.999'), '2026-11-22T09:00:00')
  assert.equal(next('0 9 * * *', '09:00:00'), '2026-11-23T09:00:00')
  assert.equal(next('*/15 * * * *', '10:07:30'), '2026-11-22T10:15:00')
  assert.equal(next('0 0 * * 0', '00:00:00'), '2026-11-29T00:00:00')
})
