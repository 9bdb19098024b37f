import { z } from 'zod'
import type { Scope } from '../actor.ts'
import { id, utc } from '../lib/fields.ts'
import { newId } from '../lib/ids.ts'

/**
 * A kind of event. `data`: the specified fields. `scope`: the scope that a subscriber needs. `example`: data of fictitious
 * records; the first field is the subject.
 */
type Kind<D extends z.ZodObject> = {
  meaning: string
  scope: Scope
  data: D
  example: (at: Date) => z.infer<D>
  /** Whether it is delivered before all others. */
  urgent?: boolean
  /** Whether it is about schedules or money, which the front desk may read. */
  desk?: boolean
  /** Whether its data are clinical. Administrators must give a reason to read such events. */
  clinical?: boolean
}
const kind = <D extends z.ZodObject>(declared: Kind<D>): Kind<D> => declared

const AMOUNT_MAD = 30_000
const amountMAD = z.int().min(0).meta({ description: 'Centimes.' })

/** The 15 kinds of the specification ("Events"). Data are minimal by design: ids and facts, never names or notes. */
export const catalog = {
  'appointment.created': kind({
    meaning: 'New appointment created',
    scope: 'appointments:read',
    desk: true,
    data: z.object({ appointmentId: id('apt'), doctorId: id('usr'), patientId: id('usr'), startTime: utc }),
    example: (at) => ({
      appointmentId: newId('apt'),
      doctorId: newId('usr'),
      patientId: newId('usr'),
      startTime: new Date(at.getTime() + 24 * 3_600_000).toISOString(),
    }),
  }),
  'appointment.updated': kind({
    meaning: 'Status, time or notes changed',
    scope: 'appointments:read',
    desk: true,
    data: z.object({ appointmentId: id('apt'), changes: z.array(z.string()) }),
    example: () => ({ appointmentId: newId('apt'), changes: ['status'] }),
  }),
  'appointment.cancelled': kind({
    meaning: 'Cancelled by patient, doctor or auto-cancel',
    scope: 'appointments:read',
    desk: true,
    data: z.object({ appointmentId: id('apt'), reason: z.string() }),
    example: () => ({ appointmentId: newId('apt'), reason: 'patient_request' }),
  }),
  'appointment.completed': kind({
    meaning: 'Consultation marked finished',
    scope: 'appointments:read',
    desk: true,
    data: z.object({ appointmentId: id('apt'), durationSec: z.int().min(0) }),
    example: () => ({ appointmentId: newId('apt'), durationSec: 1260 }),
  }),
  'prescription.created': kind({
    meaning: 'New prescription issued',
    scope: 'prescriptions:read',
    data: z.object({ prescriptionId: id('rx'), medication: z.string() }),
    example: () => ({ prescriptionId: newId('rx'), medication: 'Paracétamol 1 g, comprimé' }),
  }),
  'prescription.signed': kind({
    meaning: 'Prescription digitally signed',
    scope: 'prescriptions:read',
    data: z.object({ prescriptionId: id('rx'), signature: z.string().startsWith('sha256:') }),
    example: () => ({ prescriptionId: newId('rx'), signature: `sha256:${'0'.repeat(64)}` }),
  }),
  'lab_order.created': kind({
    meaning: 'Lab order submitted',
    scope: 'lab_orders:read',
    clinical: true,
    data: z.object({ labOrderId: id('lab'), tests: z.array(z.string()) }),
    example: () => ({ labOrderId: newId('lab'), tests: ['NFS', 'Glycémie à jeun'] }),
  }),
  'lab_order.status_changed': kind({
    meaning: 'Lab order status updated',
    scope: 'lab_orders:read',
    data: z.object({ labOrderId: id('lab'), status: z.string() }),
    example: () => ({ labOrderId: newId('lab'), status: 'COLLECTED' }),
  }),
  'lab_result.published': kind({
    meaning: 'Result published and visible to the patient',
    scope: 'lab_orders:read',
    data: z.object({ labResultId: id('res'), url: z.string() }),
    example: () => {
      const labResultId = newId('res')
      return { labResultId, url: `https://api.example/api/lab-results/${labResultId}` }
    },
  }),
  'lab_result.critical_alert': kind({
    meaning: 'Critical value, high priority',
    scope: 'lab_orders:read',
    urgent: true,
    clinical: true,
    data: z.object({ labResultId: id('res'), param: z.string(), value: z.number() }),
    example: () => ({ labResultId: newId('res'), param: 'Potassium', value: 6.8 }),
  }),
  'payment.succeeded': kind({
    meaning: 'Card or cash payment recorded',
    scope: 'invoices:read',
    desk: true,
    data: z.object({ invoiceId: id('inv'), amountMAD }),
    example: () => ({ invoiceId: newId('inv'), amountMAD: AMOUNT_MAD }),
  }),
  'payment.refunded': kind({
    meaning: 'Refund issued',
    scope: 'invoices:read',
    desk: true,
    data: z.object({ invoiceId: id('inv'), amountMAD }),
    example: () => ({ invoiceId: newId('inv'), amountMAD: AMOUNT_MAD }),
  }),
  'review.created': kind({
    meaning: 'Verified review published',
    scope: 'reviews:write',
    data: z.object({ reviewId: id('rev'), rating: z.int().min(1).max(5) }),
    example: () => ({ reviewId: newId('rev'), rating: 5 }),
  }),
  'patient.created': kind({
    meaning: 'New patient registered',
    scope: 'patients:read',
    desk: true,
    data: z.object({ patientId: id('usr') }),
    example: () => ({ patientId: newId('usr') }),
  }),
  'patient.consent_updated': kind({
    meaning: 'Patient changed data-protection consent',
    scope: 'patients:read',
    data: z.object({ patientId: id('usr'), consents: z.array(z.string()) }),
    example: () => ({ patientId: newId('usr'), consents: ['TELECONSULTATION'] }),
  }),
}

export type EventKind = keyof typeof catalog
export const eventKinds = Object.keys(catalog) as EventKind[]
export const eventKind = z.enum(eventKinds).meta({ id: 'EventKind' })
export type EventData<K extends EventKind> = z.infer<(typeof catalog)[K]['data']>

/** The kinds readable with these scopes. */
export const kindsReadableWith = (scopes: ReadonlySet<string>): EventKind[] =>
  eventKinds.filter((kind) => scopes.has(catalog[kind].scope))

/** The kinds that the front desk may read, even if it is not in the audience. */
export const deskKinds = eventKinds.filter((kind) => catalog[kind].desk === true)

/** The kinds with clinical data. */
export const clinicalKinds = eventKinds.filter((kind) => catalog[kind].clinical === true)

export const isUrgent = (kind: EventKind): boolean => catalog[kind].urgent === true
