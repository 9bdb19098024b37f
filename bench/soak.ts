import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SignalingClient } from './line.ts'
import { writeResults } from './results.ts'
import { startStage } from './stage.ts'

/**
 * Runs a server for an hour (`SOAK_HOURS`) with bookings, calls, deliveries, messages and documents, and measures what must not
 * grow: `npm run bench:soak`. The load is constant and moderate, so that the machine does not become the limit. Writes the samples
 * and a picture to `results/`. The exit code is 1 if a series grows, a call fails, or a booking
 * has no webhook.
 */
const HOURS = Number(process.env.SOAK_HOURS ?? 1)
const ROUND_MS = 250
const SAMPLE_MS = Math.max(1000, HOURS * 3_600_000 * 0.004)
/** Caches and pools fill in the first part, which does not count. */
const WARM_UP = 0.25
const PORT = 31_840

type Sample = { atSec: number } & Record<Series, number>
type Series = keyof typeof series

/** What is measured, with the growth over the counted part that is accepted, relative to its mean. */
const series = {
  memoryMb: { title: 'resident memory, MB', accepted: 0.1 },
  handles: { title: 'open files and sockets', accepted: 0.1 },
  connections: { title: 'sessions of PostgreSQL', accepted: 0.1 },
  deadRows: { title: 'dead rows of queues, per 1000 rows', accepted: 0.5 },
  bytesPerRound: { title: 'database, kB for each round', accepted: 0.1 },
  roundMs: { title: 'a round, ms (p95 since the last sample)', accepted: 0.5 },
} as const

let received = 0
const receiver = createServer((request, response) => {
  received++
  request.resume()
  response.end()
})
await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
const { port: receiverPort } = receiver.address() as AddressInfo // listens on TCP

const stage = await startStage(PORT, {
  durable: true,
  env: { TRUSTED_PROXIES: '127.0.0.1/32', PATIENT_BOOKINGS: 'off' },
})
const { owner, server } = stage
const samples: Sample[] = []
const failures: string[] = []
const durations: number[] = []
let rounds = 0
try {
  await run()
} finally {
  await stage.stop()
  receiver.close()
}
const growing = report()
await writePicture()
await writeResults('soak-', { hours: HOURS, rounds, received, failures: failures.slice(0, 20), growing, samples })
process.exitCode = failures.length + growing.length > 0 || received < rounds ? 1 : 0

async function run(): Promise<void> {
  const admin = await stage.token('sandbox-admin')
  await api('POST', '/api/webhooks', admin, { url: `http://127.0.0.1:${receiverPort}/events` })
  const [{ bytes: initial }] = (await owner.query('select pg_database_size(current_database())::float8 as bytes')).rows
  const from = performance.now()
  const until = from + HOURS * 3_600_000
  let nextSample = from + SAMPLE_MS
  for (let next = from; performance.now() < until; next += ROUND_MS) {
    await pause(Math.max(0, next - performance.now()))
    const begun = performance.now()
    await round().catch((error: Error) => failures.push(error.message))
    durations.push(performance.now() - begun)
    rounds++
    if (performance.now() < nextSample) continue
    samples.push(await sample((performance.now() - from) / 1000, initial))
    nextSample += SAMPLE_MS
    if (samples.length % 25 === 0) console.log(JSON.stringify(samples.at(-1)))
  }
}

/** A booking that is cancelled at the end. Every second one has a call of doctor and patient, every tenth a signed prescription. */
async function round(): Promise<void> {
  const [admin, doctor, patient] = await Promise.all(
    ['sandbox-admin', 'sandbox-doctor', 'sandbox-patient'].map((client) => stage.token(client)),
  )
  const start = Date.UTC(2035, 0, 1) + rounds * 600_000
  const { appointment } = await api('POST', '/api/appointments', admin!, {
    doctorId: 'usr_sandbox_doctor',
    patientId: 'usr_sandbox_patient',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 600_000).toISOString(),
  })
  await api('GET', `/api/appointments?pageSize=20&patientId=usr_sandbox_patient`, admin!)
  if (rounds % 2 === 0) await meet(appointment, doctor!, patient!)
  if (rounds % 10 === 0) await prescribe(appointment.id, doctor!)
  await api('PUT', `/api/appointments/${appointment.id}`, admin!, { status: 'CANCELLED' })
}

