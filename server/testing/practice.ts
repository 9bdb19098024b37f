import { newId } from '../src/lib/ids.ts'
import { book, newClinic, newPerson, type Person } from './factories.ts'
import type { Platform } from './harness.ts'

/** A clinic with a dentist and a pharmacist. */
export async function newPractice(platform: Platform) {
  const clinic = await newClinic(platform)
  const [dentist, pharmacist] = await Promise.all([
    newPerson(platform, clinic.tenantId, 'DENTIST'),
    newPerson(platform, clinic.tenantId, 'PHARMACIST'),
  ])
  return { ...clinic, dentist, pharmacist }
}

/** A prescription request with one line. */
export const prescriptionRequest = (patient: Person, appointmentId: string) => ({
  patientId: patient.id,
  appointmentId,
  medication: 'Amoxicilline 1 g, comprimé',
  dosage: '1 comprimé matin et soir',
  instructions: 'Pendant les repas',
})

let hours = 10_000

/** Books an appointment at an unused time, as the patient. */
export const consult = async (platform: Platform, doctor: Person, patient: Person): Promise<string> =>
  (await book(platform, patient, doctor, patient, hours++)).id

/** Moves an appointment into the past, to a time that no other appointment has. */
export const moveIntoPast = (platform: Platform, id: string) =>
  platform.owner.query(
    `update appointments
     set start_time = start_time - interval '20000 hours', end_time = end_time - interval '20000 hours'
     where id = $1`,
    [id],
  )

/** Books and completes an appointment, which is then in the past. */
export async function bookCompletedConsultation(platform: Platform, doctor: Person, patient: Person): Promise<string> {
  const id = await consult(platform, doctor, patient)
  const body = { status: 'COMPLETED' }
  const answer = await platform.call('PUT', `/api/appointments/${id}`, { token: doctor.token, body })
  if (answer.status !== 200) throw new Error(`Not completed: ${answer.text}`)
  await moveIntoPast(platform, id)
  return id
}

/** States that a doctor or dentist treats the patient, so that they may read the file. No effect for other roles. */
export async function consent(platform: Platform, patient: Person, professional: Person): Promise<void> {
  const path = `/api/patients/${patient.id}/relationships/${professional.id}`
  const answer = await platform.call('PUT', path, { token: patient.token, body: {} })
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`Not consented: ${answer.text}`)
}

/** Gives an administrator access to a patient's clinical content, with a reason. */
export async function openFile(platform: Platform, admin: Person, patient: Pick<Person, 'id'>): Promise<void> {
  const answer = await platform.call('POST', `/api/patients/${patient.id}/administrative-access`, {
    token: admin.token,
    body: { reason: 'Complaint 2026-114 of the patient' },
  })
  if (answer.status !== 201) throw new Error(`Not opened: ${answer.text}`)
}

/** Reviews a consultation. @returns the review's id */
export async function review(
  platform: Platform,
  patient: Person,
  appointmentId: string,
  rating = 5,
  comment?: string,
): Promise<string> {
  const answer = await platform.call('POST', `/api/appointments/${appointmentId}/review`, {
    token: patient.token,
    body: { rating, comment },
  })
  if (answer.status !== 201) throw new Error(`Not reviewed: ${answer.text}`)
  return answer.body.review.id
}

/** Proposes a follow-up to a patient who has consented. @returns its id */
export async function propose(platform: Platform, doctor: Person, patient: Person, more: object = {}): Promise<string> {
  await consent(platform, patient, doctor)
  const answer = await platform.call('POST', '/api/follow-ups', {
    token: doctor.token,
    body: { doctorId: doctor.id, patientId: patient.id, ...more },
  })
  if (answer.status !== 201) throw new Error(`Not proposed: ${answer.text}`)
  return answer.body.followUp.id
}

/** Records a long-term condition. @returns its id */
export async function recordCondition(
  platform: Platform,
  caller: Person,
  patient: Person,
  more: object = {},
): Promise<string> {
  const answer = await platform.call('POST', `/api/patients/${patient.id}/conditions`, {
    token: caller.token,
    body: { name: 'Diabète de type 2', longTerm: true, ...more },
  })
  if (answer.status !== 201) throw new Error(`Not recorded: ${answer.text}`)
  return answer.body.condition.id
}

