import { callerRoles } from '../../src/actor.ts'
import { cashier } from '../../src/features/money/invoices/invoices-testing.ts'
import { createService, receiveLot, toReceive } from '../practice.ts'
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
  const priceToCome = { priceMAD: 35_000, from: '2090-01-01T00:00:00Z' }

  return {
    listServices: async () => {
      await service()
      return { by: patient, query: 'active=true' }
    },
    createService: () => ({ by: admin, body: { name: 'Consultation', priceMAD: 30_000 } }),
    readService: async () => ({ by: patient, id: await service(), open: callerRoles }),
    updateService: async () => ({ by: admin, id: await service(), body: { priceMAD: 35_000 } }),
    listPrices: async () => ({ by: patient, id: await service(), open: callerRoles }),
    schedulePrice: async () => ({ by: admin, id: await service(), body: priceToCome }),
    withdrawPrice: async () => {
      const answer = await platform.call('POST', `/api/services/${await service()}/prices`, {
        token: admin.token,
        body: priceToCome,
      })
      return { by: admin, id: answer.body.price.id }
    },
    listInvoices: async () => {
      await paidInvoice()
      return { by: patient, query: `status=PARTIALLY_PAID&patientId=${patient.id}`, open: ['RECEPTIONIST'] }
    },
    createInvoice: async () => ({
      by: doctor,
      body: { patientId: patient.id, appointmentId: (await appointment()).id, amountMAD: 40_000 },
      open: ['RECEPTIONIST'],
    }),
    readInvoice: async () => ({ by: patient, id: await paidInvoice(), open: ['RECEPTIONIST'] }),
    updateInvoice: async () => ({ by: doctor, id: await invoice(doctor, patient), body: { status: 'CANCELLED' } }),
    cancelInvoice: async () => ({ by: doctor, id: await invoice(doctor, patient), body: { reason: 'Erreur' } }),
    takePayment: async () => ({
      by: patient,
      id: await invoice(doctor, patient),
      body: { method: 'CARD', amountMAD: 20_000, cardToken: 'tok_visa' },
      open: ['RECEPTIONIST'],
    }),
    refundInvoice: async () => ({ by: doctor, id: await paidInvoice(), body: { amountMAD: 10_000 } }),
    listLots: async () => {
      await lot()
      return { by: pharmacist, query: 'medication=amoxicilline&expiringWithinDays=400' }
    },
    receiveLot: () => ({ by: pharmacist, body: toReceive() }),
    readLot: async () => ({ by: pharmacist, id: await lot() }),
    updateLot: async () => ({ by: pharmacist, id: await lot(), body: { quantity: 39, note: 'Inventaire' } }),
    moveStock: async () => ({ by: pharmacist, id: await lot(), body: { delta: -2, reason: 'SOLD' } }),
    listMovements: async () => ({ by: pharmacist, id: await lot() }),
  }
}
