import { load } from '../load.ts'
import { bookingRequest, makeDoctors, slots } from '../slots.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { waitUntilDrained } from './events.ts'
import { type Outcome, seconds } from './figures.ts'
import { withTestBed } from './test-bed.ts'

const ROUNDS = 5
const CALLERS = 16
const DRAIN_MS = 240_000
/** The ratio that later rounds must reach despite noise. */
const MIN_RATIO = 0.9

/**
 * Measures deliveries per second to one endpoint in rounds, during bookings with their messages. No table is analysed.
 */
export const oneEndpoint = (): Promise<Outcome> =>
  withTestBed({ postgres: { autovacuum: 'off' } }, async (testBed) => {
    const endpoints = await makeEndpoints(testBed, { count: 1, tenants: TENANTS.slice(0, 1) })
    const next = slots(await makeDoctors(testBed.owner, 50))
    const authorization = `Bearer ${await testBed.token('sandbox-admin')}`
    const make = () => bookingRequest(authorization, next())
    const rounds: { perSec: number; bookedPerSec: number; messages: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await testBed.receiver.forget()
      const before = await countSent(testBed.owner)
      const booked = await load(testBed.port, make, CALLERS, (seconds(30) * 1000) / ROUNDS)
      if (!(await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS))) throw new Error('The backlog did not drain.')
      const { atMs } = await testBed.receiver.seen()
      const tookSec = (Math.max(...atMs) - Math.min(...atMs)) / 1000
      const messages = ((await countSent(testBed.owner)) - before) / tookSec
      rounds.push({ perSec: atMs.length / tookSec, bookedPerSec: booked.perSec, messages })
    }
    const speeds = rounds.map(({ perSec }) => perSec)
    const ratio = Math.min(...speeds.slice(1)) / speeds[0]!
    return {
      figures: [
        { name: 'deliveries a second to one endpoint, never analysed, by round', figure: listed(speeds), aim: '' },
        { name: 'messages a second meanwhile', figure: listed(rounds.map(({ messages }) => messages)), aim: '' },
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

const listed = (figures: number[]): string => figures.map((figure) => figure.toFixed(0)).join(', ')

async function countSent(owner: { query(text: string): Promise<{ rows: { n: number }[] }> }): Promise<number> {
  const { rows } = await owner.query(`select count(*)::int as n from messages where status <> 'QUEUED'`)
  return rows[0]!.n
}
