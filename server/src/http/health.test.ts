import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { startPlatform } from '../../testing/harness.ts'

const platform = await startPlatform()
const probe = (path: string) => platform.call('GET', path)

test('each probe reports that its component works, and its latency', async () => {
  const alive = await probe('/api/health')
  assert.equal(alive.status, 200)
  assert.equal(alive.body.ok, true)
  assert.ok(Date.parse(alive.body.timestamp))
  for (const [path, service] of [
    ['db', 'database'],
    ['cache', 'cache'],
    ['video', 'video'],
  ] as const) {
    const { status, body } = await probe(`/api/health/${path}`)
    assert.equal(status, 200, path)
    assert.deepEqual(Object.keys(body), ['ok', 'service', 'latencyMs'])
    assert.deepEqual([body.ok, body.service, typeof body.latencyMs], [true, service, 'number'])
  }
})

test('the database probe answers timeout above its bound, while /api/health stays healthy', async () => {
  // One long statement for each lane, started one after the other: otherwise they would share a lane.
  const { database } = platform.services
  const stuck: Promise<unknown>[] = []
  for (let lane = 0; lane < 3; lane++) {
    stuck.push(database.onLane('ten_sandbox', { sql: 'select pg_sleep(1.2)', parameters: [] }))
    await new Promise((next) => setTimeout(next, 20))
  }
  const slow: unknown[] = []
  for (let n = 0; n < 3; n++) slow.push(await probe('/api/health/db').then(({ status, body }) => [status, body]))
  assert.ok(
    slow.some((answer) => JSON.stringify(answer) === JSON.stringify([503, { ok: false, error: 'timeout' }])),
    JSON.stringify(slow),
  )
  assert.equal((await probe('/api/health')).status, 200)
  await Promise.all(stuck)
})

test('while the database is read-only its probe fails and writes get 503', async () => {
  const { owner } = platform
  const name = new URL(platform.ownerUrl).pathname.slice(1)
  const setReadOnly = async (value: 'on' | 'off') => {
    await owner.query(
      `set default_transaction_read_only = off; alter database ${name} set default_transaction_read_only = ${value}`,
    )
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    )
  }
  const becomes = (status: number) =>
    eventually(async () => (await probe('/api/health/db')).status === status, `the probe to be ${status}`)
  await setReadOnly('on')
  await eventually(
    async () => (await probe('/api/health/db')).body.error === 'service_unavailable',
    'the probe to report that writes fail',
  )
  const lead = { name: 'Salma', source: 'contact', email: 'salma@example.ma' }
  const answer = await platform.call('POST', '/api/leads', { body: lead })
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'], answer.text)
  await setReadOnly('off')
  await becomes(200)
})

test('the video probe fails with a one-word cause when participants could not join', async () => {
  await platform.services.video.close()
  const { status, body } = await probe('/api/health/video')
  assert.equal(status, 503)
  assert.equal(body.ok, false)
  assert.ok(['service_unavailable', 'connection_refused', 'timeout'].includes(body.error), body.error)
})
