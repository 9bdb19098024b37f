import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { newPerson } from '../factories.ts'
import type { Samples, Scene } from './scene.ts'

/** Guardianships and dependants. */
export function guardianSamples({ platform, world, admin, patient }: Scene): Samples {
  const newPatient = () => newPerson(platform, world.tenantId, 'PATIENT')
  const state = async (dependantId: string) => {
    const body = { guardianId: (await newPatient()).id, dependantId, kind: 'CARER' }
    const answer = await platform.call('POST', '/api/guardianships', { token: admin.token, body })
    return answer.body.guardianship.id as string
  }
  return {
    registerDependant: async () => {
      const caller = await newPatient()
      return {
        caller,
        id: caller.id,
        body: { name: 'Yassine Alami', birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' },
      }
    },
    listDependants: () => ({ caller: patient, id: patient.id, visibleTo: ['RECEPTIONIST'] }),
    listGuardians: async () => {
      await state(patient.id)
      return { caller: patient, id: patient.id, visibleTo: ['RECEPTIONIST'] }
    },
    listGuardianships: () => ({ caller: admin, visibleTo: ['RECEPTIONIST'] }),
    stateGuardianship: async () => ({
      caller: admin,
      body: { guardianId: (await newPatient()).id, dependantId: (await newPatient()).id, kind: 'CARER' },
    }),
    askForGuardianship: async () => ({
      caller: await newPatient(),
      body: { dependantId: (await newPatient()).id, kind: 'CARER', address: 'EMAIL' },
    }),
    confirmGuardianship: async () => {
      const [caller, { id: dependantId }] = [await newPatient(), await newPatient()]
      const body = { dependantId, kind: 'CARER', address: 'EMAIL' }
      await platform.call('POST', '/api/guardianships/requests', { token: caller.token, body })
      return { caller, body: { ...body, code: await codeIn(platform, dependantId) } }
    },
    verifyGuardianship: async () => ({ caller: admin, id: await state(patient.id), visibleTo: ['RECEPTIONIST'] }),
    endGuardianship: async () => ({ caller: patient, id: await state(patient.id), visibleTo: ['RECEPTIONIST'] }),
  }
}
