import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild, tokenAt } from '../../testing/child.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { eventually } from '../../testing/eventually.ts'
import { newDatabase, newFolder, startPlatform } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'

const env = {
  MASTER_KEY: testMasterKeys[0]!.toString('base64'),
  DATA_DIR: await newFolder(),
  PORT: String(randomInt(20_000, 32_000)),
}

const readyAt = async (url: string) => {
  const answer = await fetch(`${url}/api/ready`)
  return { status: answer.status, body: await answer.json() }
}

test('a server is ready, also under maintenance', async () => {
  const platform = await startPlatform({ MAINTENANCE: '1' })
  const { status, body } = await platform.call('GET', '/api/ready')
  assert.deepEqual([status, body.ok, Object.keys(body)], [200, true, ['ok', 'timestamp']])
  assert.equal((await platform.call('GET', '/api/v1/ready?from=proxy')).status, 200)
  for (const path of ['/api/public/doctors', '/api/healthy', '/api/ready/x'])
    assert.equal((await platform.call('GET', path)).status, 503, path)
})

test('a flood from the address of the proxy does not make a server unready', async () => {
  const platform = await startPlatform({ RATE_LIMIT_ADDRESS: '5' })
  for (let n = 0; n < 6; n++) await platform.call('GET', '/api/health')
  assert.equal((await platform.call('GET', '/api/health')).status, 429)
  const answers = await Promise.all(Array.from({ length: 20 }, () => platform.call('GET', '/api/ready')))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(answers[0]!.headers.get('x-ratelimit-limit'), '5', 'as every answer')
})

test('a server is not ready while the database cannot be reached', async () => {
  const proxy = await startDatabaseProxy(await newDatabase())
  const platform = await startPlatform({}, proxy.url)
  assert.equal((await platform.call('GET', '/api/ready')).status, 200)
  proxy.fail('closed')
  const { status, body, headers } = await platform.call('GET', '/api/ready')
  assert.deepEqual([status, body.ok, headers.get('retry-after')], [503, false, '1'])
  assert.match(body.error, /^(connection_refused|service_unavailable|timeout)$/)
})

async function start(settings: Record<string, string>): Promise<Child> {
  const child = startChild({ ...env, ...settings })
  after(() => child.end('SIGKILL'))
  await child.ready()
  return child
}

test('a draining server is not ready, accepts requests on new connections, and then stops', async () => {
  const child = await start({ DATABASE_URL: await newDatabase(), DRAIN_SEC: '4' })
  const token = await tokenAt(child.url, 'sandbox-admin')
  assert.equal((await readyAt(child.url)).status, 200)
  const signalledAt = performance.now()
  const ended = child.end('SIGTERM')
  await eventually(async () => (await readyAt(child.url)).status === 503, 'the server to drain')
  assert.deepEqual((await readyAt(child.url)).body, { ok: false, error: 'draining' })
  const answer = await fetch(`${child.url}/api/appointments`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  assert.equal(answer.status, 200)
  assert.equal((await fetch(`${child.url}/api/health`)).status, 200)
  assert.equal(await ended, 0)
  assert.ok(performance.now() - signalledAt >= 4000)
})

test('a second signal ends the draining', async () => {
  const child = await start({ DATABASE_URL: await newDatabase(), DRAIN_SEC: '600' })
  const ended = child.end('SIGTERM')
  await eventually(async () => (await readyAt(child.url)).status === 503, 'the server to drain')
  await sleep(50)
  child.process.kill('SIGTERM')
  assert.equal(await ended, 0)
})