async function meet({ id }: { id: string }, doctor: string, patient: string): Promise<void> {
  const seat = async (token: string, identity: string) =>
    new SignalingClient(PORT, await api('POST', '/api/video/token', token, { appointmentId: id, identity }))
  const host = await seat(doctor, 'usr_sandbox_doctor')
  const guest = await seat(patient, 'usr_sandbox_patient')
  try {
    await host.receives('joined')
    await guest.receives('waiting')
    host.send({ type: 'admit', peerId: 'usr_sandbox_patient' })
    await guest.receives('joined')
    for (let n = 0; n < 10; n++)
      host.send({ type: 'signal', to: 'usr_sandbox_patient', toSid: guest.sid, data: { text: 'x' } })
    await guest.receives('signal', 10)
  } finally {
    host.socket.close()
    guest.socket.close()
  }
}

async function prescribe(appointmentId: string, doctor: string): Promise<void> {
  const { prescription } = await api('POST', '/api/prescriptions', doctor, {
    patientId: 'usr_sandbox_patient',
    appointmentId,
    medication: `Amoxicilline 1 g, lot ${rounds}`,
    dosage: '1 comprimé matin et soir',
  })
  await api('POST', `/api/prescriptions/${prescription.id}/sign`, doctor)
  await api('POST', '/api/pdf/generate', doctor, {
    templateId: 'prescription',
    data: { prescriptionId: prescription.id },
  })
}

async function api(method: string, path: string, token: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
  return JSON.parse(text)
}

async function sample(atSec: number, initialBytes: number): Promise<Sample> {
  const pid = server.process.pid!
  const { rows } = await owner.query(`
    select pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend') as connections,
      (select coalesce(1000 * sum(n_dead_tup) / nullif(sum(n_live_tup + n_dead_tup), 0), 0)::int from pg_stat_user_tables
        where relname ~ '^(messages|webhook_deliveries|idempotency_keys|jobs|effects)') as dead`)
  const { bytes, connections, dead } = rows[0]
  durations.sort((a, b) => a - b)
  const roundMs = durations[Math.floor(durations.length * 0.95)] ?? 0
  durations.length = 0
  return {
    atSec: Math.round(atSec),
    memoryMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
    handles: (await readdir(`/proc/${pid}/fd`)).length,
    connections,
    deadRows: dead,
    bytesPerRound: Math.round((bytes - initialBytes) / 1024 / rounds),
    roundMs: Math.round(roundMs),
  }
}

/** Prints the growth of each series over the counted part, by linear regression. @returns those that grow too much */
function report(): string[] {
  const counted = samples.filter(({ atSec }) => atSec >= samples.at(-1)!.atSec * WARM_UP)
  console.log(`${rounds} rounds in ${HOURS} h, ${failures.length} failed, ${received} webhooks received`)
  for (const failure of new Set(failures.slice(0, 5))) console.log(`  ${failure}`)
  return Object.entries(series).flatMap(([name, { title, accepted }]) => {
    const points = counted.map((one) => [one.atSec, one[name as Series]] as const)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
    const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)))
    const slope = covariance / mean(points.map(([x]) => (x - meanX) ** 2))
    const growth = (slope * (points.at(-1)![0] - points[0]![0])) / Math.max(meanY, 1)
    const grows = growth > accepted
    console.log(`${title}: ${Math.round(meanY)}, ${(100 * growth).toFixed(1)} %${grows ? ' GROWS' : ''}`)
    return grows ? [name] : []
  })
}

/** Draws one line for each series over the time, as SVG. */
async function writePicture(): Promise<void> {
  const [width, height, gap] = [720, 110, 34]
  const last = samples.at(-1)!.atSec
  const charts = Object.entries(series).map(([name, { title }], index) => {
    const values = samples.map((one) => one[name as Series])
    const most = Math.max(...values, 1)
    const points = samples.map(
      ({ atSec }, n) => `${((atSec / last) * width).toFixed(1)},${(height - (values[n]! / most) * height).toFixed(1)}`,
    )
    return `<g transform="translate(60 ${index * (height + gap) + 30})"><text y="-8">${title}</text>
<text x="-8" y="10" text-anchor="end">${most}</text><text x="-8" y="${height}" text-anchor="end">0</text>
<rect width="${width * WARM_UP}" height="${height}" fill="#eee"/><path d="M0 0V${height}H${width}" fill="none" stroke="#888"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#0b6" stroke-width="2"/></g>`
  })
  const total = charts.length * (height + gap) + 30
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 80} ${total}" font-family="sans-serif" font-size="13"><title>Memory, files, sessions, dead rows, size and times during a soak</title>
<rect width="100%" height="100%" fill="#fff"/>${charts.join('\n')}
<text x="60" y="${total - 6}">${(last / 3600).toFixed(2)} h; the grey part does not count</text></svg>\n`
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'soak.svg'), svg)
  console.log(`Drawn to ${join(folder, 'soak.svg')}`)
}
