import { z } from 'zod'
import type { Scope } from '../actor.ts'
import { id, utc } from '../lib/fields.ts'

/**
 * A kind of event: the specified data fields, the scope that a subscriber needs, and whether it is delivered before all
 * others.
 */
type Kind = { meaning: string; scope: Scope; data: z.ZodObject; urgent?: boolean }

const amountMAD = z.int().min(0).meta({ description: 'Centimes.' })

/** The 15 kinds of the specification ("Events"). Deliberately minimal: ids and facts, never names or notes. */
export const catalog = {
  'appointment.created': {
    meaning: 'New appointment created',
    scope: 'appointments:read',
    data: z.object({ appointmentId: id('apt'), doctorId: id('usr'), patientId: id('usr'), startTime: utc }),
  },
  'appointment.updated': {
    meaning: 'Status, time or notes changed',
    scope: 'appointments:read',
    data: z.object({ appointmentId: id('apt'), changes: z.array(z.string()) }),
  },
  'appointment.cancelled': {
    meaning: 'Cancelled by patient, doctor or auto-cancel',
    scope: 'appointments:read',
    data: z.object({ appointmentId: id('apt'), reason: z.string() }),
  },
  'appointment.completed': {
    meaning: 'Consultation marked finished',
    scope: 'appointments:read',
    data: z.object({ appointmentId: id('apt'), durationSec: z.int().min(0) }),
  },
  'prescription.created': {
    meaning: 'New prescription issued',
    scope: 'prescriptions:read',
    data: z.object({ prescriptionId: id('rx'), medication: z.string() }),
  },
  'prescription.signed': {
    meaning: 'Prescription digitally signed',
    scope: 'prescriptions:read',
    data: z.object({ prescriptionId: id('rx'), signature: z.string().startsWith('sha256:') }),
  },
  'lab_order.created': {
    meaning: 'Lab order submitted',
    scope: 'lab_orders:read',
    data: z.object({ labOrderId: id('lab'), tests: z.array(z.string()) }),
  },
  'lab_order.status_changed': {
    meaning: 'Lab order status updated',
    scope: 'lab_orders:read',
    data: z.object({ labOrderId: id('lab'), status: z.string() }),
  },
  'lab_result.published': {
    meaning: 'Result published and visible to the patient',
    scope: 'lab_orders:read',
    data: z.object({ labResultId: id('res'), url: z.string() }),
  },
  'lab_result.critical_alert': {
    meaning: 'Critical value, high priority',
    scope: 'lab_orders:read',
    urgent: true,
    data: z.object({ labResultId: id('res'), param: z.string(), value: z.number() }),
  },
  'payment.succeeded': {
    meaning: 'Card or cash payment recorded',
    scope: 'invoices:read',
    data: z.object({ invoiceId: id('inv'), amountMAD }),
  },
  'payment.refunded': {
    meaning: 'Refund issued',
    scope: 'invoices:read',
    data: z.object({ invoiceId: id('inv'), amountMAD }),
  },
  'review.created': {
    meaning: 'Verified review published',
    scope: 'reviews:write',
    data: z.object({ reviewId: id('rev'), rating: z.int().min(1).max(5) }),
  },
  'patient.created': {
    meaning: 'New patient registered',
    scope: 'patients:read',
    data: z.object({ patientId: id('usr') }),
  },
  'patient.consent_updated': {
    meaning: 'Patient changed data-protection consent',
    scope: 'patients:read',
    data: z.object({ patientId: id('usr'), consents: z.array(z.string()) }),
  },
} as const satisfies Record<string, Kind>

export type EventKind = keyof typeof catalog
export const eventKinds = Object.keys(catalog) as EventKind[]
export const eventKind = z.enum(eventKinds).meta({ id: 'EventKind' })
export type EventData<K extends EventKind> = z.infer<(typeof catalog)[K]['data']>

/** The kinds readable with these scopes. */
export const kindsReadableWith = (scopes: ReadonlySet<string>): EventKind[] =>
  eventKinds.filter((kind) => scopes.has(catalog[kind].scope))

export const isUrgent = (kind: EventKind): boolean => (catalog[kind] as Kind).urgent === true
