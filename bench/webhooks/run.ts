import { writeResults } from '../results.ts'
import { claim } from './claim.ts'
import { crash } from './crash.ts'
import { type Figure, type Outcome, table } from './figures.ts'
import { hostile } from './hostile.ts'
import { isolation, isolationOfMany } from './isolation.ts'
import { latency } from './latency.ts'
import { oneEndpoint } from './one-endpoint.ts'
import { outbox } from './outbox.ts'
import { rotation } from './rotation.ts'
import { throughput } from './throughput.ts'

/**
 * Tests speed and resilience of the webhook engine: `npm run bench:webhooks`, or some scenarios by name
 * (`-- latency crash`), with BENCH_SEC seconds each. Exits with 1 if anything was lost, refused, or sent to a forbidden
 * address; speeds are only reported.
 */
const scenarios: Record<string, () => Promise<Outcome>> = {
  throughput,
  oneEndpoint,
  latency,
  isolation,
  isolationOfMany,
  crash,
  claim,
  outbox,
  hostile,
  rotation,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  console.error(`Unknown scenario ${unknown.join(', ')}. Scenarios: ${Object.keys(scenarios).join(', ')}.`)
  process.exit(2)
}

const outcomes: Record<string, Outcome> = {}
for (const name of named.length > 0 ? named : Object.keys(scenarios)) {
  console.log(`${name} …`)
  outcomes[name] = await scenarios[name]!()
  console.log(`${table(outcomes[name].figures)}\n`)
}
const figures: Figure[] = Object.values(outcomes).flatMap((outcome) => outcome.figures)
if (Object.keys(outcomes).length > 1) console.log(table(figures))

await writeResults('webhooks-', { seconds: process.env.BENCH_SEC, outcomes })
if (figures.some(({ isMet, isRequired }) => isRequired && isMet === false)) process.exitCode = 1
