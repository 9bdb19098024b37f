import type { Platform } from './harness.ts'
import { accessSamples } from './samples/access.ts'
import { appointmentSamples } from './samples/appointments.ts'
import { careSamples } from './samples/care.ts'
import { documentSamples } from './samples/documents.ts'
import { guardianSamples } from './samples/guardians.ts'
import { messageSamples } from './samples/messages.ts'
import { moneySamples } from './samples/money.ts'
import { peopleSamples } from './samples/people.ts'
import { platformSamples } from './samples/platform.ts'
import { newScene, type Samples } from './samples/scene.ts'
import { schedulingSamples } from './samples/scheduling.ts'
import { signingSamples } from './samples/signing.ts'
import { webhookSamples } from './samples/webhooks.ts'
import type { World } from './world.ts'

/** The samples of all operations. */
export async function samplesOf(platform: Platform, world: World): Promise<Samples> {
  const scene = await newScene(platform, world)
  return {
    ...peopleSamples(scene),
    ...guardianSamples(scene),
    ...accessSamples(scene),
    ...appointmentSamples(scene),
    ...careSamples(scene),
    ...documentSamples(scene),
    ...signingSamples(scene),
    ...moneySamples(scene),
    ...schedulingSamples(scene),
    ...messageSamples(scene),
    ...webhookSamples(scene),
    ...platformSamples(scene),
  }
}
