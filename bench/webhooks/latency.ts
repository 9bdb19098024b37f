import { arrivals } from './arrivals.ts'
import { bookSteadily, clockOffsetMs } from './bookings.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { drained } from './events.ts'
import { latencies, type Outcome, seconds, shown } from './figures.ts'
import { onStand } from './stand.ts'

const PER_SEC = 50
const SUBSCRIBERS = 3

/** From the commit of a booking to the first byte at each subscriber, at a steady rate through the API. */
export const latency = (): Promise<Outcome> =>
  onStand({}, async (stand) => {
    const tenants = TENANTS.slice(0, 1)
    const endpoints = await makeEndpoints(stand, { count: SUBSCRIBERS, tenants })
    await bookSteadily(stand, tenants, PER_SEC, 3000) // warm
    const booked = await bookSteadily(stand, tenants, PER_SEC, seconds(60) * 1000)
    await drained(stand.owner, endpoints, 30_000)
    const { missing, sinceCommit, sinceDue } = await arrivals(stand, booked, endpoints)
    const offsetMs = await clockOffsetMs(stand)
    const found = latencies(sinceCommit)
    const whole = latencies(sinceDue)
    return {
      figures: [
        {
          name: `commit to first byte, ${PER_SEC} events/s to ${SUBSCRIBERS} subscribers`,
          figure: shown(found),
          aim: 'p50 < 50 ms, p99 < 300 ms',
          met: found.p50 < 50 && found.p99 < 300,
        },
        { name: 'the moment to book to first byte', figure: shown(whole), aim: '' },
        {
          name: 'not delivered',
          figure: `${missing} of ${booked.length * endpoints.length}`,
          aim: '0',
          met: missing === 0,
          must: true,
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
