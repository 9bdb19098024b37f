import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../server/src/lib/ids.ts'
import { type Arrivals, arrivals } from './arrivals.ts'
import { bookSteadily } from './bookings.ts'
import { type Endpoint, makeEndpoints, TENANTS } from './endpoints.ts'
import { waitUntilDrained, write } from './events.ts'
import { type Figure, type Latencies, latencies, type Outcome, scaled, seconds, shown } from './figures.ts'
import { type TestBed, withTestBed } from './test-bed.ts'

const ENDPOINTS = 100
const BOOKINGS_PER_SEC = 6
const PAIRS_OF_TURNS = 3
const TURN_SEC = 30
const DRAIN_MS = 90_000

/** One endpoint hangs with ten thousand due deliveries: latencies of the others, with and without it. */
export const isolation = (): Promise<Outcome> =>
  compareWithHanging(1, scaled(10_000, TURN_SEC), ({ ratio, contended, missing }) => [
    {
      name: 'healthy endpoints while one hangs with 10 000 deliveries',
      figure: shown(contended),
      aim: 'p99 < 1000 ms',
      isMet: contended.p99 < 1000,
    },
    { name: 'its p99 relative to the same without', figure: ratio.toFixed(2), aim: '≤ 1.2', isMet: ratio <= 1.2 },
    neverDelivered(missing),
  ])

/** Sixty endpoints hang: more than there are concurrent requests. */
export const isolationOfMany = (): Promise<Outcome> =>
  compareWithHanging(60, scaled(200, TURN_SEC), ({ ratio, contended, missing }) => [
    { name: 'healthy endpoints while 60 of 100 hang', figure: shown(contended), aim: '' },
    { name: 'its p99 relative to the same without', figure: ratio.toFixed(2), aim: '' },
    neverDelivered(missing),
  ])

const neverDelivered = (missing: number): Figure => ({
  name: 'never delivered to healthy endpoints',
  figure: String(missing),
  aim: '0',
  isMet: missing === 0,
  isRequired: true,
})

type Compared = { contended: Latencies; baseline: Latencies; ratio: number; missing: number }

/** The same bookings with and without hanging endpoints, in alternating turns. */
function compareWithHanging(count: number, dueOfEach: number, figuresOf: (compared: Compared) => Figure[]) {
  return withTestBed({}, async (testBed): Promise<Outcome> => {
    // Bookings do not concern the hanging endpoints, which have only their due deliveries.
    const hanging = await makeEndpoints(testBed, { count, behaviour: 'hang', kinds: ['review.created'] })
    const healthy = await makeEndpoints(testBed, { count: ENDPOINTS - count })
    for (const endpoint of hanging) {
      await write(
        testBed.owner,
        Array.from({ length: dueOfEach }, () => ({ eventId: newId('evt'), to: [endpoint] })),
      )
    }
    await postpone(testBed, hanging)
    await turn(testBed, healthy, 3)
    const turns: { contended: Arrivals; baseline: Arrivals }[] = []
    for (let pair = 0; pair < PAIRS_OF_TURNS; pair++) {
      const contended = async () => {
        await makeDue(testBed, hanging)
        const found = await turn(testBed, healthy, seconds(TURN_SEC))
        await postpone(testBed, hanging)
        return found
      }
      const baseline = () => turn(testBed, healthy, seconds(TURN_SEC))
      if (pair % 2 === 0) turns.push({ contended: await contended(), baseline: await baseline() })
      else turns.push({ baseline: await baseline(), contended: await contended() })
    }
    const all = (side: 'contended' | 'baseline') => latencies(turns.flatMap((each) => each[side].sinceCommit))
    const [contended, baseline] = [all('contended'), all('baseline')]
    const missing = turns.reduce((sum, each) => sum + each.contended.missing + each.baseline.missing, 0)
    const compared = { contended, baseline, ratio: contended.p99 / baseline.p99, missing }
    console.log(`  contended: ${shown(contended)}; baseline: ${shown(baseline)}`)
    const byTurn = turns.map((each) => ({
      contended: latencies(each.contended.sinceCommit),
      baseline: latencies(each.baseline.sinceCommit),
    }))
    return { figures: figuresOf(compared), details: { hanging: count, dueOfEach, ...compared, turns: byTurn } }
  })
}

async function turn(testBed: TestBed, healthy: Endpoint[], sec: number): Promise<Arrivals> {
  await testBed.receiver.forget()
  const booked = await bookSteadily(testBed, TENANTS, BOOKINGS_PER_SEC, sec * 1000)
  await waitUntilDrained(testBed.owner, healthy, DRAIN_MS)
  return arrivals(testBed, booked, healthy)
}

/** Makes all pending deliveries of these endpoints due, as if not attempted yet. */
async function makeDue({ owner }: TestBed, endpoints: Endpoint[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id)
  await owner.query(
    'update webhook_endpoints set consecutive_failures = 0, first_failure_at = null where id = any($1)',
    [ids],
  )
  await owner.query(
    `update webhook_deliveries set next_at = now(), attempt = 0 where endpoint_id = any($1) and state = 'PENDING'`,
    [ids],
  )
}

/** Postpones all pending deliveries of these endpoints, and ends running requests. */
async function postpone({ owner, receiver }: TestBed, endpoints: Endpoint[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id)
  for (let sending = 1; sending > 0; await pause(200)) {
    await owner.query(
      `update webhook_deliveries set next_at = now() + interval '1 day'
       where endpoint_id = any($1) and state = 'PENDING' and next_at < now() + interval '12 hours'`,
      [ids],
    )
    await receiver.release()
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from webhook_deliveries where endpoint_id = any($1) and state = 'SENDING'`,
      [ids],
    )
    sending = rows[0]!.n
  }
}
