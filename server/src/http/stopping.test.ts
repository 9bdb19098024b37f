import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import pg from 'pg'
import { type Child, startChild, tokenAt } from '../../testing/child.ts'
import { eventually } from '../../testing/eventually.ts'
import { newDatabase, newFolder } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'

const database = await newDatabase()
const owner = new pg.Pool({ connectionString: database, max: 2 })
owner.on('error', () => {}) // PostgreSQL may stop first
after(() => owner.end())
const env = {
  DATABASE_URL: database,
  DATABASE_TIMEOUT_SEC: '60',
  MASTER_KEY: testMasterKeys[0]!.toString('base64'),
  DATA_DIR: await newFolder(),
  PORT: String(randomInt(20_000, 32_000)),
  RATE_LIMIT_ENTERPRISE: '1000000/unlimited',
  RATE_LIMIT_ADDRESS: '1000000',
}

async function start(): Promise<Child> {
  const child = startChild(env)
  after(() => child.end('SIGKILL'))
  await child.ready()
  return child
}

type Call = { method: string; path: string; token?: string; body?: object }
type Answer = { status: number; connection: string | undefined }

/** A client with one keep-alive connection. */
class Client {
  readonly answers: Answer[] = []
  /** Errors on a connection whose previous answer said keep-alive. */
  readonly broken: string[] = []
  #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  /** @returns undefined when there was no answer */
  async call(url: string, { method, path, token, body }: Call): Promise<Answer | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const payload = body && JSON.stringify(body)
    const sent = request(url + path, {
      method,
      agent: this.#agent,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      },
    })
    sent.on('response', (response: IncomingMessage) => {
      response.on('error', reject)
      response.resume().on('end', () => resolve({ status: response.statusCode!, ...connectionOf(response) }))
    })
    sent.on('error', reject)
    sent.end(payload)
    try {
      const answer = await promise
      this.answers.push(answer)
      return answer
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException // of a socket
      if (sent.reusedSocket && this.answers.at(-1)?.connection === 'keep-alive') this.broken.push(code)
      return undefined
    }
  }

  close() {
    this.#agent.destroy()
  }
}

const connectionOf = ({ headers }: IncomingMessage) => ({ connection: headers.connection })

let slots = 0
const booking = () => ({
  doctorId: 'usr_sandbox_doctor',
  patientId: 'usr_sandbox_patient',
  startTime: new Date(Date.UTC(2034, 0, 1) + slots++ * 900_000).toISOString(),
  endTime: new Date(Date.UTC(2034, 0, 1) + slots * 900_000).toISOString(),
})

/** Blocks bookings. @returns a function that unblocks them */
async function holdBookings(): Promise<() => Promise<void>> {
  const holder = await owner.connect()
  await holder.query('begin; lock table appointments in share mode')
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}

const waiting = async () => {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount!
}

test('a stop answers every request, and closes no connection after a keep-alive answer, ten times under load', async () => {
  for (let stops = 0; stops < 10; ) {
    const child = await start()
    const token = await tokenAt(child.url, 'sandbox-admin')
    const unblock = await holdBookings()
    const slow = Array.from({ length: 6 }, () => new Client())
    const readers = Array.from({ length: 8 }, () => new Client())
    const paths = ['/api/health', '/api/appointments?pageSize=2', '/docs', '/nowhere', '/api/auth/session']
    // So that their connections are reused ones.
    await Promise.all(slow.map((client) => client.call(child.url, { method: 'GET', path: '/api/health' })))
    const inFlight = slow.map((client) =>
      client.call(child.url, { method: 'POST', path: '/api/appointments', token, body: booking() }),
    )
    const reading = readers.map(async (client, n) => {
      while (await client.call(child.url, { method: 'GET', path: paths[n % paths.length]!, token }));
    })
    await eventually(async () => (await waiting()) === slow.length, 'bookings that wait')
    await eventually(() => readers.every(({ answers }) => answers.length > 1), 'calls on kept connections')
    const stall = monitorEventLoopDelay({ resolution: 5 })
    stall.enable()
    const ended = child.end('SIGTERM')
    // They continue until they cannot connect any more.
    await Promise.all(reading)
    await unblock()
    const answers = await Promise.all(inFlight)
    // These continue on the connection if the answer allowed it.
    await Promise.all(slow.map((client) => client.call(child.url, { method: 'GET', path: '/api/health' })))
    assert.equal(await ended, 0)
    stall.disable()
    for (const client of [...slow, ...readers]) client.close()
    for (const answer of answers) assert.deepEqual(answer, { status: 201, connection: 'close' })
    // Discards runs in which this process stalled: a stalled client meets closed connections on any server.
    if (stall.max / 1e6 > 100) continue
    stops++
    const clients = [...slow, ...readers]
    assert.deepEqual(
      clients.flatMap(({ broken }) => broken),
      [],
    )
    assert.deepEqual(
      clients.flatMap(({ answers: all }) => all).filter(({ status }) => status === 503),
      [],
      'what arrives during the stop is answered',
    )
  }
})

test('every answer during a stop says Connection: close', async () => {
  const child = await start()
  const token = await tokenAt(child.url, 'sandbox-admin')
  const unblock = await holdBookings()
  const holding = new Client().call(child.url, { method: 'POST', path: '/api/appointments', token, body: booking() })
  await eventually(async () => (await waiting()) === 1, 'a booking that waits')
  // Each starts before the stop, so that its connection is not idle, and ends during it.
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n`
  const requests: Record<string, [before: string, during: string]> = {
    'a page': [get('/docs'), '\r\n'],
    'an unknown route': [get('/nowhere'), '\r\n'],
    'a sign-in': [get('/api/auth/session'), '\r\n'],
    'an unreadable path': [get('/api/appointments/%zz'), '\r\n'],
    'an unknown method': ['DELETE /api/health HTTP/1.1\r\nhost: x\r\n', '\r\n'],
    'a body that is too large': ['POST /api/leads HTTP/1.1\r\nhost: x\r\n', 'content-length: 99999999\r\n\r\n'],
    'an unmet expectation': [get('/api/health'), 'expect: miracles\r\n\r\n'],
    'a request without a host': ['GET /api/health HTTP/1.1\r\n', '\r\n'],
    'a header that is not HTTP': [get('/api/health'), 'how do you do\r\n\r\n'],
    'headers that are too large': [get('/api/health'), `x: ${'x'.repeat(20_000)}\r\n\r\n`],
  }
  const connections = await Promise.all(
    Object.entries(requests).map(async ([name, [before, during]]) => ({ name, during, socket: await begun(before) })),
  )
  const ended = child.end('SIGTERM')
  await eventually(async () => !(await isListening()), 'the stop to begin')
  for (const { name, during, socket } of connections)
    assert.match(await answerTo(socket, during), /^HTTP\/1.1 [2345]\d\d [^\0]*\r\nconnection: close\r\n/i, name)
  await unblock()
  assert.deepEqual(await holding, { status: 201, connection: 'close' })
  assert.equal(await ended, 0)
})

/** A kept connection with a partly sent request. */
async function begun(text: string): Promise<Socket> {
  const socket = connect(Number(env.PORT), '127.0.0.1')
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write(text)
  return socket
}

function isListening(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(env.PORT), '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}

/** Sends text and reads until the server closes. */
function answerTo(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = ''
    socket.on('data', (bytes) => {
      all += bytes
    })
    socket.on('error', () => {}).on('close', () => resolve(all))
    socket.write(text)
  })
}
