import type { Kind, Purpose } from '../lib/channels.ts'

/** A consultation that a message names. */
export type Visit = { withName: string; startTime: Date }

/** The type of the values of each kind. */
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
   * Only the platform sends it, with the platform's text; clients and organisations can neither send nor rewrite it. An
   * organisation that could send or rewrite messages about accounts, secrets or alarms could impersonate the platform, obtain a
   * code with a link, or hide a notice.
   */
  platformOnly?: true
  /** A notice about the recipient's own account or record. It is sent to disabled users too: disabling must not hide it. */
  personal?: true
  /** Optional variables that the sender fills in. Clients cannot give them. */
  added?: readonly string[]
  /** The e-mail has the appointments as calendar entries: new, changed or cancelled. */
  calendar?: true
  /** The message reveals clinical content of the recipient or of its subject. Administrators read it only with a reason. */
  clinical?: true
}

const declare = <const T extends Record<string, Declaration>>(templates: T): T => templates

const service = <const V extends Record<string, Kind>>(variables: V) => ({ purpose: 'SERVICE', variables }) as const
const platformOnly = <const V extends Record<string, Kind>>(variables: V) =>
  ({ ...service(variables), platformOnly: true }) as const
/** A report about another person, to the administrators or the practitioner. */
const report = <const V extends Record<string, Kind>>(variables: V) =>
  ({ purpose: 'CRITICAL', variables, platformOnly: true }) as const
/** A notice about the recipient's own account or record. */
const personal = <const V extends Record<string, Kind>>(variables: V) =>
  ({ ...report(variables), personal: true }) as const
const code = { ...report({ code: 'text', validUntil: 'time' }), secrets: ['code'] } as const
const link = {
  ...platformOnly({ organization: 'name', link: 'link', validUntil: 'time' }),
  secrets: ['link'],
} as const
const visit = service({ withName: 'name', startTime: 'time' })
/** A coming appointment. `joinLink` is there if it is by video: the link of the recipient into the room. */
const coming = { optional: { joinLink: 'link' }, added: ['joinLink'] } as const
const entered = { ...coming, calendar: true } as const
const series = {
  ...service({ withName: 'name', startTime: 'time', count: 'count', lastTime: 'time' }),
  calendar: true,
} as const
const reminder = { ...visit, ...coming, optional: { furtherVisits: 'visits', ...coming.optional } } as const

/**
 * The platform's own messages and their variables. Every text may also use `recipientName`. No text reveals conditions or
 * medicines, because other people may see the recipient's phone.
 */
