import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPlatform } from '../../../../../testing/harness.ts'
import { placeOrder } from '../../../../../testing/practice.ts'
import { sha256 } from '../../../../lib/secrets.ts'
import { grouped } from '../../../../lib/serial.ts'
import { cashier } from '../../../money/invoices/invoices-testing.ts'
import { documentsOf, file, headingOf, practitioner, secrets } from './verification-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await documentsOf(platform)
const { tenantId, admin, doctor, patient, pharmacist, certificate } = practice
const { makePrescription, makeInvoice, makeCertificate, deliver, open, verify, readVerification } = practice

describe('a document', () => {
  test('is genuine, with issuer, patient initials and file digest', async () => {
    const created = await makePrescription('2030-01-31T22:00:00.000Z')
    const { page, verification } = await readVerification(created)
    assert.deepEqual(verification, {
      ...{ state: 'GENUINE', templateId: 'prescription', serial: created.serial },
      ...{ issuedAt: verification.issuedAt, madeAt: verification.madeAt },
      issuer: 'Cabinet Atlas',
      practitioner: { name: practitioner.name, role: 'DOCTOR', specialty: 'Cardiologie', licenceNumber: '12345' },
      ...{ patientInitials: 'A. F.', validUntil: '2030-01-31T22:00:00.000Z', expired: false },
      ...{ dispensedAt: [], cancelledAt: null, signed: true },
      certificate: { subject: certificate.subject, fingerprint: certificate.fingerprint, selfSigned: true },
      ...{ sha256: sha256(file).toString('hex'), size: file.length },
    })
    assert.equal(headingOf(page), 'Ordonnance Document authentique')
    for (const text of [
      ...[grouped(created.serial), 'Cabinet Atlas', practitioner.name, 'Médecin', 'Cardiologie', '12345', 'A. F.'],
      ...[
        '31 janvier 2030',
        certificate.subject,
        certificate.fingerprint,
        verification.sha256,
        `${file.length} octets`,
      ],
    ])
      assert.ok(page.text.includes(text), text)
  })

  test('is genuine for every template, signed or not', async () => {
    const [certificate, invoice] = [
      await readVerification(await makeCertificate()),
      await readVerification(await makeInvoice()),
    ]
    assert.equal(headingOf(certificate.page), 'Certificat médical Document authentique')
    assert.equal(headingOf(invoice.page), 'Facture Document authentique')
    assert.match(invoice.page.text, /ne porte pas de signature/)
    const { signed, practitioner, validUntil } = invoice.verification
    assert.deepEqual({ signed, practitioner, validUntil }, { signed: false, practitioner: null, validUntil: null })
  })

  test('is dispensed after a delivery, with the number and the days of the deliveries', async () => {
    const created = await makePrescription()
    const { id } = await placeOrder(platform, patient, created.prescriptionId, pharmacist)
    assert.equal((await readVerification(created)).verification.state, 'GENUINE', 'an order is not a delivery')
    await call('PUT', `/api/orders/${id}`, { token: patient.token, body: { status: 'CANCELLED' } })
    await deliver(created.prescriptionId)
    const once = await readVerification(created)
    assert.equal(once.verification.state, 'DISPENSED')
    assert.equal(headingOf(once.page), 'Ordonnance Authentique, déjà délivrée')
    assert.match(once.page.text, /Une pharmacie l’a délivrée une fois/)

    // A delivery of an earlier month.
    await owner.query(
      `insert into orders (tenant_id, id, prescription_id, patient_id, doctor_id, pharmacy_id, delivery_requested,
         status, updated_at, dispensed)
       select $1, new_id('ord'), id, patient_id, doctor_id, $3, false, 'DELIVERED', now() - interval '30 days', '[]'
       from prescriptions
       where id = $2`,
      [pharmacist.tenantId, created.prescriptionId, pharmacist.id],
    )
    const { rows } = await owner.query(
      `select updated_at from orders where prescription_id = $1 and status = 'DELIVERED' order by updated_at`,
      [created.prescriptionId],
    )
    const twice = await readVerification(created)
    assert.deepEqual(
      twice.verification.dispensedAt,
      rows.map(({ updated_at }) => updated_at.toISOString()),
    )
    assert.match(twice.page.text, /Des pharmacies l’ont délivrée 2 fois/)
  })

  test('is cancelled after its own cancellation, without the reason', async () => {
    const created = await makeCertificate()
    await owner.query('update documents set cancelled_at = now(), cancel_reason = $2 where id = $1', [
      created.id,
      secrets.reason,
    ])
    const { page, verification } = await readVerification(created)
    assert.equal(verification.state, 'CANCELLED')
    assert.ok(verification.cancelledAt)
    assert.equal(headingOf(page), 'Certificat médical Document annulé')
  })

  test('is cancelled with its prescription or invoice', async () => {
    const [prescription, invoice] = [await makePrescription(), await makeInvoice()]
    const reason = { body: { reason: secrets.reason } }
    await call('POST', `/api/prescriptions/${prescription.prescriptionId}/cancel`, { token: doctor.token, ...reason })
    await call('POST', `/api/invoices/${invoice.invoiceId}/cancel`, { token: admin.token, ...reason })
    for (const created of [prescription, invoice]) {
      const { verification } = await readVerification(created)
      assert.equal(verification.state, 'CANCELLED')
      assert.ok(verification.cancelledAt)
    }
  })

  test('is cancelled when its invoice is fully refunded', async () => {
    const created = await makeInvoice()
    await cashier(platform).pay(admin, created.invoiceId, { method: 'CASH', amountMAD: secrets.amount })
    const refund = async (amountMAD: number) =>
      assert.equal((await cashier(platform).refund(admin, created.invoiceId, { amountMAD })).status, 201)
    await refund(1000)
    assert.equal((await readVerification(created)).verification.state, 'GENUINE')
    await refund(secrets.amount - 1000)
    const { page, verification } = await readVerification(created)
    assert.equal(verification.state, 'CANCELLED')
    assert.ok(verification.cancelledAt)
    assert.match(page.text, /annulée ou remboursée/)
    const another = await makeInvoice()
    await cashier(platform).pay(admin, another.invoiceId, { method: 'CASH', amountMAD: secrets.amount })
    assert.equal((await cashier(platform).refund(admin, another.invoiceId, { amountMAD: secrets.amount })).status, 201)
    assert.equal((await readVerification(created)).verification.cancelledAt, verification.cancelledAt)
  })

  test('is unknown until its file is stored', async () => {
    const created = await makeCertificate()
    await owner.query(
      'update documents set object_key = null, pdf_sha256 = null, size = null, ready_at = null where id = $1',
      [created.id],
    )
    assert.equal((await verify(created.serial)).status, 404)
  })

  test('escapes HTML in its content', async () => {
    const hostile = { ...practitioner, name: '<img src=x onerror=alert(1)> & "Co"' }
    const { serial } = await makeCertificate({ practitioner: hostile })
    assert.match((await open(serial)).text, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Co&quot;/)
  })
})

