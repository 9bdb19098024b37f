import { type Relation, relations } from '../../src/access/table.ts'
import { callerRoles, isPractitioner, professionals, type TableRole } from '../../src/actor.ts'
import { callEveryOperation } from '../call-every-operation.ts'
import { book, newPerson, newSession, type Person } from '../factories.ts'
import type { Platform } from '../harness.ts'
import { openFile, placeOrder, prescribe } from '../practice.ts'
import { newWorld, type World } from '../world.ts'

/** A person who calls operations. */
export type Caller = { role: TableRole; person: Person /** For failures. */; name: string }

/** The ids of the users who have each relation to a record, or all callers. */
export type Related = Partial<Record<Relation, readonly string[] | 'everyone'>>

/** The people of one organisation. */
export type Organisation = {
  world: World
  callers: readonly Caller[]
  /** Callers of the operator's organisation, which decides requests for access. */
  operators: readonly Caller[]
  /** A pharmacy with other orders of the patient. */
  secondPharmacy: Person
  /** Pharmacies with orders of the patient. */
  pharmaciesOfPatient: readonly string[]
  /** The patient's guardian, and a guardian of another patient. */
  guardian: Person
  otherGuardian: Person
  /** Doctors and dentists who treat the patient of the samples. */
  treating: readonly string[]
  sessionOf: (person: Person) => Promise<Person>
}

/** The operator's organisation, which users who register join. */
const OPERATOR = 'ten_sandbox'

/**
 * An organisation in which each role has a user who takes part in the samples, and a stranger with as many records of their
 * own. It also has a doctor and a dentist who treat the patient but wrote no record, guardians of both
 * patients, and a doctor whose proposed appointment was not accepted. The first administrator opened the patient's file.
 */
export async function newOrganisation(platform: Platform): Promise<Organisation> {
  const world = await newWorld(platform)
  const { involved, strangers, tenantId } = world
  const callers: Caller[] = callerRoles.flatMap((role) => [
    { role, person: involved[role], name: `the involved ${role}` },
    { role, person: strangers[role], name: `another ${role}` },
  ])
  for (const role of professionals.filter(isPractitioner))
    callers.push({ role, person: await newPerson(platform, tenantId, role), name: `a treating ${role}` })
  const secondPharmacy = await newPerson(platform, tenantId, 'PHARMACIST')
  callers.push({ role: 'PHARMACIST', person: secondPharmacy, name: 'the second PHARMACIST of the patient' })
  const treating = callers
    .filter(({ role, person }) => isPractitioner(role) && person !== strangers[role])
    .map(({ person }) => person.id)
  for (const id of treating) await stateRelationship(platform, involved.PATIENT, id)
  const guardian = await newGuardian(platform, involved.ADMIN, involved.PATIENT)
  const otherGuardian = await newGuardian(platform, involved.ADMIN, strangers.PATIENT)
  callers.push({ role: 'PATIENT', person: guardian, name: 'the GUARDIAN of the patient' })
  callers.push({ role: 'PATIENT', person: otherGuardian, name: 'a GUARDIAN of another patient' })
  const proposing = await newPerson(platform, tenantId, 'DOCTOR')
  await book(platform, proposing, proposing, involved.PATIENT)
  callers.push({ role: 'DOCTOR', person: proposing, name: 'a DOCTOR whose proposal was not accepted' })
  await openFile(platform, involved.ADMIN, involved.PATIENT)
  for (const pharmacy of [involved.PHARMACIST, secondPharmacy]) {
    const { id } = await prescribe(platform, involved.DOCTOR, involved.PATIENT)
    await placeOrder(platform, involved.PATIENT, id, pharmacy)
  }

  await callEveryOperation(platform, { ...world, involved: strangers, strangers: involved })

  const operators = await Promise.all(
    callerRoles.map(async (role) => ({
      role,
      person: await newPerson(platform, OPERATOR, role),
      name: `a ${role} of the operator`,
    })),
  )
  const sessions = new Map<string, Promise<Person>>()
  const sessionOf = (person: Person) => {
    const session = sessions.get(person.id) ?? newSession(platform, person)
    sessions.set(person.id, session)
    return session
  }
  return {
    world,
    callers,
    operators,
    treating,
    pharmaciesOfPatient: [involved.PHARMACIST.id, secondPharmacy.id],
    secondPharmacy,
    guardian,
    otherGuardian,
    sessionOf,
  }
}

async function newGuardian(platform: Platform, admin: Person, dependant: Person): Promise<Person> {
  const guardian = await newPerson(platform, dependant.tenantId, 'PATIENT')
  const body = { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' }
  const answer = await platform.call('POST', '/api/guardianships', { token: admin.token, body })
  if (answer.status !== 201) throw new Error(`No guardianship: ${answer.text}`)
  return guardian
}

async function stateRelationship(platform: Platform, patient: Person, professionalId: string): Promise<void> {
  const path = `/api/patients/${patient.id}/relationships/${professionalId}`
  const answer = await platform.call('PUT', path, { token: patient.token, body: {} })
  if (answer.status !== 200) throw new Error(`No relationship: ${answer.text}`)
}

/** The same people with a user of `role` in the place of the doctor, so that the samples' records are theirs. */
export const withAuthor = ({ world, ...rest }: Organisation, role: 'DOCTOR' | 'DENTIST'): Organisation => ({
  ...rest,
  world: { ...world, involved: { ...world.involved, DOCTOR: world.involved[role] } },
})

/** The users who have each relation to the samples' records. Cases override them. */
export function relatedTo({
  world: { involved },
  treating,
  guardian,
}: Organisation): Record<Relation, readonly string[] | 'everyone'> {
  const related = {
    own: [involved.PATIENT.id, guardian.id],
    author: [involved.DOCTOR.id],
    addressed: [involved.PHARMACIST.id],
    treats: treating,
    audience: [involved.PATIENT.id, involved.DOCTOR.id],
    client: [involved.ADMIN.id],
    shared: 'everyone',
    desk: 'everyone',
    reason: [involved.ADMIN.id],
    tenant: 'everyone',
  } as const satisfies Related
  const missing = relations.filter((relation) => !(relation in related))
  if (missing.length > 0)
    throw new Error(`Add the users with the relation ${missing.join()} to \`relatedTo\` in ${import.meta.filename}.`)
  return related
}
