import { newPerson, type Person } from '../../testing/factories.ts'
import type { Answer } from '../../testing/harness.ts'
import {
  consult,
  enterResults,
  orderTests,
  placeOrder,
  prescribe,
  prescriptionRequest,
} from '../../testing/practice.ts'
import { newId } from '../lib/ids.ts'
import type { TemplateCode } from './catalog.ts'
import { noMessage, type Path, type QueuedMessage, startQueueTest } from './queue-testing.ts'

/** The messages about prescriptions, orders and lab orders on every path, including paths without messages. */
const { admin, colleague, doctor, follow, nameOf, patient, pharmacist, platform, post, put, report, tenantId } =
  await startQueueTest()

/** An order in a given state, and its next transition. */
const ordered =
  (
    act: (id: string, prescriptionId: string) => Promise<Answer>,
    expect: (order: {
      toPatient: (template: TemplateCode) => QueuedMessage
      toPharmacy: (template: TemplateCode) => QueuedMessage
    }) => QueuedMessage[],
    before: string[] = [],
  ): Path =>
  async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const status of before) await put(pharmacist, `/api/orders/${id}`, { status })
    return {
      act: () => act(id, prescriptionId),
      expected: () =>
        expect({
          toPatient: (template) => ({
            to: patient.id,
            template,
            variables: { pharmacyName: nameOf(pharmacist) },
            about: [id],
          }),
          toPharmacy: (template) => ({
            to: pharmacist.id,
            template,
            variables: { patientName: nameOf(patient) },
            about: [id],
          }),
        }),
    }
  }

const move = (caller: Person, status: string) => (id: string) => put(caller, `/api/orders/${id}`, { status })

const orderOf = (answer: Answer): QueuedMessage => ({
  to: pharmacist.id,
  template: 'ORDER_CREATED',
  variables: { patientName: nameOf(patient) },
  about: [answer.body.order?.id ?? answer.body.routedOrderId],
})

const otherPharmacist = await newPerson(platform, tenantId, 'PHARMACIST', undefined, 'Pharmacie')
const nameOfPharmacy = (pharmacy: Person) => (pharmacy === otherPharmacist ? 'Pharmacie' : nameOf(pharmacy))

const pharmacyChosen = (pharmacy: Person, answer: Answer): QueuedMessage => ({
  to: patient.id,
  template: 'PHARMACY_CHOSEN',
  variables: { pharmacyName: nameOfPharmacy(pharmacy) },
  about: [answer.body.order.id],
})

const normal = [{ param: 'Glucose', value: 0.92, criticalLow: 0.45, criticalHigh: 4 }]
const critical = [
  { param: 'Potassium', value: 6.8, criticalLow: 2.8, criticalHigh: 6.2 },
  { param: 'Hémoglobine', value: 4.1, criticalLow: 7 },
]

/** Released results of an order, with or without an ordering doctor. */
const released =
  (
    results: object[],
    act: (id: string) => Promise<Answer>,
    { caller, orderedBy, alerted }: { caller: Person; orderedBy: string; alerted: Person[] },
  ): Path =>
  async () => {
    const { id } = await orderTests(platform, caller, patient)
    const result = await enterResults(platform, caller, id, results)
    const about = [id, result.id]
    return {
      act: () => act(id),
      expected: () => [
        { to: patient.id, template: 'LAB_RESULT_PUBLISHED', variables: { doctorName: orderedBy }, about },
        ...alerted.map((to) => ({
          to: to.id,
          template: 'LAB_CRITICAL_ALERT' as const,
          variables: { patientName: nameOf(patient), labOrderId: id },
          about,
        })),
      ],
    }
  }

const release = (caller: Person) => (id: string) => put(caller, `/api/lab-orders/${id}`, { status: 'RELEASED' })

const laboratories = [1, 2].map(() => newPerson(platform, tenantId, 'LABORATORY', undefined, 'Laboratoire'))
/** They came after the names were read. */
const nameOfLaboratory = (_laboratory: Person) => 'Laboratoire'
const [laboratory, otherLaboratory] = (await Promise.all(laboratories)) as [Person, Person]

const addressed = ({ id: to }: Person, labOrderId: string): QueuedMessage => ({
  to,
  template: 'LAB_ORDER_ADDRESSED',
  variables: { patientName: nameOf(patient) },
  about: [labOrderId],
})

