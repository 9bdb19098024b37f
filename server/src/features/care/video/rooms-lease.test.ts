import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { type Child, startChild } from '../../../../testing/child.ts'
import { startDatabaseProxy } from '../../../../testing/database-proxy.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { newDatabase, newFolder } from '../../../../testing/harness.ts'
import { testMasterKeys } from '../../../../testing/roles.ts'

const database = await newDatabase()
const owner = new pg.Pool({ connectionString: database, max: 2 })
after(() => owner.end())

type Server = Child & { port: number }

/** A server process that shares the database of the file. */
function start(env: Record<string, string> = {}): Server {
  const port = randomInt(20_000, 32_000)
  const child = startChild({
    DATABASE_URL: database,
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  })
  after(() => child.end('SIGKILL'))
  return { ...child, port }
}
const dataDir = await newFolder()

async function startServer(env?: Record<string, string>): Promise<Server> {
  const server = start(env)
  await server.ready()
  return server
}

const isDraining = async () =>
  (await owner.query(`select draining from jobs where name = 'embedded-rooms'`)).rows[0]?.draining === true

const REFUSAL =
  /^The video rooms of this database are on another server \(process \d+ on [^ ]+\)\. Stop one of the two, or set VIDEO_URL to a LiveKit for all servers\.$/

test('a second server with embedded rooms refuses to start, and states the reason in one line', async () => {
  const first = await startServer()
  const second = start()
  const line = await second.refusal()
  assert.match(line, REFUSAL)
  assert.match(line, new RegExp(`process ${first.process.pid} on `))
  assert.equal((await fetch(`${first.url}/api/health/video`)).status, 200)
  assert.equal(await first.end('SIGTERM'), 0)
})

test('one of two servers that start at the same time refuses to start', async () => {
  const servers = [start(), start()]
  const loser = await Promise.race(servers.map((server) => server.exited.then(() => server)))
  assert.match(await loser.refusal(), REFUSAL)
  const [winner] = servers.filter((server) => server !== loser)
  await winner!.ready()
  assert.equal(await winner!.end('SIGTERM'), 0)
})

test('a server with rooms on LiveKit starts next to one with embedded rooms', async () => {
  const first = await startServer()
  const second = await startServer({ VIDEO_URL: 'livekit+http://key:secret@127.0.0.1:9' })
  for (const server of [first, second]) assert.equal(await server.end('SIGTERM'), 0)
})

test('after a kill -9 the next server takes the rooms over within seconds', async (t) => {
  const first = await startServer()
  await first.end('SIGKILL')
  const killedAt = performance.now()
  const second = await startServer()
  t.diagnostic(`ready ${((performance.now() - killedAt) / 1000).toFixed(1)} s after the kill`)
  assert.equal((await fetch(`${second.url}/api/health/video`)).status, 200)
  assert.equal(await second.end('SIGTERM'), 0)
})

test('a server that starts while the first one drains waits, and then takes the rooms over', async () => {
  const first = await startServer()
  // An unfinished request keeps the stop waiting for 5 s.
  const unfinished = connect(first.port, '127.0.0.1')
  unfinished.on('error', () => {})
  unfinished.write(
    'POST /api/auth/token HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await once(unfinished, 'data')
  const ended = first.end('SIGTERM')
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  await eventually(isDraining, 'the first server to drain')
  const second = start({ LOG_LEVEL: 'warn' })
  await eventually(() => second.output().includes('waiting for another server to close its video rooms'), 'a wait')
  assert.equal(hasEnded, false)
  await second.ready()
  assert.equal(await ended, 0)
  assert.equal(await isDraining(), false)
  assert.equal(await second.end('SIGTERM'), 0)
})

test('a server that temporarily loses the database keeps the rooms, unless another server has taken them over', async () => {
  const proxy = await startDatabaseProxy(database)
  const first = await startServer({ DATABASE_URL: proxy.url })
  proxy.fail('frozen')
  // The lease has expired by then: the first server could not renew it.
  await eventually(async () => {
    const { rows } = await owner.query(`select from jobs where name = 'embedded-rooms' and leased_until < now()`)
    return rows.length > 0
  }, 'the end of the lease')
  assert.equal(first.process.exitCode, null)
  proxy.restore()
  await eventually(async () => {
    const { rows } = await owner.query(`select from jobs where name = 'embedded-rooms' and leased_until > now()`)
    return rows.length > 0
  }, 'a renewed lease')

  proxy.fail('frozen')
  const second = await startServer()
  proxy.restore()
  assert.equal(await first.exited, 1)
  assert.match(first.output(), /^Another server has taken over the video rooms of this database\. Stop one of the two/m)
  assert.equal((await fetch(`${second.url}/api/health/video`)).status, 200)
  assert.equal(await second.end('SIGTERM'), 0)
})
