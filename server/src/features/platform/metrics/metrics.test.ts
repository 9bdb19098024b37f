import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { startDatabaseProxy } from '../../../../testing/database-proxy.ts'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'

/** A platform with metrics, and what reads them. */
async function startWithMetrics(ownerUrl?: string) {
  const port = String(randomInt(20_000, 32_000))
  const platform = await startPlatform({ METRICS_PORT: port }, ownerUrl)
  const scrape = async (): Promise<Map<string, number>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
    const samples = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      samples.map((line) => {
        const space = line.lastIndexOf(' ')
        return [line.slice(0, space), Number(line.slice(space + 1))]
      }),
    )
  }
  return { platform, port, scrape }
}

test('requests are counted by operation and status, without ids', async () => {
  const { platform, scrape } = await startWithMetrics()
  const token = await platform.tokenOf('sandbox-admin')
  for (let n = 0; n < 3; n++) await platform.call('GET', '/api/appointments/apt_unknown', { token })
  await platform.call('GET', '/api/appointments', { token })
  await platform.call('GET', '/nowhere')
  const metrics = await scrape()
  const count = (labels: string) => metrics.get(`medina_http_requests_total{${labels}}`)
  assert.equal(count('operation="readAppointment",status="404"'), 3)
  assert.equal(count('operation="listAppointments",status="200"'), 1)
  assert.equal(count('operation="unknown",status="404"'), 1)
  assert.equal(metrics.get('medina_http_request_duration_seconds_count{operation="readAppointment"}'), 3)
  assert.ok(metrics.get('medina_http_request_duration_seconds_sum{operation="readAppointment"}')! > 0)
  assert.ok(metrics.get('medina_database_wait_seconds_count')! >= 1)
  assert.equal(metrics.get('medina_database_calls{state="waiting"}'), 0)
  assert.equal(metrics.get('medina_draining'), 0)
  assert.equal(metrics.get('medina_database_up'), 1)
  assert.ok(metrics.get('nodejs_eventloop_lag_p99_seconds')! >= 0)
  assert.deepEqual(
    [...metrics.keys()].filter((name) => /apt_|usr_|ten_|nowhere/.test(name)),
    [],
  )
})

test('while the database cannot be reached, a scrape says so and has no backlog', async () => {
  const proxy = await startDatabaseProxy(await newDatabase())
  const { scrape } = await startWithMetrics(proxy.url)
  const backlog = async () => [...(await scrape()).keys()].filter((name) => name.startsWith('medina_backlog'))
  assert.equal((await backlog()).length, 4)
  proxy.fail('closed')
  assert.deepEqual(await backlog(), [])
  assert.equal((await scrape()).get('medina_database_up'), 0)
})

test('the public port serves no metrics', async () => {
  const { platform, port } = await startWithMetrics()
  assert.equal((await platform.call('GET', '/metrics')).status, 404)
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/appointments`)).status, 404)
  await platform.stop()
  await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`))
})
