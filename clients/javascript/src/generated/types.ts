// Generated from openapi.json by `npm run clients`. Do not edit.

export interface AcceptFollowUp {
  /** In the future. Requires endTime. */
  startTime?: string | Date | undefined
  /** After startTime, at most 8 hours later. */
  endTime?: string | Date | undefined
}

export interface AccessRequest {
  id: string
  organization: string
  contactName: string
  email: string
  purpose: string
  sandboxOnly: boolean
  status: AccessRequestStatus
  createdAt: string
  decidedAt: string | null
  decidedBy: string | null
  /** The reason of a refusal, if one was given. */
  reason: string | null
  /** The organisation that was created. */
  tenantId: string | null
  /** The first client of the organisation. */
  clientId: string | null
}

export type AccessRequestStatus = 'PENDING' | 'GRANTED' | 'REFUSED' | (string & {})

export interface ActiveRoom {
  appointmentId: string
  practitioner: 'ABSENT' | 'PRESENT' | (string & {})
  /** WAITING: in the lobby, until the practitioner admits them. A guardian counts as the patient. */
  patient: 'ABSENT' | 'WAITING' | 'PRESENT' | (string & {})
  /** Guests and observers in the lobby. */
  guestsWaiting: number
  /** Arrival of the participant who has waited longest. */
  waitingSince: string | null
  /** Start of the video connection between practitioner and patient; null if they are not connected. */
  togetherSince: string | null
}

export interface AddException {
  kind: OpeningExceptionKind
  /** Required for OPEN. By default all places. */
  placeId?: string | undefined
  firstDay: string
  /** At most 365 days after the first one. */
  lastDay: string
  /** Required for OPEN. By default the whole day. */
  from?: string | undefined
  /** After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight. */
  to?: string | undefined
  /** Required for OPEN, and only for OPEN. */
  modes?: readonly VisitMode[] | undefined
  /** The staff can read it. */
  reason?: string | undefined
}

export interface AddLabOrderFile {
  /** File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png. */
  name: string
  /** The file in base64: PDF, JPEG or PNG, at most 5 MB. */
  content: string
}

/** The e-mail address, or the telephone number (by WhatsApp or SMS). */
export type AddressKind = 'EMAIL' | 'PHONE' | (string & {})

export interface AdministrativeAccess {
  id: string
  patientId: string
  /** Why the file was opened. The patient can read it. */
  reason: string
  since: string
  until: string
}

export interface AppCode {
  /** The six digits of the authenticator app, or a recovery code. Each is accepted once. */
  code: string
}

export interface Appointment {
  id: string
  doctorId: string
  patientId: string
  startTime: string
  endTime: string
  status: AppointmentStatus
  /** Always null for the front desk. */
  notes: string | null
  videoRoomId: string
  /** Whether the visit was recorded after it took place. */
  pastVisit: boolean
  /** Whether the appointment is proposed: a professional who does not treat the patient booked it, and the patient has not accepted it yet. */
  proposed: boolean
  visitTypeId: string | null
  placeId: string | null
  /** Only visits by video have a room that can be joined. */
  mode: VisitMode
  /** Why the patient comes. */
  visitReason: string | null
  /** Whether the patient cancelled late, by the booking policy of the organisation. */
  lateCancel: boolean
  /** How often the appointment was moved. */
  movedCount: number
  /** The series to which it belongs. */
  seriesId: string | null
  patient: Person
  doctor: Person
}

export interface AppointmentCancelledData {
  appointmentId: string
  reason: string
}

