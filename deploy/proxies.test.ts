import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { WebSocket } from 'ws'
import { type Child, startChild, tokenAt } from '../server/testing/child.ts'
import { eventually } from '../server/testing/eventually.ts'
import { newDatabase, newFolder } from '../server/testing/harness.ts'
import { testMasterKeys } from '../server/testing/roles.ts'

const run = promisify(execFile)
const folder = await newFolder()
const freePort = () => randomInt(20_000, 32_000)
/** Callers at another address than the proxies. Each call has a connection of its own: a reload of nginx ends idle ones. */
const agent = new Agent({ localAddress: '127.0.0.2', pipelining: 0, connect: { rejectUnauthorized: false } })
after(() => agent.close())

/** A running proxy with a configuration of this folder in front of two servers. */
type Proxy = {
  name: string
  url: string
  /** What the operator does before a server stops, and with undefined when it runs again. */
  takeOut?(server: number | undefined): Promise<void>
}

async function startProgram(command: string, args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(command, args, { env: { PATH: process.env.PATH!, ...env }, stdio: 'ignore' })
  after(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  return child
}

async function startCaddy(servers: number[]): Promise<Proxy> {
  const url = `http://127.0.0.1:${freePort()}`
  const env = {
    SITE: url,
    SERVERS: servers.map((port) => `127.0.0.1:${port}`).join(' '),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const shipped = await readFile(resolve(import.meta.dirname, 'caddy/Caddyfile'), 'utf8')
  const config = join(folder, `Caddyfile-${freePort()}`)
  await writeFile(config, `{\n\tadmin off\n}\n${shipped}`)
  await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], {
    env: { PATH: process.env.PATH!, ...env },
  })
  await startProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', config], env)
  return { name: 'Caddy', url }
}

async function startNginx(servers: number[]): Promise<Proxy> {
  const port = freePort()
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '1', '-subj', '/CN=api.example.ma'],
    ...['-keyout', key, '-out', certificate],
  ])
  const shipped = await readFile(resolve(import.meta.dirname, 'nginx/medina-care.conf'), 'utf8')
  const replaced = shipped
    // At once: a chosen port may begin with 3002.
    .replace(/127\.0\.0\.1:300([12])\b/g, (_, n) => `127.0.0.1:${n === '1' ? servers[0] : servers.at(-1)}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/api.example.ma.crt', certificate)
    .replace('/etc/ssl/private/api.example.ma.key', key)
  const config = join(folder, `nginx-${port}.conf`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${port}-${kind};`,
  )
  const writeConfig = (down: number | undefined) =>
    writeFile(
      config,
      `daemon off; worker_processes 1; pid ${folder}/nginx-${port}.pid; error_log ${folder}/nginx-${port}.log;
       events {} http { access_log off; ${temporary.join(' ')} ${replaced.replace(new RegExp(`(server 127.0.0.1:${down} .*);`), '$1 down;')} }`,
    )
  await writeConfig(undefined)
  await run('nginx', ['-t', '-c', config])
  const nginx = await startProgram('nginx', ['-c', config], {})
  return {
    name: 'nginx',
    url: `https://127.0.0.1:${port}`,
    async takeOut(server) {
      await writeConfig(server)
      nginx.kill('SIGHUP') // as `nginx -s reload`
      await sleep(2000)
    },
  }
}

