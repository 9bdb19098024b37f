import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, prescribe } from '../../../../testing/practice.ts'
import { TestInfrastructure } from '../../../pdf/long-term/infrastructure-testing.ts'
import { without } from '../../../pdf/signed-pdf-testing.ts'
import { TestTimestampAuthority } from '../../../pdf/timestamp-testing.ts'

/** Documents with data for long-term validation, whose certificates are of an authority with services. */
test('a document needs the statements of the authorities', { skip: without.openssl }, async (t) => {
  const infrastructure = new TestInfrastructure()
  await infrastructure.open()
  const tsa = new TestTimestampAuthority(infrastructure.key('stamper'))
  t.after(() => {
    tsa.close()
    infrastructure.close()
  })
  const platform = await startPlatform({ TIMESTAMP_URL: await tsa.listen(), SIGNATURE_LONG_TERM: '1' })
  const { doctor, patient } = await newPractice(platform)
  const { call } = platform
  const key = { ...infrastructure.key('signer'), for: 'SELF' }
  const certified = await call('POST', '/api/signing-certificates', { token: doctor.token, body: key })
  assert.equal(certified.status, 201, certified.text)
  const { id } = await prescribe(platform, doctor, patient, await consult(platform, doctor, patient))
  const generate = () => {
    const body = { templateId: 'prescription', data: { prescriptionId: id } }
    return call('POST', '/api/pdf/generate', { token: doctor.token, body })
  }

  await t.test('and is refused with 502 while they are not available', async () => {
    const unavailable = { status: 503, body: Buffer.alloc(0) }
    for (const path of ['/ocsp', '/issuing.crl']) infrastructure.answers.set(path, unavailable)
    const { status, body } = await generate()
    assert.equal(status, 502)
    assert.match(body.error.message, /whether a certificate of the signature is revoked/)
    infrastructure.answers.clear()
  })

  await t.test('and is refused with 409 if a certificate is revoked', async () => {
    infrastructure.revoke('signer')
    const { status, body } = await generate()
    assert.equal(status, 409)
    assert.equal(body.error.message, 'The certificate is revoked: C=MA, CN=signer. It can sign no document.')
    infrastructure.revoke()
  })

  await t.test('and contains them', async () => {
    const { status, body, text } = await generate()
    assert.equal(status, 200, text)
    const file = Buffer.from(await (await fetch(body.url)).arrayBuffer()).toString('latin1')
    assert.match(file, /\/Type \/DSS \/Certs \[.*\] \/CRLs \[.*\] \/OCSPs \[.*\]/)
  })
})
