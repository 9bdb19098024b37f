import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Person } from '../../../../testing/factories.ts'
import { type Platform, startPlatform } from '../../../../testing/harness.ts'
import { newPractice, prescribe } from '../../../../testing/practice.ts'
import { runInTransaction } from '../../../http/unit-of-work.ts'
import { newId } from '../../../lib/ids.ts'
import { seal } from '../../../pdf/sealing.ts'
import { selfSigned } from '../../../pdf/self-signed.ts'
import { pdfsig, unsignedPdf, without } from '../../../pdf/signed-pdf-testing.ts'
import { openSealingKey, signerOf } from './actions.ts'

/** The signing key of a document, as the document feature requests it. */
const sandbox = await startPlatform()
const production = await startPlatform({
  MODE: 'production',
  DATABASE_URL: 'postgres://unused/unused',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  CRON_SECRET: 'c'.repeat(32),
  INTERNAL_TOKEN: 'i'.repeat(32),
  PUBLIC_URL: 'https://api.example.ma',
})

/** The certificate for a document, with or without a practitioner, in a separate transaction. */
async function sealerOf(at: Platform, tenantId: string, practitioner: Person | null): Promise<string | undefined> {
  const { services } = at
  const operation = 'generatePdf'
  const trail = { tenantId, userId: 'platform', clientId: 'test', operation, address: null, requestId: newId('req') }
  let found: { certificateId: string } | undefined
  await runInTransaction(services, trail, async (ctx) => {
    found = await signerOf(ctx, { practitionerId: practitioner?.id ?? null, now: services.clock.now() })
    return true
  })
  return found?.certificateId
}

