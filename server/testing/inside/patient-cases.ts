import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { newPerson, newTenant, type Person } from '../factories.ts'
import { ids, type Stage, type Variants } from './cases.ts'
import type { Caller } from './people.ts'
import { newNumber } from './people-cases.ts'

/** Variants of registrations, claims, disputed identities and guardianships. */
export function patientVariants({ platform, world, guardian, treating }: Stage): Variants {
  const { ADMIN: admin, DOCTOR: doctor, PATIENT: patient } = world.involved
  const post = async (caller: Person, path: string, body: object) => {
    const answer = await platform.call('POST', path, { token: caller.token, body })
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`)
    return answer.body
  }
  const person = () => ({ name: 'Someone new', birthDate: '1950-01-01', phone: newNumber(), differentPerson: true })
  const registeredBy = async (author: Person): Promise<string> => {
    await platform.owner.query('delete from code_limits')
    return (await post(author, '/api/patients', person())).patient.id
  }
  /** A patient of another organisation, with the code to claim the account. */
  const claimable = async () => {
    const desk = await newPerson(platform, await newTenant(platform), 'ADMIN')
    const { birthDate, phone, ...rest } = person()
    const { id } = (await post(desk, '/api/patients', { birthDate, phone, ...rest })).patient
    await platform.owner.query('delete from code_limits')
    await post(desk, `/api/patients/${id}/claim-codes`, { address: 'PHONE' })
    return { body: { address: phone, birthDate, code: await codeIn(platform, id) } }
  }

  const identity = `/api/patients/${patient.id}/identity`
  const other = { sex: 'M', reason: 'My card says M.' }
  const attested = async (): Promise<{ id: string; body: object }> => {
    await platform.owner.query('delete from identity_disputes where patient_id = $1', [patient.id])
    const answer = await platform.call('PUT', identity, { token: admin.token, body: { sex: 'F' } })
    if (answer.status !== 200) throw new Error(`Not attested: ${answer.text}`)
    return { id: patient.id, body: other }
  }
  const disputed = async (body: object = {}) => {
    await attested()
    await post(patient, `${identity}/dispute`, other)
    return { id: patient.id, body }
  }

  const newPatient = () => newPerson(platform, world.tenantId, 'PATIENT')
  /** Ends the guardianships of a person, whose number is limited. */
  const endDependants = ({ id }: Person) =>
    platform.owner.query(
      `update guardianships
       set ended_at = now(), ended_by = 'platform'
       where guardian_id = $1 and ended_at is null and dependant_id <> all($2)`,
      [id, ids(patient, world.strangers.PATIENT)],
    )
  const confirming = async ({ role, person }: Caller) => {
    await endDependants(person)
    await platform.owner.query('delete from code_limits')
    const { id: dependantId } = await newPatient()
    const body = { dependantId, kind: 'CARER', address: 'EMAIL' }
    if (role !== 'PATIENT') return { body: { ...body, code: '000000' } }
    await post(person, '/api/guardianships/requests', body)
    return { body: { ...body, code: await codeIn(platform, dependantId) } }
  }
  const guardianship = async (): Promise<string> => {
    const body = { guardianId: (await newPatient()).id, dependantId: patient.id, kind: 'CARER' }
    return (await post(admin, '/api/guardianships', body)).guardianship.id
  }
  /** The guardian does not act for the patient in the guardianship itself. */
  const patientOnly = { related: { own: ids(patient) } }

  return {
    registerPatient: [{ related: { author: 'everyone' }, sample: (_: Caller) => ({ body: person() }) }],
    sendClaimCode: [
      {
        related: { own: [], author: [], treats: [] },
        sample: async () => ({ id: await registeredBy(admin), body: { address: 'PHONE' } }),
      },
      {
        suffix: 'of a patient whom a professional registered',
        related: { own: [], author: ids(doctor) },
        sample: async () => {
          const id = await registeredBy(doctor)
          for (const professional of treating) {
            const path = `/api/patients/${id}/relationships/${professional}`
            await platform.call('PUT', path, { token: admin.token, body: { basis: 'REFERRED' } })
          }
          return { id, body: { address: 'PHONE' } }
        },
      },
    ],
    claimAsUser: [{ related: { own: 'everyone' }, inSession: true, sample: (_: Caller) => claimable() }],
    listIdentityDisputes: [{ sample: () => disputed() }],
    disputeIdentity: [{ oneCasePerCaller: true, sample: attested }],
    resolveIdentityDispute: [
      { oneCasePerCaller: true, sample: () => disputed({ attested: 'STATED', document: 'CIN ZZ100001' }) },
    ],
    withdrawIdentityDispute: [{ oneCasePerCaller: true, sample: () => disputed() }],
    registerDependant: [
      {
        ...patientOnly,
        sample: async () => {
          await endDependants(patient)
          return { id: patient.id, body: { name: newName(), birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' } }
        },
      },
    ],
    listDependants: [patientOnly],
    confirmGuardianship: [{ sample: confirming }],
    listGuardians: [{ related: { own: ids(patient, guardian) } }],
    endGuardianship: [{ ...patientOnly, sample: async () => ({ id: await guardianship() }) }],
  }
}

const newName = () => `Child ${newId('usr').slice(-6)}`
