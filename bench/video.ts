import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, launchBrowser, withoutBrowser } from '../server/testing/browser.ts'
import { type Child, startChild } from '../server/testing/child.ts'
import { launchLiveKit, withoutLiveKit } from '../server/testing/livekit.ts'
import { newSeat, type Seat, visitorOptions } from '../server/testing/room/call.ts'
import { openProxy } from '../server/testing/room/network.ts'
import { SignalingClient } from './line.ts'
import { percentile } from './load.ts'
import { writeResults } from './results.ts'
import { type Stage, settings, startStage } from './stage.ts'

/**
 * Measures the cost of rooms and the time until participants see each other, on a real server and, if Chromium is
 * installed, between real browsers: `npm run bench:video`. Everything runs on one machine, without network latency.
 */
const CALLS = Number(process.env.BENCH_CALLS ?? 7)
const ROOMS = Number(process.env.BENCH_ROOMS ?? 200)
const PROBES = Number(process.env.BENCH_PROBES ?? 300)
/** The number of signals of each socket, within its rate limit. */
const SIGNALS_EACH = 40
const SIGNAL = { text: 'x'.repeat(1200) }
/** The downtime of the server between kill and restart. */
const AWAY_MS = 3000
/** The time limit of the whole run. */
const LIMIT_MS = 8 * 60_000
/** Ticks per second in `/proc/…/stat`, on every Linux. */
const TICKS = 100
const PORT = 31_830
const LIVEKIT_PORT = 31_831
const serverUrl = `http://127.0.0.1:${PORT}`

const proxy = await openProxy(undefined)
proxy.forwardTo(PORT)
const env = { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1/32' }
const stage = await startStage(PORT, { durable: true, env })
let server: Child = stage.server
const token = await stage.token('sandbox-admin')
const measurements: Record<string, number[]> = {}
const timeout = pause(LIMIT_MS, undefined, { ref: false }).then(() => {
  throw new Error(`Not finished after ${LIMIT_MS / 60_000} minutes.`)
})
let isDone = false
try {
  await Promise.race([measureAll(), timeout])
  isDone = true
} finally {
  proxy.close()
  await server.end('SIGTERM')
  await stage.stop()
  // A hanging part would keep the process and the browser alive.
  if (!isDone) setTimeout(() => process.exit(1), 1000)
}

async function measureAll(): Promise<void> {
  await rooms(stage)
  if (withoutBrowser) console.log(withoutBrowser)
  else await calls()
  await writeResults('video-', { measurements })
}

async function api(method: string, path: string, body?: object, base = serverUrl) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Books an appointment in an unused hour. @returns the tokens of its participants */
async function newRoom(n: number, base = serverUrl) {
  const start = Math.ceil(Date.now() / 3_600_000 + 24 + n) * 3_600_000
  const { appointment } = await api('POST', '/api/appointments', {
    doctorId: 'usr_sandbox_doctor',
    patientId: 'usr_sandbox_patient',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 1_800_000).toISOString(),
  })
  const grant = async (identity: string): Promise<{ token: string; url: string; roomId: string }> =>
    api('POST', '/api/video/token', { appointmentId: appointment.id, identity }, base)
  return { doctor: await grant('usr_sandbox_doctor'), patient: await grant('usr_sandbox_patient') }
}

/** Measures memory of sockets in rooms of two, and the cost of a signal. */
async function rooms({ server: { process } }: Stage): Promise<void> {
  const opened = await Promise.all(Array.from({ length: ROOMS }, (_, n) => newRoom(n)))
  await probes('health without sockets')
  const before = await usageOf(process.pid!)
  const pairs: [SignalingClient, SignalingClient][] = []
  for (const { doctor, patient } of opened) {
    const [host, guest] = [new SignalingClient(PORT, doctor), new SignalingClient(PORT, patient)]
    await host.receives('joined')
    await guest.receives('waiting')
    host.send({ type: 'admit', peerId: 'usr_sandbox_patient' })
    await guest.receives('joined')
    pairs.push([host, guest])
  }
  const after = await usageOf(process.pid!)
  print(`memory of ${ROOMS * 2} sockets, MB`, [after.mb - before.mb], 'aim: under 40')
  await probes(`health with ${ROOMS * 2} sockets`)

  const idle = (await usageOf(process.pid!)).cpuMs
  for (const [host, guest] of pairs) {
    for (const [from, to, peerId] of [
      [host, guest, 'usr_sandbox_patient'],
      [guest, host, 'usr_sandbox_doctor'],
    ] as const)
      for (let n = 0; n < SIGNALS_EACH; n++) from.send({ type: 'signal', to: peerId, toSid: to.sid, data: SIGNAL })
  }
  for (const client of pairs.flat()) await client.receives('signal', SIGNALS_EACH)
  const spent = (await usageOf(process.pid!)).cpuMs - idle
  print('CPU time of a signal of 1.2 kB, µs', [(spent * 1000) / (pairs.length * 2 * SIGNALS_EACH)])
  for (const client of pairs.flat()) client.socket.terminate()
}

async function usageOf(pid: number): Promise<{ mb: number; cpuMs: number }> {
  const resident = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  // Fields 14 and 15, after the name, which may contain any characters.
  const fields = (await readFile(`/proc/${pid}/stat`, 'latin1')).replace(/^.*\) /s, '').split(' ')
  return { mb: Number(resident) / 1024, cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS }
}

