import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { flattenedVerify, importJWK } from 'jose'
import { sql } from 'kysely'
import { eventsOf, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, type Platform, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, prescribe } from '../../../../testing/practice.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'

const platform = await startPlatform()
// In production prescribers have no signing key until they create one.
const production = await startPlatform({
  MODE: 'production',
  DATABASE_URL: 'postgres://unused/unused',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  CRON_SECRET: 'c'.repeat(32),
  INTERNAL_TOKEN: 'i'.repeat(32),
  PUBLIC_URL: 'https://api.example.ma',
})
const practice = await newPractice(platform)
const inProduction = await newPractice(production)
const { admin, doctor, patient, pharmacist } = practice

const signatureOf = async (caller: Person, id: string, at: Platform = platform) =>
  at.call('GET', `/api/prescriptions/${id}/signature`, { token: caller.token })
const sign = (caller: Person, id: string, at: Platform = platform) =>
  at.call('POST', `/api/prescriptions/${id}/sign`, { token: caller.token })
const replaceKey = (caller: Person, at: Platform = platform) =>
  at.call('POST', '/api/signing-keys', { token: caller.token })

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Verifies a response with a JOSE library, independently of this service. */
async function verifies({ canonical, value, publicKey, digest }: Answer['body']): Promise<boolean> {
  const [header, detached, signature] = value.split('.')
  assert.equal(detached, '', 'the content is detached')
  const payload = Buffer.from(canonical).toString('base64url')
  const verified = await flattenedVerify({ protected: header, payload, signature }, await importJWK(publicKey)).catch(
    () => undefined,
  )
  return verified !== undefined && digest === `sha256:${createHash('sha256').update(canonical).digest('hex')}`
}

