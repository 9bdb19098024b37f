import assert from 'node:assert/strict'
import { call, callHook, doctorId, findFreeSlot, type Json, patientId, say } from './platform.ts'

/** The doctor orders lab tests, and one result is critical. */
export async function analyse(appointmentId: string, doctor: string, patient: string): Promise<string[]> {
  const tests = ['Glycémie à jeun', 'Ionogramme sanguin']
  const { labOrder } = await call('POST', '/api/lab-orders', {
    token: doctor,
    body: { patientId, appointmentId, tests },
    expect: 201,
  })
  say('The doctor orders lab tests', labOrder)
  const results = [
    { param: 'Glycémie à jeun', value: 0.92, unit: 'g/L', low: 0.7, high: 1.1, criticalLow: 0.45, criticalHigh: 4 },
    { param: 'Potassium', value: 6.8, unit: 'mmol/L', low: 3.5, high: 5.1, criticalLow: 2.8, criticalHigh: 6.2 },
  ]
  const address = `/api/lab-orders/${labOrder.id}/results`
  const { labResult } = await call('POST', address, { token: doctor, body: { results }, expect: 201 })
  say('Results are entered', labResult)
  say('The patient cannot see them before the release', await call('GET', address, { token: patient, expect: 404 }))
  say("The laboratory's application releases them", await callHook('lab-result-released', { labOrderId: labOrder.id }))
  const read = await call('GET', address, { token: patient, expect: 200 })
  const seen = read.labResult.results.map(({ param, value, flag }: Json) => ({ param, value, flag }))
  assert.deepEqual(
    seen.map(({ flag }: Json) => flag),
    ['NORMAL', 'CRITICAL_HIGH'],
  )
  say('The patient reads them with their flags', seen)
  return [labOrder.id, labResult.id]
}

/** The doctor invoices, the patient pays by card, and a part is refunded. Amounts are in centimes. */
export async function settle(appointmentId: string, doctor: string, patient: string): Promise<string> {
  const { invoice } = await call('POST', '/api/invoices', {
    token: doctor,
    body: { patientId, appointmentId, amountMAD: 40_000, description: 'Consultation' },
    expect: 201,
  })
  say('The doctor invoices 400 dirhams', invoice)
  const payment = {
    token: patient,
    body: { method: 'CARD', amountMAD: 40_000, cardToken: 'tok_visa' },
    headers: { 'idempotency-key': crypto.randomUUID() },
    expect: 201,
  }
  const paid = await call('POST', `/api/invoices/${invoice.id}/payments`, payment)
  say('The patient pays by card', paid.payment)
  assert.deepEqual(await call('POST', `/api/invoices/${invoice.id}/payments`, payment), paid)
  say('Repeated with the same Idempotency-Key, the card is charged once', paid.payment)
  const { refund } = await call('POST', `/api/invoices/${invoice.id}/refunds`, {
    token: doctor,
    body: { amountMAD: 10_000, reason: 'Consultation écourtée' },
    expect: 201,
  })
  say('100 dirhams are refunded to the card', refund)
  const tooMuch = await call('POST', `/api/invoices/${invoice.id}/refunds`, {
    token: doctor,
    body: { amountMAD: 30_001 },
    expect: 409,
  })
  say('More than was paid cannot be refunded', tooMuch)
  return invoice.id
}

/** The patient reviews the consultation and changes a consent. */
export async function giveFeedback(patient: string, appointmentId: string): Promise<string[]> {
  const { review } = await call('POST', `/api/appointments/${appointmentId}/review`, {
    token: patient,
    body: { rating: 5, comment: 'À l’écoute, explications claires.' },
    expect: 201,
  })
  say('The patient reviews the consultation', review)
  const address = `/api/patients/${patientId}/consents`
  const before = await call('GET', address, { token: patient, expect: 200 })
  const granted = before.consents.filter((consent: Json) => consent.granted).map(({ name }: Json) => name)
  const marketing = granted.includes('MARKETING')
  const consents = marketing ? granted.filter((name: string) => name !== 'MARKETING') : [...granted, 'MARKETING']
  const after = await call('PUT', address, { token: patient, body: { consents }, expect: 200 })
  say(
    marketing ? 'The patient withdraws the consent to marketing' : 'The patient consents to marketing',
    after.consents[0],
  )
  assert.equal(after.consents[0].version, before.consents[0].version + 1)
  return [review.id, patientId]
}

/** The doctor proposes a follow-up, and the patient accepts it with a time, which books it. */
export async function followUp(doctor: string, patient: string): Promise<string> {
  const { followUp: proposed } = await call('POST', '/api/follow-ups', {
    token: doctor,
    body: { doctorId, patientId, reason: 'Contrôle dans un mois' },
    expect: 201,
  })
  say('The doctor proposes a follow-up', proposed)
  const { answer } = await findFreeSlot(`/api/follow-ups/${proposed.id}/accept`, patient, {})
  say('The patient accepts it, which books it', answer.followUp)
  return answer.followUp.appointmentId
}
