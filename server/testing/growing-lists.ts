import { type Busy, CAMPAIGN, FAMILY_PHONE, GUARDIAN, quiet } from './grown-tables.ts'

/** Values of each filter of a list: a frequent value, a rare value, and a value without records. */
export type Filters = Record<string, string[]>

/** Until 1973: times before 1970 are refused. */
const MOST_MINUTES = 28_000_000

/** The lists of the tables that `grown-tables.ts` fills. */
export function growingLists(busy: Busy, rows: number): Record<string, { path: string; filters: Filters }> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const half = at(-rows / 2)
  const range = { from: [half, at(rows * 2)], to: [half, at(-Math.min(rows * 20, MOST_MINUTES))] }
  const doctorId = [busy.doctorId, quiet.doctorId]
  const patientId = [busy.patientId, quiet.patientId]
  return {
    listAppointments: {
      path: '/api/appointments',
      filters: { status: ['CONFIRMED', 'NO_SHOW', 'IN_PROGRESS,NO_SHOW'], doctorId, patientId, ...range },
    },
    listMissedAppointments: { path: '/api/appointments/missed', filters: {} },
    listPrescriptions: {
      path: '/api/prescriptions',
      filters: { status: ['ISSUED', 'CANCELLED'], doctorId, patientId, ...range, appointmentId: ['apt_absent'] },
    },
    listOrders: {
      path: '/api/orders',
      filters: {
        status: ['DELIVERED', 'PENDING', 'READY'],
        patientId,
        pharmacyId: [busy.pharmacistId, quiet.pharmacyId],
        ...range,
        prescriptionId: ['rx_absent'],
      },
    },
    listLabOrders: {
      path: '/api/lab-orders',
      filters: {
        status: ['RELEASED', 'ORDERED', 'COLLECTED'],
        doctorId,
        patientId,
        laboratoryId: [busy.laboratoryId, quiet.laboratoryId],
        ...range,
      },
    },
    listInvoices: {
      path: '/api/invoices',
      filters: { status: ['PAID', 'CANCELLED', 'REFUNDED'], doctorId, patientId, ...range },
    },
    listReviews: { path: '/api/reviews', filters: { doctorId, patientId, ...range } },
    listFollowUps: {
      path: '/api/follow-ups',
      filters: { status: ['DECLINED', 'PROPOSED', 'ACCEPTED'], doctorId, patientId, ...range },
    },
    listWaitlist: {
      path: '/api/waitlist',
      filters: { status: ['BOOKED', 'WAITING', 'LEFT'], doctorId, patientId },
    },
    listDocuments: {
      path: '/api/documents',
      filters: {
        templateId: ['prescription', 'attestation', 'certificate'],
        patientId,
        ...range,
        prescriptionId: ['rx_absent'],
        appointmentId: ['apt_absent'],
        invoiceId: ['inv_absent'],
      },
    },
    listMessages: {
      path: '/api/notifications',
      filters: {
        status: ['SENT', 'FAILED', 'READ'],
        channel: ['WHATSAPP', 'SMS'],
        recipientUserId: patientId,
        templateCode: ['APPOINTMENT_CONFIRMED', 'INVOICE_ISSUED', 'ABSENT'],
      },
    },
    listLeads: { path: '/api/leads', filters: { source: ['DEMO_FORM', 'PARTNER', 'ABSENT'], ...range } },
    listAccessRequests: { path: '/api/access-requests', filters: { status: ['REFUSED', 'GRANTED'], ...range } },
    listUsers: {
      path: '/api/users',
      filters: { role: ['PATIENT', 'DENTIST', 'DENTIST,DOCTOR'], verified: ['true', 'false'] },
    },
    listPatients: {
      path: '/api/patients',
      filters: {
        name: ['mohamed', 'rare', 'moh ala', 'moh ala crow', 'fatima moh', 'absent'],
        phone: [FAMILY_PHONE, '0699999999'],
        nationalId: ['N7', 'absent'],
        birthDate: ['1980-01-01', '1999-12-31'],
        consent: ['MARKETING', 'RECORDING', 'DATA_SHARING'],
      },
    },
    listDuplicates: { path: '/api/patients/duplicates', filters: {} },
    listGuardianships: {
      path: '/api/guardianships',
      filters: { guardianId: [GUARDIAN, quiet.patientId], dependantId: [quiet.patientId, busy.patientId] },
    },
    listInvitations: { path: '/api/invitations', filters: {} },
    listEnrolments: {
      path: `/api/campaigns/${CAMPAIGN}/enrolments`,
      filters: { state: ['COMPLETED', 'ACTIVE'], patientId: ['usr_absent'], leadId: ['lead_absent'] },
    },
    listLots: {
      path: '/api/stock',
      filters: {
        includeEmpty: ['true', 'false'],
        medication: ['MEDICINE', 'rare', 'absent'],
        expiringWithinDays: ['0', '30'],
        pharmacyId: [busy.pharmacistId, quiet.pharmacyId],
      },
    },
    listAudit: {
      path: '/api/audit',
      filters: {
        operation: ['readAppointment', 'createOrder'],
        outcome: ['OK', 'FORBIDDEN', 'ABSENT'],
        userId: doctorId,
        clientId: ['growth', 'growth-rare'],
        subjectId: ['apt_busy', 'apt_absent'],
        patientId,
      },
    },
  }
}

/** Queries of a list: each value alone, then the first filter's rare value with each other filter's frequent value. */
export function queriesOf(filters: Filters): string[] {
  const [first, ...others] = Object.entries(filters).map(([name, values]) => values.map((value) => `${name}=${value}`))
  if (!first) return ['']
  const pairs = others.map(([many]) => `${first[1]}&${many}`)
  return ['', ...first, ...others.flat(), ...pairs]
}
