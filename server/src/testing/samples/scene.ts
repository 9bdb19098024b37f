import type { Role } from '../../actor.ts'
import { book, type Person } from '../factories.ts'
import type { Platform } from '../harness.ts'
import type { World } from '../world.ts'

/** A request of an operation that its caller may make, about something made for it. */
export type Sample = {
  /** What the path names. */
  id?: string
  query?: string
  body?: object
  /** Who may make it; public operations take nobody. */
  by?: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'>
  /** Roles of the tenant to whom the path's object is no secret, though they have nothing to do with it. */
  open?: readonly Role[]
  /** Where nothing has the path's name yet, the call makes it, in the caller's own tenant. */
  makes?: boolean
}

/** How to make a sample of each operation, anew each time. */
export type Samples = Record<string, () => Promise<Sample> | Sample>

/** Who makes samples, and what those of several nouns are about. */
export async function newScene(platform: Platform, world: World) {
  const { ADMIN: admin, DOCTOR: doctor, PATIENT: patient, PHARMACIST: pharmacist } = world.involved
  // Requests for access are answered by administrators of the tenant that visitors join.
  const operator: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'> = {
    id: 'usr_sandbox_admin',
    tenantId: 'ten_sandbox',
    clientId: 'sandbox-admin',
    token: await platform.tokenOf('sandbox-admin'),
  }
  let hours = 24
  /** Each slot is the doctor's own, so that samples never overlap. */
  const nextHour = () => hours++
  return {
    platform,
    world,
    admin,
    doctor,
    patient,
    pharmacist,
    operator,
    nextHour,
    appointment: () => book(platform, admin, doctor, patient, nextHour(), `Notes: ${world.canary}`),
    consent: (...consents: string[]) =>
      platform.call('PUT', `/api/patients/${patient.id}/consents`, { token: patient.token, body: { consents } }),
  }
}
export type Scene = Awaited<ReturnType<typeof newScene>>
