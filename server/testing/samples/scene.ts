import type { Role } from '../../src/actor.ts'
import { book, type Person } from '../factories.ts'
import type { Platform } from '../harness.ts'
import type { World } from '../world.ts'

/** A permitted request about new data. */
export type Sample = {
  /** The id in the path. */
  id?: string
  query?: string
  body?: object
  /** The id or text that the response must contain. */
  visibleText?: string
  /** The caller. None for public operations. */
  caller?: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'>
  /** Ids of the caller's own data, which a public response may contain. */
  ownIds?: readonly string[]
  /** Roles that may see the object and the patient's name without taking part in the sample. */
  visibleTo?: readonly Role[]
  /** Whether the call creates the object in the caller's tenant if it is absent. */
  createsAbsent?: boolean
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
  // Administrators of the sandbox's organisation decide access requests.
  const operator: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'> = {
    id: 'usr_sandbox_admin',
    tenantId: 'ten_sandbox',
    clientId: 'sandbox-admin',
    token: await platform.tokenOf('sandbox-admin'),
  }
  let hours = 24
  /** A start time for the next appointment, so that samples do not overlap. */
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