describe('a signature', () => {
  test('covers the whole prescription in a reproducible canonical form', async () => {
    const items = [
      { medication: 'Doliprane 1 g', dosage: '1 comprimé', instructions: 'قبل النوم', durationDays: 3 },
      { medication: 'Spasfon 80 mg', dosage: '2 comprimés' },
    ]
    const { instructions, medication, dosage } = items[0]!
    const first = { medication, dosage, instructions }
    const validUntil = '2030-06-01T10:00:00+01:00'
    const { id } = await prescribe(platform, doctor, patient, undefined, { ...first, items, validUntil })
    const { prescription } = (await platform.call('GET', `/api/prescriptions/${id}`, { token: patient.token })).body
    const { signature } = (await signatureOf(patient, id)).body
    assert.equal(
      signature.canonical,
      canonicalJson({
        type: 'medina-care/prescription/v4',
        tenantId: practice.tenantId,
        id,
        doctorId: doctor.id,
        patientId: patient.id,
        appointmentId: prescription.appointmentId,
        issuedAt: prescription.issuedAt,
        validUntil: '2030-06-01T09:00:00.000Z',
        printed: JSON.parse(signature.canonical).printed, // salted
        items: [items[0]!, { ...items[1]!, instructions: null, durationDays: null }].map((line) => ({
          ...{ ...line, substanceTable: null, quantity: null, unit: null, refills: 0, substitutable: false },
        })) as never,
      }),
    )
    assert.equal(signature.digest, prescription.signature)
    assert.equal(signature.valid, true)
    const header = JSON.parse(Buffer.from(signature.value.split('.')[0], 'base64url').toString())
    assert.deepEqual(header, {
      alg: 'EdDSA',
      kid: signature.kid,
      typ: 'prescription+jws',
      iat: Math.floor(Date.parse(prescription.signedAt) / 1000),
    })
    assert.ok(!('d' in signature.publicKey), 'no private key')
  })

  test('can be verified with a JOSE library from the response alone', async () => {
    const { id } = await prescribe(platform, doctor, patient)
    const { signature } = (await signatureOf(patient, id)).body
    assert.equal(await verifies(signature), true)
    assert.equal(await verifies({ ...signature, canonical: signature.canonical.replace('1 g', '2 g') }), false)
  })

  test('can be verified with openssl', { skip: !hasOpenssl && 'openssl is not installed' }, async () => {
    const { id } = await prescribe(platform, doctor, patient)
    const { signature } = (await signatureOf(patient, id)).body
    const folder = mkdtempSync(join(tmpdir(), 'signature-'))
    const [header, , value] = signature.value.split('.')
    const verdict = (content: string) => {
      writeFileSync(join(folder, 'key.pem'), signature.publicKeyPem)
      writeFileSync(join(folder, 'input'), `${header}.${Buffer.from(content).toString('base64url')}`)
      writeFileSync(join(folder, 'signature'), Buffer.from(value, 'base64url'))
      const args = 'pkeyutl -verify -pubin -inkey key.pem -rawin -in input -sigfile signature'.split(' ')
      return spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' }).stdout.trim()
    }
    assert.equal(verdict(signature.canonical), 'Signature Verified Successfully')
    assert.equal(verdict(signature.canonical.replace('1 g', '2 g')), 'Signature Verification Failure')
    rmSync(folder, { recursive: true })
  })

  test('is invalid after any change in the database, and on another prescription', async () => {
    const one = await prescribe(platform, doctor, patient)
    const other = await prescribe(platform, doctor, patient)
    const valid = async (id: string) => (await signatureOf(admin, id)).body.signature.valid
    const change = (set: string, id: string) =>
      platform.owner.query(`update prescriptions set ${set} where id = $1`, [id])
    assert.equal(await valid(one.id), true)
    for (const [tampering, undo] of [
      [
        `items = jsonb_set(items, '{0,dosage}', '"1 comprimé matin et Soir"')`,
        `items = jsonb_set(items, '{0,dosage}', '"1 comprimé matin et soir"')`,
      ],
      [`items = items || items`, `items = items - 1`],
      [
        `patient_id = '${(await newPerson(platform, practice.tenantId, 'PATIENT')).id}'`,
        `patient_id = '${patient.id}'`,
      ],
      [`issued_at = issued_at + interval '1 ms'`, `issued_at = issued_at - interval '1 ms'`],
      [`valid_until = null`, `valid_until = issued_at + interval '90 days'`],
      [`items = jsonb_set(items, '{0,refills}', '3')`, `items = jsonb_set(items, '{0,refills}', '0')`],
      [`items = jsonb_set(items, '{0,quantity}', '60')`, `items = jsonb_set(items, '{0,quantity}', 'null')`],
      [`items = jsonb_set(items, '{0,substitutable}', 'true')`, `items = items #- '{0,substitutable}'`],
    ] as const) {
      await change(tampering, one.id)
      assert.equal(await valid(one.id), false, tampering)
      await change(undo, one.id)
      assert.equal(await valid(one.id), true, undo)
    }
    await platform.owner.query(
      `update prescriptions p set signature = o.signature, jws = o.jws from prescriptions o where p.id = $1 and o.id = $2`,
      [one.id, other.id],
    )
    assert.equal(await valid(one.id), false)
  })

  test('protects content that the application’s role cannot change', async () => {
    const { id } = await prescribe(platform, doctor, patient)
    for (const change of [{ items: sql<never>`'[]'` }, { patient_id: admin.id }, { issued_at: new Date() }]) {
      const update = platform.services.database.inTransaction(practice.tenantId, (tx) =>
        tx.updateTable('prescriptions').set(change).where('id', '=', id).execute(),
      )
      await assert.rejects(update, /permission denied/)
    }
  })

  test('stays valid after its key is replaced and the private half is destroyed', async () => {
    const before = await prescribe(platform, doctor, patient)
    const old = (await signatureOf(doctor, before.id)).body.signature
    const replaced = await replaceKey(doctor)
    assert.equal(replaced.status, 201)
    const { kid, publicKey } = replaced.body.signingKey
    assert.notEqual(kid, old.kid)
    const after = (await signatureOf(doctor, (await prescribe(platform, doctor, patient)).id)).body.signature
    assert.equal(after.kid, kid)
    assert.deepEqual(after.publicKey, publicKey)
    const signatureAfter = (await signatureOf(patient, before.id)).body.signature
    assert.deepEqual(signatureAfter, old)
    assert.equal(await verifies(signatureAfter), true)
    const { rows } = await platform.owner.query(
      'select kid, private_jwk_encrypted is null as destroyed from prescriber_keys where user_id = $1 order by created_at',
      [doctor.id],
    )
    assert.deepEqual(
      rows.filter((row) => row.kid === old.kid || row.kid === kid),
      [
        { kid: old.kid, destroyed: true },
        { kid, destroyed: false },
      ],
    )
  })

  test('is visible to users who can see the prescription', async () => {
    const { id } = await prescribe(platform, doctor, patient)
    for (const caller of [doctor, patient, admin]) assert.equal((await signatureOf(caller, id)).status, 200)
    assert.equal((await signatureOf(pharmacist, id)).status, 404)
  })
})