async function uploadCertificate(
  at: Platform,
  caller: Person,
  holder = 'SELF',
  made = at.services.clock.now(),
): Promise<string> {
  const keys = selfSigned({ name: 'Brought', organisation: 'Cabinet', licenceNumber: null }, made)
  const body = { ...keys, for: holder }
  const answer = await at.call('POST', '/api/signing-certificates', { token: caller.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.signingCertificate.id
}
const retire = async (at: Platform, caller: Person, id: string) =>
  assert.equal((await at.call('POST', `/api/signing-certificates/${id}/retire`, { token: caller.token })).status, 200)

const keyOf = (at: Platform, tenantId: string, id: string) => openSealingKey(at.services, tenantId, id)
const subjectOf = async (at: Platform, tenantId: string, id: string) =>
  new X509Certificate((await keyOf(at, tenantId, id))!.chainPem).subject

describe('a document is signed', () => {
  test('with its practitioner’s certificate, or else with the organisation’s', async () => {
    const { tenantId, doctor, dentist, admin } = await newPractice(production)
    assert.equal(await sealerOf(production, tenantId, doctor), undefined)
    assert.equal(await sealerOf(production, tenantId, null), undefined)

    const all = await uploadCertificate(production, admin, 'ORGANISATION')
    const own = await uploadCertificate(production, doctor)
    assert.equal(await sealerOf(production, tenantId, doctor), own)
    assert.equal(await sealerOf(production, tenantId, dentist), all)
    assert.equal(await sealerOf(production, tenantId, null), all)

    await retire(production, doctor, own)
    assert.equal(await sealerOf(production, tenantId, doctor), all)
    await retire(production, admin, all)
    assert.equal(await sealerOf(production, tenantId, doctor), undefined)
  })

  test('or else is not generated in production, where a prescription is signed by its prescriber first', async () => {
    const { doctor, admin, patient } = await newPractice(production)
    const { id: prescriptionId } = await prescribe(production, doctor, patient)
    const generate = async () => {
      const body = { templateId: 'prescription', data: { prescriptionId } }
      const { status, body: answer } = await production.call('POST', '/api/pdf/generate', { token: doctor.token, body })
      return `${status} ${answer.error?.message}`
    }
    assert.match(await generate(), /^409 .*not signed/)
    await production.call('POST', `/api/prescriptions/${prescriptionId}/sign`, { token: doctor.token })
    assert.match(await generate(), /^409 No certificate can sign this document/)
    await uploadCertificate(production, admin, 'ORGANISATION')
    assert.match(await generate(), /^200 /)
  })

  test('never with a certificate of another organisation', async () => {
    const [practice, otherPractice] = [await newPractice(production), await newPractice(production)]
    const all = await uploadCertificate(production, otherPractice.admin, 'ORGANISATION')
    assert.equal(await sealerOf(production, practice.tenantId, practice.doctor), undefined)
    assert.equal(await keyOf(production, practice.tenantId, all), undefined)
    assert.ok(await keyOf(production, otherPractice.tenantId, all))
  })

  test('with the organisation’s certificate before the practitioner’s begins and after it has expired', async () => {
    const { tenantId, doctor, admin } = await newPractice(production)
    const YEARS_AGO = new Date(Date.now() - (3 * 365 - 1) * 86_400_000)
    const own = await uploadCertificate(production, doctor, 'SELF', YEARS_AGO)
    const all = await uploadCertificate(production, admin, 'ORGANISATION')
    const { rows } = await production.owner.query('select valid_from from signing_certificates where id = $1', [own])
    for (const [changed, expected] of [
      [`valid_from = now() + interval '1 minute'`, all],
      ['valid_from = $2', own],
      [`valid_until = now() - interval '1 minute'`, all],
    ] as const) {
      const values = [own, ...(changed.includes('$2') ? [rows[0].valid_from] : [])]
      await production.owner.query(`update signing_certificates set ${changed} where id = $1`, values)
      assert.equal(await sealerOf(production, tenantId, doctor), expected, changed)
    }
  })

  test('with the organisation’s certificate after the practitioner is disabled', async () => {
    const { tenantId, doctor, admin } = await newPractice(production)
    const own = await uploadCertificate(production, doctor)
    const all = await uploadCertificate(production, admin, 'ORGANISATION')
    assert.equal(await sealerOf(production, tenantId, doctor), own)
    await production.owner.query('update users set disabled_at = now() where id = $1', [doctor.id])
    assert.equal(await sealerOf(production, tenantId, doctor), all)
  })

  test('never with a destroyed key', async () => {
    const { tenantId, doctor } = await newPractice(production)
    const first = await uploadCertificate(production, doctor)
    assert.ok(await keyOf(production, tenantId, first))
    await uploadCertificate(production, doctor)
    assert.equal(await keyOf(production, tenantId, first), undefined)
  })
})

describe('in the sandbox', () => {
  test('the first document creates a certificate in the signer’s name', async () => {
    const { tenantId, doctor, patient } = await newPractice(sandbox)
    await sandbox.owner.query('update users set name = $1 where id = $2', ['د. سلمى بناني', doctor.id])
    await sandbox.owner.query('update tenants set name = $1 where tenant_id = $2', ['Cabinet Anfa', tenantId])
    const own = (await sealerOf(sandbox, tenantId, doctor))!
    assert.equal(await sealerOf(sandbox, tenantId, doctor), own)
    assert.equal(await subjectOf(sandbox, tenantId, own), 'C=MA\nO=Cabinet Anfa\nCN=د. سلمى بناني')
    const all = (await sealerOf(sandbox, tenantId, null))!
    assert.equal(await subjectOf(sandbox, tenantId, all), 'C=MA\nO=Cabinet Anfa\nCN=Cabinet Anfa')
    const { body } = await sandbox.call('GET', '/api/signing-certificates', { token: doctor.token })
    assert.deepEqual(
      body.signingCertificates.map(({ id, selfSigned }: { id: string; selfSigned: boolean }) => [id, selfSigned]),
      [
        [all, true],
        [own, true],
      ],
    )
    assert.equal((await sandbox.call('GET', '/api/signing-certificates', { token: patient.token })).status, 403)
  })

  test('a practitioner signs with their own certificate even if the organisation has one', async () => {
    const { tenantId, doctor } = await newPractice(sandbox)
    const all = await sealerOf(sandbox, tenantId, null)
    const own = (await sealerOf(sandbox, tenantId, doctor))!
    assert.notEqual(own, all)
    assert.match(await subjectOf(sandbox, tenantId, own), /CN=Person/)
  })

  test('twenty concurrent first documents create one certificate', async () => {
    const { tenantId, doctor } = await newPractice(sandbox)
    const found = await Promise.all(Array.from({ length: 20 }, () => sealerOf(sandbox, tenantId, doctor)))
    assert.ok(found[0])
    assert.equal(new Set(found).size, 1)
    const { rows } = await sandbox.owner.query('select id from signing_certificates where tenant_id = $1', [tenantId])
    assert.equal(rows.length, 1)
  })

  test('a new certificate is created after the previous one has expired', async () => {
    const { tenantId, doctor } = await newPractice(sandbox)
    const first = await sealerOf(sandbox, tenantId, doctor)
    await sandbox.advance((3 * 365 + 2) * 86_400)
    const second = await sealerOf(sandbox, tenantId, doctor)
    assert.notEqual(second, first)
    assert.equal(await keyOf(sandbox, tenantId, first!), undefined)
    assert.ok(await keyOf(sandbox, tenantId, second!))
  })

  test('pdfsig accepts the signatures', { skip: without.pdfsig }, async () => {
    const { tenantId, doctor } = await newPractice(sandbox)
    const key = await keyOf(sandbox, tenantId, (await sealerOf(sandbox, tenantId, doctor))!)
    const at = sandbox.services.clock.now()
    const report = pdfsig(await seal(unsignedPdf(), key!, { at, reason: 'Ordonnance', name: 'prescription' }))
    assert.match(report, /Signature is Valid/)
    assert.match(report, /Total document signed/)
  })
})
