import { newId } from '../lib/ids.ts'
import type { EventData, EventKind } from './catalog.ts'

const AMOUNT_MAD = 30_000

/** Example data for each kind, of records that do not exist. The first field is the subject. */
export const examples: { [K in EventKind]: (at: Date) => EventData<K> } = {
  'appointment.created': (at) => ({
    appointmentId: newId('apt'),
    doctorId: newId('usr'),
    patientId: newId('usr'),
    startTime: new Date(at.getTime() + 24 * 3_600_000).toISOString(),
  }),
  'appointment.updated': () => ({ appointmentId: newId('apt'), changes: ['status'] }),
  'appointment.cancelled': () => ({ appointmentId: newId('apt'), reason: 'patient_request' }),
  'appointment.completed': () => ({ appointmentId: newId('apt'), durationSec: 1260 }),
  'prescription.created': () => ({ prescriptionId: newId('rx'), medication: 'Paracétamol 1 g, comprimé' }),
  'prescription.signed': () => ({ prescriptionId: newId('rx'), signature: `sha256:${'0'.repeat(64)}` }),
  'lab_order.created': () => ({ labOrderId: newId('lab'), tests: ['NFS', 'Glycémie à jeun'] }),
  'lab_order.status_changed': () => ({ labOrderId: newId('lab'), status: 'COLLECTED' }),
  'lab_result.published': () => {
    const labResultId = newId('res')
    return { labResultId, url: `https://api.example/api/lab-results/${labResultId}` }
  },
  'lab_result.critical_alert': () => ({ labResultId: newId('res'), param: 'Potassium', value: 6.8 }),
  'payment.succeeded': () => ({ invoiceId: newId('inv'), amountMAD: AMOUNT_MAD }),
  'payment.refunded': () => ({ invoiceId: newId('inv'), amountMAD: AMOUNT_MAD }),
  'review.created': () => ({ reviewId: newId('rev'), rating: 5 }),
  'patient.created': () => ({ patientId: newId('usr') }),
  'patient.consent_updated': () => ({ patientId: newId('usr'), consents: ['TELECONSULTATION'] }),
}
