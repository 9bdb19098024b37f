import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memoryUsage } from 'node:process'
import { newSerial } from '../server/src/lib/serial.ts'
import type { Renderer, RenderJob, SealingKey } from '../server/src/pdf/content.ts'
import { openRenderer } from '../server/src/pdf/renderer.ts'
import { selfSigned } from '../server/src/pdf/self-signed.ts'
import { jobOf, prescription } from '../server/testing/documents.ts'

/** The cost of rendering signed bilingual prescriptions with QR code, each different. */
export type Documents = { p50Ms: number; p95Ms: number; perSec: number; delayP99Ms: number; grownMb: number }

/** The number of documents rendered one by one, and concurrently on both threads. */
const ALONE = Number(process.env.BENCH_DOCUMENTS_ALONE ?? 100)
const AT_ONCE = Number(process.env.BENCH_DOCUMENTS_AT_ONCE ?? 600)
/** Documents before the first measurement of memory, and until the second, on both threads together. */
const SETTLED = Number(process.env.BENCH_DOCUMENTS_SETTLED ?? 400)
const RENDERS = Number(process.env.BENCH_DOCUMENTS ?? 1000)
/** Enough waiting jobs to keep both threads busy. */
const CONCURRENCY = 4

export async function documents(): Promise<Documents> {
  const renderer = openRenderer()
  const key = selfSigned({ name: 'Dr Yasmine Alaoui', organisation: 'Bench', licenceNumber: '101234567' }, new Date())
  try {
    await renderConcurrently(renderer, key, SETTLED)
    const before = memoryUsage.rss()
    const alone = await oneByOne(renderer, key)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const perSec = await renderConcurrently(renderer, key, AT_ONCE)
    delay.disable()
    await renderConcurrently(renderer, key, RENDERS - ALONE - AT_ONCE)
    const grownMb = (memoryUsage.rss() - before) / 2 ** 20
    const measured = { ...alone, perSec, delayP99Ms: delay.percentile(99) / 1e6, grownMb }
    print(measured)
    return measured
  } finally {
    await renderer.close()
  }
}

async function oneByOne(renderer: Renderer, key: SealingKey): Promise<{ p50Ms: number; p95Ms: number }> {
  const durations: number[] = []
  for (let n = 0; n < ALONE; n++) {
    const from = performance.now()
    await renderer.render(variantFor(key))
    durations.push(performance.now() - from)
  }
  durations.sort((a, b) => a - b)
  return { p50Ms: durations[Math.floor(ALONE * 0.5)]!, p95Ms: durations[Math.floor(ALONE * 0.95)]! }
}

/** @returns documents per second */
async function renderConcurrently(renderer: Renderer, key: SealingKey, count: number): Promise<number> {
  let left = count
  const from = performance.now()
  const worker = async () => {
    while (left-- > 0) await renderer.render(variantFor(key))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return (count * 1000) / (performance.now() - from)
}

/**
 * A prescription of the same practice for another patient. All content that varies between patients is random, so that none of
 * it is cached.
 */
function variantFor(seal: SealingKey): RenderJob {
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

function print({ p50Ms, p95Ms, perSec, delayP99Ms, grownMb }: Documents): void {
  console.log(`signed prescriptions one by one: p50 ${p50Ms.toFixed(1)} ms (aim: under 30), p95 ${p95Ms.toFixed(1)} ms`)
  console.log(`  by both threads: ${perSec.toFixed(0)}/s (aim: at least 60)`)
  console.log(`  delay of the event loop meanwhile: p99 ${delayP99Ms.toFixed(1)} ms (aim: under 50)`)
  console.log(`  memory over ${RENDERS} documents: ${grownMb < 0 ? '' : '+'}${grownMb.toFixed(0)} MB (aim: flat)`)
}