const starters: [command: string, start: (servers: number[]) => Promise<Proxy>][] = [
  ['caddy', startCaddy],
  ['nginx', startNginx],
]
const isInstalled = (command: string) =>
  run('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  )
const absent: string[] = []
for (const [command] of starters) if (!(await isInstalled(command))) absent.push(command)
const skip = absent.length > 0 ? `not installed: ${absent.join(', ')}` : false

const environment = {
  MASTER_KEY: testMasterKeys[0]!.toString('base64'),
  DATA_DIR: folder,
  PUBLIC_URL: 'http://care.localhost',
  TRUSTED_PROXIES: '127.0.0.1/32',
  RATE_LIMIT_ENTERPRISE: '1000000/unlimited',
  RATE_LIMIT_ADDRESS: '1000000',
  PATIENT_BOOKINGS: 'off',
}

async function startServer(port: number, settings: Record<string, string>): Promise<Child> {
  const child = startChild({ ...environment, PORT: String(port), ...settings })
  after(() => child.end('SIGKILL'))
  await child.ready()
  return child
}

const isReached = ({ url }: Proxy) =>
  eventually(
    async () => (await request(`${url}/api/ready`, { dispatcher: agent }).catch(() => undefined))?.statusCode === 200,
    'the proxy to reach a server',
  )

test('proxies pass the connection of a room, and the address of the caller', { skip }, async () => {
  const port = freePort()
  const server = await startServer(port, { DATABASE_URL: await newDatabase(), RATE_LIMIT_ADDRESS: '60' })
  for (const [, start] of starters) {
    const proxy = await start([port])
    await eventually(
      async () =>
        (await request(`${proxy.url}/docs`, { dispatcher: agent }).catch(() => undefined))?.statusCode === 200,
      'the proxy to answer',
    )
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/video/ws/room_1`, { rejectUnauthorized: false })
    await once(socket, 'open')
    socket.terminate()
    const remaining = async (address: string) => {
      const { headers, body } = await request(`${proxy.url}/api/health`, {
        dispatcher: agent,
        headers: { 'x-forwarded-for': address },
      })
      await body.dump()
      return Number(headers['x-ratelimit-remaining'])
    }
    // A caller cannot choose the address that counts: the proxy adds the real one.
    assert.equal((await remaining('203.0.113.7')) - (await remaining('203.0.113.8')), 1, proxy.name)
  }
  assert.equal(await server.end('SIGTERM'), 0)
})

/** Answers and failures of the load through one proxy. */
type Load = { name: string; answers: number; unexpected: string[] }

let slot = 0
const booking = () => {
  const start = Date.UTC(2034, 0, 1) + slot++ * 900_000
  return {
    doctorId: 'usr_sandbox_doctor',
    patientId: 'usr_sandbox_patient',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 900_000).toISOString(),
  }
}

test('a rolling restart under load fails no request of 2,000', { skip }, async () => {
  const database = await newDatabase()
  const ports = [freePort(), freePort()]
  // Several servers need LiveKit; no call takes place here.
  const settings = {
    DATABASE_URL: database,
    DRAIN_SEC: '5',
    VIDEO_URL: `livekit+http://key:${randomBytes(16).toString('hex')}@127.0.0.1:9`,
  }
  const servers = await Promise.all(ports.map((port) => startServer(port, settings)))
  const token = await tokenAt(servers[0]!.url, 'sandbox-admin')
  const proxies = await Promise.all(starters.map(([, start]) => start(ports)))
  await Promise.all(proxies.map(isReached))
  let restarted = false
  const loads = proxies.map(({ name }): Load => ({ name, answers: 0, unexpected: [] }))
  const isDone = () => restarted && loads.reduce((total, { answers }) => total + answers, 0) >= 2000

  async function call(load: Load, url: string, n: number): Promise<void> {
    const isWrite = n % 2 === 0
    try {
      const { statusCode, body } = await request(`${url}/api/appointments${isWrite ? '' : '?pageSize=1'}`, {
        dispatcher: agent,
        method: isWrite ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(isWrite && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
        ...(isWrite && { body: JSON.stringify(booking()) }),
      })
      const text = await body.text()
      if (statusCode !== (isWrite ? 201 : 200)) load.unexpected.push(`${statusCode} ${text.slice(0, 200)}`)
    } catch (error) {
      load.unexpected.push(String(error))
    }
    load.answers++
  }
  const callers = proxies.flatMap(({ url }, index) =>
    Array.from({ length: 3 }, async () => {
      for (let n = 0; !isDone(); n++) await call(loads[index]!, url, n)
    }),
  )
  for (const [index, server] of servers.entries()) {
    for (const proxy of proxies) await proxy.takeOut?.(ports[index])
    assert.equal(await server.end('SIGTERM'), 0)
    servers[index] = await startServer(ports[index]!, settings)
    for (const proxy of proxies) await proxy.takeOut?.(undefined)
    // Caddy probes every 2 s: both servers get requests before the next one stops.
    await sleep(4000)
  }
  restarted = true
  await Promise.all(callers)
  for (const { name, answers, unexpected } of loads) {
    console.log(`${name}: ${answers} answers, ${unexpected.length} unexpected`)
    assert.deepEqual([...new Set(unexpected)], [], name)
  }
})
