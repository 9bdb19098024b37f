import { makeDoctors, slots } from '../bare-booking.ts'
import { httpRequest, load } from '../load.ts'
import { makeEndpoints, TENANTS } from './endpoints.ts'
import { drained } from './events.ts'
import { type Outcome, seconds } from './figures.ts'
import { onStand } from './stand.ts'

const ROUNDS = 5
const CALLERS = 16
const DRAIN_MS = 240_000
/** What a later round may lose to noise, and no more. */
const AT_LEAST = 0.9

/**
 * Deliveries a second to one endpoint that answers at once, round by round, while the bookings that cause them go on and
 * people are told of each. No table is ever analysed.
 */
export const oneEndpoint = (): Promise<Outcome> =>
  onStand({ postgres: { autovacuum: 'off' } }, async (stand) => {
    const endpoints = await makeEndpoints(stand, { count: 1, tenants: TENANTS.slice(0, 1) })
    const next = slots(await makeDoctors(stand.owner, 50))
    const authorization = `Bearer ${await stand.token('sandbox-admin')}`
    const make = () => {
      const { doctorId, start, end } = next()
      const body = JSON.stringify({ doctorId, patientId: 'usr_sandbox_patient', startTime: start, endTime: end })
      return httpRequest('POST', '/api/appointments', { authorization, 'content-type': 'application/json' }, body)
    }
    const rounds: { perSec: number; bookedPerSec: number; messages: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await stand.receiver.forget()
      const before = await countSent(stand.owner)
      const booked = await load(stand.port, make, CALLERS, (seconds(30) * 1000) / ROUNDS)
      if (!(await drained(stand.owner, endpoints, DRAIN_MS))) throw new Error('The backlog never became empty.')
      const { atMs } = await stand.receiver.seen()
      const tookSec = (Math.max(...atMs) - Math.min(...atMs)) / 1000
      const messages = ((await countSent(stand.owner)) - before) / tookSec
      rounds.push({ perSec: atMs.length / tookSec, bookedPerSec: booked.perSec, messages })
    }
    const speeds = rounds.map(({ perSec }) => perSec)
    const ratio = Math.min(...speeds.slice(1)) / speeds[0]!
    return {
      figures: [
        { name: 'deliveries a second to one endpoint, never analysed, by round', figure: listed(speeds), aim: '' },
        { name: 'messages a second meanwhile', figure: listed(rounds.map(({ messages }) => messages)), aim: '' },
        {
          name: 'the slowest later round of deliveries, of the first',
          figure: ratio.toFixed(2),
          aim: `≥ ${AT_LEAST}`,
          met: ratio >= AT_LEAST,
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
