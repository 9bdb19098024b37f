import { tokenAt } from '../server/testing/child.ts'
import { authenticationCost } from './authentication.ts'
import { type Comparison, compare, type Sides } from './compare.ts'
import { contest } from './contest.ts'
import { documents } from './documents.ts'
import { jobRuns } from './jobs.ts'
import { bookingSides, grants, lists, reads, someAppointments, startBareServer, targetOf } from './main-job.ts'
import { writeResults } from './results.ts'
import { makeDoctors, slots } from './slots.ts'
import { type Stage, startSecondServer, startStage } from './stage.ts'

/** The duration of a turn in ms, and the turns of each side. Sides alternate, so that noise affects both. */
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 3000)
const TURNS = Number(process.env.BENCH_TURNS ?? 5)
/** Slots for which twenty bookings compete. */
const CONTESTED = Number(process.env.BENCH_CONTESTED ?? 1000)
/** Due items of the jobs. */
const DUE = {
  cancelled: Number(process.env.BENCH_CANCELLED ?? 10_000),
  reminded: Number(process.env.BENCH_REMINDED ?? 5000),
}

const comparisons: (Comparison & { aim: string })[] = []

const durable = await bookings('bookings with durable commits', { durable: true })
await durable.stop()
const stage = await bookings('bookings with asynchronous commits', { durable: false })
await readsAndGrants(stage)
const authentication = await authenticationCost(stage)
const contested = await contest(stage, CONTESTED)
await stage.stop()
const jobs = await jobRuns(31_810, DUE)
const rendered = await documents()
await writeResults('', {
  turnMs: TURN_MS,
  turns: TURNS,
  comparisons,
  authentication,
  contested,
  jobs,
  rendered,
})
if ([contested, ...jobs].some(({ faults }) => faults.length > 0)) process.exitCode = 1

async function bookings(name: string, { durable }: { durable: boolean }): Promise<Stage> {
  const stage = await startStage(31_800, { durable })
  const server = await targetOf(stage)
  const doctors = await makeDoctors(stage.owner, 50)
  await stage.owner.query('analyze') // as autovacuum would within a minute
  const next = slots(doctors)
  for (const [method, inOneWrite] of [
    ['statement by statement', false],
    ['in one write', true],
  ] as const) {
    const turn = { connections: 16, ms: TURN_MS }
    const sides = await bookingSides(stage.ownerUrl, server, next, turn, inOneWrite)
    await measure(stage, `${name}, against ${method}`, inOneWrite ? 'none' : 'at least 0.6', sides)
    await sides.end()
  }
  return stage
}

async function readsAndGrants(stage: Stage): Promise<void> {
  const server = await targetOf(stage)
  const bare = await startBareServer(stage, 31_801)
  const unauditedServer = await startSecondServer('unaudited-server.ts', stage.ownerUrl, 31_802)
  const unauditedToken = await tokenAt('http://127.0.0.1:31802', 'sandbox-admin')
  const unaudited = { pid: unauditedServer.pid!, port: 31_802, authorization: `Bearer ${unauditedToken}` }
  await stage.owner.query('vacuum analyze')
  const ids = await someAppointments(stage.owner)
  for (const connections of [16, 64]) {
    const turn = { connections, ms: TURN_MS }
    const atOnce = `${connections} at once`
    const bareReads = reads(bare, ids, turn, '/appointments')
    await measure(stage, `reads by id with audit row, ${atOnce}`, 'at least 1', {
      server: reads(server, ids, turn),
      reference: bareReads,
    })
    await measure(stage, `reads by id without audit row, ${atOnce}`, 'at least 1.2', {
      server: reads(unaudited, ids, turn),
      reference: bareReads,
    })
    await measure(stage, `lists of 20 with audit row, ${atOnce}`, 'at least 0.9', {
      server: lists(server, turn),
      reference: lists(bare, turn, '/appointments'),
    })
  }
  const turn = { connections: 16, ms: TURN_MS }
  await measure(stage, 'token grants', 'at least 1500/s', {
    server: grants(server, turn),
    reference: grants(bare, turn, '/token'),
  })
  bare.stop()
  unauditedServer.kill()
}

async function measure({ owner }: Stage, name: string, aim: string, sides: Sides): Promise<void> {
  console.log(`Aim: ${aim}.`)
  comparisons.push({ aim, ...(await compare(owner, name, sides, TURNS)) })
}
