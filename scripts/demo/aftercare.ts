import assert from 'node:assert/strict'
import type { ConsentName, Medina } from '../../clients/javascript/src/index.ts'
import { callHook, doctorId, findFreeSlot, patientId, printStep, refusalOf, summaryOf } from './platform.ts'

/** The doctor orders lab tests, and one result is critical. */
export async function analyse(appointmentId: string, doctor: Medina, patient: Medina): Promise<string[]> {
  const tests = ['Glycémie à jeun', 'Ionogramme sanguin']
  const labOrder = await doctor.labOrders.submit({ patientId, appointmentId, tests })
  printStep('The doctor orders lab tests', labOrder)
  const results = [
    { param: 'Glycémie à jeun', value: 0.92, unit: 'g/L', low: 0.7, high: 1.1, criticalLow: 0.45, criticalHigh: 4 },
    { param: 'Potassium', value: 6.8, unit: 'mmol/L', low: 3.5, high: 5.1, criticalLow: 2.8, criticalHigh: 6.2 },
  ]
  const labResult = await doctor.labOrders.results.enter(labOrder.id, { results })
  printStep('Results are entered', labResult)
  printStep(
    'The patient cannot see them before the release',
    summaryOf(await refusalOf(patient.labOrders.results.get(labOrder.id), 404)),
  )
  printStep(
    "The laboratory's application releases them",
    await callHook('lab-result-released', { labOrderId: labOrder.id }),
  )
  const read = await patient.labOrders.results.get(labOrder.id)
  const seen = read.results.map(({ param, value, flag }) => ({ param, value, flag }))
  assert.deepEqual(
    seen.map(({ flag }) => flag),
    ['NORMAL', 'CRITICAL_HIGH'],
  )
  printStep('The patient reads them with their flags', seen)
  return [labOrder.id, labResult.id]
}

/** The doctor invoices, the patient pays by card, and a part is refunded. Amounts are in centimes. */
export async function settle(appointmentId: string, doctor: Medina, patient: Medina): Promise<string> {
  const invoice = await doctor.invoices.create({
    patientId,
    appointmentId,
    amountMAD: 40_000,
    description: 'Consultation',
  })
  printStep('The doctor invoices 400 dirhams', invoice)
  const idempotencyKey = crypto.randomUUID()
  const pay = () =>
    patient.invoices.takePayment(
      invoice.id,
      { method: 'CARD', amountMAD: 40_000, cardToken: 'tok_visa' },
      { idempotencyKey },
    )
  const payment = await pay()
  printStep('The patient pays by card', payment)
  const again = await pay().withMeta()
  assert.deepEqual(again.data, payment)
  assert.ok(again.meta.replayed)
  printStep('Repeated with the same Idempotency-Key, the card is charged once', again.data)
  const refund = await doctor.invoices.refund(invoice.id, { amountMAD: 10_000, reason: 'Consultation écourtée' })
  printStep('100 dirhams are refunded to the card', refund)
  const tooMuch = await refusalOf(doctor.invoices.refund(invoice.id, { amountMAD: 30_001 }), 409)
  printStep('More than was paid cannot be refunded', summaryOf(tooMuch))
  return invoice.id
}

/** The patient reviews the consultation and changes a consent. */
export async function giveFeedback(patient: Medina, appointmentId: string): Promise<string[]> {
  const review = await patient.reviews.create(appointmentId, {
    rating: 5,
    comment: 'À l’écoute, explications claires.',
  })
  printStep('The patient reviews the consultation', review)
  const { data: before, meta } = await patient.patients.consents.get(patientId).withMeta()
  const granted = before.filter((consent) => consent.granted).map(({ name }) => name as ConsentName)
  const marketing = granted.includes('MARKETING')
  const consents = marketing ? granted.filter((name) => name !== 'MARKETING') : [...granted, 'MARKETING']
  const after = await patient.patients.consents.update(patientId, { consents }, { ifMatch: meta.etag })
  printStep(
    marketing ? 'The patient withdraws the consent to marketing' : 'The patient consents to marketing',
    after[0],
  )
  assert.equal(after[0]?.version, before[0]!.version + 1)
  return [review.id, patientId]
}

/** The doctor proposes a follow-up, and the patient accepts it with a time, which books it. */
export async function followUp(doctor: Medina, patient: Medina): Promise<string> {
  const proposed = await doctor.followUps.propose({ doctorId, patientId, reason: 'Contrôle dans un mois' })
  printStep('The doctor proposes a follow-up', proposed)
  const { answer } = await findFreeSlot((slot) => patient.followUps.accept(proposed.id, slot))
  printStep('The patient accepts it, which books it', answer)
  assert.ok(answer.appointmentId)
  return answer.appointmentId
}
