import { newId } from '../../server/src/lib/ids.ts'
import { type CpuSec, cpuSec, sharesOf } from './cpu.ts'
import { type Endpoint, makeEndpoints } from './endpoints.ts'
import { backlog, groupsOf, type Written, waitUntilDrained, write, writeSteadily } from './events.ts'
import { type Outcome, seconds } from './figures.ts'
import { epochMs } from './moments.ts'
import { printProfile, profiling } from './profile.ts'
import { arrival, firstBytes } from './receiving.ts'
import { type TestBed, withTestBed } from './test-bed.ts'

const ENDPOINTS = 100
const SUBSCRIBERS_OF_AN_EVENT = 2
const CATCH_UP = 10_000
/** Offered rates relative to the rate of catching up, until one is too high. */
const STEPS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]
/** Deliveries left at the end count as backlog only beyond this many seconds of the offered rate. */
const IN_PROGRESS_SEC = 1
/** Long enough for noise and measurements not to matter. */
const STEP_SEC = Math.max(5, seconds(120) / 12)
/** A rate sustained for seconds may be too high for minutes, because of checkpoints and vacuums. */
const REDUCTION = 0.8
const TRIES = 4
/** The largest delay of the generator; beyond it, the rate was not offered. */
const LATE_SEC = 0.5
const DRAIN_MS = 120_000

type Steady = {
  offeredPerSec: number
  perSec: number
  leftAtEnd: number
  /** The time from the last event until nothing was left. */
  emptyAfterMs: number
  isSustained: boolean
  cores: CpuSec | undefined
  stallP99Ms: number
}

/**
 * Measures the sustained deliveries per second. Events are inserted directly, so that bookings are not the limit; the
 * generator shares the two cores.
 */
export async function throughput(): Promise<Outcome> {
  const outcome = await withTestBed({ env: await profiling() }, async (testBed) => {
    const endpoints = await makeEndpoints(testBed, { count: ENDPOINTS })
    const groups = groupsOf(endpoints, SUBSCRIBERS_OF_AN_EVENT)
    await writeSteadily(testBed.owner, groups, 100, 2000) // warm-up
    await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS)

    const catchUpPerSec = await catchUp(testBed, groups, endpoints)
    console.log(`  catching up on ${CATCH_UP}: ${catchUpPerSec.toFixed(0)}/s`)
    const steps: Steady[] = []
    for (const step of STEPS) {
      const result = await steady(testBed, groups, endpoints, catchUpPerSec * step, STEP_SEC)
      steps.push(result)
      if (!result.isSustained) break
    }
    let best = steps.findLast((step) => step.isSustained) ?? steps[0]!
    let run = await steady(testBed, groups, endpoints, best.offeredPerSec, seconds(120))
    for (let tries = 1; tries < TRIES && !run.isSustained; tries++) {
      best = { ...best, offeredPerSec: best.offeredPerSec * REDUCTION }
      run = await steady(testBed, groups, endpoints, best.offeredPerSec, seconds(120))
    }
    const { perSec, emptyAfterMs, missing, twice } = run
    return {
      figures: [
        {
          name: `deliveries a second, steady for ${seconds(120)} s over ${ENDPOINTS} endpoints`,
          figure: `${perSec.toFixed(0)}/s, drained ${(emptyAfterMs / 1000).toFixed(1)} s after the last`,
          aim: '≥ 800, no backlog',
          isMet: run.isSustained && perSec >= 800,
        },
        { name: `catching up on ${CATCH_UP} due deliveries`, figure: `${catchUpPerSec.toFixed(0)}/s`, aim: '' },
        { name: 'never delivered', figure: String(missing), aim: '0', isMet: missing === 0, isRequired: true },
        { name: 'delivered twice', figure: String(twice), aim: '0', isMet: twice === 0, isRequired: true },
      ],
      details: { catchUpPerSec, steps, run },
    }
  })
  await printProfile()
  return outcome
}

/** The rate at which a backlog is delivered. */
async function catchUp(testBed: TestBed, groups: Endpoint[][], endpoints: Endpoint[]): Promise<number> {
  await testBed.receiver.forget()
  const events: Written[] = Array.from({ length: CATCH_UP / SUBSCRIBERS_OF_AN_EVENT }, (_, n) => ({
    eventId: newId('evt'),
    to: groups[n % groups.length]!,
  }))
  await write(testBed.owner, events)
  if (!(await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS))) throw new Error('The backlog did not drain.')
  const { atMs } = await testBed.receiver.seen()
  return (atMs.length / (Math.max(...atMs) - Math.min(...atMs))) * 1000
}

async function steady(
  testBed: TestBed,
  groups: Endpoint[][],
  endpoints: Endpoint[],
  offeredPerSec: number,
  sec: number,
) {
  await testBed.receiver.forget()
  const before = await cpuSec(testBed)
  const startedMs = epochMs()
  const written = await writeSteadily(testBed.owner, groups, offeredPerSec / SUBSCRIBERS_OF_AN_EVENT, sec * 1000)
  const tookSec = (epochMs() - startedMs) / 1000
  const untilMs = epochMs()
  const leftAtEnd = await backlog(testBed.owner, endpoints)
  const after = await cpuSec(testBed)
  const { stallP99Ms } = await testBed.receiver.usage()
  const empty = await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS)
  const emptyAfterMs = epochMs() - untilMs
  const seen = await testBed.receiver.seen()
  const first = firstBytes(seen)
  const expected = written.flatMap(({ eventId, to }) => to.map(({ path }) => arrival(eventId, path)))
  const isSustained = empty && leftAtEnd <= offeredPerSec * IN_PROGRESS_SEC && tookSec < sec + LATE_SEC
  const perSec = seen.atMs.filter((at) => at < untilMs).length / tookSec
  const cores = before && after && sharesOf(before, after, tookSec)
  console.log(
    `  ${offeredPerSec.toFixed(0)}/s offered: ${perSec.toFixed(0)}/s, ${leftAtEnd} left; cores ${coresShown(cores)}`,
  )
  return {
    offeredPerSec,
    perSec,
    leftAtEnd,
    emptyAfterMs,
    isSustained,
    cores,
    stallP99Ms,
    missing: expected.filter((key) => !first.has(key)).length,
    twice: seen.atMs.length - first.size,
  }
}

const coresShown = (cores: CpuSec | undefined): string =>
  cores
    ? Object.entries(cores)
        .map(([part, share]) => `${part} ${share.toFixed(2)}`)
        .join(', ')
    : 'unknown'