/** Issues a prescription, by default on a new appointment. */
export async function prescribe(
  platform: Platform,
  doctor: Person,
  patient: Person,
  appointmentId?: string,
  more: object = {},
): Promise<{ id: string; signature: string | null; signedAt: string | null; issuedAt: string }> {
  const body = { ...prescriptionRequest(patient, appointmentId ?? (await consult(platform, doctor, patient))), ...more }
  const answer = await platform.call('POST', '/api/prescriptions', { token: doctor.token, body })
  if (answer.status !== 201) throw new Error(`Not prescribed: ${answer.text}`)
  return answer.body.prescription
}

/** Places an order. */
export async function placeOrder(
  platform: Platform,
  caller: Person,
  prescriptionId: string,
  pharmacy: Person,
): Promise<{ id: string; status: string }> {
  const answer = await platform.call('POST', '/api/orders', {
    token: caller.token,
    body: { prescriptionId, pharmacyId: pharmacy.id },
  })
  if (answer.status !== 201) throw new Error(`Not ordered: ${answer.text}`)
  return answer.body.order
}

/** Orders lab tests for a patient who has consented. */
export async function orderTests(
  platform: Platform,
  caller: Person,
  patient: Person,
  more: object = {},
): Promise<{ id: string; tests: string[]; status: string }> {
  const body = { patientId: patient.id, tests: ['Glycémie à jeun', 'Ionogramme'], ...more }
  await consent(platform, patient, caller)
  const answer = await platform.call('POST', '/api/lab-orders', { token: caller.token, body })
  if (answer.status !== 201) throw new Error(`Not ordered: ${answer.text}`)
  return answer.body.labOrder
}

/** A normal, a high and a critical result. */
export const labResults = [
  { param: 'Glucose', value: 0.92, unit: 'g/L', low: 0.7, high: 1.1, criticalLow: 0.45, criticalHigh: 4 },
  { param: 'Sodium', value: 149, unit: 'mmol/L', low: 136, high: 145, criticalLow: 120, criticalHigh: 160 },
  { param: 'Potassium', value: 6.8, unit: 'mmol/L', low: 3.5, high: 5.1, criticalLow: 2.8, criticalHigh: 6.2 },
]

/** A small PDF file for a lab order. */
export const labFile = (name = 'Bilan.pdf') => ({ name, content: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64') })

/** Adds a file to a lab order. @returns its id */
export async function addFile(platform: Platform, caller: Person, labOrderId: string, name?: string): Promise<string> {
  const path = `/api/lab-orders/${labOrderId}/files`
  const answer = await platform.call('POST', path, { token: caller.token, body: labFile(name) })
  if (answer.status !== 201) throw new Error(`Not added: ${answer.text}`)
  return answer.body.labOrderFile.id
}

/** Enters results of a lab order. */
export async function enterResults(
  platform: Platform,
  caller: Person,
  labOrderId: string,
  results: object[] = labResults,
): Promise<{ id: string; labOrderId: string }> {
  const answer = await platform.call('POST', `/api/lab-orders/${labOrderId}/results`, {
    token: caller.token,
    body: { results },
  })
  if (answer.status !== 201) throw new Error(`Not entered: ${answer.text}`)
  return answer.body.labResult
}

/** A request to add a lot with an unused number. */
export const lotRequest = (more: object = {}) => ({
  medication: 'Amoxicilline 1 g, comprimé',
  lotNumber: newId('lot').slice(-12),
  quantity: 40,
  expiresOn: '2027-06-30',
  ...more,
})

/** Adds a lot to the stock of a pharmacy. @returns its id */
export async function receiveLot(platform: Platform, pharmacy: Person, more: object = {}): Promise<string> {
  const answer = await platform.call('POST', '/api/stock', { token: pharmacy.token, body: lotRequest(more) })
  if (answer.status !== 201) throw new Error(`Not received: ${answer.text}`)
  return answer.body.lot.id
}

/** Creates a service of 300 dirhams. @returns its id */
export async function createService(platform: Platform, admin: Person, more: object = {}): Promise<string> {
  const body = { name: 'Consultation', priceMAD: 30_000, ...more }
  const answer = await platform.call('POST', '/api/services', { token: admin.token, body })
  if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
  return answer.body.service.id
}
