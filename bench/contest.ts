import { Agent, request } from 'node:http'
import type { Stage } from './stage.ts'

const RACERS = 20
/** The number of slots that are contested concurrently. */
const AT_ONCE = 10

type Contest = { slots: number; racers: number; perSec: number; faults: string[]; deadlocks: number }

/** Sends twenty concurrent bookings for each slot: one must succeed, all others must get a conflict that names it. */
export async function contest(stage: Stage, slots: number): Promise<Contest> {
  const authorization = `Bearer ${await stage.token('sandbox-admin')}`
  const agent = new Agent({ keepAlive: true, maxSockets: RACERS * AT_ONCE })
  const faults: string[] = []
  const from = performance.now()
  let next = 0
  const contestants = Array.from({ length: AT_ONCE }, async () => {
    while (next < slots) {
      const start = Date.UTC(2040, 0) + next++ * 900_000
      const body = JSON.stringify({
        doctorId: `usr_bench_${next % 50}`,
        patientId: 'usr_sandbox_patient',
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + 900_000).toISOString(),
      })
      const answers = await Promise.all(
        Array.from({ length: RACERS }, () => post(agent, stage.port, authorization, body)),
      )
      const winners = answers.filter(({ status }) => status === 201)
      const winner = winners[0]?.body.appointment?.id
      if (winners.length !== 1) faults.push(`slot ${next}: ${winners.length} winners`)
      for (const { status, body } of answers) {
        if (status !== 201 && !(status === 409 && body.error?.details?.overlap?.id === winner)) {
          faults.push(`slot ${next}: ${status} ${JSON.stringify(body)}`)
        }
      }
    }
  })
  await Promise.all(contestants)
  const perSec = (slots * RACERS) / ((performance.now() - from) / 1000)
  agent.destroy()
  const { rows } = await stage.owner.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  const { deadlocks } = rows[0]!
  if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`)
  console.log(
    `contest: ${slots} slots, ${RACERS} requests each, ${perSec.toFixed(0)} requests/s: ${faults.length} faults, ${deadlocks} deadlocks`,
  )
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  return { slots, racers: RACERS, perSec, faults, deadlocks }
}

type Body = { appointment?: { id: string }; error?: { details?: { overlap?: { id: string } } } }

function post(
  agent: Agent,
  port: number,
  authorization: string,
  body: string,
): Promise<{ status: number; body: Body }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(
      { host: '127.0.0.1', port, path: '/api/appointments', method: 'POST', agent, headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
