import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import type { Medina, PrescriptionSignature } from '../../clients/javascript/src/index.ts'
import { connect, patientId, pharmacyId, printStep, refusalOf, summaryOf } from './platform.ts'

/** The doctor prescribes, the signature is verified, and the pharmacy delivers. @returns the prescription's id */
export async function prescribe(appointmentId: string, doctor: Medina, patient: Medina): Promise<string> {
  const prescription = await doctor.prescriptions.issue({
    patientId,
    appointmentId,
    medication: 'Amoxicilline 1 g, comprimé',
    dosage: '1 comprimé matin et soir',
    instructions: 'Pendant 6 jours',
  })
  printStep('The doctor issues and signs a prescription', prescription)
  const signature = await patient.prescriptions.getSignature(prescription.id)
  assert.ok(isSigned(signature), 'the signature of the prescription is invalid')
  printStep('The signature can be verified without trusting the platform', { digest: signature.digest })
  const serial = await print(prescription.id, patient)
  await fill(prescription.id, patient)
  printStep('The address in its QR code now reports DISPENSED', await verify(patient, serial, 'DISPENSED'))
  return prescription.id
}

/** The patient gets the prescription as a signed PDF. @returns its serial number */
async function print(prescriptionId: string, patient: Medina): Promise<string> {
  const made = await patient.documents.generate({ templateId: 'prescription', data: { prescriptionId } })
  printStep('The patient generates a PDF in French and Arabic', { ...made, url: `${made.url.slice(0, 60)}…` })
  const file = Buffer.from(await patient.download(made.url))
  const document = await patient.documents.get(made.documentId)
  assert.equal(
    createHash('sha256').update(file).digest('hex'),
    document.sha256,
    'the file differs from the generated one',
  )
  assert.ok(file.includes('/ETSI.CAdES.detached'), 'the file is not signed')
  printStep('The file is signed and has the expected digest', { bytes: file.length, sha256: document.sha256 })
  printStep('Its serial number verifies it, with only the initials of the patient', {
    ...(await verify(patient, document.serial, 'GENUINE')),
    page: document.verifyUrl,
  })
  return document.serial
}

/** Verifies a document by its serial number, which needs no token. */
async function verify(caller: Medina, serial: string, state: string): Promise<object> {
  const verification = await caller.documents.verify(serial)
  assert.equal(verification.state, state)
  const { issuer, patientInitials, dispensedAt } = verification
  return { state, issuer, patientInitials, dispensedAt }
}

/** Verifies the signature with the included key (JWS with detached content, RFC 7515, appendix F). */
function isSigned({ canonical, value, publicKeyPem }: PrescriptionSignature): boolean {
  const [header, , signed = ''] = value.split('.')
  const content = Buffer.from(`${header}.${Buffer.from(canonical).toString('base64url')}`)
  return verifySignature(null, content, createPublicKey(publicKeyPem), Buffer.from(signed, 'base64url'))
}

/** The patient places an order, and the pharmacy fills it step by step. */
async function fill(prescriptionId: string, patient: Medina): Promise<void> {
  const order = await patient.orders.place({ prescriptionId, pharmacyId, deliveryRequested: true })
  printStep('The patient orders it from a pharmacy', order)
  const { orders } = connect('sandbox-pharmacy')
  const early = await refusalOf(orders.update(order.id, { status: 'DELIVERED' }), 409)
  printStep('It cannot be delivered before it is ready', summaryOf(early))
  for (const status of ['PREPARING', 'READY', 'DELIVERED'] as const) await orders.update(order.id, { status })
  printStep('The pharmacy prepares and delivers it', await patient.orders.get(order.id))
}
