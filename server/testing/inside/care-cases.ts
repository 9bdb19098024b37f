import { cashier } from '../../src/features/money/invoices/invoices-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { book, booking, newPerson, type Person } from '../factories.ts'
import {
  addFile,
  bookCompletedConsultation,
  lotRequest,
  placeOrder,
  prescribe,
  propose,
  receiveLot,
  recordCondition,
} from '../practice.ts'
import type { Sample } from '../samples/scene.ts'
import { ids, listSample, type Stage, type Variant, type Variants } from './cases.ts'

let hours = 200_000

/** Variants of operations on patients' records. */
export function careVariants({ platform, world, samples, secondPharmacy, guardian }: Stage): Variants {
  const { ADMIN: admin, DOCTOR: doctor, PATIENT: patient, PHARMACIST: pharmacist } = world.involved
  const appointmentId = async () => (await samples.readAppointment!()).id!
  const prescriptionId = async () => (await prescribe(platform, doctor, patient)).id
  const orderedId = async () => {
    const id = await prescriptionId()
    await placeOrder(platform, patient, id, pharmacist)
    return id
  }
  /** A prescription with a refill, delivered once by another pharmacy. That pharmacy sees it. */
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
  const generated = async (templateId: string, data: object): Promise<string> => {
    const answer = await platform.call('POST', '/api/pdf/generate', { token: doctor.token, body: { templateId, data } })
    if (answer.status !== 200) throw new Error(`Not generated: ${answer.text}`)
    return answer.body.documentId
  }
  const invoiceId = () => cashier(platform).invoice(doctor, patient)
  const completedId = () => bookCompletedConsultation(platform, doctor, patient)
  const withId = (id: () => Promise<string>, body?: object) => async () => ({ id: await id(), ...(body && { body }) })
  /** The people who join for themselves, for a dependant, and for others. */
  const joiningCases = (sampleFor: (identity: string) => Promise<Sample>): Variant[] => [
    {
      related: { own: ids(patient) },
      isTriedBy: ({ role, person }) => role !== 'ADMIN' && role !== 'RECEPTIONIST' && person !== guardian, // their cases follow
      sample: ({ person }) => sampleFor(person.id),
    },
    {
      suffix: 'in the place of the patient',
      extraRules: ['video.joinForDependants'],
      related: { own: ids(guardian) },
      isTriedBy: ({ role, person }) => role !== 'ADMIN' && person !== patient && person !== doctor,
      sample: ({ person }) => sampleFor(person.id),
    },
    {
      suffix: 'for a participant',
      extraRules: ['video.joinForOthers'],
      isTriedBy: ({ person }) => person !== guardian,
      sample: ({ person }) => sampleFor(person.id === patient.id ? doctor.id : patient.id),
    },
  ]
  const unordered: Variant = { related: { addressed: [] } }
  const ordered = (sample: NonNullable<Variant['sample']>): Variant => ({ suffix: 'after an order', sample })
  /** Administrators read certificates only with a reason. The front desk reads only invoices. */
  const certificate: Variant = { related: { addressed: [], shared: [], desk: [] } }
  const orderedPaper = (sample: NonNullable<Variant['sample']>): Variant => ({
    ...ordered(sample),
    related: { desk: [] },
  })
  const invoiceDocument = async () => generated('invoice', { invoiceId: await invoiceId() })
  const conditionOfAdmin = () => recordCondition(platform, admin, patient)
  const byAdmin = (sample: NonNullable<Variant['sample']>): Variant => ({
    suffix: 'of an administrator',
    related: { author: ids(admin) },
    sample,
  })
  const otherAdmin = world.strangers.ADMIN
  const withNotes = async (author: Person) => {
    const visibleText = `Note ${newId('apt')}`
    const { id } = await book(platform, author, doctor, patient, hours++, visibleText)
    return { id, visibleText }
  }
  /** A lab order of the patient, whose birth date is recorded. */
  const labOrderId = async () => {
    const path = `/api/patients/${patient.id}/identity`
    await platform.call('PUT', path, { token: admin.token, body: { birthDate: '1987-05-14' } })
    return (await samples.readLabOrder!()).id!
  }
  const withReason = async () => {
    const visibleText = `Reason ${newId('apt')}`
    return { id: await propose(platform, doctor, patient, { reason: visibleText }), visibleText }
  }
  const orderedDocument = async () => generated('prescription', { prescriptionId: await orderedId() })

  return {
    updateAppointment: [
      {},
      {
        suffix: 'to a status',
        extraRules: ['appointments.changeStatus'],
        sample: withId(appointmentId, { status: 'COMPLETED' }),
      },
      {
        suffix: 'to CONFIRMED',
        extraRules: ['appointments.confirm'],
        sample: withId(appointmentId, { status: 'CONFIRMED' }),
      },
      {
        suffix: 'to CONFIRMED, of a proposal',
        extraRules: ['appointments.accept'],
        isTriedBy: ({ role }) => role === 'PATIENT',
        sample: async () => {
          const proposing = await newPerson(platform, world.tenantId, 'DOCTOR')
          const { id } = await book(platform, proposing, proposing, patient, hours++)
          return { id, body: { status: 'CONFIRMED' } }
        },
      },
      {
        suffix: 'with notes',
        extraRules: ['appointments.writeNotes'],
        related: { author: ids(doctor, admin, otherAdmin) },
        sample: async () => ({
          id: (await book(platform, doctor, doctor, patient, hours++)).id,
          body: { notes: 'Fever' },
        }),
      },
      {
        suffix: 'with notes in place of those of the patient',
        extraRules: ['appointments.writeNotes'],
        sample: async () => ({ id: (await withNotes(patient)).id, body: { notes: 'Fever' } }),
      },
    ],
    updateWaitlistEntry: [
      {},
      {
        suffix: 'marking it urgent',
        extraRules: ['waitlist.markUrgent'],
        sample: async () => ({ ...(await samples.updateWaitlistEntry!()), body: { urgent: true } }),
      },
    ],
    readAppointment: [
      {},
      { suffix: 'with its notes', extraRules: ['appointments.readNotes'], sample: () => withNotes(patient) },
      {
        suffix: 'with the notes of an administrator',
        extraRules: ['appointments.readNotes'],
        related: { author: ids(doctor, otherAdmin) },
        sample: () => withNotes(otherAdmin),
      },
    ],
    readLabOrder: [
      {},
      {
        suffix: "with the patient's birth date",
        extraRules: ['labOrders.readPatient'],
        sample: async () => ({ id: await labOrderId(), visibleText: '1987-05-14' }),
      },
    ],
    removeLabOrderFile: [
      { suffix: 'of the laboratory', related: { author: ids(world.involved.LABORATORY) } },
      {
        suffix: 'of the doctor',
        sample: async () => {
          const [id] = (await samples.removeLabOrderFile!()).id!.split('/')
          return { id: `${id}/${await addFile(platform, doctor, id!)}` }
        },
      },
    ],
    readFollowUp: [{}, { suffix: 'with its reason', extraRules: ['followUps.readReason'], sample: withReason }],
    issueVideoToken: [
      ...joiningCases(async (identity) => ({ body: { appointmentId: await appointmentId(), identity } })),
      {
        suffix: 'as an observer',
        rules: ['appointments.read', 'video.observe'],
        isTriedBy: ({ person }) => ![patient, doctor, guardian].includes(person),
        sample: async ({ person }) => ({ body: { appointmentId: await appointmentId(), identity: person.id } }),
      },
    ],
    createJoinLink: joiningCases(async (identity) => ({ id: await appointmentId(), body: { identity } })),
    revokeJoinLink: joiningCases(async (identity) => ({ id: await appointmentId(), query: `identity=${identity}` })),
    listPrescriptions: [
      { ...unordered, sample: async () => listSample(await prescriptionId()) },
      ordered(async () => listSample(await orderedId())),
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
        suffix: 'of a certificate',
        rules: ['appointments.read', 'documents.certify'],
        sample: async () => ({
          body: { templateId: 'certificate', data: { appointmentId: await completedId(), statement: 'Apte.' } },
        }),
      },
      {
        suffix: 'of an attestation',
        rules: ['appointments.read', 'documents.attest'],
        sample: async () => ({ body: { templateId: 'attestation', data: { appointmentId: await completedId() } } }),
      },
      {
        suffix: 'of an invoice',
        rules: ['invoices.read'],
        sample: async () => ({ body: { templateId: 'invoice', data: { invoiceId: await invoiceId() } } }),
      },
    ],
    listDocuments: [
      { ...certificate, sample: async () => listSample((await samples.readDocument!()).id!) },
      orderedPaper(async () => listSample(await orderedDocument())),
      { suffix: 'of an invoice', ...unordered, sample: async () => listSample(await invoiceDocument()) },
    ],
    readDocument: [
      certificate,
      orderedPaper(withId(orderedDocument)),
      { suffix: 'of an invoice', ...unordered, sample: withId(invoiceDocument) },
    ],
    updateDocument: [certificate, orderedPaper(withId(orderedDocument, { status: 'CANCELLED' }))],
    cancelDocument: [certificate, orderedPaper(withId(orderedDocument, { reason: 'Erreur' }))],
    placeOrder: [
      {
        ...unordered,
        isTriedBy: ({ role }) => role !== 'PHARMACIST',
        sample: async () => ({ body: { prescriptionId: await prescriptionId(), pharmacyId: pharmacist.id } }),
      },
      {
        suffix: 'with the code of the patient',
        rules: ['orders.place'],
        isTriedBy: ({ role }) => role === 'PHARMACIST',
        sample: async () => {
          const id = await deliveredId()
          const answer = await platform.call('POST', `/api/prescriptions/${id}/pickup-code`, { token: patient.token })
          return { body: { prescriptionId: id, pharmacyId: pharmacist.id, pickupCode: answer.body.pickupCode.code } }
        },
      },
    ],
    submitLabOrder: [
      { extraRules: ['appointments.read'] },
      {
        suffix: 'in the name of a doctor',
        sample: () => ({ body: { patientId: patient.id, doctorId: doctor.id, tests: ['NFS'] } }),
      },
    ],
    updateOrder: [
      {},
      {
        suffix: 'to CANCELLED',
        rules: ['orders.read', 'orders.cancel'],
        sample: async () => ({ id: (await samples.readOrder!()).id!, body: { status: 'CANCELLED' } }),
      },
    ],
    changePharmacy: [
      { sample: async () => ({ id: (await samples.readOrder!()).id!, body: { pharmacyId: secondPharmacy.id } }) },
    ],
    receiveLot: [{ sample: () => ({ body: { ...lotRequest(), pharmacyId: pharmacist.id } }) }],
    listLots: [{ sample: async () => listSample(await receiveLot(platform, pharmacist)) }],
    bookAppointment: [{ sample: () => ({ body: booking(platform, doctor, patient, hours++) }) }],
    createInvoice: [{ sample: () => ({ body: { patientId: patient.id, amountMAD: 10_000 } }) }],
    takePayment: [
      {},
      {
        suffix: 'in cash',
        extraRules: ['invoices.recordCash'],
        sample: withId(invoiceId, { method: 'CASH', amountMAD: 5_000 }),
      },
    ],
    updateCondition: [{}, byAdmin(withId(conditionOfAdmin, { status: 'RESOLVED' }))],
    deleteCondition: [{}, byAdmin(withId(conditionOfAdmin))],
  }
}
