import { newId } from '../../server/src/lib/ids.ts'
import { type CpuSec, cpuSec, sharesOf } from './cpu.ts'
import { type Endpoint, makeEndpoints } from './endpoints.ts'
import { backlog, drained, groupsOf, type Written, write, writeSteadily } from './events.ts'
import { type Outcome, seconds } from './figures.ts'
import { epochMs } from './moments.ts'
import { printProfile, profiling } from './profile.ts'
import { arrival, firstBytes } from './receiving.ts'
import { onStand, type Stand } from './stand.ts'

const ENDPOINTS = 100
const SUBSCRIBERS_OF_AN_EVENT = 2
const CATCH_UP = 10_000
/** Shares of what catching up reached that are offered one after the other, until one is too much. */
const STEPS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]
/** Of what is left undone when the offer ends, this many seconds' worth are no backlog: it is under way. */
const UNDER_WAY_SEC = 1
/** A step is long enough for the moments of looking, and of a noisy machine, not to decide it. */
const STEP_SEC = Math.max(5, seconds(120) / 12)
/** What is kept up with for seconds may be too much for minutes, when checkpoints and vacuums come round. */
const LESS = 0.8
const TRIES = 4
/** The generator may be this late in the end; later, and it was not offered what it says. */
const LATE_SEC = 0.5
const DRAIN_MS = 120_000

type Steady = {
  offeredPerSec: number
  perSec: number
  leftAtEnd: number
  /** How long after the last event was written nothing was left. */
  emptyAfterMs: number
  kept: boolean
  cores: CpuSec | undefined
  stallP99Ms: number
}

/**
 * Deliveries a second that are kept up with. Events are written straight into the database, so that bookings are not
 * the limit; the generator of that shares the two cores.
 */
export async function throughput(): Promise<Outcome> {
  const outcome = await onStand({ env: await profiling() }, async (stand) => {
    const endpoints = await makeEndpoints(stand, { count: ENDPOINTS })
    const groups = groupsOf(endpoints, SUBSCRIBERS_OF_AN_EVENT)
    await writeSteadily(stand.owner, groups, 100, 2000) // warm
    await drained(stand.owner, endpoints, DRAIN_MS)

    const catchUpPerSec = await catchUp(stand, groups, endpoints)
    console.log(`  catching up on ${CATCH_UP}: ${catchUpPerSec.toFixed(0)}/s`)
    const steps: Steady[] = []
    for (const step of STEPS) {
      const tried = await steady(stand, groups, endpoints, catchUpPerSec * step, STEP_SEC)
      steps.push(tried)
      if (!tried.kept) break
    }
    let kept = steps.findLast((step) => step.kept) ?? steps[0]!
    let run = await steady(stand, groups, endpoints, kept.offeredPerSec, seconds(120))
    for (let tries = 1; tries < TRIES && !run.kept; tries++) {
      kept = { ...kept, offeredPerSec: kept.offeredPerSec * LESS }
      run = await steady(stand, groups, endpoints, kept.offeredPerSec, seconds(120))
    }
    const { perSec, emptyAfterMs, missing, twice } = run
    return {
      figures: [
        {
          name: `deliveries a second, steady for ${seconds(120)} s over ${ENDPOINTS} endpoints`,
          figure: `${perSec.toFixed(0)}/s, nothing left ${(emptyAfterMs / 1000).toFixed(1)} s after the last`,
          aim: '≥ 800, no backlog',
          met: run.kept && perSec >= 800,
        },
        { name: `catching up on ${CATCH_UP} that are due`, figure: `${catchUpPerSec.toFixed(0)}/s`, aim: '' },
        { name: 'never delivered', figure: String(missing), aim: '0', met: missing === 0, must: true },
        { name: 'delivered twice', figure: String(twice), aim: '0', met: twice === 0, must: true },
      ],
      details: { catchUpPerSec, steps, run },
    }
  })
  await printProfile()
  return outcome
}

/** As fast as it goes: what was due at once, a second. */
async function catchUp(stand: Stand, groups: Endpoint[][], endpoints: Endpoint[]): Promise<number> {
  await stand.receiver.forget()
  const events: Written[] = Array.from({ length: CATCH_UP / SUBSCRIBERS_OF_AN_EVENT }, (_, n) => ({
    eventId: newId('evt'),
    to: groups[n % groups.length]!,
  }))
  await write(stand.owner, events)
  if (!(await drained(stand.owner, endpoints, DRAIN_MS))) throw new Error('The backlog never became empty.')
  const { atMs } = await stand.receiver.seen()
  return (atMs.length / (Math.max(...atMs) - Math.min(...atMs))) * 1000
}

async function steady(stand: Stand, groups: Endpoint[][], endpoints: Endpoint[], offeredPerSec: number, sec: number) {
  await stand.receiver.forget()
  const before = await cpuSec(stand)
  const startedMs = epochMs()
  const written = await writeSteadily(stand.owner, groups, offeredPerSec / SUBSCRIBERS_OF_AN_EVENT, sec * 1000)
  const tookSec = (epochMs() - startedMs) / 1000
  const untilMs = epochMs()
  const leftAtEnd = await backlog(stand.owner, endpoints)
  const after = await cpuSec(stand)
  const { stallP99Ms } = await stand.receiver.usage()
  const empty = await drained(stand.owner, endpoints, DRAIN_MS)
  const emptyAfterMs = epochMs() - untilMs
  const seen = await stand.receiver.seen()
  const first = firstBytes(seen)
  const expected = written.flatMap(({ eventId, to }) => to.map(({ path }) => arrival(eventId, path)))
  const kept = empty && leftAtEnd <= offeredPerSec * UNDER_WAY_SEC && tookSec < sec + LATE_SEC
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
    kept,
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
