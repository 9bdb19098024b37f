import { type LoadResult, load } from '../load.ts'
import { bookingRequest, makeDoctors, slots } from '../slots.ts'
import { type Endpoint, makeEndpoints, TENANTS } from './endpoints.ts'
import { waitUntilDrained } from './events.ts'
import { type Figure, type Outcome, seconds } from './figures.ts'
import { type TestBed, withTestBed } from './test-bed.ts'

const SUBSCRIBERS = 3
const CALLERS = 16
const TURNS = 5
const DRAIN_MS = 120_000

type Side = 'delivered' | 'held' | 'none'
type Turn = Record<Side, LoadResult>

/**
 * Measures bookings per second with subscribers relative to those without: with deliveries on the same two cores, and with
 * deliveries held for disabled endpoints, which shows the cost for the booking itself.
 */
export const outbox = (): Promise<Outcome> =>
  withTestBed({}, async (testBed) => {
    const endpoints = await makeEndpoints(testBed, { count: SUBSCRIBERS, tenants: TENANTS.slice(0, 1) })
    const next = slots(await makeDoctors(testBed.owner, 50))
    const authorization = `Bearer ${await testBed.token('sandbox-admin')}`
    await testBed.owner.query('analyze')
    const make = () => bookingRequest(authorization, next())
    const turnMs = (seconds(30) * 1000) / TURNS
    const measure = async (side: Side, forMs = turnMs) => {
      await prepare(testBed, endpoints, side)
      const measured = await load(testBed.port, make, CALLERS, forMs)
      if (Object.keys(measured.statuses).join() !== '201') throw new Error(`Answers: ${JSON.stringify(measured)}`)
      if (!(await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS))) throw new Error('The backlog did not drain.')
      return measured
    }
    for (const side of ['delivered', 'held', 'none'] as const) await measure(side, 1000) // warm-up
    const turns: Turn[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      // The first side alternates as well.
      const order = turn % 2 === 0 ? (['none', 'delivered', 'held'] as const) : (['held', 'delivered', 'none'] as const)
      const measured: Partial<Turn> = {}
      for (const side of order) measured[side] = await measure(side)
      turns.push(measured as Turn) // complete
    }
    return {
      figures: [
        figureOf(turns, 'delivered', 'deliveries sent meanwhile'),
        figureOf(turns, 'held', 'deliveries written and held'),
      ],
      details: { subscribers: SUBSCRIBERS, callers: CALLERS, turnMs, turns },
    }
  })

async function prepare({ owner }: TestBed, endpoints: Endpoint[], side: Side): Promise<void> {
  await owner.query(
    `update webhook_endpoints
     set status = case $2 when 'delivered' then 'ENABLED' else 'DISABLED_USER' end,
       deleted_at = case $2 when 'none' then now() end
     where id = any($1)`,
    [endpoints.map(({ id }) => id), side],
  )
  // Otherwise the next turn would deliver them.
  await owner.query(`update webhook_deliveries set state = 'CANCELLED' where state = 'HELD'`)
}

function figureOf(turns: Turn[], side: Side, condition: string): Figure {
  const sorted = turns
    .map((turn) => ({ ratio: turn[side].perSec / turn.none.perSec, turn }))
    .sort((a, b) => a.ratio - b.ratio)
  const { ratio, turn } = sorted[Math.floor(sorted.length / 2)]!
  const range = `${sorted[0]!.ratio.toFixed(2)} to ${sorted.at(-1)!.ratio.toFixed(2)}`
  const speeds = `${turn[side].perSec.toFixed(0)}/s of ${turn.none.perSec.toFixed(0)}/s`
  return {
    name: `bookings with ${SUBSCRIBERS} subscribers relative to bookings without: ${condition}`,
    figure: `${ratio.toFixed(2)} (${range}; ${speeds})`,
    aim: '≥ 0.75',
    isMet: ratio >= 0.75,
  }
}
