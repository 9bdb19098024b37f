import { book, newClinic, newPerson, type Person } from './factories.ts'
import type { Platform } from './harness.ts'

/** A clinic with a dentist and a pharmacy beside its people. */
export async function newPractice(platform: Platform) {
  const clinic = await newClinic(platform)
  const [dentist, pharmacist] = await Promise.all([
    newPerson(platform, clinic.tenantId, 'DENTIST'),
    newPerson(platform, clinic.tenantId, 'PHARMACIST'),
  ])
  return { ...clinic, dentist, pharmacist }
}

/** A request for a prescription of one line. */
export const prescription = (patient: Person, appointmentId: string) => ({
  patientId: patient.id,
  appointmentId,
  medication: 'Amoxicilline 1 g, comprimé',
  dosage: '1 comprimé matin et soir',
  instructions: 'Pendant les repas',
})

let hours = 10_000

/** An appointment of the two, at a time that no other has. */
export const consult = async (platform: Platform, doctor: Person, patient: Person): Promise<string> =>
  (await book(platform, doctor, doctor, patient, hours++)).id

/** Prescribes, on a consultation of its own unless one is given, and gives what the API answered. */
export async function prescribe(
  platform: Platform,
  doctor: Person,
  patient: Person,
  appointmentId?: string,
  more: object = {},
): Promise<{ id: string; signature: string | null; signedAt: string | null; issuedAt: string }> {
  const body = { ...prescription(patient, appointmentId ?? (await consult(platform, doctor, patient))), ...more }
  const answer = await platform.call('POST', '/api/prescriptions', { token: doctor.token, body })
  if (answer.status !== 201) throw new Error(`Not prescribed: ${answer.text}`)
  return answer.body.prescription
}

/** Orders, and gives what the API answered. */
export async function placeOrder(
  platform: Platform,
  by: Person,
  prescriptionId: string,
  pharmacy: Person,
): Promise<{ id: string; status: string }> {
  const answer = await platform.call('POST', '/api/orders', {
    token: by.token,
    body: { prescriptionId, pharmacyId: pharmacy.id },
  })
  if (answer.status !== 201) throw new Error(`Not ordered: ${answer.text}`)
  return answer.body.order
}
