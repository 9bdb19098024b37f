import type { TableRole } from '../actor.ts'

/**
 * The relation of a caller to a record.
 * - own: the patient of the record, or the user whom the record describes; or a guardian of that patient
 * - author: the user who issued or recorded it, or the professional named in it
 * - addressed: the pharmacy or laboratory to which it is addressed
 * - treats: a professional with a care relationship in force, or a pharmacy with an order of the patient
 * - audience: named in the event's audience
 * - client: calls with the client to which the record belongs
 * - shared: any caller of the organisation, because the record belongs to the organisation or is a verified professional
 * - desk: the front desk, for records of its work: schedules, patients' contact data, guardianships, money
 * - reason: an administrator who opened the file of the patient and stated a reason
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

/** For each role, the relations that allow it; one is enough. A role without an entry is refused. */
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
/** Without LABORATORY: laboratories access only their own lab orders. */
const staff = { ...professionals('shared'), ...administrators, RECEPTIONIST: 'shared' } as const
const everyone = { PATIENT: 'shared', ...staff, PENDING: 'shared' } as const
/** Users, for their own account. */
const self = {
  PATIENT: 'own',
  ...professionals('own'),
  LABORATORY: 'own',
  RECEPTIONIST: 'own',
  ADMIN: 'own',
} as const
/** Users for their own account, and administrators. */
const selfOrAdministrator = { ...self, ...administrators } as const
/** The same, and professionals before their verification. */
const account = { ...selfOrAdministrator, PENDING: 'own' } as const
/** The same, and the front desk for patients. */
const contactData = { ...account, RECEPTIONIST: ['own', 'desk'] } as const
/** The administrators who opened the file of the patient. */
const withReason = { ADMIN: 'reason' } as const
/** The patient, and professionals who treat the patient. */
const careTeam = { PATIENT: 'own', ...doctors('treats'), ...administrators } as const

/**
 * Who may do what to which records of their organisation. Visibility in SQL and checks of actions are derived from it, and
 * `npm run access` prints it to docs/access.md.
 */
