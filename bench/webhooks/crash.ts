import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from '../../server/src/testing/child.ts'
import { settings } from '../stage.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { drained, type Written, writeSteadily } from './events.ts'
import { type Outcome, scaled, seconds } from './figures.ts'
import { epochMs } from './moments.ts'
import { arrival, firstBytes, type Seen } from './receiving.ts'
import { onStand, PORT, type Stand } from './stand.ts'

const EVENTS = 20_000
const SUBSCRIBERS = 3
const KILLS = 10
const WRITING_SEC = 120
const DRAIN_MS = 300_000
/** What was on its way from a server that is killed may still arrive for this long. */
const IN_THE_WIRE_MS = 50

/**
 * How a kill was felt, in milliseconds after it: until anything arrived again, and until the last of what the killed
 * server was sending had arrived once more. `startMs` is what the new server took to be ready.
 */
type Kill = {
  atMs: number
  startMs: number
  /** Undefined where there was nothing to send any more. */
  anythingAfterMs: number | undefined
  leftBehindAfterMs: number
  leftBehind: number
}

/** `kill -9` again and again while events are written: of one server that is started anew, and of one of two. */
export async function crash(): Promise<Outcome> {
  const single = await killing('the only server', 1)
  const pair = await killing('one of two servers', 2)
  return { figures: [...single.figures, ...pair.figures], details: { single: single.details, pair: pair.details } }
}

function killing(whom: string, servers: 1 | 2): Promise<Outcome> {
  return onStand({}, async (stand) => {
    const running = [stand.server]
    try {
      if (servers === 2) running.push(await startAnother(stand, 1))
      return await killAgainAndAgain(stand, running, whom)
    } finally {
      await Promise.all(running.map((server) => server.end('SIGKILL')))
    }
  })
}

async function startAnother({ ownerUrl }: Stand, n: number): Promise<Child> {
  const own = { DATABASE_URL: ownerUrl, DATA_DIR: '/nowhere', PORT: String(PORT + n) }
  const server = startChild({ ...settings, LOG_LEVEL: 'error', ...own })
  await server.ready()
  return server
}

async function killAgainAndAgain(stand: Stand, running: Child[], whom: string): Promise<Outcome> {
  const endpoints = await makeEndpoints(stand, { count: SUBSCRIBERS, tenants: TENANTS.slice(0, 1) })
  const total = scaled(EVENTS, WRITING_SEC)
  const forMs = Math.min(seconds(WRITING_SEC), WRITING_SEC) * 1000
  const kills = Math.max(2, scaled(KILLS, WRITING_SEC))
  const killed: { atMs: number; startMs: number }[] = []
  const written: Written[] = []
  const writing = writeSteadily(stand.owner, [endpoints], (total / forMs) * 1000, forMs, written)
  for (let n = 0; n < kills; n++) {
    // At any moment of its share of the time, so that every step of a delivery is met sooner or later.
    const share = forMs / kills
    const wait = share * (0.1 + 0.4 * Math.random())
    await pause(wait)
    const which = n % running.length
    const atMs = epochMs()
    await running[which]!.end('SIGKILL')
    running[which] = await startAnother(stand, which)
    const startMs = epochMs() - atMs
    killed.push({ atMs, startMs })
    await pause(Math.max(0, share - wait - startMs))
  }
  await writing
  const empty = await drained(stand.owner, endpoints, DRAIN_MS)
  const seen = await stand.receiver.seen()
  const first = firstBytes(seen)
  const expected = written.flatMap(({ eventId }) => endpoints.map(({ path }) => arrival(eventId, path)))
  const lost = expected.filter((key) => !first.has(key)).length
  const twice = seen.atMs.length - first.size
  const duplicates = twice / expected.length
  const all = await felt(stand, seen, killed)
  const resumed = all.flatMap(({ anythingAfterMs }) => anythingAfterMs ?? [])
  const anything = Math.max(...resumed)
  const leftBehind = Math.max(...all.map(({ leftBehindAfterMs }) => leftBehindAfterMs))
  return {
    figures: [
      {
        name: `${whom} killed ${kills} times in ${written.length} events × ${SUBSCRIBERS}: lost`,
        figure: String(lost),
        aim: '0',
        met: lost === 0 && empty,
        must: true,
      },
      {
        name: `${whom}: sent more than once`,
        figure: `${(duplicates * 100).toFixed(2)} % (${twice})`,
        aim: '< 1 %',
        met: duplicates < 0.01,
      },
      {
        name: `${whom}: deliveries resumed after at most (${resumed.length} kills with something left to send)`,
        figure: `${(anything / 1000).toFixed(2)} s`,
        aim: '≤ 5 s',
        met: anything <= 5000,
      },
      {
        name: `${whom}: what it was sending had arrived again after at most`,
        figure: `${(leftBehind / 1000).toFixed(2)} s`,
        aim: '≤ 5 s',
        met: leftBehind <= 5000,
      },
    ],
    details: { events: written.length, kills: all, lost, twice, duplicates, empty },
  }
}

/** The log of requests says what a killed server was sending. */
async function felt({ owner }: Stand, seen: Seen, killed: Pick<Kill, 'atMs' | 'startMs'>[]): Promise<Kill[]> {
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
    const within = (moments: number[]) => moments.filter((at) => at > atMs + IN_THE_WIRE_MS && at < until)
    const anything = within(seen.atMs)
    const sentAgain = within(again)
    return {
      atMs,
      startMs,
      anythingAfterMs: anything.length > 0 ? Math.min(...anything) - atMs : undefined,
      leftBehindAfterMs: Math.max(atMs, ...sentAgain) - atMs,
      leftBehind: sentAgain.length,
    }
  })
}
