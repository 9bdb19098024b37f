import { newId } from '../../src/lib/ids.ts'
import { newPerson } from '../factories.ts'
import type { Samples, Scene } from './scene.ts'

/** Users, contacts, doctors, leads, and patients. */
export function peopleSamples({ platform, world, admin, doctor, patient, consent }: Scene): Samples {
  const identify = () =>
    platform.call('PUT', `/api/patients/${patient.id}/identity`, {
      token: admin.token,
      body: { insurer: `Insurer: ${world.canary}` },
    })

  const newPatient = async () => (await newPerson(platform, world.tenantId, 'PATIENT')).id

  return {
    readMe: () => ({ by: patient }),
    register: () => ({
      body: { email: `${newId('usr')}@test.example`, password: 'a pass phrase', name: 'Someone', role: 'PATIENT' },
    }),
    listUsers: () => ({ by: doctor }),
    readUser: () => ({ by: admin, id: patient.id }),
    verifyUser: async () => ({ by: admin, id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id }),
    updateUser: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id,
      body: { name: 'Someone else' },
    }),
    readContact: () => ({ by: patient, id: patient.id }),
    updateContact: () => ({ by: patient, id: patient.id, body: { phone: '06 12 34 56 78', optOuts: ['SMS'] } }),
    listPublicDoctors: () => ({ query: 'city=Casablanca' }),
    listDoctors: () => ({ by: doctor }),
    readDoctor: () => ({ by: admin, id: doctor.id, open: ['DOCTOR', 'DENTIST', 'PHARMACIST'] }),
    updateDoctor: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id,
      body: { specialty: 'Cardiologie', city: 'Fès' },
    }),
    submitLead: () => ({ body: { name: 'Amine', email: 'amine@test.example', source: 'DEMO_FORM' } }),
    listLeads: () => ({ by: admin }),
    listPatients: async () => {
      await consent('MARKETING')
      return { by: patient, query: 'consent=MARKETING' }
    },
    readPatient: () => ({ by: admin, id: patient.id }),
    readConsents: () => ({ by: patient, id: patient.id }),
    updateConsents: () => ({ by: patient, id: patient.id, body: { consents: ['RECORDING'] } }),
    listRelationships: () => ({ by: patient, id: patient.id }),
    stateRelationship: () => ({ by: patient, id: `${patient.id}/${doctor.id}`, body: {} }),
    endRelationship: async () => {
      const dentist = await newPerson(platform, world.tenantId, 'DENTIST')
      const id = `${patient.id}/${dentist.id}`
      const [patientId, professionalId] = id.split('/')
      await platform.call('PUT', `/api/patients/${patientId}/relationships/${professionalId}`, {
        token: patient.token,
        body: {},
      })
      return { by: patient, id }
    },
    openInEmergency: async () => ({
      by: doctor,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id, // not the patient whose data must stay hidden
      body: { reason: 'Unconscious on arrival' },
      open: ['DOCTOR', 'DENTIST'],
    }),
    readIdentity: async () => {
      await identify()
      return { by: patient, id: patient.id }
    },
    updateIdentity: () => ({ by: patient, id: patient.id, body: { insurer: `Insurer: ${world.canary}` } }),
    listDuplicates: () => ({ by: admin }),
    previewMerge: async () => ({ by: admin, id: `${await newPatient()}/${await newPatient()}` }),
    mergePatients: async () => {
      const id = await newPatient()
      return { by: admin, id, body: { otherId: await newPatient(), reason: 'Registered twice', loginOf: id } }
    },
    listMerges: () => ({ by: admin, id: patient.id }),
    listConsentHistory: async () => {
      await consent('DATA_SHARING')
      return { by: patient, id: patient.id }
    },
  }
}