const announced = (to: Person, chosenLaboratory: Person, labOrderId: string): QueuedMessage => ({
  to: to.id,
  template: 'LABORATORY_CHOSEN',
  variables: { laboratoryName: nameOfLaboratory(chosenLaboratory), patientName: nameOf(patient) },
  about: [labOrderId],
})

/** The laboratory of an order is changed, by default by the patient. */
const chosen =
  (from: Person | null, to: Person | null, caller = patient): Path =>
  async () => {
    const { id } = await orderTests(platform, doctor, patient, { ...(from && { laboratoryId: from.id }) })
    const others = [patient, doctor].filter((one) => one !== caller)
    return {
      act: () => put(caller, `/api/lab-orders/${id}/laboratory`, { laboratoryId: to?.id ?? null }),
      expected: () =>
        to && to !== from ? [addressed(to, id), ...others.map((other) => announced(other, to, id))] : [],
    }
  }

const paths: Record<string, Path> = {
  'a medicine is prescribed: message to the patient, naming the prescriber': async () => {
    const [body, key] = [prescriptionRequest(patient, await consult(platform, doctor, patient)), newId('req')]
    return {
      act: () => post(doctor, '/api/prescriptions', body, key),
      expected: ({ body: { prescription } }) => [
        {
          to: patient.id,
          template: 'PRESCRIPTION_ISSUED',
          variables: { doctorName: nameOf(doctor) },
          about: [prescription.id],
        },
      ],
    }
  },
  'a prescription without an order is cancelled: no message': async () => {
    const { id } = await prescribe(platform, doctor, patient)
    return { act: () => post(doctor, `/api/prescriptions/${id}/cancel`, {}), expected: noMessage }
  },

  'a patient orders: message to the pharmacy': async () => {
    const body = { prescriptionId: (await prescribe(platform, doctor, patient)).id, pharmacyId: pharmacist.id }
    return { act: () => post(patient, '/api/orders', body), expected: (answer) => [orderOf(answer)] }
  },
  'an administrator orders: message to pharmacy and patient': async () => {
    const body = { prescriptionId: (await prescribe(platform, doctor, patient)).id, pharmacyId: pharmacist.id }
    return {
      act: () => post(admin, '/api/orders', body),
      expected: (answer) => [orderOf(answer), pharmacyChosen(pharmacist, answer)],
    }
  },
  'an administrator changes the pharmacy: message to both pharmacies and the patient': async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    const variables = { patientName: nameOf(patient) }
    return {
      act: () => post(admin, `/api/orders/${id}/transfer`, { pharmacyId: otherPharmacist.id }),
      expected: (answer) => [
        { to: pharmacist.id, template: 'ORDER_WITHDRAWN', variables, about: [id, prescriptionId] },
        {
          to: otherPharmacist.id,
          template: 'ORDER_CREATED',
          variables,
          about: [answer.body.order.id, prescriptionId],
        },
        pharmacyChosen(otherPharmacist, answer),
      ],
    }
  },
  'a prescription is reported for a pharmacy: message to the pharmacy': async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    return {
      act: () => report('prescription-issued', { prescriptionId, pharmacyId: pharmacist.id }),
      expected: (answer) => [orderOf(answer)],
    }
  },
  'an order is prepared: message to the patient': ordered(move(pharmacist, 'PREPARING'), ({ toPatient }) => [
    toPatient('ORDER_PREPARING'),
  ]),
  'an order is ready: message to the patient': ordered(
    move(pharmacist, 'READY'),
    ({ toPatient }) => [toPatient('ORDER_READY')],
    ['PREPARING'],
  ),
  'an order is reported to be delivered: message to the patient': ordered(
    (orderId) => report('order-status-update', { orderId, status: 'DELIVERED' }),
    ({ toPatient }) => [toPatient('ORDER_DELIVERED')],
    ['PREPARING', 'READY'],
  ),
  'a patient cancels an order: message to the pharmacy': ordered(move(patient, 'CANCELLED'), ({ toPharmacy }) => [
    toPharmacy('ORDER_WITHDRAWN'),
  ]),
  'a pharmacy rejects an order: message to the patient': ordered(move(pharmacist, 'REJECTED'), ({ toPatient }) => [
    toPatient('ORDER_CANCELLED'),
  ]),
  'a pharmacy’s application cancels an order: message to the patient': ordered(
    (orderId) => report('order-status-update', { orderId, status: 'CANCELLED' }),
    ({ toPatient }) => [toPatient('ORDER_CANCELLED')],
    ['PREPARING'],
  ),
  'an administrator cancels an order: message to both': ordered(
    move(admin, 'CANCELLED'),
    ({ toPatient, toPharmacy }) => [toPatient('ORDER_CANCELLED'), toPharmacy('ORDER_WITHDRAWN')],
  ),
  'a prescription is cancelled while being prepared: message to patient and pharmacy': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    ({ toPatient, toPharmacy }) => [toPatient('ORDER_CANCELLED'), toPharmacy('ORDER_WITHDRAWN')],
    ['PREPARING'],
  ),
  'a prescription is cancelled while ready: message to patient and pharmacy': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    ({ toPatient, toPharmacy }) => [toPatient('ORDER_CANCELLED'), toPharmacy('ORDER_WITHDRAWN')],
    ['PREPARING', 'READY'],
  ),
  'a prescription is cancelled after delivery: no message': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    noMessage,
    ['PREPARING', 'READY', 'DELIVERED'],
  ),

  'lab tests are ordered: no message': async () => {
    const [body, key] = [{ patientId: patient.id, tests: ['NFS'] }, newId('req')]
    return { act: () => post(doctor, '/api/lab-orders', body, key), expected: noMessage }
  },
  'lab tests are ordered at a laboratory: message to the laboratory, without the tests': async () => {
    const body = { patientId: patient.id, tests: ['NFS'], laboratoryId: laboratory.id }
    const key = newId('req')
    return {
      act: () => post(doctor, '/api/lab-orders', body, key),
      expected: (answer) => [addressed(laboratory, answer.body.labOrder.id)],
    }
  },
  'the patient addresses a lab order: message to laboratory and doctor': chosen(null, laboratory),
  'the patient addresses a lab order to another laboratory: message to the new one and the doctor': chosen(
    otherLaboratory,
    laboratory,
  ),
  'the doctor addresses a lab order: message to laboratory and patient': chosen(null, laboratory, doctor),
  'an administrator addresses a lab order: message to laboratory, patient and doctor': chosen(null, laboratory, admin),
  'an administrator orders lab tests at a laboratory: message to laboratory, patient and doctor': async () => {
    const body = { patientId: patient.id, doctorId: doctor.id, tests: ['NFS'], laboratoryId: laboratory.id }
    const key = newId('req')
    return {
      act: () => post(admin, '/api/lab-orders', body, key),
      expected: ({ body: { labOrder } }) => [
        addressed(laboratory, labOrder.id),
        announced(patient, laboratory, labOrder.id),
        announced(doctor, laboratory, labOrder.id),
      ],
    }
  },
  'a lab order is addressed to the laboratory that it has: no message': chosen(laboratory, laboratory),
  'a lab order is addressed to no laboratory: no message': chosen(laboratory, null),
  'a lab order returns to a laboratory that was notified within the day: message to the doctor alone': async () => {
    const { id } = await orderTests(platform, doctor, patient, { laboratoryId: laboratory.id })
    const choose = (laboratoryId: string) => put(patient, `/api/lab-orders/${id}/laboratory`, { laboratoryId })
    await choose(otherLaboratory.id)
    return { act: () => choose(laboratory.id), expected: () => [announced(doctor, laboratory, id)] }
  },
  'results are released: message to the patient': released(normal, release(doctor), {
    caller: doctor,
    orderedBy: nameOf(doctor),
    alerted: [],
  }),
  'critical results are released: one message each to doctor and administrators': released(critical, release(doctor), {
    caller: doctor,
    orderedBy: nameOf(doctor),
    alerted: [doctor, admin, colleague],
  }),
  'the laboratory reports critical results: one message each to doctor and administrators': released(
    critical,
    (labOrderId) => report('lab-result-released', { labOrderId }),
    { caller: doctor, orderedBy: nameOf(doctor), alerted: [doctor, admin, colleague] },
  ),
  'critical results without an ordering doctor are released: message to administrators': released(
    critical,
    release(admin),
    {
      caller: admin,
      orderedBy: tenantId, // the name of this organisation
      alerted: [admin, colleague],
    },
  ),
}
follow(paths)