export const access = {
  appointments: {
    read: { ...participants, ...frontDesk },
    book: { ...participants, ...frontDesk },
    update: { ...participants, ...frontDesk },
    /** Administrators: as the author, or with a reason. */
    readNotes: { PATIENT: 'own', ...doctors('author'), ADMIN: ['author', 'reason'] },
    /** The professional always; other users only if there are no notes yet, or the notes are their own. */
    writeNotes: { PATIENT: 'own', ...doctors('author'), ADMIN: 'author' },
    /** The files that were shared in the room. Administrators: with a reason. */
    readFiles: { PATIENT: 'own', ...doctors('author'), ADMIN: 'reason' },
    confirm: { ...inCharge, ...frontDesk },
    /** Any change of status other than confirmation and cancellation. */
    changeStatus: inCharge,
    /** Accepts an appointment that a professional proposed. */
    accept: { PATIENT: 'own' },
    listMissed: inCharge,
    /** Counts by day, of the appointments that the caller may see. */
    readStatistics: { ...inCharge, ...frontDesk },
    /** Shows who is waiting in the video rooms. */
    readRooms: { ...inCharge, ...frontDesk },
    delete: administrators,
    inviteGuests: inCharge,
  },
  series: {
    read: { ...participants, ...frontDesk },
    /** A new series also needs the right to book. */
    write: { ...inCharge, ...frontDesk },
  },
  prescriptions: {
    read: { ...participants, PHARMACIST: 'addressed' },
    issue: doctors('author'),
    sign: doctors('author'),
    cancel: inCharge,
  },
  orders: {
    read: { ...participants, PHARMACIST: 'addressed' },
    /** A pharmacy orders only at itself, with the pickup code of the patient. */
    place: { ...participants, PHARMACIST: 'addressed' },
    /** Creates the code that a pharmacy needs to order in the presence of the patient. */
    createPickupCode: { PATIENT: 'own' },
    changePharmacy: { PATIENT: 'own', ...administrators },
    cancel: { PATIENT: 'own', ...atPharmacy },
    /** Any change of status other than a cancellation. */
    changeStatus: atPharmacy,
  },
  stock: { read: atPharmacy, write: atPharmacy },
  video: {
    /** Gets a token for another user. */
    joinForOthers: administrators,
    /** A guardian joins in place of the patient. */
    joinForDependants: { PATIENT: 'own' },
    observe: withReason,
  },
  labOrders: {
    /** Includes tests, results and files. */
    read: { PATIENT: 'own', ...doctors('author'), LABORATORY: 'addressed', ...withReason },
    submit: inCharge,
    chooseLaboratory: participants,
    /** Changes status and results. Administrators can write results, but read them only with a reason. */
    update: atLaboratory,
    /** Adds the signed report and other files. */
    addFile: { ...doctors('author'), LABORATORY: 'addressed' },
    /** Only the user who uploaded the file. */
    removeFile: { ...doctors('author'), LABORATORY: 'author' },
    /** The patient's birth date and sex on the lab order. */
    readPatient: { LABORATORY: 'addressed' },
  },
  followUps: {
    read: participants,
    /** The reason for the follow-up. */
    readReason: { PATIENT: 'own', ...doctors('author'), ...withReason },
    propose: inCharge,
    cancel: inCharge,
    accept: { PATIENT: 'own', ...administrators },
    decline: { PATIENT: 'own', ...administrators },
  },
  conditions: {
    read: { PATIENT: 'own', ...doctors('treats'), ...withReason },
    record: { ...doctors('treats'), ...withReason },
    /** Only the user who recorded the condition. */
    change: { ...doctors('author'), ADMIN: 'author' },
    /** Marks a condition as wrong, with a reason. */
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
    read: contactData,
    update: contactData,
    /** Refused to guardians: with their own address on the record, they could take the dependant's account. */
    changeAddress: contactData,
    /** Confirms an address with the code that was sent to it. */
    confirm: contactData,
  },
  /** The caller's own memberships, in all organisations. */
  memberships: {
    read: account,
    /** Leaves the organisation; only in the caller's own session. */
    end: { ...professionals('own'), LABORATORY: 'own', RECEPTIONIST: 'own', ADMIN: 'own', PENDING: 'own' },
  },
  invitations: { manage: administrators },
  doctors: {
    read: { ...staff, PENDING: 'own' },
    update: { ...doctors('own'), ...administrators, PENDING: 'own' },
    /** Specialty and licence number of a verified professional: documents show them. */
    updateVerified: administrators,
  },
  patients: {
    read: { ...careTeam, ...frontDesk },
    register: { ...doctors('author'), ...administrators, ...frontDesk },
    /** Sends the code to claim an account. Professionals: only to patients whom they registered. */
    sendClaimCode: { ...doctors('author'), ...administrators, ...frontDesk },
    /** Claims a record without an account, with its code. */
    claim: account,
    updateIdentity: careTeam,
    disputeIdentity: { PATIENT: 'own' },
    /** Attests the recorded or the disputed identity. */
    resolveIdentity: { ...doctors('treats'), ...administrators },
    decideConsents: { PATIENT: 'own', ...administrators },
    listDuplicates: { ...administrators, ...frontDesk },
    /** Merges two records of one person, and reads past merges. */
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
    /** The front desk verifies guardianships. */
    read: { PATIENT: 'own', ...administrators, ...frontDesk },
    list: { ...administrators, ...frontDesk },
    /** Registers a dependant without a record, such as a child. */
    register: { PATIENT: 'own' },
    /** Asks a patient with a record, who gets a code and gives it to the guardian. */
    ask: { PATIENT: 'shared' },
    state: { ...administrators, ...frontDesk },
    verify: { ...administrators, ...frontDesk },
    /** Patients: only the guardian and the dependant themselves. */
    end: { PATIENT: 'own', ...administrators, ...frontDesk },
  },
  reviews: { read: participants, write: { PATIENT: 'own' } },
  services: { read: everyone, write: administrators },
  places: { read: everyone, write: administrators },
  openings: {
    /** Weekly hours and absences with their reasons. Patients see free slots only. */
    read: staff,
    write: { ...doctors('own'), ...administrators, ...frontDesk },
  },
  visitTypes: { read: everyone, write: administrators },
  slots: { read: everyone },
  holds: {
    /** Professionals hold their own time. */
    make: { PATIENT: 'shared', ...inCharge, ...frontDesk },
    /** Extends, releases and books: the user who holds the time, or its professional. */
    manage: { ...participants, ...frontDesk },
  },
  waitlist: {
    read: { ...participants, ...frontDesk },
    /** Professionals add patients whom they treat, for themselves. */
    join: { ...participants, ...frontDesk },
    change: { ...participants, ...frontDesk },
    markUrgent: { ...inCharge, ...frontDesk },
  },
  /** The rules on late cancellations and missed visits. */
  bookingPolicy: { read: everyone, update: administrators },
  holidays: { read: { ...everyone, LABORATORY: 'shared' }, update: administrators },
  invoices: {
    read: { ...participants, ...frontDesk },
    create: { ...doctors('treats'), ...administrators, ...frontDesk },
    cancel: inCharge,
    pay: { ...participants, ...frontDesk },
    recordCash: { ...inCharge, ...frontDesk },
    refund: inCharge,
  },
  documents: {
    /** Administrators read certificates only with a reason, and all other documents without one. */
    read: {
      PATIENT: 'own',
      ...doctors('author'),
      PHARMACIST: 'addressed',
      RECEPTIONIST: 'desk',
      ADMIN: ['shared', 'reason'],
    },
    /** Issues an attestation that an appointment took place. */
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
    /** Administrators see clinical messages only if they opened the patient's file or are the recipient. */
    read: selfOrAdministrator,
    /** Sends service messages. */
    send: { ...professionals('treats'), ...administrators },
    /** Sends messages of every purpose. */
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
    /** Events about lab orders and results. */
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
  /** The caller's browser sessions; only in their own session. */
  sessions: { manage: { ...self, PENDING: 'own' } },
  /** The caller's password and second factors; only in their own session. */
  credentials: {
    manage: { ...self, PENDING: 'own' },
    /** Removes the lost second factors of other users; only in an administrator's own session. */
    removeLost: administrators,
  },
  clients: {
    manage: administrators,
    /** Clients that act as the caller. */
    readOwn: self,
    endOwn: self,
    /** Only in the caller's own session. */
    allowActing: self,
    /** Only in the caller's own session. */
    allowSigning: doctors('own'),
  },
  accessRequests: { manage: administrators },
  audit: { read: administrators, verify: administrators },
  /** The request log and usage. Administrators need the scope `clients:manage` for clients other than their own. */
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
