import type { Kind, Purpose } from '../lib/channels.ts'

/** A consultation as named in a message. */
export type Visit = { withName: string; startTime: Date }

/** The types of the values of each kind. */
type Kinds = {
  /** One line. */
  text: string
  /** One line without links and addresses. */
  name: string
  /** Shown as date and time in Morocco, in the recipient's language. */
  time: Date
  /** Shown as a date. */
  day: Date
  /** A whole number, 0 or more. */
  count: number
  /** A URL that begins with https:// (http:// in the sandbox). */
  link: string
  /** Further consultations of the same day. */
  visits: Visit[]
}
export type Value = Kinds[Kind]

export type Declaration = {
  purpose: Purpose
  /** Required variables. */
  variables: Record<string, Kind>
  optional?: Record<string, Kind>
  /** Variables that grant access: stored encrypted (`secrets.ts`), and shown only to the recipient. */
  secrets?: readonly string[]
  /**
   * Whether only its cause can send it, in the platform's words, and no client. An organisation that could send messages about
   * accounts, secrets or alarms, or write their texts, could impersonate the platform, take a code by a link, or hide a notice.
   */
  fromCauseAlone?: true
  /** A notice about the recipient's own account or record: also to a disabled recipient, from whom disabling would hide it. */
  personal?: true
  /** Whether a message by its cause shows clinical content of a recipient or of its subject. Administrators see it with a reason. */
  clinical?: true
}

const declare = <const T extends Record<string, Declaration>>(templates: T): T => templates

/**
 * The platform's own messages and their variables. Every text may also use `recipientName`. None reveals conditions or
 * medicines, because others may see the recipient's phone.
 */
