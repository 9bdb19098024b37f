import { newId } from '../lib/ids.ts'
import type { Person } from '../testing/factories.ts'
import type { Answer } from '../testing/harness.ts'
import { consult, enterResults, orderTests, placeOrder, prescribe, prescription } from '../testing/practice.ts'
import type { TemplateCode } from './catalog.ts'
import { nobody, type Path, startTelling, type Told } from './telling-testing.ts'

/** What people are told of prescriptions, orders and analyses, on every path that tells them something, and on those that do not. */
const { admin, colleague, doctor, follow, nameOf, patient, pharmacist, platform, post, put, report, tenantId } =
  await startTelling()

/** An order that was brought along, and is moved on. */
const ordered =
  (
    act: (id: string, prescriptionId: string) => Promise<Answer>,
    tells: (of: {
      toPatient: (template: TemplateCode) => Told
      toPharmacy: (template: TemplateCode) => Told
    }) => Told[],
    before: string[] = [],
  ): Path =>
  async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const status of before) await put(pharmacist, `/api/orders/${id}`, { status })
    return {
      act: () => act(id, prescriptionId),
      told: () =>
        tells({
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

const move = (by: Person, status: string) => (id: string) => put(by, `/api/orders/${id}`, { status })

const orderOf = (answer: Answer): Told => ({
  to: pharmacist.id,
  template: 'ORDER_CREATED',
  variables: { patientName: nameOf(patient) },
  about: [answer.body.order?.id ?? answer.body.routedOrderId],
})

const normal = [{ param: 'Glucose', value: 0.92, criticalLow: 0.45, criticalHigh: 4 }]
const critical = [
  { param: 'Potassium', value: 6.8, criticalLow: 2.8, criticalHigh: 6.2 },
  { param: 'Hémoglobine', value: 4.1, criticalLow: 7 },
]

/** Results that are released, by whom, and of an order by a doctor or by none. */
const released =
  (
    results: object[],
    act: (id: string) => Promise<Answer>,
    { by, orderedBy, alerted }: { by: Person; orderedBy: string; alerted: Person[] },
  ): Path =>
  async () => {
    const { id } = await orderTests(platform, by, patient)
    const result = await enterResults(platform, by, id, results)
    const about = [id, result.id]
    return {
      act: () => act(id),
      told: () => [
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

const release = (by: Person) => (id: string) => put(by, `/api/lab-orders/${id}`, { status: 'RELEASED' })

const paths: Record<string, Path> = {
  'a medicine is prescribed, the patient is told by whom': async () => {
    const [body, key] = [prescription(patient, await consult(platform, doctor, patient)), newId('req')]
    return {
      act: () => post(doctor, '/api/prescriptions', body, key),
      told: ({ body: { prescription } }) => [
        {
          to: patient.id,
          template: 'PRESCRIPTION_ISSUED',
          variables: { doctorName: nameOf(doctor) },
          about: [prescription.id],
        },
      ],
    }
  },
  'a prescription is cancelled that nobody ordered, nobody is told': async () => {
    const { id } = await prescribe(platform, doctor, patient)
    return { act: () => post(doctor, `/api/prescriptions/${id}/cancel`, {}), told: nobody }
  },

  'a patient orders, the pharmacy is told': async () => {
    const body = { prescriptionId: (await prescribe(platform, doctor, patient)).id, pharmacyId: pharmacist.id }
    return { act: () => post(patient, '/api/orders', body), told: (answer) => [orderOf(answer)] }
  },
  'a prescription is reported for a pharmacy, the pharmacy is told': async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    return {
      act: () => report('prescription-issued', { prescriptionId, pharmacyId: pharmacist.id }),
      told: (answer) => [orderOf(answer)],
    }
  },
  'an order is prepared, the patient is told': ordered(move(pharmacist, 'PREPARING'), ({ toPatient }) => [
    toPatient('ORDER_PREPARING'),
  ]),
  'an order is ready, the patient is told': ordered(
    move(pharmacist, 'READY'),
    ({ toPatient }) => [toPatient('ORDER_READY')],
    ['PREPARING'],
  ),
  'an order is reported to be delivered, the patient is told': ordered(
    (orderId) => report('order-status-update', { orderId, status: 'DELIVERED' }),
    ({ toPatient }) => [toPatient('ORDER_DELIVERED')],
    ['PREPARING', 'READY'],
  ),
  'a patient cancels an order, the pharmacy is told': ordered(move(patient, 'CANCELLED'), ({ toPharmacy }) => [
    toPharmacy('ORDER_WITHDRAWN'),
  ]),
  'a pharmacy rejects an order, the patient is told': ordered(move(pharmacist, 'REJECTED'), ({ toPatient }) => [
    toPatient('ORDER_CANCELLED'),
  ]),
  'a pharmacy’s application cancels an order, the patient is told': ordered(
    (orderId) => report('order-status-update', { orderId, status: 'CANCELLED' }),
    ({ toPatient }) => [toPatient('ORDER_CANCELLED')],
    ['PREPARING'],
  ),
  'an administrator cancels an order, both are told': ordered(move(admin, 'CANCELLED'), ({ toPatient, toPharmacy }) => [
    toPatient('ORDER_CANCELLED'),
    toPharmacy('ORDER_WITHDRAWN'),
  ]),
  'a prescription is cancelled that is being filled, patient and pharmacy are told': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    ({ toPatient, toPharmacy }) => [toPatient('ORDER_CANCELLED'), toPharmacy('ORDER_WITHDRAWN')],
    ['PREPARING'],
  ),
  'a prescription is cancelled that is ready, patient and pharmacy are told': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    ({ toPatient, toPharmacy }) => [toPatient('ORDER_CANCELLED'), toPharmacy('ORDER_WITHDRAWN')],
    ['PREPARING', 'READY'],
  ),
  'a prescription is cancelled that was delivered, nobody is told': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    nobody,
    ['PREPARING', 'READY', 'DELIVERED'],
  ),

  'analyses are ordered, nobody is told': async () => {
    const [body, key] = [{ patientId: patient.id, tests: ['NFS'] }, newId('req')]
    return { act: () => post(doctor, '/api/lab-orders', body, key), told: nobody }
  },
  'results are released, the patient is told': released(normal, release(doctor), {
    by: doctor,
    orderedBy: nameOf(doctor),
    alerted: [],
  }),
  'critical results are released, doctor and administrators are told once each': released(critical, release(doctor), {
    by: doctor,
    orderedBy: nameOf(doctor),
    alerted: [doctor, admin, colleague],
  }),
  'the laboratory reports critical results, doctor and administrators are told once each': released(
    critical,
    (labOrderId) => report('lab-result-released', { labOrderId }),
    { by: doctor, orderedBy: nameOf(doctor), alerted: [doctor, admin, colleague] },
  ),
  'critical results are released that no doctor ordered, administrators are told': released(critical, release(admin), {
    by: admin,
    orderedBy: tenantId, // the name of this organisation
    alerted: [admin, colleague],
  }),
}
follow(paths)
