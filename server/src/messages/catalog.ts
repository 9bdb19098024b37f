import type { Purpose } from './channels.ts'

/** A consultation as a message names it: whom with, and when. */
export type Visit = { withName: string; startTime: Date }

/** What a template takes, and what the values of each kind are. */
type Kinds = {
  /** One line. */
  text: string
  /** Shown as day and hour in Moroccan time, in the recipient's language. */
  time: Date
  /** The same without the hour. */
  day: Date
  /** A whole number, 0 or more. */
  count: number
  /** An address that begins with https:// (http:// in the sandbox). */
  link: string
  /** Further consultations of the same day. */
  visits: Visit[]
}
export type Kind = keyof Kinds
export const kinds = ['text', 'time', 'day', 'count', 'link', 'visits'] as const satisfies Kind[]
export type Value = Kinds[Kind]

export type Declaration = {
  purpose: Purpose
  /** Each is required. */
  variables: Record<string, Kind>
  /** Each may be absent. */
  optional?: Record<string, Kind>
  /** Those that whoever has them can use: kept encrypted (`secrets.ts`), and for the recipient alone. */
  secrets?: readonly string[]
  /**
   * Whether nothing but its cause sends it. People act on what the platform says of accounts, secrets and alarms: whoever
   * could have it sent with words of their own could pose as the platform.
   */
  fromCauseAlone?: true
}

const declare = <const T extends Record<string, Declaration>>(templates: T): T => templates

/**
 * The platform's own messages and what each is told. Every text may name `recipientName` besides. None says what somebody
 * suffers from or takes: a telephone lies on the table.
 */
export const catalog = declare({
  APPOINTMENT_CREATED: { purpose: 'SERVICE', variables: { withName: 'text', startTime: 'time' } },
  APPOINTMENT_CONFIRMED: { purpose: 'SERVICE', variables: { withName: 'text', startTime: 'time' } },
  APPOINTMENT_MOVED: { purpose: 'SERVICE', variables: { withName: 'text', startTime: 'time', previousTime: 'time' } },
  APPOINTMENT_CANCELLED: { purpose: 'SERVICE', variables: { withName: 'text', startTime: 'time' } },
  /** The day before. */
  APPOINTMENT_REMINDER_D1: {
    purpose: 'SERVICE',
    variables: { withName: 'text', startTime: 'time' },
    optional: { furtherVisits: 'visits' },
  },
  /** Two hours before. */
  APPOINTMENT_REMINDER_H2: {
    purpose: 'SERVICE',
    variables: { withName: 'text', startTime: 'time' },
    optional: { furtherVisits: 'visits' },
  },
  PRESCRIPTION_ISSUED: { purpose: 'SERVICE', variables: { doctorName: 'text' } },
  /** To the pharmacy; the others of an order are to the patient. */
  ORDER_CREATED: { purpose: 'SERVICE', variables: { patientName: 'text' } },
  ORDER_PREPARING: { purpose: 'SERVICE', variables: { pharmacyName: 'text' } },
  ORDER_READY: { purpose: 'SERVICE', variables: { pharmacyName: 'text' } },
  ORDER_DELIVERED: { purpose: 'SERVICE', variables: { pharmacyName: 'text' } },
  /** Nobody will fill it: the pharmacy cancelled or rejected it, an administrator did, or its prescription was cancelled. */
  ORDER_CANCELLED: { purpose: 'SERVICE', variables: { pharmacyName: 'text' } },
  /** To the pharmacy: it must not be prepared or handed over. */
  ORDER_WITHDRAWN: { purpose: 'SERVICE', variables: { patientName: 'text' } },
  /** `doctorName` is the organisation's where no doctor ordered the analyses. */
  LAB_RESULT_PUBLISHED: { purpose: 'SERVICE', variables: { doctorName: 'text' } },
  /** To the doctor and the administrators. */
  LAB_CRITICAL_ALERT: {
    purpose: 'CRITICAL',
    variables: { patientName: 'text', labOrderId: 'text' },
    fromCauseAlone: true,
  },
  FOLLOW_UP_PROPOSED: { purpose: 'SERVICE', variables: { doctorName: 'text' }, optional: { startTime: 'time' } },
  /** To a patient with a long-term condition who has not been seen for long. */
  RECALL: { purpose: 'SERVICE', variables: { lastSeenAt: 'day' } },
  /** To a pharmacy: so many lots expire within so many days. */
  EXPIRY_WARNING: { purpose: 'SERVICE', variables: { lots: 'count', withinDays: 'count' } },
  /** To the first administrator of a new organisation. Whoever opens the link first has the client's secret. */
  ACCESS_GRANTED: {
    purpose: 'SERVICE',
    variables: { organization: 'text', link: 'link', validUntil: 'time' },
    secrets: ['link'],
    fromCauseAlone: true,
  },
  /** To whoever asked for access. */
  ACCESS_REFUSED: { purpose: 'SERVICE', variables: { organization: 'text' }, fromCauseAlone: true },
  /** To the administrators, once for each time that an endpoint takes nothing for long. `address` is without its query. */
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

/** The platform's own, by a code that anybody may have written. */
export const declarationOf = (code: string): Declaration | undefined =>
  Object.hasOwn(catalog, code) ? catalog[code as TemplateCode] : undefined

/** Those of the platform's own that may be sent by whoever may write to somebody. */
export const sendable = Object.keys(catalog).filter((code) => !declarationOf(code)!.fromCauseAlone)

type Values<V> = { [N in keyof V]: V[N] extends Kind ? Kinds[V[N]] : never }
type Optional<D> = D extends { optional: infer O } ? Partial<Values<O>> : unknown

/** What a template of the platform's own has to be told. */
export type Variables<C extends TemplateCode> = Values<(typeof catalog)[C]['variables']> & Optional<(typeof catalog)[C]>

/** A value as `messages.variables` keeps it and the API takes it: text of its kind. */
export function asText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value.map(({ withName, startTime }) => ({ withName, startTime: startTime.toISOString() })))
}
