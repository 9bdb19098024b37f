import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { startEmbedded } from '../server/src/db/embedded/start.ts'
import type { Cache, Rule } from '../server/src/providers/cache/index.ts'
import { MemoryCache } from '../server/src/providers/cache/memory.ts'
import { RedisCache } from '../server/src/providers/cache/redis.ts'
import { type Child, startChild, tokenAt } from '../server/testing/child.ts'
import { admittedByDefinition } from '../server/testing/quota.ts'
import { launchRedis, type Redis } from '../server/testing/redis.ts'
import { httpRequest, type LoadResult, load, loop } from './load.ts'
import { writeResults } from './results.ts'

/**
 * Measures the cost of rate limiting in memory and in Redis, and checks whether a client with three times its quota is
 * admitted as often as its plan allows: `npm run bench:limits -- 120` (seconds; the default).
 */
const SECONDS = Number(process.argv[2] ?? 120)
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 3000)
const TURNS = Number(process.env.BENCH_TURNS ?? 5)
const TIMES_THE_QUOTA = 3
const TOLERANCE = 0.02

/** The specification's plans ("Limits"), each with a client of the sandbox. */
const plans = {
  STARTER: { client: 'sandbox-starter-admin', perMinute: 60, burst: { factor: 1.5, sec: 10 } },
  PRO: { client: 'sandbox-b-admin', perMinute: 600, burst: { factor: 3, sec: 30 } },
  ENTERPRISE: { client: 'sandbox-admin', perMinute: 6000, burst: { factor: 1, sec: 0 } },
}
type Plan = keyof typeof plans

