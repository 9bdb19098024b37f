import { cashier } from '../../src/features/money/invoices/invoices-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { book, booking, newPerson, type Person } from '../factories.ts'
import {
  addFile,
  bookCompletedConsultation,
  placeOrder,
  prescribe,
  propose,
  receiveLot,
  recordCondition,
  toReceive,
} from '../practice.ts'
import { ids, type Stage, shown, type Variant, type Variants } from './cases.ts'

let hours = 200_000

/** Records of patients, beyond the samples. */
export function careVariants({ platform, world, samples, secondPharmacy, guardian }: Stage): Variants {
  const { ADMIN: admin, DOCTOR: doctor, PATIENT: patient, PHARMACIST: pharmacist } = world.involved
  const appointmentId = async () => (await samples.readAppointment!()).id!
  const prescriptionId = async () => (await prescribe(platform, doctor, patient)).id
  const orderedId = async () => {
    const id = await prescriptionId()
    await placeOrder(platform, patient, id, pharmacist)
    return id
  }
  /** Delivered once by another pharmacy, which sees it, and with refills. */
  const deliveredId = async () => {
    const { id } = await prescribe(platform, doctor, patient, undefined, { refills: 1 })
    const other = secondPharmacy
    const order = await placeOrder(platform, patient, id, other)
    for (const status of ['PREPARING', 'READY', 'DELIVERED']) {
      const answer = await platform.call('PUT', `/api/orders/${order.id}`, { token: other.token, body: { status } })
      if (answer.status !== 200) throw new Error(`Not delivered: ${answer.text}`)
    }
    return id
  }
  const made = async (templateId: string, data: object): Promise<string> => {
    const answer = await platform.call('POST', '/api/pdf/generate', { token: doctor.token, body: { templateId, data } })
    if (answer.status !== 200) throw new Error(`Not generated: ${answer.text}`)
    return answer.body.documentId
  }
  const invoiceId = () => cashier(platform).invoice(doctor, patient)
  const completedId = () => bookCompletedConsultation(platform, doctor, patient)
  const withId = (id: () => Promise<string>, body?: object) => async () => ({ id: await id(), ...(body && { body }) })
  const unordered: Variant = { related: { addressed: [] } }
  const ordered = (sample: NonNullable<Variant['sample']>): Variant => ({ as: 'after an order', sample })
  /** Administrators read certificates only with a reason, the front desk only invoices. */
  const certificate: Variant = { related: { addressed: [], shared: [], desk: [] } }
  const orderedPaper = (sample: NonNullable<Variant['sample']>): Variant => ({
    ...ordered(sample),
    related: { desk: [] },
  })
  const invoiceDocument = async () => made('invoice', { invoiceId: await invoiceId() })
  const conditionOfAdmin = () => recordCondition(platform, admin, patient)
  const byAdmin = (sample: NonNullable<Variant['sample']>): Variant => ({
    as: 'of an administrator',
    related: { author: ids(admin) },
    sample,
  })
  const otherAdmin = world.strangers.ADMIN
  const noted = async (by: Person) => {
    const shows = `Note ${newId('apt')}`
    const { id } = await book(platform, by, doctor, patient, hours++, shows)
    return { id, shows }
  }
  /** The patient's birth date is known. */
  const labOrderId = async () => {
    const path = `/api/patients/${patient.id}/identity`
    await platform.call('PUT', path, { token: admin.token, body: { birthDate: '1987-05-14' } })
    return (await samples.readLabOrder!()).id!
  }
  const reasoned = async () => {
    const shows = `Reason ${newId('apt')}`
    return { id: await propose(platform, doctor, patient, { reason: shows }), shows }
  }
  const orderedDocument = async () => made('prescription', { prescriptionId: await orderedId() })

  return {
    updateAppointment: [
      {},
      {
        as: 'to a status',
        also: ['appointments.changeStatus'],
        sample: withId(appointmentId, { status: 'COMPLETED' }),
      },
      {
        as: 'to CONFIRMED',
        also: ['appointments.confirm'],
        sample: withId(appointmentId, { status: 'CONFIRMED' }),
      },
      {
        as: 'to CONFIRMED, of a proposal',
        also: ['appointments.accept'],
        among: ({ role }) => role === 'PATIENT',
        sample: async () => {
          const proposing = await newPerson(platform, world.tenantId, 'DOCTOR')
          const { id } = await book(platform, proposing, proposing, patient, hours++)
          return { id, body: { status: 'CONFIRMED' } }
        },
      },
      {
        as: 'with notes',
        also: ['appointments.writeNotes'],
        related: { author: ids(doctor, admin, otherAdmin) },
        sample: async () => ({
          id: (await book(platform, doctor, doctor, patient, hours++)).id,
          body: { notes: 'Fever' },
        }),
      },
      {
        as: 'with notes in place of those of the patient',
        also: ['appointments.writeNotes'],
        sample: async () => ({ id: (await noted(patient)).id, body: { notes: 'Fever' } }),
      },
    ],
    readAppointment: [
      {},
      { as: 'with its notes', also: ['appointments.readNotes'], sample: () => noted(patient) },
      {
        as: 'with the notes of an administrator',
        also: ['appointments.readNotes'],
        related: { author: ids(doctor, otherAdmin) },
        sample: () => noted(otherAdmin),
      },
    ],
    readLabOrder: [
      {},
      {
        as: "with the patient's birth date",
        also: ['labOrders.readPatient'],
        sample: async () => ({ id: await labOrderId(), shows: '1987-05-14' }),
      },
    ],
    removeLabOrderFile: [
      { as: 'of the laboratory', related: { author: ids(world.involved.LABORATORY) } },
      {
        as: 'of the doctor',
        sample: async () => {
          const [id] = (await samples.removeLabOrderFile!()).id!.split('/')
          return { id: `${id}/${await addFile(platform, doctor, id!)}` }
        },
      },
    ],
    readFollowUp: [{}, { as: 'with its reason', also: ['followUps.readReason'], sample: reasoned }],
    issueVideoToken: [
      {
        related: { own: ids(patient) },
        among: ({ role, person }) => role !== 'ADMIN' && role !== 'RECEPTIONIST' && person !== guardian, // below
        sample: async ({ person }) => ({ body: { appointmentId: await appointmentId(), identity: person.id } }),
      },
      {
        as: 'in the place of the patient',
        also: ['video.joinForDependants'],
        related: { own: ids(guardian) },
        among: ({ role, person }) => role !== 'ADMIN' && person !== patient && person !== doctor,
        sample: async ({ person }) => ({ body: { appointmentId: await appointmentId(), identity: person.id } }),
      },
      {
        as: 'for a participant',
        also: ['video.joinForOthers'],
        among: ({ person }) => person !== guardian,
        sample: async ({ person }) => ({
          body: { appointmentId: await appointmentId(), identity: person.id === patient.id ? doctor.id : patient.id },
        }),
      },
      {
        as: 'as an observer',
        rules: ['appointments.read', 'video.observe'],
        among: ({ person }) => ![patient, doctor, guardian].includes(person),
        sample: async ({ person }) => ({ body: { appointmentId: await appointmentId(), identity: person.id } }),
      },
    ],
    listPrescriptions: [
      { ...unordered, sample: async () => shown(await prescriptionId()) },
      ordered(async () => shown(await orderedId())),
    ],
    readPrescription: [unordered, ordered(withId(orderedId))],
    readPrescriptionSignature: [unordered],
    updatePrescription: [unordered, ordered(withId(orderedId, { status: 'CANCELLED' }))],
    cancelPrescription: [unordered, ordered(withId(orderedId, { reason: 'Allergie' }))],
    signPrescription: [unordered, ordered(withId(orderedId))],
    createPickupCode: [unordered],
    replaceSigningKey: [{ related: { author: 'everyone' } }],
    generatePdf: [
      unordered,
      ordered(async () => ({ body: { templateId: 'prescription', data: { prescriptionId: await orderedId() } } })),
      {
        as: 'of a certificate',
        rules: ['appointments.read', 'documents.certify'],
        sample: async () => ({
          body: { templateId: 'certificate', data: { appointmentId: await completedId(), statement: 'Apte.' } },
        }),
      },
      {
        as: 'of an attestation',
        rules: ['appointments.read', 'documents.attest'],
        sample: async () => ({ body: { templateId: 'attestation', data: { appointmentId: await completedId() } } }),
      },
      {
        as: 'of an invoice',
        rules: ['invoices.read'],
        sample: async () => ({ body: { templateId: 'invoice', data: { invoiceId: await invoiceId() } } }),
      },
    ],
    listDocuments: [
      { ...certificate, sample: async () => shown((await samples.readDocument!()).id!) },
      orderedPaper(async () => shown(await orderedDocument())),
      { as: 'of an invoice', ...unordered, sample: async () => shown(await invoiceDocument()) },
    ],
    readDocument: [
      certificate,
      orderedPaper(withId(orderedDocument)),
      { as: 'of an invoice', ...unordered, sample: withId(invoiceDocument) },
    ],
    updateDocument: [certificate, orderedPaper(withId(orderedDocument, { status: 'CANCELLED' }))],
    cancelDocument: [certificate, orderedPaper(withId(orderedDocument, { reason: 'Erreur' }))],
    placeOrder: [
      {
        ...unordered,
        among: ({ role }) => role !== 'PHARMACIST',
        sample: async () => ({ body: { prescriptionId: await prescriptionId(), pharmacyId: pharmacist.id } }),
      },
      {
        as: 'with the code of the patient',
        rules: ['orders.place'],
        among: ({ role }) => role === 'PHARMACIST',
        sample: async () => {
          const id = await deliveredId()
          const answer = await platform.call('POST', `/api/prescriptions/${id}/pickup-code`, { token: patient.token })
          return { body: { prescriptionId: id, pharmacyId: pharmacist.id, pickupCode: answer.body.pickupCode.code } }
        },
      },
    ],
    submitLabOrder: [
      { also: ['appointments.read'] },
      {
        as: 'in the name of a doctor',
        sample: () => ({ body: { patientId: patient.id, doctorId: doctor.id, tests: ['NFS'] } }),
      },
    ],
    updateOrder: [
      {},
      {
        as: 'to CANCELLED',
        rules: ['orders.read', 'orders.cancel'],
        sample: async () => ({ id: (await samples.readOrder!()).id!, body: { status: 'CANCELLED' } }),
      },
    ],
    changePharmacy: [
      { sample: async () => ({ id: (await samples.readOrder!()).id!, body: { pharmacyId: secondPharmacy.id } }) },
    ],
    receiveLot: [{ sample: () => ({ body: { ...toReceive(), pharmacyId: pharmacist.id } }) }],
    listLots: [{ sample: async () => shown(await receiveLot(platform, pharmacist)) }],
    bookAppointment: [{ sample: () => ({ body: booking(platform, doctor, patient, hours++) }) }],
    createInvoice: [{ sample: () => ({ body: { patientId: patient.id, amountMAD: 10_000 } }) }],
    takePayment: [
      {},
      { as: 'in cash', also: ['invoices.recordCash'], sample: withId(invoiceId, { method: 'CASH', amountMAD: 5_000 }) },
    ],
    updateCondition: [{}, byAdmin(withId(conditionOfAdmin, { status: 'RESOLVED' }))],
    deleteCondition: [{}, byAdmin(withId(conditionOfAdmin))],
  }
}