export const catalog = declare({
  APPOINTMENT_CREATED: { ...visit, ...entered },
  APPOINTMENT_CONFIRMED: { ...visit, ...entered },
  APPOINTMENT_MOVED: { ...service({ withName: 'name', startTime: 'time', previousTime: 'time' }), ...entered },
  /** The appointment has the same start and a later end. */
  APPOINTMENT_EXTENDED: { ...service({ withName: 'name', startTime: 'time', endTime: 'time' }), ...entered },
  APPOINTMENT_CANCELLED: { ...visit, calendar: true },
  /** A series of appointments: their number, the first and the last one. */
  APPOINTMENT_SERIES_CREATED: series,
  /** `startTime`: the next of the moved appointments. */
  APPOINTMENT_SERIES_MOVED: series,
  APPOINTMENT_SERIES_CANCELLED: series,
  /** To a patient on the waitlist: a time is held for them. */
  WAITLIST_OFFERED: {
    ...service({ withName: 'name', startTime: 'time', link: 'link' }),
    optional: { validUntil: 'time' },
  },
  APPOINTMENT_REMINDER_D1: reminder,
  /** Two hours before. */
  APPOINTMENT_REMINDER_H2: reminder,
  PRESCRIPTION_ISSUED: service({ doctorName: 'name' }),
  /** To the pharmacy; the other messages about an order go to the patient. */
  ORDER_CREATED: service({ patientName: 'name' }),
  ORDER_PREPARING: service({ pharmacyName: 'name' }),
  ORDER_READY: service({ pharmacyName: 'name' }),
  ORDER_DELIVERED: service({ pharmacyName: 'name' }),
  /** The pharmacy or an administrator cancelled or rejected the order, or its prescription was cancelled. */
  ORDER_CANCELLED: service({ pharmacyName: 'name' }),
  /** To the pharmacy: do not prepare or dispense the order. */
  ORDER_WITHDRAWN: service({ patientName: 'name' }),
  /** To a patient: the staff placed an order at a pharmacy, which can now read the prescription. */
  PHARMACY_CHOSEN: personal({ pharmacyName: 'name' }),
  /** To the laboratory that a lab order is addressed to. */
  LAB_ORDER_ADDRESSED: platformOnly({ patientName: 'name' }),
  /** To the patient and the doctor, except the one who chose the laboratory. */
  LABORATORY_CHOSEN: personal({ laboratoryName: 'name', patientName: 'name' }),
  /** `doctorName` is the organisation's name if no doctor ordered the tests. */
  LAB_RESULT_PUBLISHED: { ...service({ doctorName: 'name' }), clinical: true },
  /** To the doctor and the administrators. */
  LAB_CRITICAL_ALERT: { ...report({ patientName: 'name', labOrderId: 'text' }), clinical: true },
  /** To a patient: a professional opened their file in an emergency. */
  EMERGENCY_ACCESS: personal({ doctorName: 'name', validUntil: 'time' }),
  /** The same, to the administrators. */
  EMERGENCY_ACCESS_REPORT: report({ doctorName: 'name', patientName: 'name', validUntil: 'time' }),
  /** To a patient: an administrator opened their clinical content. */
  ADMINISTRATIVE_ACCESS: personal({ administratorName: 'name', validUntil: 'time' }),
  /** The same, to the other administrators. */
  ADMINISTRATIVE_ACCESS_REPORT: report({ administratorName: 'name', patientName: 'name', validUntil: 'time' }),
  /** To a patient: an administrator stated that a professional treats them. The report goes to the other administrators. */
  RELATIONSHIP_STATED: personal({ doctorName: 'name' }),
  RELATIONSHIP_STATED_REPORT: report({ doctorName: 'name', patientName: 'name' }),
  /** To a patient: the staff booked an appointment, for which a professional can read the file. */
  VISIT_OPENS_FILE: personal({ doctorName: 'name', validFrom: 'time', validUntil: 'time' }),
  /** To a participant of a consultation: an administrator obtained a token to enter the room in their name. */
  ROOM_TOKEN_FETCHED: personal({ startTime: 'time' }),
  /** To the patient and the practitioner of a consultation: another person invited a guest. */
  GUEST_INVITED: personal({ guestName: 'name', startTime: 'time' }),
  /** To a user: another user created a client that would act as them. The report goes to the other administrators. */
  CLIENT_CREATED: personal({ clientName: 'text' }),
  CLIENT_CREATED_REPORT: report({ clientName: 'text', userName: 'name' }),
  /** To the same user: the client has a new secret or scope, and waits for the user's permission. */
  CLIENT_WAITS: personal({ clientName: 'text' }),
  /** To the user of a client, or the administrator who created its credential link: the link was used. */
  CREDENTIAL_LINK_USED: personal({ clientName: 'text' }),
  FOLLOW_UP_PROPOSED: { ...service({ doctorName: 'name' }), optional: { startTime: 'time' } },
  /** To a patient with a long-term condition who has had no appointment for a long time. */
  RECALL: { ...service({ lastSeenAt: 'day' }), clinical: true },
  /** To a pharmacy. */
  EXPIRY_WARNING: service({ lots: 'count', withinDays: 'count' }),
  /** Confirms an address. Until then the address gets no other message. */
  CONTACT_CODE: code,
  /** To a patient without an account: the code creates one. */
  CLAIM_CODE: code,
  /** Resets a forgotten password. */
  PASSWORD_CODE: code,
  /** To all confirmed addresses of a person: their password was reset. */
  PASSWORD_CHANGED: personal({}),
  /** An authenticator app, a passkey or recovery codes were added, replaced or removed. */
  SECOND_FACTOR_CHANGED: personal({}),
  SECOND_FACTOR_REMOVED: personal({ administratorName: 'name' }),
  /** Several wrong codes were entered after the right password. */
  SECOND_FACTOR_GUESSED: personal({}),
  RECOVERY_CODE_USED: personal({ left: 'count' }),
  /** To a user: an administrator disabled their account. */
  ACCOUNT_DISABLED: personal({}),
  /** To a patient, at the addresses of both records: two records were merged. The report goes to the other administrators. */
  RECORDS_MERGED: personal({}),
  RECORDS_MERGED_REPORT: report({ administratorName: 'name', patientName: 'name', otherName: 'name' }),
  /** To the other administrators: an administrator stated that they checked a professional's licence. */
  LICENCE_CHECKED_REPORT: report({ administratorName: 'name', userName: 'name' }),
  /** To the other administrators: an administrator invited another one. */
  ADMINISTRATOR_INVITED_REPORT: report({ administratorName: 'name', userName: 'name' }),
  /** To the other administrators: a person has become an administrator, or an administrator was enabled again. */
  ADMINISTRATOR_BEGAN_REPORT: report({ administratorName: 'name', userName: 'name' }),
  /** To a renamed member of the organisation and the other administrators, because all messages use the new name. */
  MEMBER_RENAMED: personal({ administratorName: 'name', previousName: 'name', userName: 'name' }),
  /** To a staff member who left the organisation, and to its administrators. */
  MEMBER_LEFT: personal({ userName: 'name' }),
  /** To a patient: another patient asks to act for them. The code proves that the patient agrees. */
  GUARDIAN_CODE: { ...code, optional: { guardianName: 'name' } },
  /** To a person who comes by the link of a message: the room asks for this code. */
  JOIN_CODE: code,
  /** To guardian and dependant: the guardian may now read the dependant's file. */
  GUARDIANSHIP_BEGAN: personal({ guardianName: 'name', patientName: 'name' }),
  GUARDIANSHIP_ENDED: personal({ guardianName: 'name', patientName: 'name' }),
  /** To the same: a changed birth date of the dependant extends the guardianship. Without `until`, no age ends it. */
  GUARDIANSHIP_EXTENDED: { ...personal({ guardianName: 'name', patientName: 'name' }), optional: { until: 'day' } },
  /** To the first administrator of a new organisation. The link shows the client's secret once. */
  ACCESS_GRANTED: link,
  /** To a person whom an administrator invites to the organisation. */
  INVITATION: link,
  /** To the person who requested access. */
  ACCESS_REFUSED: platformOnly({ organization: 'name' }),
  /** To a user: an address was added, changed or removed. Also sent to the previous addresses. */
  ADDRESS_CHANGED: personal({}),
  /** To the address of a login that has ended because the patient's two records were merged. */
  LOGIN_ENDED: platformOnly({}),
  /** To the administrators, once for each outage of an endpoint. `address` is the URL without its query. */
  WEBHOOK_FAILING: platformOnly({ address: 'text', failingSince: 'time' }),
  WEBHOOK_DISABLED: platformOnly({ address: 'text', failingSince: 'time' }),
})