const dataDir = await mkdtemp(join(tmpdir(), 'medina-bench-limits-'))
const postgres = await startEmbedded({ dataDir, throwaway: true })
const redis = await launchRedis()
const running = new Set<Child>()
try {
  const counting = await costOfCounting(redis)
  const overHttp = await costOverHttp()
  const accuracy = [
    ...(await accuracyOn('one server', [{}])),
    ...(await accuracyOn('two servers that share Redis', [{ CACHE_URL: redis.url }, { CACHE_URL: redis.url }])),
  ]
  await writeResults('limits-', { turnMs: TURN_MS, turns: TURNS, counting, overHttp, seconds: SECONDS, accuracy })
  if (accuracy.some(({ deviation }) => deviation > TOLERANCE)) process.exitCode = 1
} finally {
  await end([...running])
  await redis.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Counting only, by 64 callers in alternating turns, and the time inside Redis. */
async function costOfCounting({ url }: Redis) {
  const rule: Rule = { perMinute: 1e9, perDay: Number.POSITIVE_INFINITY, burstTo: 1e9, burstMs: 0 }
  const shared = await RedisCache.open(url, console)
  const counts = (cache: Cache) => async (worker: number) => {
    const use = { nowMs: Date.now(), counts: true }
    await cache.count({ kind: 'client', name: `ten/${worker % 16}` }, rule, use)
  }
  const turns: { memory: LoadResult; redis: LoadResult }[] = []
  const own = new MemoryCache()
  for (let turn = 0; turn < TURNS; turn++) {
    const memory = await loop(counts(own), 1, TURN_MS / 10)
    turns.push({ memory, redis: await loop(counts(shared), 64, TURN_MS) })
  }
  const median = medianOf(turns, ({ redis }) => redis.perSec)
  const memoryNs = nanoseconds(own, rule)
  const insideUs = await microsecondsInside(url)
  await shared.close()
  console.log(`a count in memory: ${memoryNs.toFixed(0)} ns`)
  console.log(`a count in Redis, 64 at once: ${shown(median.redis)}; ${insideUs.toFixed(1)} µs inside Redis`)
  return { memoryNs, redis: median.redis, insideRedisUs: insideUs }
}

/** Without promises, as in a request. */
function nanoseconds(cache: MemoryCache, rule: Rule): number {
  const count = 1_000_000
  const names = Array.from({ length: 1000 }, (_, n) => `ten/${n}`)
  const from = performance.now()
  for (let n = 0; n < count; n++)
    cache.count({ kind: 'client', name: names[n % 1000]! }, rule, { nowMs: Date.now(), counts: true })
  return ((performance.now() - from) * 1e6) / count
}

async function microsecondsInside(url: string): Promise<number> {
  const operator = createClient({ url })
  await operator.connect()
  const info = await operator.info('commandstats')
  operator.destroy()
  return Number(/cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(info)?.[1])
}

/** Small reads over HTTP, alternating between a server that counts in memory and one that counts in Redis. */
async function costOverHttp() {
  const generous = { RATE_LIMIT_ENTERPRISE: '100000000/unlimited' }
  const [memory, shared] = await servers([generous, { ...generous, CACHE_URL: redis.url }])
  const authorization = `Bearer ${await tokenAt(memory!.url, 'sandbox-admin')}`
  const turn = (server: Child) =>
    load(Number(new URL(server.url).port), () => httpRequest('GET', '/api/users/me', { authorization }), 16, TURN_MS)
  await turn(memory!) // warm-up
  await turn(shared!)
  const turns: { memory: LoadResult; redis: LoadResult; ratio: number }[] = []
  for (let n = 0; n < TURNS; n++) {
    const [a, b] = [await turn(memory!), await turn(shared!)]
    turns.push({ memory: a, redis: b, ratio: b.perSec / a.perSec })
  }
  const median = medianOf(turns, ({ ratio }) => ratio)
  console.log(`reads over HTTP, 16 at once: with Redis ${median.ratio.toFixed(2)} of the rate with memory`)
  console.log(`  memory ${shown(median.memory)}\n  Redis  ${shown(median.redis)}`)
  await end([memory!, shared!])
  return median
}

type Accuracy = { setup: string; plan: Plan; sent: number; admitted: number; expected: number; deviation: number }

/** All plans concurrently at three times their quotas, in real time, spread evenly over the servers. */
async function accuracyOn(setup: string, settings: Record<string, string>[]): Promise<Accuracy[]> {
  const started = await servers(settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const results = await Promise.all(
    (Object.keys(plans) as Plan[]).map(async (plan) => {
      const { client, perMinute, burst } = plans[plan]
      const token = await tokenAt(started[0]!.url, client)
      const { momentsSec, admitted } = await sendSteadily(started, agent, token, (perMinute * TIMES_THE_QUOTA) / 60)
      const expected = admittedByDefinition(perMinute, burst, momentsSec)
      const deviation = Math.abs(admitted - expected) / expected
      return { setup, plan, sent: momentsSec.length, admitted, expected, deviation }
    }),
  )
  agent.destroy()
  await end(started)
  for (const { plan, sent, admitted, expected, deviation } of results) {
    const percent = `${(deviation * 100).toFixed(2)} % off`
    console.log(`${setup}, ${plan}: ${sent} sent in ${SECONDS} s, ${admitted} admitted of ${expected} (${percent})`)
  }
  return results
}

async function sendSteadily(servers: Child[], agent: Agent, token: string, perSec: number) {
  const momentsSec: number[] = []
  const answers: Promise<number>[] = []
  const from = performance.now()
  const sinceSec = () => (performance.now() - from) / 1000
  while (sinceSec() < SECONDS) {
    for (const due = Math.min(sinceSec(), SECONDS) * perSec; momentsSec.length < due; ) {
      answers.push(statusOf(servers[momentsSec.length % servers.length]!.url, agent, token))
      momentsSec.push(sinceSec())
    }
    await new Promise((next) => setTimeout(next, 5))
  }
  const statuses = await Promise.all(answers)
  const unexpected = statuses.find((status) => status !== 200 && status !== 429)
  if (unexpected !== undefined) throw new Error(`A request got ${unexpected}.`)
  return { momentsSec, admitted: statuses.filter((status) => status === 200).length }
}

function statusOf(url: string, agent: Agent, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { authorization: `Bearer ${token}` } }
    const sent = request(`${url}/api/users/me`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection at the same moment, and did not see the request.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(statusOf(url, agent, token))
      else reject(error)
    })
    sent.end()
  })
}

/** Servers on one database in child processes, which accept each other's tokens. */
async function servers(settings: Record<string, string>[]): Promise<Child[]> {
  const firstPort = 31_810
  const started: Child[] = []
  for (const [n, own] of settings.entries()) {
    const server = startChild({
      PUBLIC_URL: `http://127.0.0.1:${firstPort}`,
      PORT: String(firstPort + n),
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      MASTER_KEY: Buffer.alloc(32, 'bench').toString('base64'),
      RATE_LIMIT_ADDRESS: '100000000',
      VIDEO_URL: 'livekit+http://key:secret@127.0.0.1:9', // embedded rooms belong to one server
      ...own,
    })
    running.add(server)
    await server.ready()
    started.push(server)
  }
  return started
}

async function end(servers: Child[]): Promise<void> {
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  for (const server of servers) running.delete(server)
}

function medianOf<T>(turns: T[], figureOf: (turn: T) => number): T {
  return turns.sort((a, b) => figureOf(a) - figureOf(b))[Math.floor(turns.length / 2)]!
}

function shown({ perSec, p50, p99 }: LoadResult): string {
  return `${perSec.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
}
