import {
  addFile,
  enterResults,
  labFile,
  labResults,
  openFile,
  orderTests,
  placeOrder,
  prescribe,
  recordCondition,
  prescriptionRequest as toPrescribe,
} from '../practice.ts'
import type { Samples, Scene } from './scene.ts'

/** Prescriptions, orders, lab orders and conditions. */
export function careSamples({
  platform,
  world,
  admin,
  doctor,
  patient,
  pharmacist,
  laboratory,
  appointment,
}: Scene): Samples {
  const prescription = async () =>
    prescribe(platform, doctor, patient, (await appointment()).id, { instructions: `Instructions: ${world.canary}` })
  const order = async () => placeOrder(platform, patient, (await prescription()).id, pharmacist)
  const labOrder = () =>
    orderTests(platform, doctor, patient, { tests: [`Test: ${world.canary}`], laboratoryId: laboratory.id })
  const releasedLabOrder = async () => {
    const { id } = await labOrder()
    await enterResults(platform, doctor, id, [{ param: `Param: ${world.canary}`, value: 1 }])
    await platform.call('PUT', `/api/lab-orders/${id}`, { token: doctor.token, body: { status: 'RELEASED' } })
    return id
  }
  /** A lab order with a file of the author. */
  const filed = async (author = laboratory, isReleased = false) => {
    const { id } = await labOrder()
    await enterResults(platform, doctor, id)
    const file = await addFile(platform, author, id, `File ${world.canary}.pdf`)
    if (isReleased)
      await platform.call('PUT', `/api/lab-orders/${id}`, { token: doctor.token, body: { status: 'RELEASED' } })
    return { id, path: `${id}/${file}` }
  }
  const condition = async () => {
    await appointment() // doctors see only patients whom they treat
    return recordCondition(platform, doctor, patient, { name: `Condition: ${world.canary}` })
  }

  return {
    listPrescriptions: async () => {
      await prescription()
      return { caller: patient, query: `status=ISSUED&patientId=${patient.id}` }
    },
    issuePrescription: async () => ({ caller: doctor, body: toPrescribe(patient, (await appointment()).id) }),
    readPrescription: async () => ({ caller: patient, id: (await prescription()).id }),
    updatePrescription: async () => ({ caller: doctor, id: (await prescription()).id, body: { status: 'CANCELLED' } }),
    cancelPrescription: async () => ({ caller: doctor, id: (await prescription()).id, body: { reason: 'Allergie' } }),
    signPrescription: async () => ({ caller: doctor, id: (await prescription()).id }),
    readPrescriptionSignature: async () => ({ caller: patient, id: (await prescription()).id }),
    replaceSigningKey: () => ({ caller: doctor }),
    listOrders: async () => {
      await order()
      return { caller: pharmacist, query: `status=PENDING&patientId=${patient.id}` }
    },
    placeOrder: async () => ({
      caller: patient,
      body: { prescriptionId: (await prescription()).id, pharmacyId: pharmacist.id },
    }),
    readOrder: async () => ({ caller: pharmacist, id: (await order()).id }),
    updateOrder: async () => ({ caller: pharmacist, id: (await order()).id, body: { status: 'PREPARING' } }),
    cancelOrder: async () => ({ caller: pharmacist, id: (await order()).id }),
    changePharmacy: async () => ({
      caller: patient,
      id: (await order()).id,
      body: { pharmacyId: world.strangers.PHARMACIST.id },
    }),
    createPickupCode: async () => ({ caller: patient, id: (await prescription()).id }),
    listLabOrders: async () => {
      await labOrder()
      return { caller: patient, query: `status=ORDERED&patientId=${patient.id}` }
    },
    submitLabOrder: async () => ({
      caller: doctor,
      body: { patientId: patient.id, appointmentId: (await appointment()).id, tests: ['NFS'] },
    }),
    readLabOrder: async () => ({ caller: patient, id: (await labOrder()).id }),
    chooseLaboratory: async () => ({
      caller: patient,
      id: (await labOrder()).id,
      body: { laboratoryId: world.strangers.LABORATORY.id },
    }),
    updateLabOrder: async () => ({ caller: laboratory, id: (await labOrder()).id, body: { status: 'COLLECTED' } }),
    cancelLabOrder: async () => ({ caller: doctor, id: (await labOrder()).id }),
    enterLabResults: async () => ({ caller: laboratory, id: (await labOrder()).id, body: { results: labResults } }),
    readLabResult: async () => ({ caller: patient, id: await releasedLabOrder() }),
    addLabOrderFile: async () => ({ caller: laboratory, id: (await filed()).id, body: labFile() }),
    listLabOrderFiles: async () => ({ caller: patient, id: (await filed(laboratory, true)).id }),
    readLabOrderFile: async () => ({ caller: patient, id: (await filed(laboratory, true)).path }),
    removeLabOrderFile: async () => ({ caller: laboratory, id: (await filed()).path }),
    listHolidays: () => ({ caller: patient, query: 'from=2027-01-01&to=2027-12-31' }),
    updateHoliday: () => ({
      caller: admin,
      id: 'hol_eid_al_fitr_1448',
      body: { firstDay: '2027-03-11', observed: true },
      createsAbsent: true,
    }),
    listConditions: async () => {
      await condition()
      return { caller: patient, id: patient.id, query: 'status=ACTIVE' }
    },
    recordCondition: async () => {
      await appointment() // doctors see only patients whom they treat
      return { caller: doctor, id: patient.id, body: { name: 'Asthme', longTerm: true } }
    },
    updateCondition: async () => ({ caller: doctor, id: await condition(), body: { status: 'RESOLVED' } }),
    strikeCondition: async () => {
      await openFile(platform, admin, patient)
      return { caller: admin, id: await condition(), body: { reason: 'Recorded by mistake' } }
    },
    deleteCondition: async () => ({ caller: doctor, id: await condition() }),
  }
}
