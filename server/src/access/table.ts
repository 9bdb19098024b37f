import type { TableRole } from '../actor.ts'

/**
 * The relation of a caller to a record.
 * - own: the patient of the record, or the user that it describes; or a guardian of that patient
 * - author: the professional who issued it or whom it names
 * - addressed: the pharmacy or laboratory to which it is addressed
 * - treats: a professional with a care relationship in force, or for pharmacies with an order
 * - audience: named in the event's audience
 * - client: acts by the client to which it belongs
 * - shared: any caller of the organisation, because the record belongs to the organisation or is a verified professional
 * - desk: the front desk, for records of its work: schedules, patients' contact data, guardianships, money
 * - reason: an administrator who opened the file of the patient, with a reason
 * - tenant: an administrator; every record of the organisation
 */
export const relations = [
  'own',
  'author',
  'addressed',
  'treats',
  'audience',
  'client',
  'shared',
  'desk',
  'reason',
  'tenant',
] as const
export type Relation = (typeof relations)[number]

/**
 * The relations of each role, of which one suffices. A role that is absent is refused. PENDING is a professional whom no
 * administrator has verified.
 */
export type Rule = Partial<Record<TableRole, Relation | readonly Relation[]>>

const doctors = <const R extends Relation | readonly Relation[]>(relation: R) => ({
  DOCTOR: relation,
  DENTIST: relation,
})
const professionals = <const R extends Relation | readonly Relation[]>(relation: R) => ({
  ...doctors(relation),
  PHARMACIST: relation,
})

const administrators = { ADMIN: 'tenant' } as const
const frontDesk = { RECEPTIONIST: 'desk' } as const
/** The patient, the professional and administrators. */
const participants = { PATIENT: 'own', ...doctors('author'), ...administrators } as const
/** The professional and administrators. */
const inCharge = { ...doctors('author'), ...administrators } as const
/** The pharmacy and administrators. */
const atPharmacy = { PHARMACIST: 'addressed', ...administrators } as const
/** The laboratory, the professional and administrators. */
const atLaboratory = { ...inCharge, LABORATORY: 'addressed' } as const
/** A laboratory is refused all but its own lab orders. */
const staff = { ...professionals('shared'), ...administrators, RECEPTIONIST: 'shared' } as const
const everyone = { PATIENT: 'shared', ...staff, PENDING: 'shared' } as const
/** Users themselves, in their account. */
const themselves = {
  PATIENT: 'own',
  ...professionals('own'),
  LABORATORY: 'own',
  RECEPTIONIST: 'own',
  ADMIN: 'own',
} as const
/** Users themselves, and administrators. */
const oneself = { ...themselves, ...administrators } as const
/** The same, before a professional is verified too. */
const account = { ...oneself, PENDING: 'own' } as const
/** The same, and the front desk for patients. */
const reachable = { ...account, RECEPTIONIST: ['own', 'desk'] } as const
/** The administrators who opened the file of the patient. */
const withReason = { ADMIN: 'reason' } as const
/** The patient, and professionals who treat the patient. */
const carers = { PATIENT: 'own', ...doctors('treats'), ...administrators } as const

/**
 * Who may do what to which records of their organisation. Visibility in SQL and checks of actions are derived from it, and
 * `npm run access` prints it to docs/access.md.
 */
