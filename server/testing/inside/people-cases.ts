import { callerRoles, professionals, type TableRole } from '../../src/actor.ts'
import { newId } from '../../src/lib/ids.ts'
import { ids, type Stage, shown, type Variant, type Variants } from './cases.ts'
import type { Related } from './people.ts'

const isOneOf = (roles: readonly TableRole[], role: TableRole) => roles.includes(role)

/** Users, contacts, directory entries, messages: a record about a user of each role. */
export async function peopleVariants({
  platform,
  world,
  callers,
  treating,
  supplying,
  samplesWith,
}: Stage): Promise<Variants> {
  const { involved } = world
  const { ADMIN: admin, PATIENT: patient } = involved
  const each = (variant: (role: TableRole) => Variant): Variant[] =>
    callerRoles.map((role) => ({ as: `of a ${role}`, ...variant(role) }))

  /** Users see verified professionals; professionals also see administrators. */
  const seeing = (role: TableRole): NonNullable<Related['shared']> => {
    if (isOneOf(professionals, role)) return 'everyone'
    return role === 'ADMIN'
      ? ids(...callers.filter((one) => isOneOf(professionals, one.role)).map((one) => one.person))
      : []
  }
  const user = (role: TableRole): Related => ({
    own: ids(involved[role]),
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
  const doctors = ['DOCTOR', 'DENTIST', 'PENDING'] as const
  const ownClient = (name: string, inSession: boolean, roles: readonly TableRole[]): Promise<Variant[]> =>
    Promise.all(
      roles.map(async (role) => {
        const samples = await samplesWith({ DOCTOR: involved[role] })
        return { as: `of a ${role}`, inSession, related: { own: ids(involved[role]) }, sample: () => samples[name]!() }
      }),
    )
  const accounts = callerRoles.filter((role) => role !== 'PENDING')

  return {
    ...{ readMe: [{ related: { own: 'everyone' } }], listOwnClients: [{ related: { own: 'everyone' } }] },
    listUsers: each((role) => ({ related: user(role), sample: () => shown(involved[role].id) })),
    readUser: each((role) => ({ related: user(role), sample: () => ({ id: involved[role].id }) })),
    readContact: each((role) => ({ related: { own: ids(involved[role]) }, sample: () => ({ id: involved[role].id }) })),
    updateContact: each((role) => ({
      related: { own: ids(involved[role]) },
      sample: () => ({ id: involved[role].id, body: { phone: '06 12 34 56 78', optOuts: ['SMS'] } }),
    })),
    listDoctors: doctors.map((role) => ({
      as: `of a ${role}`,
      related: { own: ids(involved[role]) },
      sample: () => shown(involved[role].id),
    })),
    readDoctor: doctors.map((role) => ({
      as: `of a ${role}`,
      related: { own: ids(involved[role]) },
      sample: () => ({ id: involved[role].id }),
    })),
    updateDoctor: [
      ...doctors.map((role) => ({
        as: `of a ${role}`,
        related: { own: ids(involved[role]) },
        sample: () => ({ id: involved[role].id, body: { specialty: 'Cardiologie', city: 'Fès' } }),
      })),
      ...(['DOCTOR', 'DENTIST'] as const).map(
        (role): Variant => ({
          as: `with the licence of a ${role}`,
          also: ['doctors.updateLicence'],
          related: { own: ids(involved[role]) },
          sample: () => ({
            id: involved[role].id,
            body: { specialty: 'Cardiologie', city: 'Fès', licenceNumber: newId('usr').slice(-8) },
          }),
        }),
      ),
    ],
    listMessages: each((role) => ({
      related: { own: ids(involved[role]) },
      sample: async () => shown(await messageTo(involved[role].id)),
    })),
    readMessage: each((role) => ({
      related: { own: ids(involved[role]) },
      sample: async () => ({ id: await messageTo(involved[role].id) }),
    })),
    listKeptMessages: [{ related: { own: 'everyone' } }],
    sendMessage: [
      { related: { treats: user('PATIENT').treats! } },
      { as: 'of any purpose', also: ['messages.sendAny'], related: { treats: user('PATIENT').treats! }, sample: offer },
    ],
    listPatients: [{ sample: () => shown(patient.id) }],
    allowSigning: await ownClient('allowSigning', true, ['DOCTOR', 'DENTIST', 'PATIENT']),
    withdrawSigning: await ownClient('withdrawSigning', false, accounts),
    endOwnClient: await ownClient('endOwnClient', true, accounts),
  }
}
