/** The kinds of events to choose from. The server may send newer kinds. */
export const eventKinds = [
  'appointment.created',
  'appointment.updated',
  'appointment.cancelled',
  'appointment.completed',
  'prescription.created',
  'prescription.signed',
  'lab_order.created',
  'lab_order.status_changed',
  'lab_result.published',
  'lab_result.critical_alert',
  'payment.succeeded',
  'payment.refunded',
  'review.created',
  'patient.created',
  'patient.consent_updated',
] as const
