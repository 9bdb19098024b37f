import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../server/src/lib/ids.ts'
import { load } from '../load.ts'
import { bookingRequest, makeDoctors, slots } from '../slots.ts'
import { type CpuSec, cpuSec, sharesOf } from './cpu.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { backlog, waitUntilDrained, write } from './events.ts'
import { type Figure, type Outcome, seconds } from './figures.ts'
import { epochMs } from './moments.ts'
import { withTestBed } from './test-bed.ts'

const ROUNDS = 5
const CALLERS = 16
/** Deliveries made due for each second of a phase: more than can be delivered. */
const DUE_PER_SEC = 5000
const DRAIN_MS = 240_000
/** The ratio that later rounds must reach despite noise. */
const MIN_RATIO = 0.9

type Round = { alone: During; beside: During; bookings: number; bookingsAlone: number }
/** The deliveries of a phase. `cores` are those that each process used. */
type During = { perSec: number; cores: CpuSec | undefined }

/**
 * Measures deliveries per second to one endpoint in rounds: of a backlog alone, and of a backlog beside bookings with their messages.
 * No table is analysed.
 */
export const oneEndpoint = (): Promise<Outcome> =>
  withTestBed({ postgres: { autovacuum: 'off' } }, async (testBed) => {
    const { owner, receiver, port } = testBed
    const endpoints = await makeEndpoints(testBed, { count: 1, tenants: TENANTS.slice(0, 1) })
    const next = slots(await makeDoctors(owner, 50))
    const authorization = `Bearer ${await testBed.token('sandbox-admin')}`
    const phaseMs = (seconds(45) * 1000) / ROUNDS / 3

    const book = async () => (await load(port, () => bookingRequest(authorization, next()), CALLERS, phaseMs)).perSec
    const drain = async () => {
      if (!(await waitUntilDrained(owner, endpoints, DRAIN_MS))) throw new Error('The backlog did not drain.')
    }
    /** Makes deliveries due, and measures how many of them the receiver gets during a phase. */
    const deliverDuring = async <T>(phase: () => Promise<T>): Promise<{ during: During; result: T }> => {
      await receiver.forget()
      const due = Math.ceil((DUE_PER_SEC * phaseMs) / 1000)
      await write(
        owner,
        Array.from({ length: due }, () => ({ eventId: newId('evt'), to: endpoints })),
      )
      const [cpu, fromMs] = [await cpuSec(testBed), epochMs()]
      const result = await phase()
      const untilMs = epochMs()
      const [cpuUntil, sec] = [await cpuSec(testBed), (untilMs - fromMs) / 1000]
      if ((await backlog(owner, endpoints)) === 0) throw new Error('The backlog was too small.')
      await drain()
      const { atMs } = await receiver.seen()
      const perSec = atMs.filter((at) => at >= fromMs && at < untilMs).length / sec
      return { during: { perSec, cores: cpu && cpuUntil && sharesOf(cpu, cpuUntil, sec) }, result }
    }

    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const bookingsAlone = await book()
      await drain()
      const { during: alone } = await deliverDuring(() => pause(phaseMs))
      const { during: beside, result: bookings } = await deliverDuring(book)
      rounds.push({ alone, beside, bookings, bookingsAlone })
    }
    const byRound = (name: string, measured: (round: Round) => number | undefined, digits = 0): Figure => ({
      name: `${name}, by round`,
      figure: rounds.map((round) => measured(round)?.toFixed(digits) ?? 'unknown').join(', '),
      aim: '',
    })
    const deliveries = (name: string, measured: (round: Round) => During, aim: number): Figure => ({
      ...byRound(name, (round) => measured(round).perSec),
      aim: `≥ ${aim}`,
      isMet: rounds.every((round) => measured(round).perSec >= aim),
    })
    const ratio = Math.min(...rounds.slice(1).map(({ alone }) => alone.perSec)) / rounds[0]!.alone.perSec
    return {
      figures: [
        deliveries('deliveries a second to one endpoint, never analysed', ({ alone }) => alone, 1200),
        deliveries(`the same while ${CALLERS} callers book`, ({ beside }) => beside, 600),
        byRound('bookings a second meanwhile', ({ bookings }) => bookings),
        byRound('bookings a second without deliveries', ({ bookingsAlone }) => bookingsAlone),
        byRound('cores of the server during both', ({ beside }) => beside.cores?.server, 2),
        byRound('cores of PostgreSQL during both', ({ beside }) => beside.cores?.postgres, 2),
        {
          name: 'slowest later round of deliveries relative to the first',
          figure: ratio.toFixed(2),
          aim: `≥ ${MIN_RATIO}`,
          isMet: ratio >= MIN_RATIO,
        },
      ],
      details: { rounds },
    }
  })
