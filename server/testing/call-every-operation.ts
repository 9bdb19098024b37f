import { allOperations } from '../src/app.ts'
import type { Platform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld, type World } from './world.ts'

/** Operations that delete the others' records, or move the clock. */
const EXCLUDED = ['resetSandbox', 'moveClock']

/** Calls every operation once with a valid token, which fills nearly every table. @returns the people of the samples */
export async function callEveryOperation(platform: Platform, given?: World): Promise<World> {
  const world = given ?? (await newWorld(platform))
  const samples = await samplesOf(platform, world)
  for (const { operation } of allOperations()) {
    const { method, name, scope } = operation
    if (EXCLUDED.includes(name)) continue
    const sample = await samples[name]!()
    const answer = await platform.call(method, pathOf(operation, sample), {
      token: scope === 'public' ? undefined : sample.caller?.token,
      ...(operation.body && { body: sample.body }),
    })
    if (answer.status >= 500) throw new Error(`${name} returned ${answer.status}: ${answer.text}`)
  }
  return world
}
