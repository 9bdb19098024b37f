import assert from 'node:assert/strict'
import { call, callHook, doctorId, findFreeSlot, type Json, patientId, say } from './platform.ts'

/** The doctor orders analyses, the laboratory reports, and one value cannot wait. */
export async function analyse(appointmentId: string, doctor: string, patient: string): Promise<string[]> {
  const tests = ['Glycémie à jeun', 'Ionogramme sanguin']
  const { labOrder } = await call('POST', '/api/lab-orders', {
    token: doctor,
    body: { patientId, appointmentId, tests },
    expect: 201,
  })
  say('The doctor orders analyses', labOrder)
  const results = [
    { param: 'Glycémie à jeun', value: 0.92, unit: 'g/L', low: 0.7, high: 1.1, criticalLow: 0.45, criticalHigh: 4 },
    { param: 'Potassium', value: 6.8, unit: 'mmol/L', low: 3.5, high: 5.1, criticalLow: 2.8, criticalHigh: 6.2 },
  ]
  const address = `/api/lab-orders/${labOrder.id}/results`
  const { labResult } = await call('POST', address, { token: doctor, body: { results }, expect: 201 })
  say('Results are entered', labResult)
  say(
    'Which the patient does not see before they are released',
    await call('GET', address, { token: patient, expect: 404 }),
  )
  say("The laboratory's application releases them", await callHook('lab-result-released', { labOrderId: labOrder.id }))
  const read = await call('GET', address, { token: patient, expect: 200 })
  const seen = read.labResult.results.map(({ param, value, flag }: Json) => ({ param, value, flag }))
  assert.deepEqual(
    seen.map(({ flag }: Json) => flag),
    ['NORMAL', 'CRITICAL_HIGH'],
  )
  say('The patient reads them, and what each value means', seen)
  return [labOrder.id, labResult.id]
}

/** The doctor invoices, the patient pays by card, and a part goes back. Amounts are centimes. */
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
  say('Sent again with the same Idempotency-Key, nothing is charged twice', paid.payment)
  const { refund } = await call('POST', `/api/invoices/${invoice.id}/refunds`, {
    token: doctor,
    body: { amountMAD: 10_000, reason: 'Consultation écourtée' },
    expect: 201,
  })
  say('100 dirhams go back to the card', refund)
  const tooMuch = await call('POST', `/api/invoices/${invoice.id}/refunds`, {
    token: doctor,
    body: { amountMAD: 30_001 },
    expect: 409,
  })
  say('But never more than was paid', tooMuch)
  return invoice.id
}

/** What the patient has to say: of the consultation, and to what they consent. */
export async function listenTo(patient: string, appointmentId: string): Promise<string[]> {
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
  say(marketing ? 'And no longer consents to marketing' : 'And consents to marketing', after.consents[0])
  assert.equal(after.consents[0].version, before.consents[0].version + 1)
  return [review.id, patientId]
}

/** The doctor would like to see the patient again, who accepts with a time: one call books it. */
export async function followUp(doctor: string, patient: string): Promise<string> {
  const { followUp: proposed } = await call('POST', '/api/follow-ups', {
    token: doctor,
    body: { doctorId, patientId, reason: 'Contrôle dans un mois' },
    expect: 201,
  })
  say('The doctor proposes a further consultation', proposed)
  const { answer } = await findFreeSlot(`/api/follow-ups/${proposed.id}/accept`, patient, {})
  say('The patient accepts it, and with that it is booked', answer.followUp)
  return answer.followUp.appointmentId
}