describe('the key of a prescriber', () => {
  test('is created once by concurrent first prescriptions', async () => {
    for (let round = 0; round < 6; round++) {
      const fresh = await newPerson(platform, practice.tenantId, 'DENTIST')
      const appointmentId = await consult(platform, fresh, patient)
      const created = await Promise.all(
        Array.from({ length: 12 }, () => prescribe(platform, fresh, patient, appointmentId)),
      )
      const kids = await Promise.all(created.map(async ({ id }) => (await signatureOf(patient, id)).body.signature.kid))
      assert.equal(new Set(kids).size, 1)
    }
  })

  test('is encrypted, and can be decrypted in its own row only', async () => {
    const [a, b] = [
      await newPerson(platform, practice.tenantId, 'DOCTOR'),
      await newPerson(platform, practice.tenantId, 'DOCTOR'),
    ]
    for (const caller of [a, b]) assert.equal((await replaceKey(caller)).status, 201)
    const { rows } = await platform.owner.query<{ sealed: Buffer }>(
      'select private_jwk_encrypted as sealed from prescriber_keys where user_id = any($1)',
      [[a.id, b.id]],
    )
    for (const { sealed } of rows) assert.ok(!sealed.includes('"d"') && !sealed.includes('Ed25519'))
    const stolen = `
      update prescriber_keys k set private_jwk_encrypted = o.private_jwk_encrypted
      from prescriber_keys o where k.user_id = $1 and o.user_id = $2`
    await platform.owner.query(stolen, [a.id, b.id])
    const appointmentId = await consult(platform, a, patient)
    await assert.rejects(prescribe(platform, a, patient, appointmentId), /INTERNAL_SERVER_ERROR/)
    const { body } = await platform.call('GET', `/api/prescriptions?appointmentId=${appointmentId}`, { token: a.token })
    assert.equal(body.pagination.total, 0, 'nothing is issued unsigned')
  })

  test('can be replaced by prescribers only', async () => {
    for (const caller of [admin, patient, pharmacist]) assert.equal((await replaceKey(caller)).status, 403)
  })
})

describe('in production', () => {
  test('a prescription stays unsigned until its prescriber signs, which creates the key', async () => {
    const own = inProduction
    const { id, signature, signedAt } = await prescribe(production, own.doctor, own.patient)
    assert.deepEqual([signature, signedAt], [null, null])
    assert.deepEqual(
      (await eventsOf(production, id)).map(({ event }) => event),
      ['prescription.created'],
    )
    const none = await signatureOf(own.patient, id, production)
    assert.equal(none.status, 404)
    assert.match(none.body.error.message, /Signature/)

    const signed = await sign(own.doctor, id, production)
    assert.equal(signed.status, 200)
    assert.match(signed.body.prescription.signature, /^sha256:/)
    assert.equal((await signatureOf(own.patient, id, production)).body.signature.valid, true)
    assert.deepEqual((await eventsOf(production, id))[1], {
      event: 'prescription.signed',
      data: { prescriptionId: id, signature: signed.body.prescription.signature },
    })
    const next = await prescribe(production, own.doctor, own.patient)
    assert.ok(next.signature, 'signed at once from then on')
  })

  test('waiting prescriptions are signed with the current key, even the fifth key', async () => {
    const { tenantId, patient: treated } = inProduction
    const prescriber = await newPerson(production, tenantId, 'DOCTOR')
    const waiting = []
    for (let n = 0; n < 5; n++) waiting.push((await prescribe(production, prescriber, treated)).id)
    let kid = ''
    for (const id of waiting) {
      const replaced = await replaceKey(prescriber, production)
      assert.equal(replaced.status, 201, replaced.text)
      kid = replaced.body.signingKey.kid
      const signed = await sign(prescriber, id, production)
      assert.equal(signed.status, 200, signed.text)
      const { signature } = (await signatureOf(treated, id, production)).body
      assert.deepEqual([signature.kid, signature.valid], [kid, true])
    }
    const { rows } = await production.owner.query(
      'select count(distinct retired_at)::int as times from prescriber_keys where user_id = $1',
      [prescriber.id],
    )
    assert.deepEqual(rows, [{ times: 4 }], 'a key keeps the time of its own retirement')
    const next = await prescribe(production, prescriber, treated)
    assert.equal((await signatureOf(treated, next.id, production)).body.signature.kid, kid)
  })

  test('concurrent requests sign once', async () => {
    const { patient: treated, tenantId } = inProduction
    const fresh = await newPerson(production, tenantId, 'DOCTOR')
    const { id } = await prescribe(production, fresh, treated)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sign(fresh, id, production)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal((await eventsOf(production, id)).filter(({ event }) => event === 'prescription.signed').length, 1)
  })

  test('other users cannot sign, and cancelled prescriptions cannot be signed', async () => {
    const { admin: chief, patient: treated, tenantId } = inProduction
    const fresh = await newPerson(production, tenantId, 'DOCTOR')
    const { id } = await prescribe(production, fresh, treated)
    for (const caller of [chief, treated]) {
      const answer = await sign(caller, id, production)
      assert.equal(answer.status, 403)
      assert.match(answer.body.error.message, /prescriber/)
    }
    await production.call('POST', `/api/prescriptions/${id}/cancel`, { token: fresh.token, body: {} })
    assert.equal((await sign(fresh, id, production)).status, 409)
    assert.equal((await eventsOf(production, id)).length, 1)
  })
})
