import { callerRoles } from '../../src/actor.ts'
import { cashier } from '../../src/features/money/invoices/invoices-testing.ts'
import { createService, lotRequest, receiveLot } from '../practice.ts'
import type { Samples, Scene } from './scene.ts'

/** Services, invoices, and the stock of pharmacies. */
export function moneySamples({ platform, admin, doctor, patient, pharmacist, appointment }: Scene): Samples {
  const { invoice, pay } = cashier(platform)
  const paidInvoice = async () => {
    const id = await invoice(doctor, patient)
    await pay(patient, id, { method: 'CARD', amountMAD: 20_000 })
    return id
  }
  const lot = () => receiveLot(platform, pharmacist)
  const service = () => createService(platform, admin)
  const futurePrice = { priceMAD: 35_000, from: '2090-01-01T00:00:00Z' }

  return {
    listServices: async () => {
      await service()
      return { caller: patient, query: 'active=true' }
    },
    createService: () => ({ caller: admin, body: { name: 'Consultation', priceMAD: 30_000 } }),
    readService: async () => ({ caller: patient, id: await service(), visibleTo: callerRoles }),
    updateService: async () => ({ caller: admin, id: await service(), body: { priceMAD: 35_000 } }),
    listPrices: async () => ({ caller: patient, id: await service(), visibleTo: callerRoles }),
    schedulePrice: async () => ({ caller: admin, id: await service(), body: futurePrice }),
    withdrawPrice: async () => {
      const answer = await platform.call('POST', `/api/services/${await service()}/prices`, {
        token: admin.token,
        body: futurePrice,
      })
      return { caller: admin, id: answer.body.price.id }
    },
    listInvoices: async () => {
      await paidInvoice()
      return { caller: patient, query: `status=PARTIALLY_PAID&patientId=${patient.id}`, visibleTo: ['RECEPTIONIST'] }
    },
    createInvoice: async () => ({
      caller: doctor,
      body: { patientId: patient.id, appointmentId: (await appointment()).id, amountMAD: 40_000 },
      visibleTo: ['RECEPTIONIST'],
    }),
    readInvoice: async () => ({ caller: patient, id: await paidInvoice(), visibleTo: ['RECEPTIONIST'] }),
    updateInvoice: async () => ({ caller: doctor, id: await invoice(doctor, patient), body: { status: 'CANCELLED' } }),
    cancelInvoice: async () => ({ caller: doctor, id: await invoice(doctor, patient), body: { reason: 'Erreur' } }),
    takePayment: async () => ({
      caller: patient,
      id: await invoice(doctor, patient),
      body: { method: 'CARD', amountMAD: 20_000, cardToken: 'tok_visa' },
      visibleTo: ['RECEPTIONIST'],
    }),
    refundInvoice: async () => ({ caller: doctor, id: await paidInvoice(), body: { amountMAD: 10_000 } }),
    listLots: async () => {
      await lot()
      return { caller: pharmacist, query: 'medication=amoxicilline&expiringWithinDays=400' }
    },
    receiveLot: () => ({ caller: pharmacist, body: lotRequest() }),
    readLot: async () => ({ caller: pharmacist, id: await lot() }),
    updateLot: async () => ({ caller: pharmacist, id: await lot(), body: { quantity: 39, note: 'Inventaire' } }),
    moveStock: async () => ({ caller: pharmacist, id: await lot(), body: { delta: -2, reason: 'SOLD' } }),
    listMovements: async () => ({ caller: pharmacist, id: await lot() }),
  }
}