test('every verification is audited with document, address and outcome', async () => {
  const { serial, id } = await makeCertificate()
  await open(serial)
  await verify(serial)
  const { rows } = await owner.query(
    `select user_id, client_id, outcome, patient_ids, address from audit_log
     where tenant_id = $1 and subject_id = $2 and operation = 'verifyDocument'`,
    [tenantId, id],
  )
  assert.equal(rows.length, 2)
  for (const row of rows) {
    assert.partialDeepStrictEqual(row, { user_id: 'visitor', outcome: 'OK', patient_ids: [patient.id] })
    assert.match(row.client_id, /^address\//)
    assert.ok(row.address)
  }
})

test('an invoice shows its date and the time when its file was generated', async () => {
  const { verification, page } = await readVerification(await makeInvoice())
  assert.equal(verification.issuedAt, '2026-11-21T10:00:00.000Z', 'the invoice’s date')
  assert.notEqual(verification.madeAt, verification.issuedAt)
  assert.match(page.text, /Établi le.*21 novembre 2026.*Fichier PDF produit le/s)
  const certificate = (await readVerification(await makeCertificate())).verification
  assert.equal(certificate.issuedAt, certificate.madeAt)
})

test('a prescription past its validity is genuine and marked as expired', async () => {
  const created = await makePrescription(new Date(platform.services.clock.nowMs() + 3600_000).toISOString())
  assert.equal((await readVerification(created)).verification.expired, false)
  await platform.advance(3601)
  const { page, verification } = await readVerification(created)
  assert.deepEqual([verification.state, verification.expired], ['GENUINE', true])
  assert.equal(headingOf(page), 'Ordonnance Document authentique, mais expiré')
  assert.match(page.text, /Sa validité a pris fin le/)
})
