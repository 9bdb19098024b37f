/** The kinds of events, for choices. The platform may send newer ones. */
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
