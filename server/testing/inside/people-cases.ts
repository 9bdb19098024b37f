import { callerRoles, professionals, type Role, type TableRole } from '../../src/actor.ts'
import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { newPasskeyBegun, newWithPasskey } from '../../src/features/platform/second-factors/passkeys-testing.ts'
import { newBegun, newSignedIn, newWithApp } from '../../src/features/platform/second-factors/second-factors-testing.ts'
import { PASSWORD } from '../../src/features/platform/sign-in/browser-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { newPerson, newSession, type Person } from '../factories.ts'
import { ids, listSample, type Stage, type Variant, type Variants } from './cases.ts'
import type { Related } from './people.ts'

let numbers = 0
export const newNumber = () => `+2126660${String(++numbers).padStart(5, '0')}`

const isOneOf = (roles: readonly TableRole[], role: TableRole) => roles.includes(role)

/** Variants for users, contacts, directory entries and messages: a record about a user of each role. */
export async function peopleVariants({
  platform,
  world,
  callers,
  treating,
  pharmaciesOfPatient,
  guardian,
  samplesWith,
}: Stage): Promise<Variants> {
  const { involved } = world
  const { ADMIN: admin, PATIENT: patient } = involved
  const each = (variant: (role: TableRole) => Variant): Variant[] =>
    callerRoles.map((role) => ({ suffix: `of a ${role}`, ...variant(role) }))

  /** The users who see a user of a role: all users see verified professionals, and the staff sees its colleagues. */
  const viewers = (role: TableRole): NonNullable<Related['shared']> => {
    if (isOneOf(professionals, role)) return 'everyone'
    return role === 'ADMIN' || role === 'RECEPTIONIST'
      ? ids(...callers.filter((one) => isOneOf([...professionals, 'RECEPTIONIST'], one.role)).map((one) => one.person))
      : []
  }
  /** The user of a role, and for the patient also the guardian. */
  const own = (role: TableRole) => (role === 'PATIENT' ? ids(patient, guardian) : ids(involved[role]))
  const desk = (role: TableRole): Related['desk'] => (role === 'PATIENT' ? 'everyone' : [])
  const user = (role: TableRole): Related => ({
    own: own(role),
    desk: desk(role)!,
    shared: viewers(role),
    treats: role === 'PATIENT' ? [...treating, ...pharmaciesOfPatient] : [],
  })
  const messageTo = async (id: string): Promise<string> => {
    const body = { recipientUserId: id, templateCode: 'PRESCRIPTION_ISSUED', variables: { doctorName: 'Dr Bennani' } }
    const answer = await platform.call('POST', '/api/notifications/send', { token: admin.token, body })
    if (answer.status !== 202 && answer.status >= 300) throw new Error(`Not sent: ${answer.text}`)
    return answer.body.messageId
  }
  const offer = async () => {
    const templateCode = `OFFER_${newId('msg').slice(-16).toUpperCase()}`
    const body = { text: 'Bonjour', variables: {}, purpose: 'MARKETING' }
    await platform.call('PUT', `/api/notification-templates/${templateCode}/SMS/fr`, { token: admin.token, body })
    return { body: { recipientUserId: patient.id, templateCode, variables: {} } }
  }
  /** Gives a user a new unconfirmed number, without a pending code. */
  const withNewNumber = async ({ id }: Person): Promise<string> => {
    await platform.owner.query('delete from code_limits')
    const { token } = await newSession(platform, admin)
    await platform.call('PUT', `/api/users/${id}/contact`, { token, body: { phone: newNumber() } })
    return id
  }
  /** A variant in which a new person of the caller's role calls, in their own session. */
  const asNewPerson = (make: (role: Role) => Promise<{ caller: Person; body: object }>): Variant => {
    let caller: Person
    return {
      related: { own: 'everyone' },
      async sample({ role }) {
        const made = await make(role)
        caller = made.caller
        return made
      },
      substitute: async () => caller,
    }
  }
  const passwordProof = { password: PASSWORD }
  const newPassword = { currentPassword: PASSWORD, newPassword: 'une phrase facile' }
  const doctors = ['DOCTOR', 'DENTIST', 'PENDING'] as const
  const ownClient = (name: string, inSession: boolean, roles: readonly TableRole[]): Promise<Variant[]> =>
    Promise.all(
      roles.map(async (role) => {
        const samples = await samplesWith({ DOCTOR: involved[role] })
        // Without the guardian: a client has only the rights of its user.
        return {
          suffix: `of a ${role}`,
          inSession,
          related: { own: ids(involved[role]) },
          sample: () => samples[name]!(),
        }
      }),
    )
  /** The session of a token. */
  const sessionOf = ({ token }: Person): string =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).session
  const accounts = callerRoles.filter((role) => role !== 'PENDING')

  return {
    ...Object.fromEntries(
      ['readMe', 'listOwnOperations', 'listOwnClients', 'listMemberships'].map((name) => [
        name,
        [{ related: { own: 'everyone' } }],
      ]),
    ),
    // A person can leave only once.
    leaveOrganization: [
      {
        related: { own: 'everyone' },
        substitute: async ({ role }) => newSession(platform, await newPerson(platform, world.tenantId, role)),
      },
    ],
    changePassword: [
      asNewPerson(async (role) => ({ caller: await newSignedIn(platform, world.tenantId, role), body: newPassword })),
    ],
    readSecondFactors: [{ related: { own: 'everyone' }, inSession: true }],
    beginTotp: [
      asNewPerson(async (role) => ({ caller: await newSignedIn(platform, world.tenantId, role), body: passwordProof })),
    ],
    confirmTotp: [asNewPerson((role) => newBegun(platform, world.tenantId, role))],
    removeTotp: [asNewPerson((role) => newWithApp(platform, world.tenantId, role))],
    replaceRecoveryCodes: [asNewPerson((role) => newWithApp(platform, world.tenantId, role))],
    beginPasskey: [
      asNewPerson(async (role) => ({ caller: await newSignedIn(platform, world.tenantId, role), body: passwordProof })),
    ],
    addPasskey: [asNewPerson((role) => newPasskeyBegun(platform, world.tenantId, role))],
    removePasskey: [asNewPerson((role) => newWithPasskey(platform, world.tenantId, role))],
    removeSecondFactors: [{ related: {}, inSession: true }],
    listUsers: each((role) => ({ related: user(role), sample: () => listSample(involved[role].id) })),
    readUser: each((role) => ({ related: user(role), sample: () => ({ id: involved[role].id }) })),
    readContact: each((role) => ({
      related: { own: own(role), desk: desk(role)! },
      sample: () => ({ id: involved[role].id }),
    })),
    updateContact: [
      ...each((role) => ({
        related: { own: own(role), desk: desk(role)! },
        sample: () => ({ id: involved[role].id, body: { optOuts: ['SMS'] } }),
      })),
      ...callerRoles.map((role) => ({
        suffix: `with an address of a ${role}`,
        inSession: true,
        extraRules: ['contacts.changeAddress' as const],
        related: { own: ids(involved[role]), desk: desk(role)! },
        sample: () => ({ id: involved[role].id, body: { phone: newNumber() } }),
      })),
    ],
    sendContactCode: each((role) => ({
      oneCasePerCaller: true,
      inSession: true,
      related: { own: own(role), desk: desk(role)! },
      sample: async () => ({ id: await withNewNumber(involved[role]), body: { address: 'PHONE' } }),
    })),
    confirmContact: each((role) => ({
      oneCasePerCaller: true,
      inSession: true,
      related: { own: own(role), desk: desk(role)! },
      sample: async () => {
        const id = await withNewNumber(involved[role])
        const body = { address: 'PHONE' }
        const { token } = await newSession(platform, admin)
        const answer = await platform.call('POST', `/api/users/${id}/contact/codes`, { token, body })
        if (answer.status >= 300) throw new Error(`No code: ${answer.text}`)
        return { id, body: { ...body, code: await codeIn(platform, id) } }
      },
    })),
    listDoctors: doctors.map((role) => ({
      suffix: `of a ${role}`,
      related: { own: ids(involved[role]), ...(role === 'PENDING' && { shared: [] }) },
      sample: () => listSample(involved[role].id),
    })),
    readDoctor: doctors.map((role) => ({
      suffix: `of a ${role}`,
      related: { own: ids(involved[role]), ...(role === 'PENDING' && { shared: [] }) },
      sample: () => ({ id: involved[role].id }),
    })),
    updateDoctor: [
      ...doctors.map((role) => ({
        suffix: `of a ${role}`,
        related: { own: ids(involved[role]) },
        sample: async () => {
          const { id } = involved[role]
          const body = { specialty: 'Cardiologie', city: 'Fès' }
          await platform.call('PUT', `/api/doctors/${id}`, { token: admin.token, body })
          return { id, body: { city: 'Rabat' } }
        },
      })),
      ...(['DOCTOR', 'DENTIST'] as const).map(
        (role): Variant => ({
          suffix: `with what was verified of a ${role}`,
          extraRules: ['doctors.updateVerified'],
          related: { own: ids(involved[role]) },
          sample: () => ({
            id: involved[role].id,
            body: { specialty: 'Cardiologie', city: 'Fès', licenceNumber: newId('usr').slice(-8) },
          }),
        }),
      ),
    ],
    ...Object.fromEntries(
      ['replaceOpening', 'addException', 'removeException'].map((name) => [
        name,
        (['DOCTOR', 'DENTIST'] as const).map((role) => ({
          suffix: `of a ${role}`,
          related: { own: ids(involved[role]) },
          sample: async () => (await samplesWith({ DOCTOR: involved[role] }))[name]!(),
        })),
      ]),
    ),
    listMessages: each((role) => ({
      related: { own: own(role) },
      sample: async () => listSample(await messageTo(involved[role].id)),
    })),
    readMessage: each((role) => ({
      related: { own: own(role) },
      sample: async () => ({ id: await messageTo(involved[role].id) }),
    })),
    listKeptMessages: [{ related: { own: 'everyone' } }],
    sendMessage: [
      { related: { treats: user('PATIENT').treats! } },
      {
        suffix: 'of any purpose',
        extraRules: ['messages.sendAny'],
        related: { treats: user('PATIENT').treats! },
        sample: offer,
      },
    ],
    listPatients: [{ sample: () => listSample(patient.id) }],
    stateRelationship: [
      { suffix: 'by consent', extraRules: ['relationships.consent'] },
      {
        suffix: 'by referral',
        extraRules: ['relationships.refer'],
        sample: async () => ({ ...(await (await samplesWith({})).stateRelationship!()), body: { basis: 'REFERRED' } }),
      },
    ],
    createInvitation: [
      { related: {}, inSession: true, sample: async () => (await samplesWith({})).createInvitation!() },
    ],
    resendInvitation: [
      { related: {}, inSession: true, sample: async () => (await samplesWith({})).resendInvitation!() },
    ],
    ...Object.fromEntries(
      ['listSessions', 'endOtherSessions'].map((name) => [name, [{ related: { own: 'everyone' }, inSession: true }]]),
    ),
    endSession: callerRoles.map((role) => ({
      suffix: `of a ${role}`,
      inSession: true,
      related: { own: ids(involved[role]) },
      sample: async () => ({ id: sessionOf(await newSession(platform, involved[role])) }),
    })),
    allowActing: await ownClient('allowActing', true, accounts),
    withdrawActing: await ownClient('withdrawActing', false, accounts),
    allowSigning: await ownClient('allowSigning', true, ['DOCTOR', 'DENTIST', 'PATIENT']),
    withdrawSigning: await ownClient('withdrawSigning', false, accounts),
    endOwnClient: await ownClient('endOwnClient', true, accounts),
  }
}
