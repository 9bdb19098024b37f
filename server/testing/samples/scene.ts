import type { Role } from '../../src/actor.ts'
import { book, type Person } from '../factories.ts'
import type { Platform } from '../harness.ts'
import type { World } from '../world.ts'

/** A request that its caller may make, about new data. */
export type Sample = {
  /** The id in the path. */
  id?: string
  query?: string
  body?: object
  /** The id that a list shows. */
  shows?: string
  /** The caller; none for public operations. */
  by?: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'>
  /** Ids of a public caller's own, which the response may show. */
  own?: readonly string[]
  /** Roles of the tenant that may see the object, and who the patient is, although they are not involved. */
  open?: readonly Role[]
  /** Whether the call creates an absent object, in the caller's tenant. */
  makes?: boolean
}

/** Creates a new sample of each operation. */
export type Samples = Record<string, () => Promise<Sample> | Sample>

/** The people and shared helpers of samples. */
export async function newScene(platform: Platform, world: World) {
  const {
    ADMIN: admin,
    DOCTOR: doctor,
    PATIENT: patient,
    PHARMACIST: pharmacist,
    LABORATORY: laboratory,
  } = world.involved
  // Access requests are decided by administrators of the tenant that visitors join.
  const operator: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'> = {
    id: 'usr_sandbox_admin',
    tenantId: 'ten_sandbox',
    clientId: 'sandbox-admin',
    token: await platform.tokenOf('sandbox-admin'),
  }
  let hours = 24
  /** Slots do not overlap between samples. */
  const nextHour = () => hours++
  return {
    platform,
    world,
    admin,
    doctor,
    patient,
    pharmacist,
    laboratory,
    operator,
    nextHour,
    appointment: () => book(platform, admin, doctor, patient, nextHour(), `Notes: ${world.canary}`),
    consent: (...consents: string[]) =>
      platform.call('PUT', `/api/patients/${patient.id}/consents`, { token: patient.token, body: { consents } }),
  }
}
export type Scene = Awaited<ReturnType<typeof newScene>>