/** Cancelled by patient, doctor or auto-cancel */
export interface AppointmentCancelledEvent {
  event: 'appointment.cancelled'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: AppointmentCancelledData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface AppointmentCompletedData {
  appointmentId: string
  durationSec: number
}

/** Consultation marked finished */
export interface AppointmentCompletedEvent {
  event: 'appointment.completed'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: AppointmentCompletedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface AppointmentCreatedData {
  appointmentId: string
  doctorId: string
  patientId: string
  startTime: string
}

/** New appointment created */
export interface AppointmentCreatedEvent {
  event: 'appointment.created'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: AppointmentCreatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface AppointmentMove {
  from: AppointmentTimes
  to: AppointmentTimes
  /** Null to patients, if another member of the staff moved it. */
  movedBy: Person | null
  movedAt: string
}

export type AppointmentStatus = 'SCHEDULED' | 'CONFIRMED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW' | (string & {})

export interface AppointmentTimes {
  startTime: string
  endTime: string
}

export interface AppointmentUpdatedData {
  appointmentId: string
  changes: string[]
}

/** Status, time or notes changed */
export interface AppointmentUpdatedEvent {
  event: 'appointment.updated'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: AppointmentUpdatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface AppointmentsOfDay {
  day: string
  /** All appointments that start on this day. */
  total: number
  scheduled: number
  confirmed: number
  inProgress: number
  completed: number
  cancelled: number
  noShow: number
}

export interface AskForGuardianship {
  dependantId: string
  kind: GuardianKind
  /** Which confirmed address of the patient gets the code. */
  address: AddressKind
}

export interface AttestationDocument {
  templateId: 'attestation'
  data: AttestationDocumentData
}

export interface AttestationDocumentData {
  appointmentId: string
  /** Recipient or purpose. */
  purpose?: string | undefined
  language?: DocumentLanguage | undefined
}

export interface AuditEntry {
  id: string
  at: string
  /** The id of the user. `platform` for internal applications; for a guest, the id of the invitation. */
  userId: string
  /** The current name of the user, if the user belongs to the tenant. */
  userName: string | null
  clientId: string
  /** The operation, the path of a hook, or an action in a room: `joinRoom`, `admitToRoom`, `endConsultation` … */
  operation: string
  /** `OK`, `REPLAYED` for a replayed answer, or the error code. */
  outcome: string
  /** The id of the record. */
  subjectId: string | null
  /** Patients whose data was shown or changed. */
  patientIds: string[]
  /** IP address of the caller. */
  address: string | null
  requestId: string
  /** Whether the entry is in the hash chain. Takes about a minute. */
  sealed: boolean
}

export interface AuditFault {
  /** EDITED, REMOVED: an entry. SEAL_EDITED, SEAL_REMOVED: a seal of the chain. SEALED_AGAIN: the position of the sealer was set back. KEY_MISSING: the master key of the seal is no longer configured. */
  kind: 'EDITED' | 'REMOVED' | 'SEAL_EDITED' | 'SEAL_REMOVED' | 'SEALED_AGAIN' | 'KEY_MISSING' | (string & {})
  /** The id of the entry, or the number of the seal. */
  subject: string
  detail: string
}

export interface AuditVerification {
  /** Seals that this call verified. */
  seals: number
  /** Entries that this call compared with their digest. */
  entries: number
  /** At most 100 faults that this call found. */
  faults: AuditFault[]
  /** Organisation, number and hash of the last verified seal; null if there is none. Kept elsewhere, it proves later that no seal was removed from the end. */
  head: string | null
  /** When that seal was made. */
  sealedAt: string | null
  /** Null on the last page. */
  nextCursor: string | null
}

export interface AuthenticatorApp {
  addedAt: string
}

export interface BookAppointment {
  /** By default that of the hold. */
  doctorId?: string | undefined
  patientId: string
  /** By default that of the hold. */
  startTime?: string | Date | undefined
  /** After startTime, at most 8 hours later. By default that of the hold, or as long after startTime as the visit type. */
  endTime?: string | Date | undefined
  notes?: string | undefined
  /** Records a visit that is already over, at any time in the past. Not for patients. */
  pastVisit?: boolean | undefined
  /** The type of the visit; by default that of the hold. */
  visitTypeId?: string | undefined
  /** The place of the visit. */
  placeId?: string | undefined
  /** By default that of the visit type, or else VIDEO. */
  mode?: VisitMode | undefined
  /** Why the patient comes, in a few words. The front desk can read it: write nothing clinical. */
  visitReason?: string | undefined
  /** The hold of the caller on this time. It ends with the booking. */
  holdId?: string | undefined
}

/** The rules of the organisation on late cancellations and missed visits. */
export interface BookingPolicy {
  /** A cancellation by the patient less than this many hours before the start is late. 0: never. */
  lateCancelHours: number
  /** The number of missed visits (`NO_SHOW`) within `noShowDays` after which the patient can no longer book. The staff still books for them. Null: no limit. */
  noShowLimit: number | null
  /** The number of past days in which missed visits count. */
  noShowDays: number
}

export interface Campaign {
  id: string
  name: string
  enabled: boolean
  steps: CampaignStep[]
  createdAt: string
  updatedAt: string
}

export interface CampaignEnrolment {
  id: string
  campaignId: string
  patientId: string | null
  leadId: string | null
  name: string
  state: EnrolmentState
  /** Why the enrolment was STOPPED. */
  stopReason: EnrolmentStopReason | null
  stepsSent: number
  lastSentAt: string | null
  /** When the next step becomes due. The next run of the job sends it, unless it has faults. Null if no step follows, or the campaign is disabled. */
  nextAt: string | null
  /** For leads: the proof of consent that the administrator gave; null if the lead consented in the form. */
  consentSource: string | null
  enrolledBy: string
  enrolledAt: string
  endedAt: string | null
}

export interface CampaignStep {
  /** Identifies the step within the campaign, regardless of its position. */
  number: number
  delayHours: number
  templateCode: string
  /** Null uses the recipient’s preferred channel. */
  channel: Channel | null
  variables: Record<string, string>
  /** Why the step cannot be sent: its template was deleted, or now has other variables. Enrolments wait at the step until this is corrected. Empty if the step can be sent. */
  faults: StepFault[]
}

export interface CampaignWithCounts {
  id: string
  name: string
  enabled: boolean
  steps: CampaignStep[]
  createdAt: string
  updatedAt: string
  enrolments: EnrolmentCounts
}

export interface CancelAppointment {
  /** Reason for the cancellation. The default depends on the role of the caller, for example patient_request. The other participant, the front desk and administrators can read it: write nothing clinical. */
  reason?: string | undefined
  /** Whether the patient cancelled late, for example by telephone. Only with a cancellation, and not for patients: for them, the booking policy decides. */
  lateCancel?: boolean | undefined
}

export interface CancelDocument {
  reason?: string | undefined
}

export interface CancelInvoice {
  reason?: string | undefined
}

export interface CancelPrescription {
  /** The default depends on the role of the caller, for example doctor_request. */
  reason?: string | undefined
}

export interface CancelSeries {
  /** Reason for the cancellation. The default depends on the role of the caller, for example patient_request. The other participant, the front desk and administrators can read it: write nothing clinical. */
  reason?: string | undefined
}

/** A professional who treats or treated a patient, or an administrator who opened the file. */
export interface CareRelationship {
  professional: Person
  /** Every basis so far. */
  bases: RelationshipBasis[]
  since: string
  /** Time at which access ends or ended. */
  until: string
  /** Whether the professional may read the file now. */
  active: boolean
  /** Emergency accesses of the professional, or accesses of the administrator with a reason. */
  emergencies: Emergency[]
}

export interface CertificateDocument {
  templateId: 'certificate'
  data: CertificateDocumentData
}

export interface CertificateDocumentData {
  appointmentId: string
  /** The statement that the practitioner certifies, as free text. */
  statement?: string | undefined
  rest?: Rest | undefined
  language?: DocumentLanguage | undefined
}

export interface ChangePharmacy {
  pharmacyId: string
  /** Default: the value of the order. */
  deliveryRequested?: boolean | undefined
}

export interface ChangedCampaignStep {
  /** Hours after the previous step, or after the enrolment for the first step. At least 1, except for the first step. */
  delayHours: number
  /** A template of the organisation with the purpose MARKETING. */
  templateCode: string
  /** Null uses the recipient’s preferred channel. */
  channel?: Channel | null | undefined
  /** The variables of the template, by name. */
  variables?: Record<string, string> | undefined
  /** Identifies the step within the campaign, regardless of its position. */
  number?: number | undefined
}

/** A lab order after a change. Callers who may change it but not read it get only the required fields: an administrator who has not opened the file of the patient, and a laboratory that cancelled it. */
export interface ChangedLabOrder {
  id: string
  patientId?: string | undefined
  /** Null if an administrator ordered without a doctor. */
  doctorId?: string | null | undefined
  appointmentId?: string | null | undefined
  tests?: string[] | undefined
  status: LabOrderStatus
  createdAt?: string | undefined
  updatedAt?: string | undefined
  /** When the results were released to the patient. */
  releasedAt?: string | null | undefined
  /** The addressed laboratory, if any. */
  laboratoryId?: string | null | undefined
  doctor?: Person | null | undefined
  laboratory?: Person | null | undefined
  patient?: Person | undefined
  /** Of the patient, for the laboratory; null for others. */
  birthDate?: string | null | undefined
  /** Of the patient, for the laboratory; null for others. */
  sex?: Sex | null | undefined
}

export type Channel = 'WHATSAPP' | 'SMS' | 'EMAIL' | (string & {})

export interface ChooseLaboratory {
  laboratoryId: string | null
}

export interface Claim {
  /** The telephone number or e-mail address to which the code was sent. */
  address: string
  birthDate: string
  code: string
  /** E-mail address of the new login. Unique in the installation, ignoring case. */
  email: string
  /** 8 to 128 characters of any script, including spaces, and not a common password. There are no composition rules. */
  password: string
}

export interface ClaimCodeRequest {
  address: AddressKind
}

export interface ClaimedAccount {
  id: string
  email: string
  tenantId: string
}

export interface ClaimedRecord {
  id: string
  tenantId: string
}

export interface Client {
  id: string
  name: string
  actsAs: ClientUser
  scopes: Scope[]
  status: ClientStatus
  createdAt: string
  /** When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission. */
  actingAllowedAt: string | null
  /** When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`. */
  signingAllowedAt: string | null
  /** When the user permanently ended the client. */
  endedAt: string | null
  /** The valid secrets: the current one, and during a rotation also the previous one with its expiry. */
  secrets: ClientSecret[]
}

/** The scopes of the client’s tokens. The role of its user limits them further. */
export type ClientScopes = readonly Scope[]

export interface ClientSecret {
  createdAt: string
  expiresAt: string | null
}

export type ClientStatus = 'ENABLED' | 'DISABLED' | (string & {})

export interface ClientUsage {
  clientId: string
  /** Requests that count towards `perMinute` now. */
  thisMinute: number
  /** Requests that count towards `perDay`, since 00:00 UTC, up to a second ago. */
  today: number
  /** Requests in the period. */
  requests: number
  /** Requests in the period with a status of 400 or more. */
  errors: number
  /** The hours with requests, oldest first. */
  hours: HourOfUsage[]
}

/** The user that the client acts as. */
export interface ClientUser {
  id: string
  name: string
  role: Role
}

export interface ClientWithSecret {
  id: string
  name: string
  actsAs: ClientUser
  scopes: Scope[]
  status: ClientStatus
  createdAt: string
  /** When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission. */
  actingAllowedAt: string | null
  /** When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`. */
  signingAllowedAt: string | null
  /** When the user permanently ended the client. */
  endedAt: string | null
  /** The valid secrets: the current one, and during a rotation also the previous one with its expiry. */
  secrets: ClientSecret[]
  /** Returned only in this response. Null in a replay, because secrets are shown once. */
  secret: string | null
}

/** A medical condition of a patient. */
export interface Condition {
  id: string
  patientId: string
  name: string
  /** First day, if known. */
  since: string | null
  /** Whether the condition is chronic. Patients with an ACTIVE long-term condition are recalled after 90 days without activity. */
  longTerm: boolean
  status: ConditionStatus
  recordedBy: Person
  /** Set if an administrator marked the condition as wrong. */
  struck: ConditionStrike | null
  createdAt: string
  updatedAt: string
}

export type ConditionStatus = 'ACTIVE' | 'RESOLVED' | (string & {})

export interface ConditionStrike {
  by: Person
  at: string
  /** Why the condition is wrong. */
  reason: string
}

export interface ConfirmGuardianship {
  dependantId: string
  kind: GuardianKind
  /** Which confirmed address of the patient gets the code. */
  address: AddressKind
  code: string
}

export interface Consent {
  name: ConsentName
  granted: boolean
  /** Number of times the answer has changed. 0 means that there is no answer yet, which counts as no. */
  version: number
  /** Time of the answer; null for version 0. */
  at: string | null
}

export type ConsentName = 'MARKETING' | 'TELECONSULTATION' | 'DATA_SHARING' | 'RECORDING' | (string & {})

export interface ConsentVersion {
  name: ConsentName
  granted: boolean
  /** Number of times the answer has changed. 0 means that there is no answer yet, which counts as no. */
  version: number
  at: string
  /** The user who gave the answer: the patient, a guardian or an administrator. */
  decidedBy: Person
  /** The OAuth client that sent the answer. For a browser session, `web/` followed by the user id. */
  clientId: string
}

export interface Contact {
  userId: string
  /** Null if unknown. */
  email: string | null
  /** Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages. */
  emailConfirmed: boolean
  /** E.164 */
  phone: string | null
  /** Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages. */
  phoneConfirmed: boolean
  /** Language of messages. French by default. */
  language: Language
  /** If null, messages are sent by WhatsApp if there is a number, otherwise by e-mail. */
  preferredChannel: Channel | null
  /** Channels that the user accepts only for critical messages. */
  optOuts: Channel[]
  /** Hours in which only critical messages are sent. Null if there are none. */
  quietHours: QuietHours | null
}

export interface ContactChanges {
  /** Does not change the address to sign in. */
  email?: string | null | undefined
  phone?: string | null | undefined
  language?: Language | undefined
  preferredChannel?: Channel | null | undefined
  optOuts?: readonly Channel[] | undefined
  quietHours?: QuietHours | null | undefined
}

export interface ContactCodeRequest {
  address: AddressKind
}

export interface ContactConfirmation {
  address: AddressKind
  code: string
}

export interface CreateCampaign {
  name: string
  /** Whether messages are sent. While the campaign is disabled, its delays are paused. */
  enabled?: boolean | undefined
  steps: readonly NewCampaignStep[]
}

export interface CreateClient {
  /** A name for your own use. */
  name: string
  /** A user of the organisation. */
  actsAs: string
  scopes: ClientScopes
}

export interface CreateHold {
  doctorId: string
  visitTypeId: string
  startTime: string | Date
  /** By default the place at which the start is offered. */
  placeId?: string | undefined
}

export interface CreateInvitation {
  email: string
  name: string
  role: InvitableRole
  /** For professionals: whether you have checked identity and licence. If true, the professional is verified at once, and the other administrators are notified. If false, the professional is pending. */
  licenceChecked?: boolean | undefined
  /** The language of the message. */
  language?: Language | undefined
}

export interface CreateInvoice {
  patientId: string
  /** The invoiced appointment. It determines doctorId. */
  appointmentId?: string | undefined
  /** Centimes. */
  amountMAD: number
  description?: string | undefined
}

export interface CreateJoinLink {
  /** The caller by default. A guardian may name the dependant, an administrator a participant. */
  identity?: string | undefined
  /** The language of the page. The visitor can choose another one. */
  language?: Language | undefined
}

export interface CreatePlace {
  name: string
  address?: string | undefined
  city: string
  phone?: string | undefined
  /** The time zone of the opening hours. */
  timeZone?: string | undefined
  /** Whether slots at this place are offered. */
  active?: boolean | undefined
}

export interface CreateSeries {
  doctorId: string
  patientId: string
  startTime: string | Date
  /** After startTime, at most 8 hours later. */
  endTime: string | Date
  /** The type of the visit; by default that of the hold. */
  visitTypeId?: string | undefined
  /** The place of the visit. */
  placeId?: string | undefined
  /** By default that of the visit type, or else VIDEO. */
  mode?: VisitMode | undefined
  /** Why the patient comes, in a few words. The front desk can read it: write nothing clinical. */
  visitReason?: string | undefined
  repeat: NewSeriesRepeat
  onConflict?: OnConflict | undefined
}

export interface CreateService {
  name: string
  /** Code for use in other programs of the organisation. Unique; case is ignored. */
  code?: string | undefined
  /** Centimes. */
  priceMAD: number
  /** Duration in minutes. */
  durationMin?: number | undefined
  /** Whether the service is offered. */
  active?: boolean | undefined
}

export interface CreateVisitType {
  name: string
  /** The service with the price. */
  serviceId: string
  mode: VisitMode
  /** Duration in minutes; at most 120 if patients book it. */
  durationMin: number
  /** Minutes between two offered starts, counted from the opening. */
  stepMin?: number | undefined
  /** Minutes kept free before a visit in offered times. */
  bufferBeforeMin?: number | undefined
  /** Minutes kept free after a visit in offered times. */
  bufferAfterMin?: number | undefined
  /** Minutes between now and the first offered start. */
  minNoticeMin?: number | undefined
  /** Days from now to the last offered start. */
  horizonDays?: number | undefined
  bookableBy?: VisitTypeBooker | undefined
  /** Whether only patients without an earlier visit with the professional can book it. */
  newPatientsOnly?: boolean | undefined
  /** The professionals who offer it; null for all doctors and dentists of the organisation. */
  doctorIds?: readonly string[] | null | undefined
  /** Whether it is offered. */
  active?: boolean | undefined
}

export interface Delivery {
  id: string
  webhookId: string
  eventId: string
  event: EventKind
  /** Whether this is a test event with fictitious data. */
  test: boolean
  /** PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due. */
  state: DeliveryState
  /** How many attempts were started. */
  attempt: number
  /** What caused the delivery: the event, a resend or a recovery. */
  trigger: DeliveryTrigger
  /** When the next attempt of a PENDING delivery is due. */
  nextAttemptAt: string | null
  /** The HTTP status of the last response, if there was one. */
  lastStatus: number | null
  /** The reason the last attempt failed. */
  lastError: DeliveryError | null
  createdAt: string
  finishedAt: string | null
}

export interface DeliveryAttempt {
  attempt: number
  /** Whether the request went to `redundantUrl`, after `url` had failed. */
  redundant: boolean
  at: string
  durationMs: number
  status: number | null
  /** The reason the attempt failed. */
  error: DeliveryError | null
  /** The beginning of the response to a failed attempt. */
  responseHead: string | null
}

export interface DeliveryDetails {
  id: string
  webhookId: string
  eventId: string
  event: EventKind
  /** Whether this is a test event with fictitious data. */
  test: boolean
  /** PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due. */
  state: DeliveryState
  /** How many attempts were started. */
  attempt: number
  /** What caused the delivery: the event, a resend or a recovery. */
  trigger: DeliveryTrigger
  /** When the next attempt of a PENDING delivery is due. */
  nextAttemptAt: string | null
  /** The HTTP status of the last response, if there was one. */
  lastStatus: number | null
  /** The reason the last attempt failed. */
  lastError: DeliveryError | null
  createdAt: string
  finishedAt: string | null
  attempts: DeliveryAttempt[]
}

export type DeliveryError = 'http_error' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns_error' | 'tls_error' | 'blocked_address' | 'invalid_response' | 'lease_lost' | 'interrupted' | 'internal_error' | (string & {})

export type DeliveryState = 'PENDING' | 'SENDING' | 'SUCCEEDED' | 'FAILED' | 'HELD' | 'CANCELLED' | (string & {})

export type DeliveryTrigger = 'AUTO' | 'MANUAL' | 'RECOVERY' | (string & {})

export interface DispensedLine {
  /** Number of the line in the prescription, from 1. */
  line: number
  quantity: number
}

export interface DisputeIdentity {
  birthDate?: string | undefined
  sex?: Sex | undefined
  nationalId?: string | undefined
  nameAr?: string | undefined
  reason: string
}

export interface Document {
  id: string
  templateId: DocumentTemplate
  language: DocumentLanguage
  /** Serial number, printed on the document. It verifies the document at `verifyUrl`. */
  serial: string
  verifyUrl: string
  prescriptionId: string | null
  appointmentId: string | null
  invoiceId: string | null
  patient: Person
  practitioner: Person | null
  createdAt: string
  /** Whether the PDF has a PAdES signature. */
  signed: boolean
  /** SHA-256 of the file in lowercase hex. */
  sha256: string
  /** Size of the file in bytes. */
  size: number
  status: DocumentStatus
  cancelledAt: string | null
  cancelReason: string | null
}

export interface DocumentFile {
  id: string
  templateId: DocumentTemplate
  language: DocumentLanguage
  /** Serial number, printed on the document. It verifies the document at `verifyUrl`. */
  serial: string
  verifyUrl: string
  prescriptionId: string | null
  appointmentId: string | null
  invoiceId: string | null
  patient: Person
  practitioner: Person | null
  createdAt: string
  /** Whether the PDF has a PAdES signature. */
  signed: boolean
  /** SHA-256 of the file in lowercase hex. */
  sha256: string
  /** Size of the file in bytes. */
  size: number
  status: DocumentStatus
  cancelledAt: string | null
  cancelReason: string | null
  /** URL of the PDF; needs no token. */
  url: string
  /** Expiry of the URL, after 15 minutes. */
  expiresAt: string
}

/** French, Arabic, or both side by side. */
export type DocumentLanguage = 'fr' | 'ar' | 'fr-ar' | (string & {})

export type DocumentStatus = 'VALID' | 'CANCELLED' | (string & {})

export type DocumentTemplate = 'prescription' | 'certificate' | 'invoice' | 'attestation' | (string & {})

export interface DuplicatePair {
  /** The older record, then the newer. */
  patients: PossibleDuplicate[]
  sameNationalId: boolean
  sameNameAndBirthDate: boolean
}

export interface Emergency {
  at: string
  until: string
  /** Why the file was opened. The patient can read it. */
  reason: string
}

export interface EmergencyAccess {
  id: string
  patientId: string
  /** Why the file was opened. The patient can read it. */
  reason: string
  since: string
  until: string
}

export interface EnrolInCampaign {
  patientIds?: readonly string[] | undefined
  leadIds?: readonly string[] | undefined
  /** The proof of the leads’ consent, which law 09-08 requires. Not accepted for leads whose form has `marketingConsent: false`. */
  consentSource?: string | undefined
}

/** The number of enrolments in each state. */
export interface EnrolmentCounts {
  active: number
  completed: number
  stopped: number
}

export type EnrolmentState = 'ACTIVE' | 'COMPLETED' | 'STOPPED' | (string & {})

export type EnrolmentStopReason = 'CONSENT_WITHDRAWN' | 'OPTED_OUT' | 'REPLIED' | 'ACCOUNT_DISABLED' | 'BY_ADMINISTRATOR' | (string & {})

export interface EnterLabResults {
  /** All values, with unique parameters. Only numbers have bounds, in ascending order: criticalLow, low, high, criticalHigh. */
  results: readonly NewLabValue[]
}

/** A lab result that was entered. Callers who may change it but not read it get only the required fields: an administrator who has not opened the file of the patient, and a laboratory that cancelled it. */
export interface EnteredLabResult {
  id: string
  labOrderId: string
  enteredAt?: string | undefined
  /** When the results were released to the patient; null until then. */
  releasedAt?: string | null | undefined
  results?: LabValue[] | undefined
}

export type Event = AppointmentCreatedEvent | AppointmentUpdatedEvent | AppointmentCancelledEvent | AppointmentCompletedEvent | PrescriptionCreatedEvent | PrescriptionSignedEvent | LabOrderCreatedEvent | LabOrderStatusChangedEvent | LabResultPublishedEvent | LabResultCriticalAlertEvent | PaymentSucceededEvent | PaymentRefundedEvent | ReviewCreatedEvent | PatientCreatedEvent | PatientConsentUpdatedEvent

export interface EventDelivery {
  id: string
  webhookId: string
  state: DeliveryState
  attempt: number
  trigger: DeliveryTrigger
  lastStatus: number | null
  lastError: DeliveryError | null
  finishedAt: string | null
}

export type EventKind = 'appointment.created' | 'appointment.updated' | 'appointment.cancelled' | 'appointment.completed' | 'prescription.created' | 'prescription.signed' | 'lab_order.created' | 'lab_order.status_changed' | 'lab_result.published' | 'lab_result.critical_alert' | 'payment.succeeded' | 'payment.refunded' | 'review.created' | 'patient.created' | 'patient.consent_updated' | (string & {})

/** Detected from the content. */
export type FileType = 'application/pdf' | 'image/jpeg' | 'image/png' | (string & {})

export interface FollowUp {
  id: string
  doctorId: string
  patientId: string
  /** The proposed time; null if none was proposed. */
  startTime: string | null
  endTime: string | null
  reason: string | null
  status: FollowUpStatus
  /** The appointment booked on acceptance. */
  appointmentId: string | null
  createdAt: string
  /** When the follow-up was accepted, declined or cancelled. */
  settledAt: string | null
  doctor: Person
  patient: Person
}

export type FollowUpStatus = 'PROPOSED' | 'ACCEPTED' | 'DECLINED' | 'CANCELLED' | (string & {})

export interface GainingClient {
  id: string
  name: string
  /** The record to which they have access now. */
  patientId: string
}

export interface GainingPerson {
  id: string
  name: string
  /** The record to which they have access now. */
  patientId: string
}

export type GeneratePdf = PrescriptionDocument | CertificateDocument | InvoiceDocument | AttestationDocument

export interface GrantAccessRequest {
  /** STARTER is limited to the sandbox (specification: "Limits"). */
  plan: Plan
  scopes: readonly Scope[]
  /** The administrator’s address, if it differs from the request’s. */
  email?: string | undefined
}

export interface GrantedClient {
  id: string
  scopes: string[]
  plan: Plan
  tenantId: string
}

/** `PARENT` and `GUARDIAN` act for a person under 18, `CARER` acts for an adult. */
export type GuardianKind = 'PARENT' | 'GUARDIAN' | 'CARER' | (string & {})

/** A guardian has the rights of a patient for the dependant. */
export interface Guardianship {
  id: string
  kind: GuardianKind
  guardian: Person
  dependant: Person
  /** Whether the organisation or the dependant has confirmed the guardianship. If false, the guardian registered the dependant. */
  verified: boolean
  since: string
  /** Time at which the guardianship ended, or will end because the dependant is an adult. Null if unlimited. */
  until: string | null
  /** Whether the guardian acts for the dependant now. */
  active: boolean
}

export interface Guest {
  id: string
  name: string
  kind: GuestKind
  expiresAt: string
}

export type GuestKind = 'FAMILY' | 'INTERPRETER' | 'OTHER' | (string & {})

export interface GuestTokenRequest {
  /** The text after `#guest=` in the URL of the invitation. */
  invitation: string
}

export interface GuestWithLink {
  id: string
  name: string
  kind: GuestKind
  expiresAt: string
  /** Opens the page of the room without an account. Null in a replay, because secrets are shown once. */
  url: string | null
}

export interface HandOverClient {
  /** How many hours the current secret stays valid after the link is used. 0 ends it at once. */
  graceHours?: number | undefined
}

export interface HandedOverClient {
  id: string
}

export interface Hold {
  id: string
  doctorId: string
  visitTypeId: string
  placeId: string | null
  startTime: string
  endTime: string
  expiresAt: string
}

/** A holiday of Morocco, or the month of Ramadan, as an organisation observes it. */
export interface Holiday {
  id: string
  /** RAMADAN is a month with its own opening hours, and no holiday. */
  kind: 'HOLIDAY' | 'RAMADAN' | (string & {})
  code: HolidayCode
  names: HolidayNames
  firstDay: string
  /** Included. Ramadan ends on the eve of Eid al-Fitr. */
  lastDay: string
  /** The first day by the calendar. Morocco may announce the day before or after. */
  calculatedDay: string
  /** Whether the first day depends on the new moon. */
  dependsOnMoon: boolean
  /** Whether the first day is final. */
  confirmed: boolean
  /** Whether the organisation is closed on the holiday, or has its hours of Ramadan. Applies to this year and all later years, until another year says otherwise. */
  observed: boolean
}

export type HolidayCode = 'NEW_YEAR' | 'INDEPENDENCE_MANIFESTO' | 'AMAZIGH_NEW_YEAR' | 'LABOUR_DAY' | 'THRONE_DAY' | 'OUED_ED_DAHAB' | 'REVOLUTION' | 'YOUTH_DAY' | 'UNITY_DAY' | 'GREEN_MARCH' | 'INDEPENDENCE_DAY' | 'ISLAMIC_NEW_YEAR' | 'MAWLID' | 'EID_AL_FITR' | 'EID_AL_ADHA' | 'RAMADAN' | (string & {})

export interface HolidayNames {
  fr: string
  ar: string
  en: string
}

export interface HourOfUsage {
  /** The start of the hour. */
  at: string
  requests: number
  /** Requests with a status of 400 or more. */
  errors: number
}

export interface Identifier {
  label: string
  value: string
}

export interface IdentityDispute {
  id: string
  /** The recorded values when the dispute was opened. */
  recorded: PatientPapers
  /** The values that the patient states. Null for fields that are not disputed. */
  stated: PatientPapers
  /** The reason given by the patient. */
  reason: string
  status: 'OPEN' | 'RESOLVED' | 'WITHDRAWN' | (string & {})
  /** Which values the staff attested. */
  attested: 'RECORDED' | 'STATED' | (string & {}) | null
  /** The document that the staff saw. */
  document: string | null
  createdAt: string
  settledAt: string | null
  settledBy: Person | null
}

export interface Introspection {
  active: boolean
  scope?: string | undefined
  client_id?: string | undefined
  sub?: string | undefined
  token_type?: string | undefined
  exp?: number | undefined
  iat?: number | undefined
  jti?: string | undefined
  iss?: string | undefined
}

export type InvitableRole = 'DOCTOR' | 'DENTIST' | 'PHARMACIST' | 'LABORATORY' | 'RECEPTIONIST' | 'ADMIN' | (string & {})

export interface Invitation {
  id: string
  email: string
  name: string
  role: InvitableRole
  licenceChecked: boolean
  status: InvitationStatus
  createdAt: string
  expiresAt: string
  /** The user who accepted the invitation. Null until then. */
  userId: string | null
}

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'REVOKED' | 'EXPIRED' | (string & {})

export interface InviteGuest {
  /** The name that the others in the room see. */
  name: string
  kind: GuestKind
  /** In the future. By default a day after the end of the appointment; moves with the appointment. */
  expiresAt?: string | Date | undefined
}

export interface Invoice {
  id: string
  /** Year, and consecutive number within the organisation, without gaps. */
  number: string
  patientId: string
  /** Null if the front desk or an administrator created it without an appointment. */
  doctorId: string | null
  appointmentId: string | null
  /** Centimes. */
  amountMAD: number
  /** Centimes. */
  paidMAD: number
  /** Centimes. */
  refundedMAD: number
  /** Amount that can be paid now, in centimes. Excludes paid amounts and amounts reserved by pending payments. */
  dueMAD: number
  status: InvoiceStatus
  description: string | null
  createdAt: string
  cancelledAt: string | null
  cancelReason: string | null
  doctor: Person | null
  patient: Person
}

export interface InvoiceDocument {
  templateId: 'invoice'
  data: InvoiceDocumentData
}

export interface InvoiceDocumentData {
  invoiceId: string
  language?: DocumentLanguage | undefined
}

/** Derived from payments and refunds, except for CANCELLED. */
export type InvoiceStatus = 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'CANCELLED' | (string & {})

export interface InvoiceWithPayments {
  id: string
  /** Year, and consecutive number within the organisation, without gaps. */
  number: string
  patientId: string
  /** Null if the front desk or an administrator created it without an appointment. */
  doctorId: string | null
  appointmentId: string | null
  /** Centimes. */
  amountMAD: number
  /** Centimes. */
  paidMAD: number
  /** Centimes. */
  refundedMAD: number
  /** Amount that can be paid now, in centimes. Excludes paid amounts and amounts reserved by pending payments. */
  dueMAD: number
  status: InvoiceStatus
  description: string | null
  createdAt: string
  cancelledAt: string | null
  cancelReason: string | null
  doctor: Person | null
  patient: Person
  payments: Payment[]
  refunds: Refund[]
}

export interface IssuePrescription {
  patientId: string
  /** Absent for a renewal. */
  appointmentId?: string | undefined
  /** Medicine, strength and form. */
  medication?: string | undefined
  dosage?: string | undefined
  instructions?: string | undefined
  durationDays?: number | undefined
  substanceTable?: SubstanceTable | undefined
  /** Units of one fill. Without it, deliveries are counted. */
  quantity?: number | undefined
  /** Unit of the quantity. */
  unit?: string | undefined
  /** Fills after the first, 0 by default. Always 0 for tables A and B. */
  refills?: number | undefined
  /** Whether the pharmacy may dispense an equivalent medicine; false by default. */
  substitutable?: boolean | undefined
  /** All lines of the prescription. Without `items`, the fields of the body are the only line, and medication and dosage are required. With `items`, those fields are optional and must equal the first line. At most 20000 characters in total. */
  items?: readonly NewPrescriptionItem[] | undefined
  /** The weight of the patient in kilograms. The signature covers it, and the document prints it. */
  patientWeightKg?: number | undefined
  /** No new orders are accepted after this time. Must be in the future. Default: 90 days after the issue. With a substance of table B: 7 days, which is also the maximum. */
  validUntil?: string | Date | undefined
}

export interface IssueVideoToken {
  appointmentId: string
  /** The caller. A guardian may name the dependant, an administrator a participant. */
  identity: string
}

export interface JoinLink {
  url: string
  /** When the room opens; null if it is always open (sandbox). */
  opensAt: string | null
  /** When the room closes. */
  closesAt: string | null
}

export interface JoinWaitlist {
  patientId: string
  visitTypeId: string
  /** Required unless city or specialty is given. */
  doctorId?: string | undefined
  /** City of the place. */
  city?: string | undefined
  /** Specialty of the professional. */
  specialty?: string | undefined
  /** First day of the visit; by default today. */
  firstDay?: string | undefined
  /** Last day of the visit, at most a year from today. */
  lastDay: string
  /** 1 is Monday, 7 is Sunday. */
  weekdays?: readonly number[] | undefined
  /** The visit begins at this time of the day or later, on the wall clock of the place. */
  from?: string | undefined
  /** The visit ends at this time of the day or earlier. */
  to?: string | undefined
  /** Urgent entries come first. Only the staff sets it. */
  urgent?: boolean | undefined
}

export interface JsonWebKey {
  kty: string
  crv: string
  x: string
  y: string
  kid: string
  alg: string
  use: string
}

export interface KeptMessage {
  id: string
  channel: Channel
  /** An e-mail address, or a telephone number in E.164. */
  to: string
  recipientUserId: string | null
  templateCode: string
  /** Ids of the related records. */
  about: string[]
  /** E-mails only. */
  subject?: string | undefined
  text: string
  at: string
}

export interface LabOrder {
  id: string
  patientId: string
  /** Null if an administrator ordered without a doctor. */
  doctorId: string | null
  appointmentId: string | null
  tests: string[]
  status: LabOrderStatus
  createdAt: string
  updatedAt: string
  /** When the results were released to the patient. */
  releasedAt: string | null
  /** The addressed laboratory, if any. */
  laboratoryId: string | null
  doctor: Person | null
  laboratory: Person | null
  patient: Person
  /** Of the patient, for the laboratory; null for others. */
  birthDate: string | null
  /** Of the patient, for the laboratory; null for others. */
  sex: Sex | null
}

export interface LabOrderCreatedData {
  labOrderId: string
  tests: string[]
}

/** Lab order submitted */
export interface LabOrderCreatedEvent {
  event: 'lab_order.created'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: LabOrderCreatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface LabOrderFile {
  id: string
  labOrderId: string
  /** File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png. */
  name: string
  type: FileType
  /** Size of the file in bytes. */
  size: number
  /** SHA-256 of the file in lowercase hex. */
  sha256: string
  uploadedBy: Person
  createdAt: string
}

export interface LabOrderFileContent {
  id: string
  labOrderId: string
  /** File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png. */
  name: string
  type: FileType
  /** Size of the file in bytes. */
  size: number
  /** SHA-256 of the file in lowercase hex. */
  sha256: string
  uploadedBy: Person
  createdAt: string
  /** URL of the file; needs no token. */
  url: string
  /** Expiry of the URL, after 15 minutes. */
  expiresAt: string
}

export type LabOrderStatus = 'ORDERED' | 'COLLECTED' | 'IN_PROGRESS' | 'RESULTS_READY' | 'RELEASED' | 'CANCELLED' | (string & {})

export interface LabOrderStatusChangedData {
  labOrderId: string
  status: string
}

/** Lab order status updated */
export interface LabOrderStatusChangedEvent {
  event: 'lab_order.status_changed'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: LabOrderStatusChangedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface LabResult {
  id: string
  labOrderId: string
  enteredAt: string
  /** When the results were released to the patient; null until then. */
  releasedAt: string | null
  results: LabValue[]
}

export interface LabResultCriticalAlertData {
  labResultId: string
  param: string
  value: number
}

/** Critical value, high priority */
export interface LabResultCriticalAlertEvent {
  event: 'lab_result.critical_alert'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: LabResultCriticalAlertData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface LabResultPublishedData {
  labResultId: string
  url: string
}

/** Result published and visible to the patient */
export interface LabResultPublishedEvent {
  event: 'lab_result.published'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: LabResultPublishedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

/** One value of a lab result. */
export interface LabValue {
  /** The measured parameter. */
  param: string
  /** A number, or text for qualitative results. */
  value: number | string
  unit: string | null
  /** The lowest normal value. */
  low: number | null
  /** The highest normal value. */
  high: number | null
  /** Values below it are critical. */
  criticalLow: number | null
  /** Values above it are critical. */
  criticalHigh: number | null
  /** Result of the comparison with the bounds; null for text, and for numbers without bounds. */
  flag: 'NORMAL' | 'LOW' | 'HIGH' | 'CRITICAL_LOW' | 'CRITICAL_HIGH' | (string & {}) | null
}

export type Language = 'fr' | 'ar' | 'en' | (string & {})

export interface Lead {
  id: string
  name: string
  email: string | null
  phone: string | null
  source: string
  metadata: Record<string, unknown>
  createdAt: string
}

/** The header of the organisation’s documents; null fields are omitted. */
export interface Letterhead {
  name: string
  /** The Arabic name, for documents in Arabic or both languages. */
  nameAr: string | null
  /** Up to 4 lines. */
  address: string | null
  addressAr: string | null
  /** The place of issue on documents: "Fait à …". */
  city: string | null
  cityAr: string | null
  /** E.164 */
  phone: string | null
  email: string | null
  /** Registration numbers, in the order on documents. */
  identifiers: Identifier[]
  /** Must have a contrast to white of at least 4.5:1. */
  color: string
  /** Plain SVG of at most 32 kB: shapes, gradients and clipping; no text, images, scripts, style sheets or external references. */
  logoSvg: string | null
  /** Null until a letterhead is set. */
  updatedAt: string | null
}

export interface LinkCodeRequest {
  /** The last part of the URL of the link. */
  link: string
}

export interface LinkTokenRequest {
  /** The last part of the URL of the link. */
  link: string
  /** The birth date of the patient, if the installation asks for it (`JOIN_LINK_CHECK`). */
  birthDate?: string | undefined
  /** The code that was sent to the telephone, if the installation asks for it. */
  code?: string | undefined
}

export interface LoggedRequest {
  id: string
  at: string
  clientId: string
  method: string
  /** The path of the operation, without ids. */
  path: string
  operation: string | null
  status: number
  /** The code of the error. */
  code: string | null
  /** The invalid fields, without values. `?` replaces a name that is not a field of the API. */
  faultPaths: string[]
  /** The time until the answer was sent. */
  durationMs: number
  /** The `X-Request-Id` of the answer. */
  requestId: string
}

export interface Member {
  id: string
  /** Null if unknown, or if the caller may not see it. */
  email: string | null
  name: string
  role: Role
  tenantId: string
  /** For professionals: whether an administrator has verified them. */
  verified: boolean
  disabled: boolean
  createdAt: string
}

export interface Membership {
  organization: Organization
  role: Role
  /** Whether the token belongs to this organisation. */
  current: boolean
}

/** People and clients with access to one of the records now, and to both after the merge. For logins see `logins`. Clients that act as the record whose login ends are refused until the owner of the login that stays allows them. */
export interface MergeGains {
  guardians: GainingPerson[]
  professionals: GainingPerson[]
  clients: GainingClient[]
}

export interface MergePatients {
  /** The record that is merged into the survivor. */
  otherId: string
  reason: string
  /** The id of the record whose identity fields are kept where they differ. The other values are kept with the merge. */
  identityOf?: string | undefined
  /** The id of the record whose login stays, or null for neither. Required if the other record has a login. Any other login ends, with its sessions. If one record has no login, the owner of the login must have confirmed its number or address; otherwise choose null and send a claim code. */
  loginOf?: string | null | undefined
}

export interface MergePreview {
  survivor: Person
  other: Person
  /** Number of rows that would move. */
  records: number
  /** Identity fields that differ. If there are any, `identityOf` is required. */
  conflictingIdentity: string[]
  /** Whether both records have a login. */
  bothSignIn: boolean
  /** The records with a login, and whether their e-mail address is confirmed. If the other record has a login, `loginOf` is required. */
  logins: MergedLogin[]
  /** Whether one of the patients is in a consultation. The merge is refused until it ends. */
  inCall: boolean
  gaining: MergeGains
  /** Guardianships that the organisation must verify or end first. Their guardian registered one record, and would get access to the other. */
  unverifiedGuardianships: string[]
  /** Open disputes about the identities. If there are two, the merge is refused until one is settled. */
  openDisputes: string[]
}

export interface MergedLogin {
  id: string
  email: string | null
  emailConfirmed: boolean
  /** Whether `loginOf` may name this record: the other record has a login too, or has a number or address that the owner of this login has confirmed. */
  mayStay: boolean
}

export interface Message {
  id: string
  /** Null for recipients without an account, such as leads. */
  recipientUserId: string | null
  /** Null until a channel has been chosen. */
  channel: Channel | null
  templateCode: string
  status: MessageStatus
  /** Empty until the provider has accepted the message. */
  providerMessageId: string
  createdAt: string
  /** Ids of the related records. */
  about: string[]
  /** The language of the text; null until it is rendered. */
  language: Language | null
  /** The code of the last error. It is kept after a later success. */
  lastError: string | null
  sentAt: string | null
  deliveredAt: string | null
  readAt: string | null
  failedAt: string | null
}

export type MessageStatus = 'QUEUED' | 'SENT' | 'DELIVERED' | 'READ' | 'FAILED' | (string & {})

export interface MoveClock {
  /** The time to move to, not before the clock’s current time. */
  now?: string | Date | undefined
  advanceSec?: number | undefined
}

export interface MoveStock {
  delta: number
  reason: StockReason
  /** Free text. */
  note?: string | undefined
}

export interface NewCampaignStep {
  /** Hours after the previous step, or after the enrolment for the first step. At least 1, except for the first step. */
  delayHours: number
  /** A template of the organisation with the purpose MARKETING. */
  templateCode: string
  /** Null uses the recipient’s preferred channel. */
  channel?: Channel | null | undefined
  /** The variables of the template, by name. */
  variables?: Record<string, string> | undefined
}

export interface NewEnrolment {
  id: string
  patientId: string | null
  leadId: string | null
}

export interface NewIdentifier {
  label: string
  value: string
}

export interface NewLabValue {
  /** The measured parameter. */
  param: string
  /** A number, or text for qualitative results. */
  value: number | string
  unit?: string | null | undefined
  /** The lowest normal value. */
  low?: number | null | undefined
  /** The highest normal value. */
  high?: number | null | undefined
  /** Values below it are critical. */
  criticalLow?: number | null | undefined
  /** Values above it are critical. */
  criticalHigh?: number | null | undefined
}

export interface NewOpeningRule {
  placeId: string
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** Time of the place's wall clock. */
  from: string
  /** After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight. */
  to: string
  /** The modes of the visits that take place then. */
  modes: readonly VisitMode[]
  /** First day; null for no limit. */
  validFrom?: string | null | undefined
  /** Last day; null for no limit. */
  validUntil?: string | null | undefined
  /** RAMADAN: while Ramadan lasts, only such hours of the place apply. */
  season?: OpeningSeason | null | undefined
}

export interface NewPasskey {
  name: string
  /** The JSON of the credential (`PublicKeyCredential.toJSON`), as text. */
  credential: string
}

export interface NewPrescriptionItem {
  /** Medicine, strength and form. */
  medication: string
  dosage: string
  instructions?: string | undefined
  durationDays?: number | undefined
  substanceTable?: SubstanceTable | undefined
  /** Units of one fill. Without it, deliveries are counted. */
  quantity?: number | undefined
  /** Unit of the quantity. */
  unit?: string | undefined
  /** Fills after the first, 0 by default. Always 0 for tables A and B. */
  refills?: number | undefined
  /** Whether the pharmacy may dispense an equivalent medicine; false by default. */
  substitutable?: boolean | undefined
}

export interface NewSeriesRepeat {
  frequency: SeriesFrequency
  /** Weeks or months between two appointments. */
  interval: number
  /** The number of appointments. */
  count: number
}

export interface NewStockMovement {
  /** Consecutive number within the lot. */
  n: number
  /** Change of the quantity; negative for outgoing stock. */
  delta: number
  reason: StockReason
  /** Quantity after the movement. */
  quantity: number
}

/** FAIL, the default: a time that is taken refuses everything. SKIP: it is left out. */
export type OnConflict = 'FAIL' | 'SKIP'

export interface OpenAsAdministrator {
  /** Why the file was opened. The patient can read it. */
  reason: string
}

export interface OpenIdentityDispute {
  /** The values that the patient states. Null for fields that are not disputed. */
  stated: PatientPapers
  /** The reason given by the patient. */
  reason: string
  createdAt: string
}

export interface OpenInEmergency {
  /** Why the file was opened. The patient can read it. */
  reason: string
}

export interface Opening {
  doctorId: string
  rules: OpeningRule[]
}

export interface OpeningException {
  id: string
  doctorId: string
  placeId: string | null
  kind: OpeningExceptionKind
  firstDay: string
  lastDay: string
  /** Time of the place's wall clock. */
  from: string | null
  /** After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight. */
  to: string | null
  /** The modes of the visits that take place then. */
  modes: VisitMode[] | null
  reason: string | null
  createdAt: string
}

export type OpeningExceptionKind = 'CLOSED' | 'OPEN' | (string & {})

export interface OpeningRule {
  placeId: string
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** Time of the place's wall clock. */
  from: string
  /** After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight. */
  to: string
  /** The modes of the visits that take place then. */
  modes: VisitMode[]
  /** First day; null for no limit. */
  validFrom: string | null
  /** Last day; null for no limit. */
  validUntil: string | null
  /** RAMADAN: while Ramadan lasts, only such hours of the place apply. */
  season: OpeningSeason | null
}

export type OpeningSeason = 'RAMADAN' | (string & {})

/** If the order is CANCELLED or REJECTED, its pharmacy gets null for `patientId`, `patient` and `prescription.medication`. */
export interface Order {
  id: string
  prescriptionId: string
  pharmacyId: string
  patientId: string | null
  deliveryRequested: boolean
  status: OrderStatus
  /** Null until the order is DELIVERED. Null in a delivery of an earlier version counts as one fill of each line. */
  dispensed: DispensedLine[] | null
  createdAt: string
  updatedAt: string
  prescription: OrderedPrescription
  pharmacy: Person
  patient: Person | null
}

export type OrderStatus = 'PENDING' | 'PREPARING' | 'READY' | 'DELIVERED' | 'CANCELLED' | 'REJECTED' | (string & {})

export interface OrderedPrescription {
  id: string
  medication: string | null
}

export interface Organization {
  id: string
  name: string
}

export interface OwnSession {
  id: string
  organization: Organization
  /** The `User-Agent` header of the sign-in; null if there was none. */
  userAgent: string | null
  createdAt: string
  /** When the session was last used, to the minute. */
  lastUsedAt: string
  /** When the session ends unless it is used again. */
  expiresAt: string
  /** Whether this call uses the session. */
  current: boolean
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface PasswordChange {
  currentPassword: string
  /** 8 to 128 characters of any script, including spaces, and not a common password. There are no composition rules. */
  newPassword: string
}

export interface PasswordProof {
  /** The current password. A wrong password gets 422 and counts as a failed sign-in. */
  password: string
}

export interface PasswordReset {
  resetId: string
  code: string
  /** 8 to 128 characters of any script, including spaces, and not a common password. There are no composition rules. */
  password: string
}

export interface PasswordResetRequest {
  email: string
}

export interface Patient {
  id: string
  name: string
  /** Visible to administrators, the front desk and the patient. Null for other callers, or if unknown. */
  email: string | null
  /** As in the identity of the patient. Null if unknown. */
  birthDate: string | null
  createdAt: string
}

export interface PatientConsentUpdatedData {
  patientId: string
  consents: string[]
}

/** Patient changed data-protection consent */
export interface PatientConsentUpdatedEvent {
  event: 'patient.consent_updated'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: PatientConsentUpdatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface PatientCreatedData {
  patientId: string
}

/** New patient registered */
export interface PatientCreatedEvent {
  event: 'patient.created'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: PatientCreatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface PatientFile {
  id: string
  name: string
  /** Visible to administrators, the front desk and the patient. Null for other callers, or if unknown. */
  email: string | null
  /** As in the identity of the patient. Null if unknown. */
  birthDate: string | null
  createdAt: string
  /** Time of the last consultation, prescription, pharmacy order or lab order. Without any, the time of registration. */
  lastActivityAt: string
}

/** Identity of a patient according to official papers, as shown on documents. Unknown fields are null. */
export interface PatientIdentity {
  birthDate: string | null
  sex: Sex | null
  /** The number of the national identity card (CIN), or of a passport. */
  nationalId: string | null
  /** The name in Arabic, for documents in Arabic or both languages. */
  nameAr: string | null
  /** The health insurance fund. */
  insurer: string | null
  insuranceNumber: string | null
  /** Whether the staff attested birthDate, sex, nationalId and nameAr. If so, the patient cannot change them. */
  attested: boolean
  /** The open dispute of the patient, if there is one. */
  dispute: OpenIdentityDispute | null
  /** Time of the last change. Null if no identity has been recorded. */
  updatedAt: string | null
}

export interface PatientMerge {
  /** The id of the merged record. It now refers to the survivor. */
  id: string
  /** The name of the merged record. */
  name: string
  survivorId: string
  reason: string
  mergedAt: string
  mergedBy: Person
  /** The keys of the rows that moved, by table and column. */
  moved: Record<string, string[]>
  /** Both records before the merge, by id: user, contact, identity and consents, and rows that only one of them could keep (enrolments, relationships, guardianships between the two). */
  replaced: Record<string, Record<string, unknown>>
}

/** The fields of an identity that official papers prove. */
export interface PatientPapers {
  birthDate: string | null
  sex: Sex | null
  nationalId: string | null
  nameAr: string | null
}

export interface PatientRegistration {
  name: string
  birthDate: string
  sex?: Sex | null | undefined
  /** The number of the national identity card (CIN) or of a passport. */
  nationalId?: string | null | undefined
  /** The name in Arabic, for documents in Arabic or both languages. */
  nameAr?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  /** Language of messages. */
  language?: Language | undefined
  insurer?: string | null | undefined
  insuranceNumber?: string | null | undefined
  /** The doctor or dentist for whom the front desk registers the patient. They then treat the patient. */
  professionalId?: string | undefined
  /** Whether the patient is a different person from the duplicates that an earlier call reported. */
  differentPerson?: boolean | undefined
}

export interface Payment {
  id: string
  invoiceId: string
  method: PaymentMethod
  /** Centimes. */
  amountMAD: number
  /** PENDING: the card provider has not reported the outcome, and the amount is reserved. FAILED: the charge never reached the provider. */
  status: 'PENDING' | 'SUCCEEDED' | 'DECLINED' | 'FAILED' | (string & {})
  createdAt: string
}

export type PaymentMethod = 'CARD' | 'CASH' | (string & {})

export interface PaymentRefundedData {
  invoiceId: string
  /** Centimes. */
  amountMAD: number
}

/** Refund issued */
export interface PaymentRefundedEvent {
  event: 'payment.refunded'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: PaymentRefundedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface PaymentSucceededData {
  invoiceId: string
  /** Centimes. */
  amountMAD: number
}

/** Card or cash payment recorded */
export interface PaymentSucceededEvent {
  event: 'payment.succeeded'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: PaymentSucceededData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface PeriodOfDeliveries {
  /** The start of the hour or day. */
  at: string
  succeeded: number
  failed: number
  p50Ms: number | null
  p99Ms: number | null
}

export interface Person {
  id: string
  name: string
}

export interface PickupCode {
  prescriptionId: string
  code: string
  expiresAt: string
}

export interface Place {
  id: string
  name: string
  address: string | null
  city: string
  phone: string | null
  timeZone: string
  /** Whether slots at this place are offered. */
  active: boolean
  createdAt: string
}

export interface PlaceOrder {
  prescriptionId: string
  pharmacyId: string
  /** Home delivery; otherwise the patient collects the order. */
  deliveryRequested?: boolean | undefined
  /** The code that the patient shows, in upper or lower case, with or without dashes. Only pharmacies need it. */
  pickupCode?: string | undefined
}

export type Plan = 'STARTER' | 'PRO' | 'ENTERPRISE' | (string & {})

export interface PossibleDuplicate {
  id: string
  name: string
  birthDate: string | null
  nationalId: string | null
  createdAt: string
}

/** The public half of a prescriber's key, as a JWK (RFC 8037). */
export interface PrescriberKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

export interface Prescription {
  id: string
  patientId: string
  doctorId: string
  /** Null for a renewal without appointment. */
  appointmentId: string | null
  medication: string
  dosage: string
  instructions: string | null
  /** Every line, including the first. */
  items: PrescriptionItem[]
  /** The weight of the patient in kilograms. The signature covers it, and the document prints it. */
  patientWeightKg: number | null
  status: PrescriptionStatus
  issuedAt: string
  validUntil: string | null
  cancelReason: string | null
  /** `sha256:` and the lowercase hex digest of the canonical form. */
  signature: string | null
  signedAt: string | null
  /** Number of delivered orders. */
  timesDelivered: number
  doctor: Person
  patient: Person
}

export interface PrescriptionCreatedData {
  prescriptionId: string
  medication: string
}

/** New prescription issued */
export interface PrescriptionCreatedEvent {
  event: 'prescription.created'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: PrescriptionCreatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export interface PrescriptionDocument {
  templateId: 'prescription'
  data: PrescriptionDocumentData
}

export interface PrescriptionDocumentData {
  prescriptionId: string
  language?: DocumentLanguage | undefined
}

/** One medicine of a prescription. */
export interface PrescriptionItem {
  medication: string
  dosage: string
  instructions: string | null
  durationDays: number | null
  substanceTable: SubstanceTable | null
  /** Units of one fill. */
  quantity: number | null
  unit: string | null
  /** Fills after the first. */
  refills: number
  /** Whether the pharmacy may dispense an equivalent medicine. */
  substitutable: boolean
  /** Remaining amount to dispense: units of `quantity`, or deliveries for a line without quantity. */
  left: number
}

export interface PrescriptionSignature {
  /** `sha256:` and the lowercase hex digest of the canonical form. */
  digest: string
  algorithm: 'EdDSA'
  kid: string
  /** Compact JWS with detached content (RFC 7515, appendix F): header, two dots, signature. */
  value: string
  /** The prescription as RFC 8785 JSON: the content that was signed, in UTF-8. */
  canonical: string
  publicKey: PrescriberKey
  /** The same key for openssl. */
  publicKeyPem: string
  signedAt: string
  /** Whether the stored prescription equals the signed content. */
  valid: boolean
}

export interface PrescriptionSignedData {
  prescriptionId: string
  signature: string
}

/** Prescription digitally signed */
export interface PrescriptionSignedEvent {
  event: 'prescription.signed'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: PrescriptionSignedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export type PrescriptionStatus = 'ISSUED' | 'CANCELLED' | (string & {})

export interface PreviewTemplate {
  variables: Record<string, string>
  recipientName?: string | undefined
  /** A text that is not saved, with the fields of `PUT`; the code may be new. By default the saved text. */
  draft?: TemplateDraft | undefined
}

export interface ProposeFollowUp {
  patientId: string
  doctorId: string
  /** In the future. Requires endTime. */
  startTime?: string | Date | undefined
  /** After startTime, at most 8 hours later. */
  endTime?: string | Date | undefined
  /** The purpose, shown to the patient. */
  reason?: string | undefined
}

export interface PublicDoctor {
  id: string
  slug: string
  name: string
  specialty: string
  city: string
  rating: number
  isTele: boolean
}

export interface PublicPlace {
  name: string
  city: string
  timeZone: string
}

export interface PublicSlot {
  doctorId: string
  placeId: string
  visitTypeId: string
  startTime: string
  endTime: string
  doctor: Person
  specialty: string
  mode: VisitMode
  visitType: string
  place: PublicPlace
}

/** CRITICAL ignores opt-outs and quiet hours; MARKETING requires consent. */
export type Purpose = 'CRITICAL' | 'SERVICE' | 'MARKETING' | (string & {})

/** Hours in Moroccan time. If `from` is later than `to`, they end on the next day. */
export interface QuietHours {
  from: string
  to: string
}

export interface ReceiveLot {
  /** Required for administrators; defaults to the calling pharmacy. */
  pharmacyId?: string | undefined
  /** Medicine, strength and form. */
  medication: string
  /** As printed by the manufacturer. */
  lotNumber: string
  quantity: number
  /** The last day of use, in Moroccan time. */
  expiresOn: string
}

export interface RecordCondition {
  name: string
  /** First day, if known. */
  since?: string | null | undefined
  /** Whether the condition is chronic. Patients with an ACTIVE long-term condition are recalled after 90 days without activity. */
  longTerm: boolean
  status?: ConditionStatus | undefined
}

export interface RecoverDeliveries {
  /** Events at this time or later. */
  since: string | Date
  /** Events before this time. By default, and at most, now. */
  until?: string | Date | undefined
}

export interface Recovery {
  id: string
  state: 'RUNNING' | 'DONE' | 'CANCELLED' | (string & {})
  since: string
  until: string
  /** How many deliveries the recovery has resent so far. */
  resent: number
  createdAt: string
  finishedAt: string | null
}

export interface Refund {
  id: string
  invoiceId: string
  /** Centimes. */
  amountMAD: number
  /** Amount refunded so far, in centimes. */
  refundedMAD: number
  reason: string | null
  /** PENDING: the card provider has not reported the outcome. PARTIAL: the bank refused a part of the amount. FAILED: the bank refused all of it. */
  status: 'PENDING' | 'SUCCEEDED' | 'PARTIAL' | 'FAILED' | (string & {})
  createdAt: string
}

export interface RefundInvoice {
  /** Centimes. */
  amountMAD: number
  reason?: string | undefined
}

export interface RefuseAccessRequest {
  reason?: string | undefined
}

export interface RefusedEnrolment {
  /** The id of the patient or lead. */
  id: string
  reason: 'NO_CONSENT' | 'OPTED_OUT' | 'ACCOUNT_DISABLED' | 'ALREADY_ENROLLED' | (string & {})
}

export interface RegisterDependant {
  name: string
  birthDate: string
  sex: Sex
  kind: 'PARENT' | 'GUARDIAN'
}

export interface RegisterWebhook {
  /** An https URL on the public internet. */
  url: string
  /** A second URL, used within the same attempt if `url` fails. It must differ from `url`. Enterprise plan only. */
  redundantUrl?: string | undefined
  /** The event kinds to send. If absent or empty, all kinds are sent, including future ones. */
  events?: readonly EventKind[] | undefined
  /** A description for your own use. */
  description?: string | undefined
  /** The client that the webhook belongs to. The webhook receives the events that this client may read. By default the client of the token; required in a browser session. Only an administrator may name another client. */
  clientId?: string | undefined
}

export interface RegisteredPatient {
  id: string
  name: string
  birthDate: string
  email: string | null
  phone: string | null
  createdAt: string
  /** The time of registration. */
  lastActivityAt: string
}

export interface RegisteredUser {
  id: string
  email: string
  role: Role
}

export interface Registration {
  /** Unique in the installation, ignoring case. */
  email: string
  /** 8 to 128 characters of any script, including spaces, and not a common password. There are no composition rules. */
  password: string
  name: string
  role: 'PATIENT' | 'DOCTOR' | 'DENTIST' | 'PHARMACIST' | 'LABORATORY' | 'PHARMACY'
}

/** `BOOKED_BY_PATIENT`: the patient, or an administrator for them, booked or confirmed an appointment. `VISITED`: a visit took place. `CONSENTED`: the patient agreed. `REFERRED` and `REGISTERED`: an administrator stated it. `EMERGENCY`: the professional stated an emergency. `ADMINISTRATION`: an administrator stated a reason. */
export type RelationshipBasis = 'BOOKED_BY_PATIENT' | 'VISITED' | 'REFERRED' | 'REGISTERED' | 'CONSENTED' | 'EMERGENCY' | 'ADMINISTRATION' | (string & {})

export interface ReplaceOpening {
  rules: readonly NewOpeningRule[]
}

export interface ReplaceSigningCertificate {
  /** The certificate as PEM, followed by its issuer, the issuer of that, and so on. The root may be omitted. */
  chainPem: string
  /** The private key as PEM: RSA with 2048 to 4096 bits, or elliptic curve P-256 or P-384. Stored encrypted and never returned. */
  privateKeyPem: string
  /** Required if the private key is encrypted. */
  passphrase?: string | undefined
  /** SELF: signs the documents of the calling doctor or dentist. ORGANISATION: signs all other documents; administrators only. */
  for: 'SELF' | 'ORGANISATION'
}

export interface RequestAccess {
  organization: string
  /** The future administrator of the organisation. */
  contactName: string
  /** The contact’s address, with which they will sign in. */
  email: string
  /** How the organisation will use its access. */
  purpose: string
  /** Whether access to the sandbox is enough. */
  sandboxOnly?: boolean | undefined
  /** A honeypot, hidden from people. Leave it out or empty: a filled field marks the sender as a bot. */
  website?: unknown | undefined
}

export interface ResolveIdentityDispute {
  attested: 'RECORDED' | 'STATED'
  /** The document that proves it. */
  document: string
}

/** Days off work. */
export interface Rest {
  /** First day: the day of the appointment or up to 30 days later. */
  from: string
  /** Number of days, including the first. */
  days: number
  /** Whether the patient may leave the house. */
  outings?: boolean | undefined
}

export interface Review {
  id: string
  appointmentId: string
  doctorId: string
  patientId: string
  /** From 1 to 5; 5 is best. */
  rating: number
  comment: string | null
  createdAt: string
  doctor: Person
  patient: Person
}

export interface ReviewAppointment {
  /** From 1 to 5; 5 is best. */
  rating: number
  comment?: string | undefined
}

export interface ReviewCreatedData {
  reviewId: string
  rating: number
}

/** Verified review published */
export interface ReviewCreatedEvent {
  event: 'review.created'
  /** The same on every attempt. Use it to discard duplicates. */
  id: string
  createdAt: string
  data: ReviewCreatedData
  /** Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps. */
  sequence?: number | undefined
}

export type Role = 'PATIENT' | 'DOCTOR' | 'DENTIST' | 'PHARMACIST' | 'LABORATORY' | 'RECEPTIONIST' | 'ADMIN' | (string & {})

export interface RotateClientSecret {
  /** How many hours the current secret stays valid. 0 ends all other secrets at once. */
  graceHours?: number | undefined
  /** Also revokes all tokens of the client, including the token of this call if it belongs to the client. */
  revokeTokens?: boolean | undefined
}

export interface RotateWebhookSecret {
  /** Hours until the new secret takes over. With 0, it takes over at once and all other secrets expire; use 0 after a leak. */
  graceHours?: number | undefined
}

export interface RotatedClient {
  id: string
  name: string
  actsAs: ClientUser
  scopes: Scope[]
  status: ClientStatus
  createdAt: string
  /** When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission. */
  actingAllowedAt: string | null
  /** When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`. */
  signingAllowedAt: string | null
  /** When the user permanently ended the client. */
  endedAt: string | null
  /** The valid secrets: the current one, and during a rotation also the previous one with its expiry. */
  secrets: ClientSecret[]
  /** Returned only in this response. Null in a replay, because secrets are shown once. */
  secret: string | null
  /** Null when no other secret is valid. */
  previousValidUntil: string | null
}

export interface RotatedWebhook {
  id: string
  /** The client that the webhook belongs to. */
  clientId: string
  url: string
  redundantUrl: string | null
  /** The event kinds that are sent. Empty for all kinds. */
  events: EventKind[]
  status: WebhookStatus
  description: string | null
  createdAt: string
  /** When the first request failed after the last success. */
  failingSince: string | null
  /** When a request last succeeded, to the minute. */
  lastSuccessAt: string | null
  /** The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires. */
  rotation: SecretRotation | null
  /** The key of the signatures. Keep it secret. Null in a replay, because secrets are shown once. */
  secret: string | null
  /** When the new secret takes over; null if it already has. */
  graceUntil: string | null
}

export interface SchedulePrice {
  /** Centimes. */
  priceMAD: number
  /** In the future. */
  from: string | Date
}

export type Scope = 'users:read' | 'users:write' | 'doctors:read' | 'doctors:write' | 'appointments:read' | 'appointments:write' | 'prescriptions:read' | 'prescriptions:write' | 'orders:read' | 'orders:write' | 'notifications:read' | 'notifications:write' | 'pdf:generate' | 'documents:read' | 'documents:write' | 'video:join' | 'webhooks:manage' | 'clients:manage' | 'access_requests:manage' | 'leads:read' | 'lab_orders:read' | 'lab_orders:write' | 'invoices:read' | 'invoices:write' | 'reviews:write' | 'follow_ups:read' | 'follow_ups:write' | 'patients:read' | 'patients:write' | 'campaigns:read' | 'campaigns:write' | 'stock:read' | 'stock:write' | 'services:read' | 'services:write' | 'schedules:read' | 'schedules:write' | 'slots:read' | 'holds:write' | 'audit:read' | (string & {})

export interface SecondFactorProof {
  /** The current password. A wrong password gets 422 and counts as a failed sign-in. */
  password: string
  /** The six digits of the authenticator app, or a recovery code. Each is accepted once. */
  code: string
}

export interface SecretRotation {
  state: 'NEXT' | 'PREVIOUS' | (string & {})
  until: string
}

export interface SendMessage {
  recipientUserId: string
  /** The default is the recipient’s preferred channel. */
  channel?: Channel | null | undefined
  /** A code of the organisation, or one of these codes of the platform: APPOINTMENT_CREATED, APPOINTMENT_CONFIRMED, APPOINTMENT_MOVED, APPOINTMENT_EXTENDED, APPOINTMENT_CANCELLED, APPOINTMENT_SERIES_CREATED, APPOINTMENT_SERIES_MOVED, APPOINTMENT_SERIES_CANCELLED, WAITLIST_OFFERED, APPOINTMENT_REMINDER_D1, APPOINTMENT_REMINDER_H2, PRESCRIPTION_ISSUED, ORDER_CREATED, ORDER_PREPARING, ORDER_READY, ORDER_DELIVERED, ORDER_CANCELLED, ORDER_WITHDRAWN, LAB_RESULT_PUBLISHED, FOLLOW_UP_PROPOSED, RECALL, EXPIRY_WARNING. Only the platform sends the other codes, about accounts and alarms. */
  templateCode: string
  /** The variables of the template, by name. All variables are required, and no others are allowed. */
  variables?: Record<string, string> | undefined
}

export interface Series {
  id: string
  doctorId: string
  patientId: string
  repeat: SeriesRepeat
  /** The appointments have the same time on the wall clock of this time zone. */
  timeZone: string
  /** Earliest first, without deleted ones. */
  appointments: SeriesAppointment[]
  patient: Person
  doctor: Person
  createdAt: string
}

export interface SeriesAppointment {
  id: string
  startTime: string
  endTime: string
  status: AppointmentStatus
}

/** MONTHLY: on the same weekday of the month, such as the second Tuesday; the fifth becomes the last. */
export type SeriesFrequency = 'WEEKLY' | 'MONTHLY' | (string & {})

export interface SeriesRepeat {
  frequency: SeriesFrequency
  /** Weeks or months between two appointments. */
  interval: number
  /** The number of appointments. */
  count: number
}

export interface Service {
  id: string
  name: string
  code: string | null
  /** The current price in centimes. */
  priceMAD: number
  /** Duration in minutes. */
  durationMin: number | null
  /** Whether the service is offered. */
  active: boolean
  createdAt: string
}

export interface ServicePrice {
  id: string
  serviceId: string
  /** Centimes. */
  priceMAD: number
  /** When the price takes effect. It applies until the next one. */
  from: string
  status: 'TO_COME' | 'IN_FORCE' | 'PAST' | (string & {})
  createdAt: string
}

export type Sex = 'F' | 'M' | (string & {})

/** A certificate that signs PDF documents. The private key is never returned. */
export interface SigningCertificate {
  id: string
  /** The holder; null if the organisation holds the certificate. */
  practitioner: Person | null
  subject: string
  /** SHA-256 of the certificate, as lowercase hex. */
  fingerprint: string
  /** Whether the certificate is its own issuer. */
  selfSigned: boolean
  validFrom: string
  validUntil: string
  /** Whether the certificate is in use, and has expired or expires within 30 days. */
  expiresSoon: boolean
  status: SigningCertificateStatus
  createdAt: string
  retiredAt: string | null
}

export type SigningCertificateStatus = 'IN_USE' | 'RETIRED' | (string & {})

export interface SigningCertificateWithChain {
  id: string
  /** The holder; null if the organisation holds the certificate. */
  practitioner: Person | null
  subject: string
  /** SHA-256 of the certificate, as lowercase hex. */
  fingerprint: string
  /** Whether the certificate is its own issuer. */
  selfSigned: boolean
  validFrom: string
  validUntil: string
  /** Whether the certificate is in use, and has expired or expires within 30 days. */
  expiresSoon: boolean
  status: SigningCertificateStatus
  createdAt: string
  retiredAt: string | null
  /** The certificate and its issuers, in order. */
  chainPem: string
}

export interface SigningKey {
  kid: string
  publicKey: PrescriberKey
  createdAt: string
}

export interface SkippedOverlap {
  id: string | null
}

export interface SkippedTime {
  startTime: string
  endTime: string
  overlap: SkippedOverlap
}

export interface Slot {
  doctorId: string
  placeId: string
  visitTypeId: string
  startTime: string
  endTime: string
}

export interface StaffDoctor {
  id: string
  name: string
  email: string | null
  specialty: string | null
  city: string | null
  slug: string | null
  languages: string[] | null
  isTele: boolean | null
  rating: number | null
  /** Number of reviews behind `rating`. If 0, `rating` is the initial value of the profile. */
  reviewCount: number | null
  licenceNumber: string | null
  phone: string | null
  verified: boolean
  verifiedAt: string | null
}

export interface StateGuardianship {
  guardianId: string
  dependantId: string
  kind: GuardianKind
}

export interface StateRelationship {
  /** Patients can state only `CONSENTED`. */
  basis?: 'CONSENTED' | 'REFERRED' | 'REGISTERED' | undefined
}

export interface StepFault {
  path: string[]
  message: string
}

export interface StockLot {
  id: string
  pharmacyId: string
  medication: string
  lotNumber: string
  /** Quantity in stock. */
  quantity: number
  /** The last day of use, in Moroccan time. */
  expiresOn: string
  receivedAt: string
  pharmacy: Person
}

export interface StockMovement {
  /** Consecutive number within the lot. */
  n: number
  /** Change of the quantity; negative for outgoing stock. */
  delta: number
  reason: StockReason
  /** Quantity after the movement. */
  quantity: number
  note: string | null
  at: string
  by: Person
}

export type StockReason = 'RECEIVED' | 'SOLD' | 'RETURNED' | 'LOST' | 'CORRECTION' | (string & {})

export interface StopEnrolment {
  /** OPTED_OUT: at the request of the recipient. A lead can then no longer be enrolled in any campaign. A patient withdraws the consent to MARKETING instead. */
  reason?: 'BY_ADMINISTRATOR' | 'OPTED_OUT' | 'REPLIED' | undefined
}

export interface StrikeCondition {
  /** Why the condition is wrong. */
  reason: string
}

export interface SubmitLabOrder {
  patientId: string
  /** An appointment of the patient, and of the caller if a doctor or dentist. */
  appointmentId?: string | undefined
  /** For administrators: the doctor in whose name the tests are ordered. */
  doctorId?: string | undefined
  /** The verified laboratory that receives the lab order. */
  laboratoryId?: string | undefined
  /** The tests, without duplicates. */
  tests: readonly string[]
}

export interface SubmitLead {
  name: string
  email?: string | undefined
  /** Stored as E.164; national numbers get the country code +212. */
  phone?: string | undefined
  /** The name of the form. */
  source: string
  /** Additional data: up to 50 entries, nested up to 3 levels. `marketingConsent` states whether the person consents to campaigns; `language` (`fr`, `ar`, `en`) is the language of messages. */
  metadata?: Record<string, unknown> | undefined
  /** A honeypot, hidden from people. Leave it out or empty: a filled field marks the sender as a bot. */
  website?: unknown | undefined
}

/** Table of the dahir of 2 December 1922 that lists the medicine: A toxic, B narcotic, C dangerous. The signature covers it, and the document prints it. */
export type SubstanceTable = 'A' | 'B' | 'C' | (string & {})

export interface TakePayment {
  method: PaymentMethod
  /** Centimes. */
  amountMAD: number
  /** Token of the card, from the form of the card provider. */
  cardToken?: string | undefined
}

export interface Template {
  code: string
  channel: Channel
  language: Language
  purpose: Purpose
  /** The required variables. Each text may also use `recipientName`. */
  variables: string[]
  /** The optional variables. */
  optional: string[]
  /** Whether the organisation wrote the text. */
  own: boolean
  /** Whether clients can send the template with `POST /api/notifications/send`, and replace its text with `PUT`. Only the platform sends templates about accounts, access, secrets and alarms, always with its own text. */
  sendable: boolean
}

export interface TemplateDraft {
  /** Required for e-mails; not allowed otherwise. */
  subject?: string | null | undefined
  text: string
  /** The kind of each variable, by name. */
  variables?: Record<string, VariableKind> | undefined
  /** Required for a new code: SERVICE, or MARKETING for messages that require consent. */
  purpose?: Purpose | undefined
}

export interface TemplatePreview {
  /** E-mails only. */
  subject: string | null
  text: string
  /** The HTML version of e-mails. */
  html: string | null
  /** The number of SMS segments. */
  segments: number | null
}

export interface TestDelivery {
  id: string
  eventId: string
  event: EventKind
  /** PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due. */
  state: DeliveryState
}

export interface TestWebhook {
  /** The kind of event. By default the first kind that the webhook is subscribed to. */
  event?: EventKind | undefined
}

export interface TokenAnswer {
  access_token: string
  token_type: 'Bearer'
  /** Lifetime of the access token in seconds. */
  expires_in: number
  scope: string
  refresh_token: string
  /** Lifetime of the refresh token in seconds. */
  refresh_expires_in: number
}

export interface TokenNamed {
  client_id?: string | undefined
  client_secret?: string | undefined
  token: string
  token_type_hint?: string | undefined
}

export interface TokenRequest {
  /** `client_credentials` or `refresh_token`. */
  grant_type: string
  client_id?: string | undefined
  client_secret?: string | undefined
  /** Scope names separated by spaces. By default all scopes of the client. */
  scope?: string | undefined
  /** Required for the grant type `refresh_token`. */
  refresh_token?: string | undefined
}

export interface TriggerEvent {
  event: EventKind
}

export interface TriggeredEvent {
  id: string
  event: EventKind
}

export interface UpdateAppointment {
  status?: AppointmentStatus | undefined
  startTime?: string | Date | undefined
  /** After startTime, at most 8 hours later. */
  endTime?: string | Date | undefined
  notes?: string | null | undefined
  /** The place of the visit. */
  placeId?: string | null | undefined
  /** Why the patient comes, in a few words. The front desk can read it: write nothing clinical. */
  visitReason?: string | null | undefined
  /** Moves the visit to the time, place and type of a hold of the caller; replaces startTime and endTime. The mode stays. */
  holdId?: string | undefined
  /** Reason for the cancellation. The default depends on the role of the caller, for example patient_request. The other participant, the front desk and administrators can read it: write nothing clinical. */
  reason?: string | undefined
  /** Whether the patient cancelled late, for example by telephone. Only with a cancellation, and not for patients: for them, the booking policy decides. */
  lateCancel?: boolean | undefined
}

export interface UpdateBookingPolicy {
  /** A cancellation by the patient less than this many hours before the start is late. 0: never. */
  lateCancelHours?: number | undefined
  /** The number of missed visits (`NO_SHOW`) within `noShowDays` after which the patient can no longer book. The staff still books for them. Null: no limit. */
  noShowLimit?: number | null | undefined
  /** The number of past days in which missed visits count. */
  noShowDays?: number | undefined
}

export interface UpdateCampaign {
  name?: string | undefined
  /** Whether messages are sent. While the campaign is disabled, its delays are paused. */
  enabled?: boolean | undefined
  steps?: readonly ChangedCampaignStep[] | undefined
}

export interface UpdateClient {
  /** A name for your own use. */
  name?: string | undefined
  scopes?: ClientScopes | undefined
  status?: ClientStatus | undefined
}

export interface UpdateCondition {
  name?: string | undefined
  /** First day, if known. */
  since?: string | null | undefined
  /** Whether the condition is chronic. Patients with an ACTIVE long-term condition are recalled after 90 days without activity. */
  longTerm?: boolean | undefined
  status?: ConditionStatus | undefined
}

export interface UpdateConsents {
  consents: readonly ConsentName[]
}

export interface UpdateDoctor {
  specialty?: string | undefined
  city?: string | undefined
  /** ISO 639-1 codes, or ISO 639-3 codes for languages without one, such as `zgh`. */
  languages?: readonly string[] | undefined
  isTele?: boolean | undefined
  /** Visible to staff only. Stored as E.164; the default country code is +212. */
  phone?: string | null | undefined
  /** The number in the register of the professional order. Visible to staff only. */
  licenceNumber?: string | null | undefined
}

export interface UpdateDocument {
  status: 'CANCELLED'
  reason?: string | undefined
}

export interface UpdateFollowUp {
  status: 'CANCELLED'
}

export interface UpdateHoliday {
  firstDay?: string | null | undefined
  /** Whether the first day is final. */
  confirmed?: boolean | undefined
  /** Whether the organisation is closed on the holiday, or has its hours of Ramadan. Applies to this year and all later years, until another year says otherwise. */
  observed?: boolean | null | undefined
}

export interface UpdateIdentity {
  birthDate?: string | null | undefined
  sex?: Sex | null | undefined
  /** The number of the national identity card (CIN), or of a passport. */
  nationalId?: string | null | undefined
  /** The name in Arabic, for documents in Arabic or both languages. */
  nameAr?: string | null | undefined
  /** The health insurance fund. */
  insurer?: string | null | undefined
  insuranceNumber?: string | null | undefined
}

export interface UpdateInvoice {
  status: 'CANCELLED'
  reason?: string | undefined
}

export interface UpdateLabOrder {
  status: LabOrderStatus
}

export interface UpdateLetterhead {
  name?: string | undefined
  /** The Arabic name, for documents in Arabic or both languages. */
  nameAr?: string | null | undefined
  /** Up to 4 lines. */
  address?: string | null | undefined
  addressAr?: string | null | undefined
  /** The place of issue on documents: "Fait à …". */
  city?: string | null | undefined
  cityAr?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  /** Registration numbers, in the order on documents. */
  identifiers?: readonly NewIdentifier[] | undefined
  /** Must have a contrast to white of at least 4.5:1. */
  color?: string | undefined
  /** Plain SVG of at most 32 kB: shapes, gradients and clipping; no text, images, scripts, style sheets or external references. */
  logoSvg?: string | null | undefined
}

export interface UpdateLot {
  /** The counted quantity. */
  quantity?: number | undefined
  /** Reason for the change. Required with `quantity`. */
  note?: string | undefined
  /** The last day of use, in Moroccan time. */
  expiresOn?: string | undefined
}

export interface UpdateOrder {
  status: OrderStatus
  /** With DELIVERED: the dispensed quantities, at most one fill of each line. The rest can be ordered again. Default: one fill of each line, or less if less is left. */
  dispensed?: readonly DispensedLine[] | undefined
}

export interface UpdatePlace {
  name?: string | undefined
  address?: string | null | undefined
  city?: string | undefined
  phone?: string | null | undefined
  /** Whether slots at this place are offered. */
  active?: boolean | undefined
}

export interface UpdatePrescription {
  status: 'CANCELLED'
  /** The default depends on the role of the caller, for example doctor_request. */
  reason?: string | undefined
}

export interface UpdateSeries {
  /** Start, on the wall clock of the series' time zone. */
  time?: string | undefined
  /** 1 is Monday, 7 is Sunday. */
  weekday?: number | undefined
  /** Minutes of each appointment. */
  durationMin?: number | undefined
  placeId?: string | null | undefined
  /** Why the patient comes, in a few words. The front desk can read it: write nothing clinical. */
  visitReason?: string | null | undefined
  onConflict?: OnConflict | undefined
}

export interface UpdateService {
  name?: string | undefined
  /** Code for use in other programs of the organisation. Unique; case is ignored. */
  code?: string | null | undefined
  /** Centimes. */
  priceMAD?: number | undefined
  /** Duration in minutes. */
  durationMin?: number | null | undefined
  active?: boolean | undefined
}

export interface UpdateVisitType {
  name?: string | undefined
  /** Duration in minutes; at most 120 if patients book it. */
  durationMin?: number | undefined
  /** Minutes between two offered starts, counted from the opening. */
  stepMin?: number | undefined
  /** Minutes kept free before a visit in offered times. */
  bufferBeforeMin?: number | undefined
  /** Minutes kept free after a visit in offered times. */
  bufferAfterMin?: number | undefined
  /** Minutes between now and the first offered start. */
  minNoticeMin?: number | undefined
  /** Days from now to the last offered start. */
  horizonDays?: number | undefined
  bookableBy?: VisitTypeBooker | undefined
  /** Whether only patients without an earlier visit with the professional can book it. */
  newPatientsOnly?: boolean | undefined
  /** The professionals who offer it; null for all doctors and dentists of the organisation. */
  doctorIds?: readonly string[] | null | undefined
  /** Whether it is offered. */
  active?: boolean | undefined
}

export interface UpdateWaitlistEntry {
  /** First day of the visit. */
  firstDay?: string | undefined
  /** Last day of the visit, at most a year from today. */
  lastDay?: string | undefined
  /** 1 is Monday, 7 is Sunday. */
  weekdays?: readonly number[] | null | undefined
  /** The visit begins at this time of the day or later, on the wall clock of the place. */
  from?: string | null | undefined
  /** The visit ends at this time of the day or earlier. */
  to?: string | null | undefined
  /** Urgent entries come first. Only the staff sets it. */
  urgent?: boolean | undefined
}

export interface UpdateWebhook {
  /** An https URL on the public internet. */
  url?: string | undefined
  /** A second URL, used within the same attempt if `url` fails. It must differ from `url`. Enterprise plan only. */
  redundantUrl?: string | null | undefined
  /** The event kinds to send. If absent or empty, all kinds are sent, including future ones. */
  events?: readonly EventKind[] | undefined
  /** A description for your own use. */
  description?: string | null | undefined
}

export interface Usage {
  plan: Plan
  limits: UsageLimits
  /** Webhooks that the organisation has. */
  webhooks: number
  /** The start of the period. */
  since: string
  /** At most 100 clients, those with most requests first. */
  clients: ClientUsage[]
}

export interface UsageLimits {
  /** Requests of each client in a minute. */
  perMinute: number
  /** Requests of each client in a day; null if unlimited. */
  perDay: number | null
  /** The maximum number of webhooks of the organisation. */
  webhooks: number
}

export interface User {
  id: string
  /** Null if unknown. */
  email: string | null
  name: string
  role: Role
  tenantId: string
}

export interface UserChanges {
  name?: string | undefined
  disabled?: boolean | undefined
}

export interface UserClaim {
  address: string
  birthDate: string
  code: string
}

export type VariableKind = 'text' | 'name' | 'time' | 'day' | 'count' | 'link' | 'visits' | (string & {})

export interface Verification {
  /** `GENUINE`: the document was issued and is valid. `DISPENSED`: it is genuine, and a pharmacy has delivered the prescription at least once. `CANCELLED`: do not accept it, because the document, its prescription or its invoice was cancelled, or the invoice was refunded. */
  state: 'GENUINE' | 'DISPENSED' | 'CANCELLED' | (string & {})
  templateId: DocumentTemplate
  serial: string
  /** Date of the prescription or invoice, or else of the document. */
  issuedAt: string
  /** When this file was generated. */
  madeAt: string
  /** The practice, as in its letterhead. */
  issuer: string
  practitioner: VerifiedPractitioner | null
  /** The only data about the patient. */
  patientInitials: string
  /** End of the validity of a prescription. */
  validUntil: string | null
  /** Whether `validUntil` has passed. The document stays genuine. */
  expired: boolean
  /** Times at which pharmacies delivered the prescription, earliest first. */
  dispensedAt: string[]
  cancelledAt: string | null
  /** Whether the file has a PAdES signature. */
  signed: boolean
  certificate: VerifiedCertificate | null
  /** SHA-256 of the issued file, in hex. */
  sha256: string
  /** Size of the file in bytes. */
  size: number
}

export interface VerifiedCertificate {
  subject: string
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
  /** Whether the certificate is self-signed. */
  selfSigned: boolean
}

export interface VerifiedPractitioner {
  name: string
  role: 'DOCTOR' | 'DENTIST' | (string & {})
  specialty: string | null
  licenceNumber: string | null
}

export interface VisitFile {
  id: string
  appointmentId: string
  /** File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png. */
  name: string
  type: FileType
  /** Size of the file in bytes. */
  size: number
  /** SHA-256 of the file in lowercase hex. */
  sha256: string
  /** The name of the participant who shared it. */
  sharedBy: string
  createdAt: string
}

export interface VisitFileContent {
  id: string
  appointmentId: string
  /** File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png. */
  name: string
  type: FileType
  /** Size of the file in bytes. */
  size: number
  /** SHA-256 of the file in lowercase hex. */
  sha256: string
  /** The name of the participant who shared it. */
  sharedBy: string
  createdAt: string
  /** URL of the file; needs no token. */
  url: string
  /** Expiry of the URL, after 15 minutes. */
  expiresAt: string
}

export type VisitMode = 'VIDEO' | 'IN_PERSON' | 'HOME' | 'PHONE' | (string & {})

export interface VisitType {
  id: string
  name: string
  /** The service with the price. */
  serviceId: string
  mode: VisitMode
  /** Duration in minutes; at most 120 if patients book it. */
  durationMin: number
  /** Minutes between two offered starts, counted from the opening. */
  stepMin: number
  /** Minutes kept free before a visit in offered times. */
  bufferBeforeMin: number
  /** Minutes kept free after a visit in offered times. */
  bufferAfterMin: number
  /** Minutes between now and the first offered start. */
  minNoticeMin: number
  /** Days from now to the last offered start. */
  horizonDays: number
  bookableBy: VisitTypeBooker
  /** Whether only patients without an earlier visit with the professional can book it. */
  newPatientsOnly: boolean
  /** The professionals who offer it; null for all doctors and dentists of the organisation. */
  doctorIds: string[] | null
  /** Whether it is offered. */
  active: boolean
  createdAt: string
}

/** STAFF: not offered to patients. */
export type VisitTypeBooker = 'PATIENT' | 'STAFF' | (string & {})

export interface WaitlistEntry {
  id: string
  patientId: string
  visitTypeId: string
  /** Null for any professional who offers the type. */
  doctorId: string | null
  city: string | null
  specialty: string | null
  firstDay: string
  lastDay: string
  /** Null for all. */
  weekdays: number[] | null
  from: string | null
  to: string | null
  /** Urgent entries come first. Only the staff sets it. */
  urgent: boolean
  status: WaitlistStatus
  /** The time that is held for the patient. */
  offer: WaitlistOffer | null
  patient: Person
  createdAt: string
}

export interface WaitlistOffer {
  /** `POST /api/appointments` books the time with it. */
  holdId: string
  doctorId: string
  placeId: string
  startTime: string
  endTime: string
  expiresAt: string
  doctor: Person
}

/** WAITING; OFFERED: a time is held for the patient; BOOKED; LEFT; EXPIRED: the last day is over. */
export type WaitlistStatus = 'WAITING' | 'OFFERED' | 'BOOKED' | 'LEFT' | 'EXPIRED' | (string & {})

export interface Webhook {
  id: string
  /** The client that the webhook belongs to. */
  clientId: string
  url: string
  redundantUrl: string | null
  /** The event kinds that are sent. Empty for all kinds. */
  events: EventKind[]
  status: WebhookStatus
  description: string | null
  createdAt: string
  /** When the first request failed after the last success. */
  failingSince: string | null
  /** When a request last succeeded, to the minute. */
  lastSuccessAt: string | null
  /** The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires. */
  rotation: SecretRotation | null
}

export interface WebhookNotice {
  kind: 'FAILING' | 'DISABLED' | 'GONE' | (string & {})
  at: string
}

export interface WebhookStatistics {
  hours: number
  succeeded: number
  failed: number
  /** The share of successful requests. Null if there were no requests. */
  successRate: number | null
  p50Ms: number | null
  p99Ms: number | null
  /** Deliveries that are waiting or being sent. */
  pending: number
  /** Deliveries held until the webhook is enabled. */
  held: number
  /** How long the oldest pending delivery has been due. Null if none is due. */
  oldestPendingSec: number | null
  /** When the first request failed after the last success. */
  failingSince: string | null
  /** When a request last succeeded, to the minute. */
  lastSuccessAt: string | null
  /** When the next pending delivery is due. */
  nextAttemptAt: string | null
  /** At most 20 notices about the webhook, newest first. FAILING: it will be disabled unless it recovers. DISABLED: it was disabled for failing. GONE: it was disabled because it answered 410. */
  notices: WebhookNotice[]
}

/** DISABLED_USER: a user disabled it. DISABLED_AUTO: it was disabled after failing for days. GONE: it was disabled because it answered 410. The events of a disabled webhook are held until it is enabled. */
export type WebhookStatus = 'ENABLED' | 'DISABLED_USER' | 'DISABLED_AUTO' | 'GONE' | (string & {})

export interface WebhookWithSecret {
  id: string
  /** The client that the webhook belongs to. */
  clientId: string
  url: string
  redundantUrl: string | null
  /** The event kinds that are sent. Empty for all kinds. */
  events: EventKind[]
  status: WebhookStatus
  description: string | null
  createdAt: string
  /** When the first request failed after the last success. */
  failingSince: string | null
  /** When a request last succeeded, to the minute. */
  lastSuccessAt: string | null
  /** The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires. */
  rotation: SecretRotation | null
  /** The key of the signatures. Keep it secret. Null in a replay, because secrets are shown once. */
  secret: string | null
}

export interface WholeTemplate {
  code: string
  channel: Channel
  language: Language
  purpose: Purpose
  /** The required variables. Each text may also use `recipientName`. */
  variables: string[]
  /** The optional variables. */
  optional: string[]
  /** Whether the organisation wrote the text. */
  own: boolean
  /** Whether clients can send the template with `POST /api/notifications/send`, and replace its text with `PUT`. Only the platform sends templates about accounts, access, secrets and alarms, always with its own text. */
  sendable: boolean
  /** The kind of each variable. */
  kinds: Record<string, VariableKind>
  /** E-mails only. */
  subject: string | null
  text: string
  /** Null for the platform’s text. */
  updatedAt: string | null
}

export interface WriteTemplate {
  /** Required for e-mails; not allowed otherwise. */
  subject?: string | null | undefined
  text: string
  /** The kind of each variable, by name. */
  variables?: Record<string, VariableKind> | undefined
  /** Required for a new code: SERVICE, or MARKETING for messages that require consent. */
  purpose?: Purpose | undefined
}

export interface ReadServerMetadataAnswer {
  issuer: string
  token_endpoint: string
  revocation_endpoint: string
  introspection_endpoint: string
  jwks_uri: string
  scopes_supported: string[]
  response_types_supported: string[]
  grant_types_supported: string[]
  token_endpoint_auth_methods_supported: string[]
  revocation_endpoint_auth_methods_supported: string[]
  introspection_endpoint_auth_methods_supported: string[]
  service_documentation: string
}

export interface GrantAccessRequestAnswer {
  accessRequest: AccessRequest
  client: GrantedClient
  /** A page that shows the client’s secret once. Anyone with this URL can get the secret. It is sent to the administrator. Null in a replay, because secrets are shown once. */
  handoverUrl: string | null
  /** When the unused link expires. */
  expiresAt: string
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface HandOverAccessAnswer {
  accessRequest: AccessRequest
  /** A page that shows the client’s secret once. Anyone with this URL can get the secret. It is sent to the administrator. Null in a replay, because secrets are shown once. */
  handoverUrl: string | null
  /** When the unused link expires. */
  expiresAt: string
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface CreateClientAnswer {
  client: ClientWithSecret
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface RotateClientSecretAnswer {
  client: RotatedClient
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface HandOverClientAnswer {
  client: HandedOverClient
  /** A page that shows the secret once. Anyone with this URL can get the secret, so send it to one person only. Null in a replay, because secrets are shown once. */
  handoverUrl: string | null
  /** When the unused link expires. */
  expiresAt: string
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface ReadSecondFactorsAnswer {
  /** Null without an app. */
  totp: AuthenticatorApp | null
  passkeys: Passkey[]
  recoveryCodesLeft: number
  /** Whether the installation requires a second factor for the caller’s role (`ADMIN_SECOND_FACTOR`). Without a second factor, the caller can use only their own account. */
  required: boolean
}

export interface BeginTotpAnswer {
  /** The secret in base 32, for manual entry. Null in a replay, because secrets are shown once. */
  secret: string | null
  /** The URI for a QR code. Null in a replay, because secrets are shown once. */
  uri: string | null
  /** The URI as an SVG image. Null in a replay, because secrets are shown once. */
  qrCode: string | null
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface ConfirmTotpAnswer {
  /** Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once. */
  recoveryCodes: string[] | null
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface ReplaceRecoveryCodesAnswer {
  /** Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once. */
  recoveryCodes: string[] | null
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface AddPasskeyAnswer {
  passkey: Passkey
  /** Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once. */
  recoveryCodes: string[] | null
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface SendContactCodeAnswer {
  address: AddressKind
  expiresAt: string
}

export interface RequestPasswordResetAnswer {
  /** A secret of this request, which `resetPassword` needs together with the code. Null in a replay, because secrets are shown once. */
  resetId: string | null
  expiresAt: string
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface CreateSeriesAnswer {
  series: Series
  /** The times that are taken: `overlap.id` is the appointment or hold; null for an appointment in another organisation. */
  skipped: SkippedTime[]
}

export interface UpdateSeriesAnswer {
  series: Series
  /** The times that are taken: `overlap.id` is the appointment or hold; null for an appointment in another organisation. */
  skipped: SkippedTime[]
}

export interface IssueVideoTokenAnswer {
  ok: true
  token: string
  url: string
  roomId: string
  expiresAt: string
}

export interface InviteGuestAnswer {
  guest: GuestWithLink
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface IssueGuestTokenAnswer {
  ok: true
  token: string
  url: string
  roomId: string
  expiresAt: string
}

export interface IssueLinkTokenAnswer {
  ok: true
  token: string
  url: string
  roomId: string
  expiresAt: string
}

export interface AddExceptionAnswer {
  exception: OpeningException
  affected: string[]
}

export interface ListSlotsAnswer {
  slots: Slot[]
  /** The `from` of the following slots; null if there are none. An answer has at most 1000 slots. */
  nextFrom: string | null
}

export interface ListPublicSlotsAnswer {
  slots: PublicSlot[]
  /** The `from` of the following slots; null if there are none. An answer has at most 1000 slots. */
  nextFrom: string | null
}

export interface SendClaimCodeAnswer {
  address: AddressKind
  expiresAt: string
}

export interface SendMessageAnswer {
  ok: true
  messageId: string
  /** Empty until the provider has accepted the message. */
  providerMessageId: string
  status: MessageStatus
}

export interface GeneratePdfAnswer {
  ok: true
  /** URL of the PDF; needs no token. */
  url: string
  /** Expiry of the URL, after 15 minutes. */
  expiresAt: string
  documentId: string
}

export interface EnrolInCampaignAnswer {
  enrolled: NewEnrolment[]
  refused: RefusedEnrolment[]
}

export interface RegisterWebhookAnswer {
  webhook: WebhookWithSecret
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface RotateWebhookSecretAnswer {
  webhook: RotatedWebhook
  /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
  notice?: string | undefined
}

export interface ReadEventAnswer {
  event: Event
  deliveries: EventDelivery[]
}

export interface MoveClockAnswer {
  now: string
  /** The time that the call was to reach. */
  goal: string
}

export interface ReadDatabaseHealthAnswer {
  ok: true
  service: 'database'
  latencyMs: number
}

export interface ReadCacheHealthAnswer {
  ok: true
  service: 'cache'
  latencyMs: number
}

export interface ReadVideoHealthAnswer {
  ok: true
  service: 'video'
  latencyMs: number
}