export const access = {
  appointments: {
    read: { ...participants, ...frontDesk },
    book: { ...participants, ...frontDesk },
    update: { ...participants, ...frontDesk },
    /** Administrators also their own. */
    readNotes: { PATIENT: 'own', ...doctors('author'), ADMIN: ['author', 'reason'] },
    /** The professional; others only where there are none, or their own. */
    writeNotes: { PATIENT: 'own', ...doctors('author'), ADMIN: 'author' },
    confirm: { ...inCharge, ...frontDesk },
    /** Any other change of status but a cancellation. */
    changeStatus: inCharge,
    /** For the patient, what a professional proposed. */
    accept: { PATIENT: 'own' },
    listMissed: inCharge,
    /** Who waits in their video rooms now. */
    readRooms: { ...inCharge, ...frontDesk },
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
    /** In the place of the patient. */
    joinForDependants: { PATIENT: 'own' },
    observe: withReason,
  },
  labOrders: {
    /** With tests, results and files. */
    read: { PATIENT: 'own', ...doctors('author'), LABORATORY: 'addressed', ...withReason },
    submit: inCharge,
    chooseLaboratory: participants,
    /** Its status and results; unseen by administrators. */
    update: atLaboratory,
    /** The signed report and other files. */
    addFile: { ...doctors('author'), LABORATORY: 'addressed' },
    /** The user who uploaded it. */
    removeFile: { ...doctors('author'), LABORATORY: 'author' },
    /** Birth date and sex, on the lab order. */
    readPatient: { LABORATORY: 'addressed' },
  },
  followUps: {
    read: participants,
    /** Why it is proposed. */
    readReason: { PATIENT: 'own', ...doctors('author'), ...withReason },
    propose: inCharge,
    cancel: inCharge,
    accept: { PATIENT: 'own', ...administrators },
    decline: { PATIENT: 'own', ...administrators },
  },
  conditions: {
    read: { PATIENT: 'own', ...doctors('treats'), ...withReason },
    record: { ...doctors('treats'), ...withReason },
    /** The user who recorded it. */
    change: { ...doctors('author'), ADMIN: 'author' },
    /** Marks it as wrong, with a reason. */
    strike: withReason,
  },
  users: {
    read: {
      PATIENT: ['own', 'shared'],
      ...professionals(['shared', 'treats']),
      LABORATORY: 'shared',
      RECEPTIONIST: ['shared', 'desk'],
      ...administrators,
      PENDING: ['own', 'shared'],
    },
    verify: administrators,
    update: administrators,
  },
  contacts: {
    read: reachable,
    update: reachable,
    /** Not a guardian, who would keep it as the dependant's way into an account. */
    changeAddress: reachable,
    /** Confirms an address by the code that was sent to it. */
    confirm: reachable,
  },
  /** Their own memberships, in whichever organisation. */
  memberships: {
    read: account,
    /** Leaves the organisation, in their own session. */
    end: { ...professionals('own'), LABORATORY: 'own', RECEPTIONIST: 'own', ADMIN: 'own', PENDING: 'own' },
  },
  invitations: { manage: administrators },
  doctors: {
    read: { ...staff, PENDING: 'own' },
    update: { ...doctors('own'), ...administrators, PENDING: 'own' },
    /** Specialty and licence number once the professional is verified: documents show them. */
    updateVerified: administrators,
  },
  patients: {
    read: { ...carers, ...frontDesk },
    register: { ...doctors('author'), ...administrators, ...frontDesk },
    /** A code with which the patient makes an account; professionals for patients whom they registered. */
    sendClaimCode: { ...doctors('author'), ...administrators, ...frontDesk },
    /** Takes over a record without an account, with its code. */
    claim: account,
    updateIdentity: carers,
    disputeIdentity: { PATIENT: 'own' },
    /** Attests the recorded or the disputed identity. */
    resolveIdentity: { ...doctors('treats'), ...administrators },
    decideConsents: { PATIENT: 'own', ...administrators },
    listDuplicates: { ...administrators, ...frontDesk },
    /** Two records of one person; also to read what was merged. */
    merge: administrators,
  },
  relationships: {
    read: { PATIENT: 'own', ...administrators },
    state: { PATIENT: 'own', ...administrators },
    /** The basis CONSENTED. */
    consent: { PATIENT: 'own' },
    /** The bases REFERRED and REGISTERED. */
    refer: administrators,
    end: { PATIENT: 'own', ...administrators },
    openInEmergency: doctors('shared'),
    /** Clinical content, with a reason. */
    openAsAdministrator: administrators,
  },
  guardianships: {
    /** The front desk sees who acts for whom, and verifies it: both stand before it. */
    read: { PATIENT: 'own', ...administrators, ...frontDesk },
    list: { ...administrators, ...frontDesk },
    /** A child or a parent without a record, whom the guardian registers. */
    register: { PATIENT: 'own' },
    /** Of a patient with a record, who gives the guardian the code that they get. */
    ask: { PATIENT: 'shared' },
    state: { ...administrators, ...frontDesk },
    verify: { ...administrators, ...frontDesk },
    /** Guardian and dependant themselves. */
    end: { PATIENT: 'own', ...administrators, ...frontDesk },
  },
  reviews: { read: participants, write: { PATIENT: 'own' } },
  services: { read: everyone, write: administrators },
  invoices: {
    read: { ...participants, ...frontDesk },
    create: { ...doctors('treats'), ...administrators, ...frontDesk },
    cancel: inCharge,
    pay: { ...participants, ...frontDesk },
    recordCash: { ...inCharge, ...frontDesk },
    refund: inCharge,
  },
  documents: {
    /** Shared with administrators: all but certificates. */
    read: {
      PATIENT: 'own',
      ...doctors('author'),
      PHARMACIST: 'addressed',
      RECEPTIONIST: 'desk',
      ADMIN: ['shared', 'reason'],
    },
    /** That an appointment took place. */
    attest: participants,
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
    /** Administrators see clinical messages only if they opened the file of the patient, or received them. */
    read: oneself,
    /** Service messages. */
    send: { ...professionals('treats'), ...administrators },
    /** Messages of every purpose. */
    sendAny: administrators,
  },
  templates: { read: { ...professionals('shared'), ...administrators }, write: administrators },
  campaigns: { read: administrators, write: administrators },
  leads: { read: administrators },
  events: {
    read: {
      PATIENT: 'audience',
      ...professionals('audience'),
      LABORATORY: 'addressed',
      RECEPTIONIST: 'desk',
      ...administrators,
    },
    /** Events about lab orders, results and their values. */
    readClinical: { PATIENT: 'audience', ...doctors('audience'), LABORATORY: 'addressed', ADMIN: 'reason' },
  },
  webhooks: {
    manage: {
      PATIENT: 'client',
      ...professionals('client'),
      LABORATORY: 'client',
      RECEPTIONIST: 'client',
      ...administrators,
    },
  },
  /** Sessions in browsers, in one's own session only. */
  sessions: { manage: { ...themselves, PENDING: 'own' } },
  /** Password and second factors, in their own session only. */
  credentials: {
    manage: { ...themselves, PENDING: 'own' },
    /** Second factors of others who lost them; in an administrator's own session. */
    removeLost: administrators,
  },
  clients: {
    manage: administrators,
    /** Clients that act as the caller. */
    readOwn: themselves,
    endOwn: themselves,
    /** In their own session only. */
    allowActing: themselves,
    /** In their own session only. */
    allowSigning: doctors('own'),
  },
  accessRequests: { manage: administrators },
  audit: { read: administrators },
  /** The log of requests, and usage. Administrators need the scope `clients:manage` for clients other than their own. */
  requests: {
    read: {
      PATIENT: 'client',
      ...professionals('client'),
      LABORATORY: 'client',
      RECEPTIONIST: 'client',
      ...administrators,
    },
  },
} as const satisfies Record<string, Record<string, Rule>>
