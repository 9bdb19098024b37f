import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { newPerson } from '../factories.ts'
import type { Samples, Scene } from './scene.ts'

/** Who acts for whom. */
export function guardianSamples({ platform, world, admin, patient }: Scene): Samples {
  const someone = () => newPerson(platform, world.tenantId, 'PATIENT')
  const state = async (dependantId: string) => {
    const body = { guardianId: (await someone()).id, dependantId, kind: 'CARER' }
    const answer = await platform.call('POST', '/api/guardianships', { token: admin.token, body })
    return answer.body.guardianship.id as string
  }
  return {
    registerDependant: async () => {
      const by = await someone()
      return { by, id: by.id, body: { name: 'Yassine Alami', birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' } }
    },
    listDependants: () => ({ by: patient, id: patient.id, open: ['RECEPTIONIST'] }),
    listGuardians: async () => {
      await state(patient.id)
      return { by: patient, id: patient.id, open: ['RECEPTIONIST'] }
    },
    listGuardianships: () => ({ by: admin, open: ['RECEPTIONIST'] }),
    stateGuardianship: async () => ({
      by: admin,
      body: { guardianId: (await someone()).id, dependantId: (await someone()).id, kind: 'CARER' },
    }),
    askForGuardianship: async () => ({
      by: await someone(),
      body: { dependantId: (await someone()).id, kind: 'CARER', address: 'EMAIL' },
    }),
    confirmGuardianship: async () => {
      const [by, { id: dependantId }] = [await someone(), await someone()]
      const body = { dependantId, kind: 'CARER', address: 'EMAIL' }
      await platform.call('POST', '/api/guardianships/requests', { token: by.token, body })
      return { by, body: { ...body, code: await codeIn(platform, dependantId) } }
    },
    verifyGuardianship: async () => ({ by: admin, id: await state(patient.id), open: ['RECEPTIONIST'] }),
    endGuardianship: async () => ({ by: patient, id: await state(patient.id), open: ['RECEPTIONIST'] }),
  }
}
