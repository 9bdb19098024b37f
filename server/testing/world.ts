import { callerRoles, type TableRole } from '../src/actor.ts'
import { newId } from '../src/lib/ids.ts'
import { newPerson, newTenant, type Person } from './factories.ts'
import type { Platform } from './harness.ts'

/** A tenant with two users of each role: one takes part in the samples, the other (`strangers`) does not. */
export type World = {
  tenantId: string
  involved: Record<TableRole, Person>
  strangers: Record<TableRole, Person>
  /** Users of each role in another tenant. */
  foreign: Record<TableRole, Person>
  /** A text in the patient's name and records. A response that contains it to another caller is a leak. */
  canary: string
}

export async function newWorld(platform: Platform): Promise<World> {
  const canary = `canary ${newId('usr').slice(-12)}`
  const tenantId = await newTenant(platform)
  const elsewhere = await newTenant(platform)
  const involved = await onePersonOfEachRole(platform, tenantId, canary)
  // A booking by the staff gives access to the file only a day before the visit. A consent gives it at once.
  const path = `/api/patients/${involved.PATIENT.id}/relationships/${involved.DOCTOR.id}`
  const { status, text } = await platform.call('PUT', path, { token: involved.PATIENT.token, body: {} })
  if (status !== 200) throw new Error(`No consent: ${text}`)
  return {
    tenantId,
    canary,
    involved,
    strangers: await onePersonOfEachRole(platform, tenantId),
    foreign: await onePersonOfEachRole(platform, elsewhere),
  }
}

async function onePersonOfEachRole(
  platform: Platform,
  tenantId: string,
  patientName?: string,
): Promise<Record<TableRole, Person>> {
  const people = await Promise.all(
    callerRoles.map(async (role) => {
      const name = role === 'PATIENT' ? patientName : undefined
      return [role, await newPerson(platform, tenantId, role, undefined, name)] as const
    }),
  )
  return Object.fromEntries(people) as Record<TableRole, Person> // one entry for each of `callerRoles`
}
