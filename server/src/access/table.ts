import type { Role } from '../actor.ts'

/**
 * The relation of a caller to a record.
 * - own: the patient of the record, or the user that it describes
 * - author: the professional who issued it or whom it names
 * - addressed: the pharmacy to which it is addressed
 * - treats: a professional with a care relationship in force, or for pharmacies with an order
 * - audience: named in the event's audience
 * - client: acts by the client to which it belongs
 * - shared: any caller of the organisation, because the record belongs to the organisation or is a verified professional
 * - tenant: an administrator; every record of the organisation
 */
export const relations = ['own', 'author', 'addressed', 'treats', 'audience', 'client', 'shared', 'tenant'] as const
export type Relation = (typeof relations)[number]

/**
 * The relations of each role, of which one suffices. A role that is absent is refused. PENDING is a professional whom no
 * administrator has verified.
 */
export type Rule = Partial<Record<Role, Relation | readonly Relation[]>>

const doctors = <const R extends Relation | readonly Relation[]>(relation: R) => ({
  DOCTOR: relation,
  DENTIST: relation,
})
const professionals = <const R extends Relation | readonly Relation[]>(relation: R) => ({
  ...doctors(relation),
  PHARMACIST: relation,
})

const administrators = { ADMIN: 'tenant' } as const
/** The patient, the professional and administrators. */
const participants = { PATIENT: 'own', ...doctors('author'), ...administrators } as const
/** The professional and administrators. */
const inCharge = { ...doctors('author'), ...administrators } as const
/** The pharmacy and administrators. */
const atPharmacy = { PHARMACIST: 'addressed', ...administrators } as const
const staff = { ...professionals('shared'), ...administrators } as const
const everyone = { PATIENT: 'shared', ...staff, PENDING: 'shared' } as const
/** Users themselves, in their account. */
const themselves = { PATIENT: 'own', ...professionals('own'), ADMIN: 'own' } as const
/** Users themselves, and administrators. */
const oneself = { PATIENT: 'own', ...professionals('own'), ...administrators } as const
/** The same, before a professional is verified too. */
const account = { ...oneself, PENDING: 'own' } as const
/** The patient, and professionals who treat the patient. */
const carers = { PATIENT: 'own', ...doctors('treats'), ...administrators } as const

/**
 * Who may do what to which records of their organisation. Visibility in SQL and checks of actions are derived from it, and
 * `npm run access` prints it to docs/access.md.
 */
export const access = {
  appointments: {
    read: participants,
    book: participants,
    update: participants,
    /** Any change of status but a cancellation. */
    changeStatus: inCharge,
    listMissed: inCharge,
    delete: administrators,
    inviteGuests: inCharge,
  },
  prescriptions: {
    read: { ...participants, PHARMACIST: 'addressed' },
    issue: doctors('author'),
    sign: doctors('author'),
    cancel: inCharge,
  },
  orders: {
    read: { ...participants, PHARMACIST: 'addressed' },
    /** Pharmacies at themselves, with a code of the patient. */
    place: { ...participants, PHARMACIST: 'addressed' },
    /** The code with which a pharmacy orders in the presence of the patient. */
    createPickupCode: { PATIENT: 'own' },
    changePharmacy: { PATIENT: 'own', ...administrators },
    cancel: { PATIENT: 'own', ...atPharmacy },
    /** Any change of status but a cancellation. */
    changeStatus: atPharmacy,
  },
  stock: { read: atPharmacy, write: atPharmacy },
  video: {
    /** A token for another user. */
    joinForOthers: administrators,
    observe: administrators,
  },
  labOrders: { read: participants, submit: inCharge, update: inCharge },
  followUps: {
    read: participants,
    propose: inCharge,
    cancel: inCharge,
    accept: { PATIENT: 'own', ...administrators },
    decline: { PATIENT: 'own', ...administrators },
  },
  conditions: {
    read: carers,
    record: { ...doctors('treats'), ...administrators },
    /** The user who recorded it. */
    change: { ...doctors('author'), ADMIN: 'author' },
    /** Marks it as wrong, with a reason. */
    strike: administrators,
  },
  users: {
    read: {
      PATIENT: ['own', 'shared'],
      ...professionals(['shared', 'treats']),
      ...administrators,
      PENDING: ['own', 'shared'],
    },
    verify: administrators,
    update: administrators,
  },
  contacts: { read: account, update: account },
  doctors: {
    read: { ...staff, PENDING: 'own' },
    update: { ...doctors('own'), ...administrators, PENDING: 'own' },
    /** The licence number once it is verified. */
    updateLicence: administrators,
  },
  patients: {
    read: carers,
    updateIdentity: carers,
    decideConsents: { PATIENT: 'own', ...administrators },
  },
  relationships: {
    read: { PATIENT: 'own', ...administrators },
    state: { PATIENT: 'own', ...administrators },
    end: { PATIENT: 'own', ...administrators },
    openInEmergency: doctors('shared'),
  },
  reviews: { read: participants, write: { PATIENT: 'own' } },
  services: { read: everyone, write: administrators },
  invoices: {
    read: participants,
    create: { ...doctors('treats'), ...administrators },
    cancel: inCharge,
    pay: participants,
    recordCash: inCharge,
    refund: inCharge,
  },
  documents: {
    read: { ...participants, PHARMACIST: 'addressed' },
    certify: doctors('author'),
    cancel: inCharge,
  },
  letterhead: { read: everyone, update: administrators },
  signingCertificates: {
    read: { ...doctors(['own', 'shared']), ...administrators },
    replaceOwn: doctors('own'),
    replaceShared: administrators,
    retire: { ...doctors('own'), ...administrators },
  },
  messages: {
    read: oneself,
    /** Service messages. */
    send: { ...professionals('treats'), ...administrators },
    /** Messages of every purpose. */
    sendAny: administrators,
  },
  templates: { read: staff, write: administrators },
  campaigns: { read: administrators, write: administrators },
  leads: { read: administrators },
  events: { read: { PATIENT: 'audience', ...professionals('audience'), ...administrators } },
  webhooks: { manage: { PATIENT: 'client', ...professionals('client'), ...administrators } },
  clients: {
    manage: administrators,
    /** Clients that act as the caller. */
    readOwn: themselves,
    endOwn: themselves,
    /** In their own session only. */
    allowSigning: doctors('own'),
  },
  accessRequests: { manage: administrators },
  audit: { read: administrators },
} as const satisfies Record<string, Record<string, Rule>>
