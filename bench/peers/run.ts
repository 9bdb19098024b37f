import { bareBooking } from '../bare-booking.ts'
import { compare, costRatio, type Sides } from '../compare.ts'
import { machine } from '../history.ts'
import { untilIdle } from '../idle.ts'
import { bookings, lists, reads, someAppointments, targetOf } from '../main-job.ts'
import { makeDoctors, slots } from '../slots.ts'
import { startStage } from '../stage.ts'
import { columns } from '../webhooks/figures.ts'
import { build, start } from './nextjs.ts'

/**
 * Compares the server, everything on, with an ordinary Next.js application with Prisma on the same PostgreSQL server:
 * `npm run bench:peers`. README.md says what each side does.
 */
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 3000)
const TURNS = Number(process.env.BENCH_TURNS ?? 5)
/** Appointments on each side before the reads. */
const ROWS = Number(process.env.ROWS ?? 2000)
const PORT = 31_860

console.log('Installing and building the Next.js application takes a minute.')
build()
const stage = await startStage(PORT, { durable: true })
const results: string[][] = [['requests', 'callers', 'times as many', 'range', 'its CPU / ours', 'aim']]
try {
  const { owner, ownerUrl } = stage
  const server = await targetOf(stage)
  const next = slots(await makeDoctors(owner, 50))
  await owner.query('analyze') // as autovacuum would within a minute
  const bare = await bareBooking(ownerUrl, 1, true)
  for (let n = 0; n < ROWS; n++) await bare.book(0, next())
  await bare.end()
  await untilIdle(owner)
  await owner.query('vacuum analyze')
  const ids = await someAppointments(owner)

  const peer = await start(ownerUrl, PORT + 1, ROWS)
  try {
    for (const connections of [16, 64]) {
      const turn = { connections, ms: TURN_MS }
      await measure('reads by id', connections, 10, {
        server: reads(server, ids, turn),
        reference: reads(peer, peer.ids, turn),
      })
      await measure('lists of 20', connections, 8, { server: lists(server, turn), reference: lists(peer, turn) })
    }
    const turn = { connections: 16, ms: TURN_MS }
    await measure('bookings', 16, 6, { server: bookings(server, next, turn), reference: bookings(peer, next, turn) })
  } finally {
    await peer.stop()
  }
} finally {
  await stage.stop()
}
console.log(`\n${columns(results)}\n${machine()}, ${ROWS} appointments on each side`)

async function measure(what: string, connections: number, aim: number, sides: Sides): Promise<void> {
  const comparison = await compare(stage.owner, `${what}, ${connections} at once`, sides, TURNS)
  const { ratio, low, high } = comparison
  const range = `${low.toFixed(1)} to ${high.toFixed(1)}`
  const cpu = costRatio(comparison).toFixed(1)
  results.push([what, String(connections), `${ratio.toFixed(1)} ×`, range, cpu, `≥ ${aim} ×`])
}
