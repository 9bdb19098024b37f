import { callerRoles, professionals, type Role, type TableRole } from '../../src/actor.ts'
import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { newPasskeyBegun, newWithPasskey } from '../../src/features/platform/second-factors/passkeys-testing.ts'
import { newBegun, newSignedIn, newWithApp } from '../../src/features/platform/second-factors/second-factors-testing.ts'
import { PASSWORD } from '../../src/features/platform/sign-in/browser-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { newPerson, newSession, type Person } from '../factories.ts'
import { ids, type Stage, shown, type Variant, type Variants } from './cases.ts'
import type { Related } from './people.ts'

let numbers = 0
export const newNumber = () => `+2126660${String(++numbers).padStart(5, '0')}`

const isOneOf = (roles: readonly TableRole[], role: TableRole) => roles.includes(role)

/** Users, contacts, directory entries, messages: a record about a user of each role. */
export async function peopleVariants({
  platform,
  world,
  callers,
  treating,
  supplying,
  guardian,
  samplesWith,
}: Stage): Promise<Variants> {
  const { involved } = world
  const { ADMIN: admin, PATIENT: patient } = involved
  const each = (variant: (role: TableRole) => Variant): Variant[] =>
    callerRoles.map((role) => ({ as: `of a ${role}`, ...variant(role) }))

  /** Users see verified professionals; the staff sees also each other. */
  const seeing = (role: TableRole): NonNullable<Related['shared']> => {
    if (isOneOf(professionals, role)) return 'everyone'
    return role === 'ADMIN' || role === 'RECEPTIONIST'
      ? ids(...callers.filter((one) => isOneOf([...professionals, 'RECEPTIONIST'], one.role)).map((one) => one.person))
      : []
  }
  /** A user of the role, and for the patient their guardian. */
  const own = (role: TableRole) => (role === 'PATIENT' ? ids(patient, guardian) : ids(involved[role]))
  const desk = (role: TableRole): Related['desk'] => (role === 'PATIENT' ? 'everyone' : [])
  const user = (role: TableRole): Related => ({
    own: own(role),
    desk: desk(role)!,
    shared: seeing(role),
    treats: role === 'PATIENT' ? [...treating, ...supplying] : [],
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
  /** A user whose number is not confirmed, and to whom no code was sent. */
  const withNewNumber = async ({ id }: Person): Promise<string> => {
    await platform.owner.query('delete from code_limits')
    const { token } = await newSession(platform, admin)
    await platform.call('PUT', `/api/users/${id}/contact`, { token, body: { phone: newNumber() } })
    return id
  }
  /** Of a new person of each caller's role, in their own session. */
  const byNew = (make: (role: Role) => Promise<{ by: Person; body: object }>): Variant => {
    let by: Person
    return {
      related: { own: 'everyone' },
      async sample({ role }) {
        const made = await make(role)
        by = made.by
        return made
      },
      instead: async () => by,
    }
  }
  const present = { password: PASSWORD }
  const newPassword = { currentPassword: PASSWORD, newPassword: 'une phrase facile' }
  const doctors = ['DOCTOR', 'DENTIST', 'PENDING'] as const
  const ownClient = (name: string, inSession: boolean, roles: readonly TableRole[]): Promise<Variant[]> =>
    Promise.all(
      roles.map(async (role) => {
        const samples = await samplesWith({ DOCTOR: involved[role] })
        // No guardian: a client acts as its user, and reads what they read.
        return { as: `of a ${role}`, inSession, related: { own: ids(involved[role]) }, sample: () => samples[name]!() }
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
    // Who leaves is used up.
    leaveOrganization: [
      {
        related: { own: 'everyone' },
        instead: async ({ role }) => newSession(platform, await newPerson(platform, world.tenantId, role)),
      },
    ],
    changePassword: [
      byNew(async (role) => ({ by: await newSignedIn(platform, world.tenantId, role), body: newPassword })),
    ],
    readSecondFactors: [{ related: { own: 'everyone' }, inSession: true }],
    beginTotp: [byNew(async (role) => ({ by: await newSignedIn(platform, world.tenantId, role), body: present }))],
    confirmTotp: [byNew((role) => newBegun(platform, world.tenantId, role))],
    removeTotp: [byNew((role) => newWithApp(platform, world.tenantId, role))],
    replaceRecoveryCodes: [byNew((role) => newWithApp(platform, world.tenantId, role))],
    beginPasskey: [byNew(async (role) => ({ by: await newSignedIn(platform, world.tenantId, role), body: present }))],
    addPasskey: [byNew((role) => newPasskeyBegun(platform, world.tenantId, role))],
    removePasskey: [byNew((role) => newWithPasskey(platform, world.tenantId, role))],
    removeSecondFactors: [{ related: {}, inSession: true }],
    listUsers: each((role) => ({ related: user(role), sample: () => shown(involved[role].id) })),
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
        as: `with an address of a ${role}`,
        inSession: true,
        also: ['contacts.changeAddress' as const],
        related: { own: ids(involved[role]), desk: desk(role)! },
        sample: () => ({ id: involved[role].id, body: { phone: newNumber() } }),
      })),
    ],
    sendContactCode: each((role) => ({
      alone: true,
      inSession: true,
      related: { own: own(role), desk: desk(role)! },
      sample: async () => ({ id: await withNewNumber(involved[role]), body: { address: 'PHONE' } }),
    })),
    confirmContact: each((role) => ({
      alone: true,
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
      as: `of a ${role}`,
      related: { own: ids(involved[role]), ...(role === 'PENDING' && { shared: [] }) },
      sample: () => shown(involved[role].id),
    })),
    readDoctor: doctors.map((role) => ({
      as: `of a ${role}`,
      related: { own: ids(involved[role]), ...(role === 'PENDING' && { shared: [] }) },
      sample: () => ({ id: involved[role].id }),
    })),
    updateDoctor: [
      ...doctors.map((role) => ({
        as: `of a ${role}`,
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
          as: `with what was verified of a ${role}`,
          also: ['doctors.updateVerified'],
          related: { own: ids(involved[role]) },
          sample: () => ({
            id: involved[role].id,
            body: { specialty: 'Cardiologie', city: 'Fès', licenceNumber: newId('usr').slice(-8) },
          }),
        }),
      ),
    ],
    listMessages: each((role) => ({
      related: { own: own(role) },
      sample: async () => shown(await messageTo(involved[role].id)),
    })),
    readMessage: each((role) => ({
      related: { own: own(role) },
      sample: async () => ({ id: await messageTo(involved[role].id) }),
    })),
    listKeptMessages: [{ related: { own: 'everyone' } }],
    sendMessage: [
      { related: { treats: user('PATIENT').treats! } },
      { as: 'of any purpose', also: ['messages.sendAny'], related: { treats: user('PATIENT').treats! }, sample: offer },
    ],
    listPatients: [{ sample: () => shown(patient.id) }],
    stateRelationship: [
      { as: 'by consent', also: ['relationships.consent'] },
      {
        as: 'by referral',
        also: ['relationships.refer'],
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
      as: `of a ${role}`,
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
