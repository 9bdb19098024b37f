import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from '../../server/testing/child.ts'
import { settings } from '../stage.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { type Written, waitUntilDrained, writeSteadily } from './events.ts'
import { type Outcome, scaled, seconds } from './figures.ts'
import { epochMs } from './moments.ts'
import { arrival, firstBytes, type ReceivedRequests } from './receiving.ts'
import { PORT, type TestBed, withTestBed } from './test-bed.ts'

const EVENTS = 20_000
const SUBSCRIBERS = 3
const KILLS = 10
const WRITING_SEC = 120
const DRAIN_MS = 300_000
/** Time for which requests of a killed server may still arrive. */
const IN_TRANSIT_MS = 50

/**
 * The effect of a kill, in ms after it: until any delivery arrived again, and until the last interrupted delivery arrived
 * again. `startMs` is the start time of the new server.
 */
type Kill = {
  atMs: number
  startMs: number
  /** Undefined if no delivery was left. */
  anythingAfterMs: number | undefined
  interruptedAfterMs: number
  interrupted: number
}

/** Kills servers repeatedly while events are written: the only one, which is restarted, or one of two. */
export async function crash(): Promise<Outcome> {
  const single = await measureKills('the only server', 1)
  const pair = await measureKills('one of two servers', 2)
  return { figures: [...single.figures, ...pair.figures], details: { single: single.details, pair: pair.details } }
}

function measureKills(target: string, servers: 1 | 2): Promise<Outcome> {
  return withTestBed({}, async (testBed) => {
    const running = [testBed.server]
    try {
      if (servers === 2) running.push(await startAnother(testBed, 1))
      return await killRepeatedly(testBed, running, target)
    } finally {
      await Promise.all(running.map((server) => server.end('SIGKILL')))
    }
  })
}

async function startAnother({ ownerUrl }: TestBed, n: number): Promise<Child> {
  const own = { DATABASE_URL: ownerUrl, DATA_DIR: '/nowhere', PORT: String(PORT + n) }
  const server = startChild({ ...settings, LOG_LEVEL: 'error', ...own })
  await server.ready()
  return server
}

async function killRepeatedly(testBed: TestBed, running: Child[], target: string): Promise<Outcome> {
  const endpoints = await makeEndpoints(testBed, { count: SUBSCRIBERS, tenants: TENANTS.slice(0, 1) })
  const total = scaled(EVENTS, WRITING_SEC)
  const forMs = Math.min(seconds(WRITING_SEC), WRITING_SEC) * 1000
  const kills = Math.max(2, scaled(KILLS, WRITING_SEC))
  const killed: { atMs: number; startMs: number }[] = []
  const written: Written[] = []
  const writing = writeSteadily(testBed.owner, [endpoints], (total / forMs) * 1000, forMs, written)
  for (let n = 0; n < kills; n++) {
    // At a random time, so that every step of a delivery is hit eventually.
    const share = forMs / kills
    const wait = share * (0.1 + 0.4 * Math.random())
    await pause(wait)
    const which = n % running.length
    const atMs = epochMs()
    await running[which]!.end('SIGKILL')
    running[which] = await startAnother(testBed, which)
    const startMs = epochMs() - atMs
    killed.push({ atMs, startMs })
    await pause(Math.max(0, share - wait - startMs))
  }
  await writing
  const empty = await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS)
  const seen = await testBed.receiver.seen()
  const first = firstBytes(seen)
  const expected = written.flatMap(({ eventId }) => endpoints.map(({ path }) => arrival(eventId, path)))
  const lost = expected.filter((key) => !first.has(key)).length
  const repeated = seen.atMs.length - first.size
  const duplicates = repeated / expected.length
  const effects = await effectsOf(testBed, seen, killed)
  const resumed = effects.flatMap(({ anythingAfterMs }) => anythingAfterMs ?? [])
  const anyAfterMs = Math.max(...resumed)
  const interrupted = Math.max(...effects.map(({ interruptedAfterMs }) => interruptedAfterMs))
  return {
    figures: [
      {
        name: `${target} killed ${kills} times in ${written.length} events × ${SUBSCRIBERS}: lost`,
        figure: String(lost),
        aim: '0',
        isMet: lost === 0 && empty,
        isRequired: true,
      },
      {
        name: `${target}: sent more than once`,
        figure: `${(duplicates * 100).toFixed(2)} % (${repeated})`,
        aim: '< 1 %',
        isMet: duplicates < 0.01,
      },
      {
        name: `${target}: deliveries resumed after at most (${resumed.length} kills with something left to send)`,
        figure: `${(anyAfterMs / 1000).toFixed(2)} s`,
        aim: '≤ 5 s',
        isMet: anyAfterMs <= 5000,
      },
      {
        name: `${target}: interrupted deliveries arrived again after at most`,
        figure: `${(interrupted / 1000).toFixed(2)} s`,
        aim: '≤ 5 s',
        isMet: interrupted <= 5000,
      },
    ],
    details: { events: written.length, kills: effects, lost, twice: repeated, duplicates, empty },
  }
}

/** Interrupted deliveries are those with a lost lease in the log of requests. */
async function effectsOf(
  { owner }: TestBed,
  seen: ReceivedRequests,
  killed: Pick<Kill, 'atMs' | 'startMs'>[],
): Promise<Kill[]> {
  const { rows } = await owner.query<{ event_id: string; path: string; attempt: number }>(
    `select a.event_id, a.attempt, substring(e.url from '^http://[^/]*(.*)$') as path
     from webhook_attempts a
     join webhook_endpoints e on e.tenant_id = a.tenant_id and e.id = a.endpoint_id
     where a.error = 'lease_lost'`,
  )
  const lost = new Set(rows.map(({ event_id, path, attempt }) => `${arrival(event_id, path)} ${attempt}`))
  const again = seen.atMs.filter((_, n) =>
    lost.has(`${arrival(seen.eventIds[n]!, seen.paths[n]!)} ${seen.attempts[n]! - 1}`),
  )
  return killed.map(({ atMs, startMs }, n) => {
    const until = killed[n + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const within = (moments: number[]) => moments.filter((at) => at > atMs + IN_TRANSIT_MS && at < until)
    const anyAfterMs = within(seen.atMs)
    const sentAgain = within(again)
    return {
      atMs,
      startMs,
      anythingAfterMs: anyAfterMs.length > 0 ? Math.min(...anyAfterMs) - atMs : undefined,
      interruptedAfterMs: Math.max(atMs, ...sentAgain) - atMs,
      interrupted: sentAgain.length,
    }
  })
}