export type TemplateCode = keyof typeof catalog

/** The platform's template with this code; undefined for templates of organisations. */
export const declarationOf = (code: string): Declaration | undefined =>
  Object.hasOwn(catalog, code) ? catalog[code as TemplateCode] : undefined

/** Whether only the platform can write its text. */
export const isPlatformText = (code: string): boolean => declarationOf(code)?.platformOnly === true

/** The platform's templates that clients may send, and organisations replace. */
export const sendable = Object.keys(catalog).filter((code) => !declarationOf(code)!.platformOnly)

/** The variables of all templates of the platform. */
export const variableNames = Object.values<Declaration>(catalog).flatMap(({ variables, optional }) =>
  Object.keys({ ...variables, ...optional }),
)

/** Whether the sender adds something about the appointment that a message names. */
export function namesVisits(code: string): boolean {
  const declaration = declarationOf(code)
  return declaration?.added !== undefined || hasCalendar(code)
}

/** Whether its e-mails have the appointments as calendar entries. */
export const hasCalendar = (code: string): boolean => declarationOf(code)?.calendar === true

/** Whether a message also goes to a disabled recipient. */
export const isPersonal = (code: string): boolean => declarationOf(code)?.personal === true

/**
 * Whether a message reports an access, or a change that could divert such reports. It goes to all addresses of its recipient,
 * because one of them may belong to another person.
 */
export function isNotice(code: string): boolean {
  const declaration = declarationOf(code)
  return declaration?.purpose === 'CRITICAL' && !declaration.secrets && !declaration.clinical
}

/** The templates that reveal clinical content. */
export const clinicalTemplates = Object.keys(catalog).filter((code) => declarationOf(code)!.clinical)

type Values<V> = { [N in keyof V]: V[N] extends Kind ? Kinds[V[N]] : never }
type Added<D> = D extends { added: readonly (infer N)[] } ? N : never
type Optional<D> = D extends { optional: infer O } ? Partial<Omit<Values<O>, Added<D> & string>> : unknown

/** The variables of a platform template. */
export type Variables<C extends TemplateCode> = Values<(typeof catalog)[C]['variables']> & Optional<(typeof catalog)[C]>

/** A value as text, the form of `messages.variables` and the API. */
export function asText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value.map(({ withName, startTime }) => ({ withName, startTime: startTime.toISOString() })))
}
