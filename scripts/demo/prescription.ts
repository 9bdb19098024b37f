import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { call, type Json, obtainToken, patientId, pharmacyId, say } from './platform.ts'

/** The doctor prescribes, the signature is verified, and the pharmacy delivers. @returns the prescription's id */
export async function prescribe(appointmentId: string, doctor: string, patient: string): Promise<string> {
  const { prescription } = await call('POST', '/api/prescriptions', {
    token: doctor,
    body: {
      patientId,
      appointmentId,
      medication: 'Amoxicilline 1 g, comprimé',
      dosage: '1 comprimé matin et soir',
      instructions: 'Pendant 6 jours',
    },
    expect: 201,
  })
  say('The doctor issues and signs a prescription', prescription)
  const { signature } = await call('GET', `/api/prescriptions/${prescription.id}/signature`, {
    token: patient,
    expect: 200,
  })
  assert.ok(isSigned(signature), 'the signature of the prescription is invalid')
  say('The signature can be verified without trusting the platform', { digest: signature.digest })
  const serial = await print(prescription.id, patient)
  await fill(prescription.id, patient)
  say('The address in its QR code now reports DISPENSED', await verify(serial, 'DISPENSED'))
  return prescription.id
}

/** The patient gets the prescription as a signed PDF. @returns its serial number */
async function print(prescriptionId: string, patient: string): Promise<string> {
  const body = { templateId: 'prescription', data: { prescriptionId } }
  const made = await call('POST', '/api/pdf/generate', { token: patient, body, expect: 200 })
  say('The patient generates a PDF in French and Arabic', { ...made, url: `${made.url.slice(0, 60)}…` })
  const file = Buffer.from(await (await fetch(made.url)).arrayBuffer())
  const { document } = await call('GET', `/api/documents/${made.documentId}`, { token: patient, expect: 200 })
  assert.equal(
    createHash('sha256').update(file).digest('hex'),
    document.sha256,
    'the file differs from the generated one',
  )
  assert.ok(file.includes('/ETSI.CAdES.detached'), 'the file is not signed')
  say('The file is signed and has the expected digest', { bytes: file.length, sha256: document.sha256 })
  say('Its serial number verifies it, with only the initials of the patient', {
    ...(await verify(document.serial, 'GENUINE')),
    page: document.verifyUrl,
  })
  return document.serial
}

async function verify(serial: string, state: string): Promise<Json> {
  const { verification } = await call('GET', `/verify/${serial}`, {
    headers: { accept: 'application/json' },
    expect: 200,
  })
  assert.equal(verification.state, state)
  const { issuer, patientInitials, dispensedAt } = verification
  return { state, issuer, patientInitials, dispensedAt }
}

/** Verifies the signature with the included key (JWS with detached content, RFC 7515, appendix F). */
function isSigned({ canonical, value, publicKeyPem }: Json): boolean {
  const [header, , signed] = value.split('.')
  const content = Buffer.from(`${header}.${Buffer.from(canonical).toString('base64url')}`)
  return verifySignature(null, content, createPublicKey(publicKeyPem), Buffer.from(signed, 'base64url'))
}

/** The patient places an order, and the pharmacy fills it step by step. */
async function fill(prescriptionId: string, patient: string): Promise<void> {
  const body = { prescriptionId, pharmacyId, deliveryRequested: true }
  const { order } = await call('POST', '/api/orders', { token: patient, body, expect: 201 })
  say('The patient orders it from a pharmacy', order)
  const pharmacy = await obtainToken('sandbox-pharmacy')
  const move = (status: string, expect: number) =>
    call('PUT', `/api/orders/${order.id}`, { token: pharmacy, body: { status }, expect })
  say('It cannot be delivered before it is ready', await move('DELIVERED', 409))
  for (const status of ['PREPARING', 'READY', 'DELIVERED']) await move(status, 200)
  const delivered = await call('GET', `/api/orders/${order.id}`, { token: patient, expect: 200 })
  say('The pharmacy prepares and delivers it', delivered.order)
}
