import { allOperations } from '../src/app.ts'
import type { Platform } from './harness.ts'
import { samplesOf } from './samples.ts'
import { newWorld, type World } from './world.ts'

/** Operations that delete the others' records, or move the clock. */
const EXCLUDED = ['resetSandbox', 'moveClock']

/** Calls every operation once with a valid token, which fills nearly every table. @returns the people of the samples */
export async function callEveryOperation(platform: Platform, given?: World): Promise<World> {
  const world = given ?? (await newWorld(platform))
  const samples = await samplesOf(platform, world)
  for (const { operation } of allOperations()) {
    const { method, path, name, scope } = operation
    if (EXCLUDED.includes(name)) continue
    const { id = '', query, body, caller } = await samples[name]!()
    const parts = id.split('/')
    const filled = path.replace(/\{\w+\}/g, () => parts.shift() ?? id) + (query === undefined ? '' : `?${query}`)
    const answer = await platform.call(method, filled, {
      token: scope === 'public' ? undefined : caller?.token,
      ...(operation.body && { body }),
    })
    if (answer.status >= 500) throw new Error(`${name} returned ${answer.status}: ${answer.text}`)
  }
  return world
}