export const catalog = declare({
  APPOINTMENT_CREATED: { purpose: 'SERVICE', variables: { withName: 'name', startTime: 'time' } },
  APPOINTMENT_CONFIRMED: { purpose: 'SERVICE', variables: { withName: 'name', startTime: 'time' } },
  APPOINTMENT_MOVED: { purpose: 'SERVICE', variables: { withName: 'name', startTime: 'time', previousTime: 'time' } },
  /** It begins when it did, and ends later. */
  APPOINTMENT_EXTENDED: { purpose: 'SERVICE', variables: { withName: 'name', startTime: 'time', endTime: 'time' } },
  APPOINTMENT_CANCELLED: { purpose: 'SERVICE', variables: { withName: 'name', startTime: 'time' } },
  APPOINTMENT_REMINDER_D1: {
    purpose: 'SERVICE',
    variables: { withName: 'name', startTime: 'time' },
    optional: { furtherVisits: 'visits' },
  },
  /** Two hours before. */
  APPOINTMENT_REMINDER_H2: {
    purpose: 'SERVICE',
    variables: { withName: 'name', startTime: 'time' },
    optional: { furtherVisits: 'visits' },
  },
  PRESCRIPTION_ISSUED: { purpose: 'SERVICE', variables: { doctorName: 'name' } },
  /** To the pharmacy; the other messages about an order go to the patient. */
  ORDER_CREATED: { purpose: 'SERVICE', variables: { patientName: 'name' } },
  ORDER_PREPARING: { purpose: 'SERVICE', variables: { pharmacyName: 'name' } },
  ORDER_READY: { purpose: 'SERVICE', variables: { pharmacyName: 'name' } },
  ORDER_DELIVERED: { purpose: 'SERVICE', variables: { pharmacyName: 'name' } },
  /** The pharmacy or an administrator cancelled or rejected it, or its prescription was cancelled. */
  ORDER_CANCELLED: { purpose: 'SERVICE', variables: { pharmacyName: 'name' } },
  /** To the pharmacy: do not prepare or dispense it. */
  ORDER_WITHDRAWN: { purpose: 'SERVICE', variables: { patientName: 'name' } },
  /** To a patient, whose order the staff placed at a pharmacy, which can read the prescription. */
  PHARMACY_CHOSEN: {
    purpose: 'CRITICAL',
    variables: { pharmacyName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To the laboratory to which a lab order was addressed. */
  LAB_ORDER_ADDRESSED: { purpose: 'SERVICE', variables: { patientName: 'name' }, fromCauseAlone: true },
  /** To the patient and the doctor, who did not choose it. */
  LABORATORY_CHOSEN: {
    purpose: 'CRITICAL',
    variables: { laboratoryName: 'name', patientName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  /** `doctorName` is the organisation's name if no doctor ordered the tests. */
  LAB_RESULT_PUBLISHED: { purpose: 'SERVICE', variables: { doctorName: 'name' }, clinical: true },
  /** To the doctor and the administrators. */
  LAB_CRITICAL_ALERT: {
    purpose: 'CRITICAL',
    variables: { patientName: 'name', labOrderId: 'text' },
    fromCauseAlone: true,
    clinical: true,
  },
  /** To a patient whose file a professional opened in an emergency. */
  EMERGENCY_ACCESS: {
    purpose: 'CRITICAL',
    variables: { doctorName: 'name', validUntil: 'time' },
    fromCauseAlone: true,
    personal: true,
  },
  /** The same to the administrators. */
  EMERGENCY_ACCESS_REPORT: {
    purpose: 'CRITICAL',
    variables: { doctorName: 'name', patientName: 'name', validUntil: 'time' },
    fromCauseAlone: true,
  },
  /** To a patient whose clinical content an administrator opened. */
  ADMINISTRATIVE_ACCESS: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', validUntil: 'time' },
    fromCauseAlone: true,
    personal: true,
  },
  /** The same to the other administrators. */
  ADMINISTRATIVE_ACCESS_REPORT: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', patientName: 'name', validUntil: 'time' },
    fromCauseAlone: true,
  },
  /** To a patient, of whom an administrator stated that a professional treats them, and to the other administrators. */
  RELATIONSHIP_STATED: { purpose: 'CRITICAL', variables: { doctorName: 'name' }, fromCauseAlone: true, personal: true },
  RELATIONSHIP_STATED_REPORT: {
    purpose: 'CRITICAL',
    variables: { doctorName: 'name', patientName: 'name' },
    fromCauseAlone: true,
  },
  /** To a patient for whom the staff booked an appointment, for which a professional reads the file. */
  VISIT_OPENS_FILE: {
    purpose: 'CRITICAL',
    variables: { doctorName: 'name', validFrom: 'time', validUntil: 'time' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To a participant of a consultation, whose room an administrator can enter in their name. */
  ROOM_TOKEN_FETCHED: { purpose: 'CRITICAL', variables: { startTime: 'time' }, fromCauseAlone: true, personal: true },
  /** To patient and practitioner of a consultation, to which another one invited a guest. */
  GUEST_INVITED: {
    purpose: 'CRITICAL',
    variables: { guestName: 'name', startTime: 'time' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To the user as whom a client would act that another user made, and to the other administrators. */
  CLIENT_CREATED: { purpose: 'CRITICAL', variables: { clientName: 'text' }, fromCauseAlone: true, personal: true },
  CLIENT_CREATED_REPORT: {
    purpose: 'CRITICAL',
    variables: { clientName: 'text', userName: 'name' },
    fromCauseAlone: true,
  },
  /** To the same user: it has a new secret or scope, and waits for their permission. */
  CLIENT_WAITS: { purpose: 'CRITICAL', variables: { clientName: 'text' }, fromCauseAlone: true, personal: true },
  /** To the user of a client, or the administrator who made its credential link: the link was used. */
  CREDENTIAL_LINK_USED: {
    purpose: 'CRITICAL',
    variables: { clientName: 'text' },
    fromCauseAlone: true,
    personal: true,
  },
  FOLLOW_UP_PROPOSED: { purpose: 'SERVICE', variables: { doctorName: 'name' }, optional: { startTime: 'time' } },
  /** To a patient with a long-term condition who has been inactive for long. */
  RECALL: { purpose: 'SERVICE', variables: { lastSeenAt: 'day' }, clinical: true },
  /** To a pharmacy. */
  EXPIRY_WARNING: { purpose: 'SERVICE', variables: { lots: 'count', withinDays: 'count' } },
  /** Confirms an address, to which no other message is sent before. */
  CONTACT_CODE: {
    purpose: 'CRITICAL',
    variables: { code: 'text', validUntil: 'time' },
    secrets: ['code'],
    fromCauseAlone: true,
  },
  /** To a patient without an account, who makes one with it. */
  CLAIM_CODE: {
    purpose: 'CRITICAL',
    variables: { code: 'text', validUntil: 'time' },
    secrets: ['code'],
    fromCauseAlone: true,
  },
  /** Resets a forgotten password. */
  PASSWORD_CODE: {
    purpose: 'CRITICAL',
    variables: { code: 'text', validUntil: 'time' },
    secrets: ['code'],
    fromCauseAlone: true,
  },
  /** To the confirmed addresses of a person whose password was reset. */
  PASSWORD_CHANGED: { purpose: 'CRITICAL', variables: {}, fromCauseAlone: true, personal: true },
  /** An app, a passkey or recovery codes were added, replaced or removed. */
  SECOND_FACTOR_CHANGED: { purpose: 'CRITICAL', variables: {}, fromCauseAlone: true, personal: true },
  SECOND_FACTOR_REMOVED: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  /** Wrong codes after the right password. */
  SECOND_FACTOR_GUESSED: { purpose: 'CRITICAL', variables: {}, fromCauseAlone: true, personal: true },
  RECOVERY_CODE_USED: { purpose: 'CRITICAL', variables: { left: 'count' }, fromCauseAlone: true, personal: true },
  /** To a user whom an administrator disabled. */
  ACCOUNT_DISABLED: { purpose: 'CRITICAL', variables: {}, fromCauseAlone: true, personal: true },
  /** To a patient, two records of whom were merged, at the addresses of both; and to the other administrators. */
  RECORDS_MERGED: { purpose: 'CRITICAL', variables: {}, fromCauseAlone: true, personal: true },
  RECORDS_MERGED_REPORT: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', patientName: 'name', otherName: 'name' },
    fromCauseAlone: true,
  },
  /** To the other administrators: a colleague states to have checked a professional's licence. */
  LICENCE_CHECKED_REPORT: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', userName: 'name' },
    fromCauseAlone: true,
  },
  /** To the other administrators: a colleague invites an administrator, and later, that one is one, or is enabled again. */
  ADMINISTRATOR_INVITED_REPORT: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', userName: 'name' },
    fromCauseAlone: true,
  },
  ADMINISTRATOR_BEGAN_REPORT: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', userName: 'name' },
    fromCauseAlone: true,
  },
  /** To a member of the organisation who was renamed, and to the other administrators: messages name people as they are called. */
  MEMBER_RENAMED: {
    purpose: 'CRITICAL',
    variables: { administratorName: 'name', previousName: 'name', userName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To a member of the staff who left the organisation, and to its administrators. */
  MEMBER_LEFT: {
    purpose: 'CRITICAL',
    variables: { userName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To a patient, for whom another one asks to act: the code proves that the patient agrees. */
  GUARDIAN_CODE: {
    purpose: 'CRITICAL',
    variables: { code: 'text', validUntil: 'time' },
    optional: { guardianName: 'name' },
    secrets: ['code'],
    fromCauseAlone: true,
  },
  /** To guardian and dependant, whose file the guardian may read from now on. */
  GUARDIANSHIP_BEGAN: {
    purpose: 'CRITICAL',
    variables: { guardianName: 'name', patientName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  GUARDIANSHIP_ENDED: {
    purpose: 'CRITICAL',
    variables: { guardianName: 'name', patientName: 'name' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To the same: a changed birth date of the dependant prolongs it; without `until` it has no end by age. */
  GUARDIANSHIP_EXTENDED: {
    purpose: 'CRITICAL',
    variables: { guardianName: 'name', patientName: 'name' },
    optional: { until: 'day' },
    fromCauseAlone: true,
    personal: true,
  },
  /** To the first administrator of a new organisation. The link shows the client's secret once. */
  ACCESS_GRANTED: {
    purpose: 'SERVICE',
    variables: { organization: 'name', link: 'link', validUntil: 'time' },
    secrets: ['link'],
    fromCauseAlone: true,
  },
  /** To a person whom an administrator offers a membership. */
  INVITATION: {
    purpose: 'SERVICE',
    variables: { organization: 'name', link: 'link', validUntil: 'time' },
    secrets: ['link'],
    fromCauseAlone: true,
  },
  /** To the person who requested access. */
  ACCESS_REFUSED: { purpose: 'SERVICE', variables: { organization: 'name' }, fromCauseAlone: true },
  /** To a user, of whom an address was added, changed or removed: also at the addresses before. */
  ADDRESS_CHANGED: { purpose: 'CRITICAL', variables: {}, fromCauseAlone: true, personal: true },
  /** To the address of a login that ended, because the patient's two records were merged. */
  LOGIN_ENDED: { purpose: 'SERVICE', variables: {}, fromCauseAlone: true },
  /** To the administrators, once per outage of an endpoint. `address` is the URL without its query. */
  WEBHOOK_FAILING: {
    purpose: 'SERVICE',
    variables: { address: 'text', failingSince: 'time' },
    fromCauseAlone: true,
  },
  WEBHOOK_DISABLED: {
    purpose: 'SERVICE',
    variables: { address: 'text', failingSince: 'time' },
    fromCauseAlone: true,
  },
})

export type TemplateCode = keyof typeof catalog

/** The platform's own template with this code; undefined for any other text. */
export const declarationOf = (code: string): Declaration | undefined =>
  Object.hasOwn(catalog, code) ? catalog[code as TemplateCode] : undefined

/** Whether organisations have no text of it. */
export const isPlatformText = (code: string): boolean => declarationOf(code)?.fromCauseAlone === true

/** The platform's templates that clients may send, and organisations replace. */
export const sendable = Object.keys(catalog).filter((code) => !declarationOf(code)!.fromCauseAlone)

/** The variables of all templates of the platform. */
export const variableNames = Object.values<Declaration>(catalog).flatMap(({ variables, optional }) =>
  Object.keys({ ...variables, ...optional }),
)

/** Whether a message also goes to a disabled recipient. */
export const isPersonal = (code: string): boolean => declarationOf(code)?.personal === true

/**
 * Whether a message tells of an access, or of a change that could divert such messages. It goes to all addresses of its recipient:
 * one of them may be another person's.
 */
export function isNotice(code: string): boolean {
  const declaration = declarationOf(code)
  return declaration?.purpose === 'CRITICAL' && !declaration.secrets && !declaration.clinical
}

/** Those about clinical content. */
export const clinicalTemplates = Object.keys(catalog).filter((code) => declarationOf(code)!.clinical)

type Values<V> = { [N in keyof V]: V[N] extends Kind ? Kinds[V[N]] : never }
type Optional<D> = D extends { optional: infer O } ? Partial<Values<O>> : unknown

/** The variables of a platform template. */
export type Variables<C extends TemplateCode> = Values<(typeof catalog)[C]['variables']> & Optional<(typeof catalog)[C]>

/** A value as text, the form of `messages.variables` and the API. */
export function asText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value.map(({ withName, startTime }) => ({ withName, startTime: startTime.toISOString() })))
}
