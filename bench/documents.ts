import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memoryUsage } from 'node:process'
import { newSerial } from '../server/src/lib/serial.ts'
import type { Renderer, RenderJob, SealingKey } from '../server/src/pdf/content.ts'
import { openRenderer } from '../server/src/pdf/renderer.ts'
import { selfSigned } from '../server/src/pdf/self-signed.ts'
import { jobOf, prescription } from '../server/src/testing/documents.ts'

/** What making documents takes: prescriptions in both languages, with their code, signed; each one another. */
export type Documents = { p50Ms: number; p95Ms: number; perSec: number; delayP99Ms: number; grownMb: number }

/** Documents one after the other, and as many as both threads make at once. */
const ALONE = Number(process.env.BENCH_DOCUMENTS_ALONE ?? 100)
const AT_ONCE = Number(process.env.BENCH_DOCUMENTS_AT_ONCE ?? 600)
/** How many have been made when memory is looked at first, and how many more until it is again; both threads share them. */
const SETTLED = Number(process.env.BENCH_DOCUMENTS_SETTLED ?? 400)
const RENDERS = Number(process.env.BENCH_DOCUMENTS ?? 1000)
/** As many wait as keep both threads busy. */
const ABREAST = 4

export async function documents(): Promise<Documents> {
  const renderer = openRenderer()
  const key = selfSigned({ name: 'Dr Yasmine Alaoui', organisation: 'Bench', licenceNumber: '101234567' }, new Date())
  try {
    await many(renderer, key, SETTLED)
    const before = memoryUsage.rss()
    const alone = await oneByOne(renderer, key)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const perSec = await many(renderer, key, AT_ONCE)
    delay.disable()
    await many(renderer, key, RENDERS - ALONE - AT_ONCE)
    const grownMb = (memoryUsage.rss() - before) / 2 ** 20
    const measured = { ...alone, perSec, delayP99Ms: delay.percentile(99) / 1e6, grownMb }
    say(measured)
    return measured
  } finally {
    await renderer.close()
  }
}

async function oneByOne(renderer: Renderer, key: SealingKey): Promise<{ p50Ms: number; p95Ms: number }> {
  const took: number[] = []
  for (let n = 0; n < ALONE; n++) {
    const from = performance.now()
    await renderer.render(another(key))
    took.push(performance.now() - from)
  }
  took.sort((a, b) => a - b)
  return { p50Ms: took[Math.floor(ALONE * 0.5)]!, p95Ms: took[Math.floor(ALONE * 0.95)]! }
}

/** @returns how many a second */
async function many(renderer: Renderer, key: SealingKey, count: number): Promise<number> {
  let left = count
  const from = performance.now()
  const worker = async () => {
    while (left-- > 0) await renderer.render(another(key))
  }
  await Promise.all(Array.from({ length: ABREAST }, worker))
  return (count * 1000) / (performance.now() - from)
}

/**
 * Of a practice that makes one after the other: what differs from one patient to the next is made up anew, so that nothing
 * of it is remembered; letterhead and practitioner stay.
 */
function another(seal: SealingKey): RenderJob {
  const word = () => randomBytes(4).toString('hex')
  const { patient, lines } = prescription
  const content = {
    ...prescription,
    patient: { ...patient, name: `Salma ${word()}`, nationalId: word(), insuranceNumber: word() },
    lines: lines.map((line) => ({
      ...line,
      medication: `${line.medication} ${word()}`,
      dosage: `${line.dosage} ${word()}`,
      instructions: line.instructions && `${line.instructions} ${word()}`,
    })),
    signature: `sha256:${randomBytes(32).toString('hex')}`,
  }
  return { ...jobOf(content, newSerial()), seal: { ...seal, holder: 'PRACTITIONER' } }
}

function say({ p50Ms, p95Ms, perSec, delayP99Ms, grownMb }: Documents): void {
  console.log(`signed prescriptions one by one: p50 ${p50Ms.toFixed(1)} ms (aim: under 30), p95 ${p95Ms.toFixed(1)} ms`)
  console.log(`  by both threads: ${perSec.toFixed(0)}/s (aim: at least 60)`)
  console.log(`  delay of the event loop meanwhile: p99 ${delayP99Ms.toFixed(1)} ms (aim: under 50)`)
  console.log(`  memory over ${RENDERS} of them: ${grownMb < 0 ? '' : '+'}${grownMb.toFixed(0)} MB (aim: flat)`)
}
