import { arrivals } from './arrivals.ts'
import { bookSteadily, clockOffsetMs } from './bookings.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { waitUntilDrained } from './events.ts'
import { latencies, type Outcome, seconds, shown } from './figures.ts'
import { withTestBed } from './test-bed.ts'

const PER_SEC = 50
const SUBSCRIBERS = 3

/** Measures the time from the commit of a booking to the first byte at each subscriber, at a steady rate. */
export const latency = (): Promise<Outcome> =>
  withTestBed({}, async (testBed) => {
    const tenants = TENANTS.slice(0, 1)
    const endpoints = await makeEndpoints(testBed, { count: SUBSCRIBERS, tenants })
    await bookSteadily(testBed, tenants, PER_SEC, 3000) // warm-up
    const booked = await bookSteadily(testBed, tenants, PER_SEC, seconds(60) * 1000)
    await waitUntilDrained(testBed.owner, endpoints, 30_000)
    const { missing, sinceCommit, sinceDue } = await arrivals(testBed, booked, endpoints)
    const offsetMs = await clockOffsetMs(testBed)
    const found = latencies(sinceCommit)
    const whole = latencies(sinceDue)
    return {
      figures: [
        {
          name: `commit to first byte, ${PER_SEC} events/s to ${SUBSCRIBERS} subscribers`,
          figure: shown(found),
          aim: 'p50 < 50 ms, p99 < 300 ms',
          isMet: found.p50 < 50 && found.p99 < 300,
        },
        { name: 'scheduled booking to first byte', figure: shown(whole), aim: '' },
        {
          name: 'not delivered',
          figure: `${missing} of ${booked.length * endpoints.length}`,
          aim: '0',
          isMet: missing === 0,
          isRequired: true,
        },
      ],
      details: {
        perSec: PER_SEC,
        subscribers: SUBSCRIBERS,
        sinceCommit: found,
        sinceDue: whole,
        missing,
        clockOffsetMs: offsetMs,
      },
    }
  })
