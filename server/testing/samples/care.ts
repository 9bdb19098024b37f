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
  prescription as toPrescribe,
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
  /** A lab order with a file that someone added to it. */
  const filed = async (by = laboratory, isReleased = false) => {
    const { id } = await labOrder()
    await enterResults(platform, doctor, id)
    const file = await addFile(platform, by, id, `File ${world.canary}.pdf`)
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
      return { by: patient, query: `status=ISSUED&patientId=${patient.id}` }
    },
    issuePrescription: async () => ({ by: doctor, body: toPrescribe(patient, (await appointment()).id) }),
    readPrescription: async () => ({ by: patient, id: (await prescription()).id }),
    updatePrescription: async () => ({ by: doctor, id: (await prescription()).id, body: { status: 'CANCELLED' } }),
    cancelPrescription: async () => ({ by: doctor, id: (await prescription()).id, body: { reason: 'Allergie' } }),
    signPrescription: async () => ({ by: doctor, id: (await prescription()).id }),
    readPrescriptionSignature: async () => ({ by: patient, id: (await prescription()).id }),
    replaceSigningKey: () => ({ by: doctor }),
    listOrders: async () => {
      await order()
      return { by: pharmacist, query: `status=PENDING&patientId=${patient.id}` }
    },
    placeOrder: async () => ({
      by: patient,
      body: { prescriptionId: (await prescription()).id, pharmacyId: pharmacist.id },
    }),
    readOrder: async () => ({ by: pharmacist, id: (await order()).id }),
    updateOrder: async () => ({ by: pharmacist, id: (await order()).id, body: { status: 'PREPARING' } }),
    cancelOrder: async () => ({ by: pharmacist, id: (await order()).id }),
    changePharmacy: async () => ({
      by: patient,
      id: (await order()).id,
      body: { pharmacyId: world.strangers.PHARMACIST.id },
    }),
    createPickupCode: async () => ({ by: patient, id: (await prescription()).id }),
    listLabOrders: async () => {
      await labOrder()
      return { by: patient, query: `status=ORDERED&patientId=${patient.id}` }
    },
    submitLabOrder: async () => ({
      by: doctor,
      body: { patientId: patient.id, appointmentId: (await appointment()).id, tests: ['NFS'] },
    }),
    readLabOrder: async () => ({ by: patient, id: (await labOrder()).id }),
    chooseLaboratory: async () => ({
      by: patient,
      id: (await labOrder()).id,
      body: { laboratoryId: world.strangers.LABORATORY.id },
    }),
    updateLabOrder: async () => ({ by: laboratory, id: (await labOrder()).id, body: { status: 'COLLECTED' } }),
    cancelLabOrder: async () => ({ by: doctor, id: (await labOrder()).id }),
    enterLabResults: async () => ({ by: laboratory, id: (await labOrder()).id, body: { results: labResults } }),
    readLabResult: async () => ({ by: patient, id: await releasedLabOrder() }),
    addLabOrderFile: async () => ({ by: laboratory, id: (await filed()).id, body: labFile() }),
    listLabOrderFiles: async () => ({ by: patient, id: (await filed(laboratory, true)).id }),
    readLabOrderFile: async () => ({ by: patient, id: (await filed(laboratory, true)).path }),
    removeLabOrderFile: async () => ({ by: laboratory, id: (await filed()).path }),
    listConditions: async () => {
      await condition()
      return { by: patient, id: patient.id, query: 'status=ACTIVE' }
    },
    recordCondition: async () => {
      await appointment() // doctors see only patients whom they treat
      return { by: doctor, id: patient.id, body: { name: 'Asthme', longTerm: true } }
    },
    updateCondition: async () => ({ by: doctor, id: await condition(), body: { status: 'RESOLVED' } }),
    strikeCondition: async () => {
      await openFile(platform, admin, patient)
      return { by: admin, id: await condition(), body: { reason: 'Recorded by mistake' } }
    },
    deleteCondition: async () => ({ by: doctor, id: await condition() }),
  }
}