async function probes(what: string): Promise<void> {
  const durations: number[] = []
  for (let n = 0; n < PROBES; n++) {
    const from = performance.now()
    await api('GET', '/api/health/video')
    durations.push(performance.now() - from)
  }
  print(`${what}, ms`, durations, 'aim: p95 under 50')
}

/** Calls between two windows: the time until they see each other, and until they reconnect. */
async function calls(): Promise<void> {
  const browser = await launchBrowser()
  const [cut, restarted]: number[][] = [[], []]
  const callTimes: CallTimes[] = []
  try {
    for (let n = 0; n < CALLS; n++) {
      const { seats, ...times } = await startCall(browser, ROOMS + n)
      callTimes.push(times)
      cut!.push(...(await timesToRejoin(seats, 2, () => proxy.cut())))
      if (n === 0) {
        await server.end('SIGKILL')
        await pause(AWAY_MS)
        server = startServer(PORT)
        restarted!.push(...(await timesToRejoin(seats, 3, () => server.ready())))
      }
      for (const { context } of seats) await context.close()
    }
    printCallTimes('', callTimes)
    if (withoutLiveKit) console.log(withoutLiveKit)
    else printCallTimes(', over LiveKit', await callsOverLiveKit(browser))
  } finally {
    await browser.close()
  }
  print('reconnected after a cut, ms', cut!, 'aim: under 1000')
  print(
    `reconnected after ${AWAY_MS / 1000} s of downtime, ms from the server being ready`,
    restarted!,
    'aim: under 3000',
  )
}

/** Measures calls on another server of the same database, with rooms on LiveKit. */
async function callsOverLiveKit(browser: Browser): Promise<CallTimes[]> {
  const liveKit = await launchLiveKit()
  const other = startServer(LIVEKIT_PORT, { VIDEO_URL: liveKit.url })
  try {
    await other.ready()
    liveKit.setWebhookUrl(`${other.url}/video/livekit/webhook`)
    proxy.forwardTo(LIVEKIT_PORT)
    const callTimes: CallTimes[] = []
    for (let n = 0; n < CALLS; n++) {
      const { seats, ...times } = await startCall(browser, ROOMS + CALLS + n, other.url)
      callTimes.push(times)
      for (const { context } of seats) await context.close()
    }
    return callTimes
  } finally {
    proxy.forwardTo(PORT)
    liveKit.setWebhookUrl(undefined) // drops webhooks after the server stopped
    await other.end('SIGTERM')
    await liveKit.close()
  }
}

/** Starts another server on the stage's database. */
function startServer(port: number, further: Record<string, string> = {}): Child {
  return startChild({
    ...settings,
    ...env,
    ...further,
    DATABASE_URL: stage.ownerUrl,
    DATA_DIR: tmpdir(),
    PORT: String(port),
  })
}

/** Times since the click on admit, in ms, recorded by the pages. */
type CallTimes = { connectedMs: number; pictureMs: number }

function printCallTimes(where: string, callTimes: CallTimes[]): void {
  const all = (field: keyof CallTimes) => callTimes.map((times) => times[field])
  // LiveKit connects in the lobby already.
  if (where === '') print('from the admission to a connection, ms', all('connectedMs'))
  print(`from the admission to the first picture${where}, ms`, all('pictureMs'), 'aim: under 1000')
}

async function startCall(browser: Browser, n: number, base?: string): Promise<CallTimes & { seats: Seat[] }> {
  const grants = await newRoom(n, base)
  const enter = async (name: 'doctor' | 'patient'): Promise<Seat> => {
    const { token, roomId } = grants[name]
    const seat = await newSeat(
      await browser.visit(name, visitorOptions({})),
      `${proxy.url}/room/${roomId}#token=${token}`,
    )
    await seat.press('join')
    return seat
  }
  const doctor = await enter('doctor')
  await doctor.shows('call')
  const patient = await enter('patient')
  await patient.shows('waiting')
  await doctor.press('admit')
  const seen = await patient.witness<number>('firstPicture()')
  const admitted = await doctor.witness<number>('first.admitting')
  const connected = await patient.witness<number>('first.connected')
  await doctor.sees()
  return { seats: [doctor, patient], connectedMs: connected - admitted, pictureMs: seen - admitted }
}

/** The time that each participant takes to join for the n-th time after an action. */
async function timesToRejoin(seats: Seat[], times: number, after: () => void | Promise<void>): Promise<number[]> {
  const waiting = seats.map(async ({ witness }) => {
    await witness(`joined(${times})`)
    return performance.now()
  })
  await after()
  const from = performance.now()
  return (await Promise.all(waiting)).map((at) => Math.max(0, at - from))
}

function print(what: string, values: number[], aim?: string): void {
  measurements[what] = values
  const sorted = values.toSorted((a, b) => a - b)
  const shown = (share: number) => percentile(sorted, share).toFixed(values.length === 1 ? 0 : 1)
  const text = values.length === 1 ? shown(0) : `p50 ${shown(0.5)}, p95 ${shown(0.95)}, of ${values.length}`
  console.log(`${what}: ${text}${aim ? ` (${aim})` : ''}`)
}
