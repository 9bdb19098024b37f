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
    readMe: () => ({ caller: patient }),
    listOwnOperations: () => ({ caller: patient }),
    listMemberships: () => ({ caller: patient }),
    leaveOrganization: async () => ({
      caller: await newSession(platform, await newPerson(platform, world.tenantId, 'RECEPTIONIST')),
      visibleTo: ['RECEPTIONIST'],
    }),
    register: () => ({
      body: { email: `${newId('usr')}@test.example`, password: 'a pass phrase', name: 'Someone', role: 'PATIENT' },
    }),
    listUsers: () => ({ caller: doctor, visibleTo: ['RECEPTIONIST'] }),
    readUser: () => ({ caller: admin, id: patient.id, visibleTo: ['RECEPTIONIST'] }),
    verifyUser: async () => ({ caller: admin, id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id }),
    updateUser: async () => ({
      caller: admin,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id,
      body: { name: 'Someone else' },
    }),
    readContact: () => ({ caller: patient, id: patient.id, visibleTo: ['RECEPTIONIST'] }),
    updateContact: async () => ({
      caller: await newSession(platform, patient),
      id: patient.id,
      body: { phone: '06 12 34 56 78', optOuts: ['SMS'] },
      visibleTo: ['RECEPTIONIST'],
    }),
    sendContactCode: async () => {
      const { id } = await newPerson(platform, world.tenantId, 'PATIENT')
      await platform.call('PUT', `/api/users/${id}/contact`, { token: admin.token, body: { phone: newNumber() } })
      return { caller: admin, id, body: { address: 'PHONE' }, visibleTo: ['RECEPTIONIST'] }
    },
    confirmContact: async () => {
      const { id, token } = await newSession(platform, await newPerson(platform, world.tenantId, 'PATIENT'))
      await platform.call('PUT', `/api/users/${id}/contact`, { token, body: { phone: newNumber() } })
      await platform.call('POST', `/api/users/${id}/contact/codes`, { token, body: { address: 'PHONE' } })
      return {
        caller: admin,
        id,
        body: { address: 'PHONE', code: await codeIn(platform, id) },
        visibleTo: ['RECEPTIONIST'],
      }
    },
    listPublicDoctors: () => ({ query: 'city=Casablanca' }),
    listDoctors: () => ({ caller: doctor }),
    readDoctor: () => ({
      caller: admin,
      id: doctor.id,
      visibleTo: ['DOCTOR', 'DENTIST', 'PHARMACIST', 'RECEPTIONIST'],
    }),
    updateDoctor: async () => ({
      caller: admin,
      id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id,
      body: { specialty: 'Cardiologie', city: 'Fès' },
    }),
    submitLead: () => ({ body: { name: 'Amine', email: 'amine@test.example', source: 'DEMO_FORM' } }),
    listLeads: () => ({ caller: admin }),
    listPatients: async () => {
      await consent('MARKETING')
      const { rows } = await platform.owner.query('select name from users where id = $1', [patient.id])
      const query = new URLSearchParams({ consent: 'MARKETING', name: rows[0].name })
      return { caller: patient, query: `${query}`, visibleTo: ['RECEPTIONIST'] }
    },
    registerPatient: () => ({
      caller: admin,
      body: { name: `New patient ${++numbers}`, birthDate: '1950-01-01', nationalId: `N${numbers}` },
      visibleTo: ['DOCTOR', 'DENTIST', 'RECEPTIONIST'],
    }),
    sendClaimCode: async () => ({
      caller: admin,
      id: (await registered()).id,
      body: { address: 'PHONE' },
      visibleTo: ['RECEPTIONIST'],
    }),
    claimAccount: async () => {
      const { id, phone } = await registered()
      await platform.call('POST', `/api/patients/${id}/claim-codes`, { token: admin.token, body: { address: 'PHONE' } })
      const code = await codeIn(platform, id)
      const login = { email: `${newId('usr')}@test.example`, password: 'a pass phrase' }
      return { body: { address: phone, birthDate: '1950-01-01', code, ...login }, ownIds: [id, world.tenantId] }
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
        caller: await newSession(platform, elsewhere),
        body: { address: phone, birthDate: '1950-01-01', code },
      }
    },
    readPatient: () => ({ caller: admin, id: patient.id, visibleTo: ['RECEPTIONIST'] }),
    readConsents: () => ({ caller: patient, id: patient.id, visibleTo: ['RECEPTIONIST'] }),
    updateConsents: () => ({ caller: patient, id: patient.id, body: { consents: ['RECORDING'] } }),
    listRelationships: () => ({ caller: patient, id: patient.id }),
    stateRelationship: () => ({ caller: patient, id: `${patient.id}/${doctor.id}`, body: {} }),
    endRelationship: async () => {
      const dentist = await newPerson(platform, world.tenantId, 'DENTIST')
      const id = `${patient.id}/${dentist.id}`
      const [patientId, professionalId] = id.split('/')
      await platform.call('PUT', `/api/patients/${patientId}/relationships/${professionalId}`, {
        token: patient.token,
        body: {},
      })
      return { caller: patient, id }
    },
    openInEmergency: async () => ({
      caller: doctor,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id, // not the patient whose data must stay hidden
      body: { reason: 'Unconscious on arrival' },
      visibleTo: ['DOCTOR', 'DENTIST'],
    }),
    openAsAdministrator: async () => ({
      caller: admin,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id,
      body: { reason: 'Complaint of the patient' },
    }),
    listIdentityDisputes: async () => {
      const person = await disputing()
      await dispute(person)
      return { caller: person, id: person.id, visibleTo: ['RECEPTIONIST'] }
    },
    disputeIdentity: async () => {
      const person = await disputing()
      return { caller: person, id: person.id, body: { sex: 'M', reason: 'My card says M.' } }
    },
    resolveIdentityDispute: async () => {
      const person = await disputing()
      await dispute(person)
      return { caller: admin, id: person.id, body: { attested: 'STATED', document: 'CIN ZZ100001' } }
    },
    withdrawIdentityDispute: async () => {
      const person = await disputing()
      await dispute(person)
      return { caller: person, id: person.id }
    },
    readIdentity: async () => {
      await identify()
      return { caller: patient, id: patient.id, visibleTo: ['RECEPTIONIST'] }
    },
    updateIdentity: () => ({ caller: patient, id: patient.id, body: { insurer: `Insurer: ${world.canary}` } }),
    listDuplicates: () => ({ caller: admin }),
    previewMerge: async () => ({ caller: admin, id: `${await newPatient()}/${await newPatient()}` }),
    mergePatients: async () => {
      const id = await newPatient()
      return { caller: admin, id, body: { otherId: await newPatient(), reason: 'Registered twice', loginOf: id } }
    },
    listMerges: () => ({ caller: admin, id: patient.id }),
    listConsentHistory: async () => {
      await consent('DATA_SHARING')
      return { caller: patient, id: patient.id, visibleTo: ['RECEPTIONIST'] }
    },
  }
}
