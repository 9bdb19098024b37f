import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { askForReset } from '../../src/features/people/password-resets/resets-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { newPerson, newSession, newTenant, type Person } from '../factories.ts'
import type { Samples, Scene } from './scene.ts'

let numbers = 0
const newNumber = () => `+2126770${String(++numbers).padStart(5, '0')}`

/** Users, contacts, doctors, leads, and patients. */
export function peopleSamples({ platform, world, admin, doctor, patient, consent }: Scene): Samples {
  const identify = () =>
    platform.call('PUT', `/api/patients/${patient.id}/identity`, {
      token: admin.token,
      body: { insurer: `Insurer: ${world.canary}` },
    })
  /** A patient whose identity the staff attested. */
  const disputing = async () => {
    const person = await newPerson(platform, world.tenantId, 'PATIENT')
    const path = `/api/patients/${person.id}/identity`
    await platform.call('PUT', path, { token: admin.token, body: { sex: 'F' } })
    return person
  }
  const dispute = ({ id, token }: Person) =>
    platform.call('POST', `/api/patients/${id}/identity/dispute`, { token, body: { sex: 'M', reason: 'My card.' } })

  const newPatient = async () => (await newPerson(platform, world.tenantId, 'PATIENT')).id

  const registered = async () => {
    const phone = newNumber()
    const body = { name: `Registered ${phone}`, birthDate: '1950-01-01', phone }
    const { id } = (await platform.call('POST', '/api/patients', { token: admin.token, body })).body.patient
    return { id: id as string, phone }
  }

  return {
    readMe: () => ({ by: patient }),
    listOwnOperations: () => ({ by: patient }),
    listMemberships: () => ({ by: patient }),
    leaveOrganization: async () => ({
      by: await newSession(platform, await newPerson(platform, world.tenantId, 'RECEPTIONIST')),
      open: ['RECEPTIONIST'],
    }),
    register: () => ({
      body: { email: `${newId('usr')}@test.example`, password: 'a pass phrase', name: 'Someone', role: 'PATIENT' },
    }),
    listUsers: () => ({ by: doctor, open: ['RECEPTIONIST'] }),
    readUser: () => ({ by: admin, id: patient.id, open: ['RECEPTIONIST'] }),
    verifyUser: async () => ({ by: admin, id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id }),
    updateUser: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id,
      body: { name: 'Someone else' },
    }),
    readContact: () => ({ by: patient, id: patient.id, open: ['RECEPTIONIST'] }),
    updateContact: async () => ({
      by: await newSession(platform, patient),
      id: patient.id,
      body: { phone: '06 12 34 56 78', optOuts: ['SMS'] },
      open: ['RECEPTIONIST'],
    }),
    sendContactCode: async () => {
      const { id } = await newPerson(platform, world.tenantId, 'PATIENT')
      await platform.call('PUT', `/api/users/${id}/contact`, { token: admin.token, body: { phone: newNumber() } })
      return { by: admin, id, body: { address: 'PHONE' }, open: ['RECEPTIONIST'] }
    },
    confirmContact: async () => {
      const { id, token } = await newSession(platform, await newPerson(platform, world.tenantId, 'PATIENT'))
      await platform.call('PUT', `/api/users/${id}/contact`, { token, body: { phone: newNumber() } })
      await platform.call('POST', `/api/users/${id}/contact/codes`, { token, body: { address: 'PHONE' } })
      return { by: admin, id, body: { address: 'PHONE', code: await codeIn(platform, id) }, open: ['RECEPTIONIST'] }
    },
    listPublicDoctors: () => ({ query: 'city=Casablanca' }),
    listDoctors: () => ({ by: doctor }),
    readDoctor: () => ({ by: admin, id: doctor.id, open: ['DOCTOR', 'DENTIST', 'PHARMACIST', 'RECEPTIONIST'] }),
    updateDoctor: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id,
      body: { specialty: 'Cardiologie', city: 'Fès' },
    }),
    submitLead: () => ({ body: { name: 'Amine', email: 'amine@test.example', source: 'DEMO_FORM' } }),
    listLeads: () => ({ by: admin }),
    listPatients: async () => {
      await consent('MARKETING')
      const { rows } = await platform.owner.query('select name from users where id = $1', [patient.id])
      const query = new URLSearchParams({ consent: 'MARKETING', name: rows[0].name })
      return { by: patient, query: `${query}`, open: ['RECEPTIONIST'] }
    },
    registerPatient: () => ({
      by: admin,
      body: { name: `New patient ${++numbers}`, birthDate: '1950-01-01', nationalId: `N${numbers}` },
      open: ['DOCTOR', 'DENTIST', 'RECEPTIONIST'],
    }),
    sendClaimCode: async () => ({
      by: admin,
      id: (await registered()).id,
      body: { address: 'PHONE' },
      open: ['RECEPTIONIST'],
    }),
    claimAccount: async () => {
      const { id, phone } = await registered()
      await platform.call('POST', `/api/patients/${id}/claim-codes`, { token: admin.token, body: { address: 'PHONE' } })
      const code = await codeIn(platform, id)
      const login = { email: `${newId('usr')}@test.example`, password: 'a pass phrase' }
      return { body: { address: phone, birthDate: '1950-01-01', code, ...login }, own: [id, world.tenantId] }
    },
    requestPasswordReset: () => ({ body: { email: `${newId('usr')}@test.example` } }),
    resetPassword: async () => {
      const { id } = await newPerson(platform, world.tenantId, 'PATIENT')
      const { resetId, code } = await askForReset(platform, `${id}@test.example`)
      return { body: { resetId, code, password: 'a pass phrase' } }
    },
    claimAsUser: async () => {
      const { id, phone } = await registered()
      await platform.call('POST', `/api/patients/${id}/claim-codes`, { token: admin.token, body: { address: 'PHONE' } })
      const code = await codeIn(platform, id)
      const elsewhere = await newPerson(platform, await newTenant(platform), 'PATIENT')
      return {
        by: await newSession(platform, elsewhere),
        body: { address: phone, birthDate: '1950-01-01', code },
      }
    },
    readPatient: () => ({ by: admin, id: patient.id, open: ['RECEPTIONIST'] }),
    readConsents: () => ({ by: patient, id: patient.id, open: ['RECEPTIONIST'] }),
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
    openAsAdministrator: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id,
      body: { reason: 'Complaint of the patient' },
    }),
    listIdentityDisputes: async () => {
      const person = await disputing()
      await dispute(person)
      return { by: person, id: person.id, open: ['RECEPTIONIST'] }
    },
    disputeIdentity: async () => {
      const person = await disputing()
      return { by: person, id: person.id, body: { sex: 'M', reason: 'My card says M.' } }
    },
    resolveIdentityDispute: async () => {
      const person = await disputing()
      await dispute(person)
      return { by: admin, id: person.id, body: { attested: 'STATED', document: 'CIN ZZ100001' } }
    },
    withdrawIdentityDispute: async () => {
      const person = await disputing()
      await dispute(person)
      return { by: person, id: person.id }
    },
    readIdentity: async () => {
      await identify()
      return { by: patient, id: patient.id, open: ['RECEPTIONIST'] }
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
      return { by: patient, id: patient.id, open: ['RECEPTIONIST'] }
    },
  }
}
