import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { type Platform, pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { selfSigned } from '../../../pdf/self-signed.ts'
import { openSealingKey } from './actions.ts'

const platform = await startPlatform()
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist, tenantId } = practice
const elsewhere = await newPractice(platform)

const now = () => platform.services.clock.now()
const pair = (name = 'Dr Salma Bennani') => selfSigned({ name, organisation: 'Cabinet', licenceNumber: null }, now())

const bring = (caller: Person, body: object, at: Platform = platform) =>
  at.call('POST', '/api/signing-certificates', { token: caller.token, body })
const list = async (caller: Person, query = '') =>
  (await platform.call('GET', `/api/signing-certificates?pageSize=100&${query}`, { token: caller.token })).body
    .signingCertificates
const read = (caller: Person, id: string) =>
  platform.call('GET', `/api/signing-certificates/${id}`, { token: caller.token })
const retire = (caller: Person, id: string) =>
  platform.call('POST', `/api/signing-certificates/${id}/retire`, { token: caller.token })

/** Uploads a valid certificate. @returns the certificate in the response */
async function uploadCertificate(caller: Person, holder = 'SELF', keys = pair()) {
  const answer = await bring(caller, { ...keys, for: holder })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.signingCertificate
}

/** A certificate's row. */
const stored = async (id: string) =>
  (await platform.owner.query('select * from signing_certificates where id = $1', [id])).rows[0]

describe('a signing certificate', () => {
  test('belongs to a practitioner and is returned without its key', async () => {
    const keys = pair('د. سلمى بناني')
    const { id, validUntil, createdAt, fingerprint, ...certificate } = await uploadCertificate(doctor, 'SELF', keys)
    const name = (await platform.call('GET', '/api/users/me', { token: doctor.token })).body.name
    assert.partialDeepStrictEqual(certificate, {
      practitioner: { id: doctor.id, name },
      subject: 'C=MA, O=Cabinet, CN=د. سلمى بناني',
      selfSigned: true,
      validFrom: certificate.validFrom,
      expiresSoon: false,
      status: 'IN_USE',
      retiredAt: null,
    })
    assert.match(fingerprint, /^[0-9a-f]{64}$/)
    assert.ok(Date.parse(validUntil) > Date.parse(createdAt))
    const answer = await read(doctor, id)
    assert.equal(answer.body.signingCertificate.chainPem, keys.chainPem)
    assert.ok(!answer.text.includes('PRIVATE'))
  })

  test('replaces the previous one, whose key is destroyed', async () => {
    const first = await uploadCertificate(dentist)
    const second = await uploadCertificate(dentist)
    const [before, after] = [await stored(first.id), await stored(second.id)]
    assert.equal(before.private_key_encrypted, null)
    assert.ok(before.retired_at)
    assert.ok(before.chain, 'its signatures can still be verified')
    assert.ok(after.private_key_encrypted)
    assert.deepEqual(
      (await list(dentist, 'status=IN_USE')).map(({ id }: { id: string }) => id),
      [second.id],
    )
    assert.deepEqual(
      (await list(dentist, 'status=RETIRED')).map(({ id, status }: { id: string; status: string }) => [id, status]),
      [[first.id, 'RETIRED']],
    )
  })

  test('is the only one in use after concurrent uploads', async () => {
    const colleague = await newPerson(platform, tenantId, 'DENTIST')
    await Promise.all(Array.from({ length: 8 }, () => uploadCertificate(colleague)))
    const mine = (await list(colleague)).filter((one: { practitioner: unknown }) => one.practitioner)
    assert.equal(mine.length, 8)
    assert.equal(mine.filter(({ status }: { status: string }) => status === 'IN_USE').length, 1)
  })

  test('of the organisation can be replaced by administrators, and is visible to practitioners', async () => {
    const { id, practitioner } = await uploadCertificate(admin, 'ORGANISATION')
    assert.equal(practitioner, null)
    for (const caller of [admin, doctor, dentist])
      assert.ok((await list(caller)).some((one: { id: string }) => one.id === id))
    assert.equal((await read(doctor, id)).status, 200)
  })

  test('of a practitioner is visible only to the practitioner and to administrators', async () => {
    const { id } = await uploadCertificate(doctor)
    assert.equal((await read(doctor, id)).status, 200)
    assert.equal((await read(admin, id)).status, 200)
    for (const caller of [dentist, elsewhere.admin, elsewhere.doctor])
      assert.equal((await read(caller, id)).status, 404)
    for (const caller of [patient, pharmacist]) assert.equal((await read(caller, id)).status, 403)
    assert.ok(!(await list(dentist)).some((one: { id: string }) => one.id === id))
  })

  test('cannot be uploaded by other roles', async () => {
    const unverified = await newPerson(platform, tenantId, 'DOCTOR')
    await platform.owner.query('update users set verified_at = null where id = $1', [unverified.id])
    for (const [caller, holder] of [
      [doctor, 'ORGANISATION'],
      [admin, 'SELF'],
      [unverified, 'SELF'],
      [patient, 'SELF'],
      [pharmacist, 'SELF'],
    ] as const)
      assert.equal((await bring(caller, { ...pair(), for: holder })).status, 403)
    assert.deepEqual(pathsOf(await bring(doctor, { ...pair(), for: 'ALL' })), ['for'])
  })

  test('reports that it expires soon', async () => {
    const short = await startPlatform()
    const { doctor } = await newPractice(short)
    const keys = selfSigned({ name: 'Dr', organisation: 'C', licenceNumber: null }, short.services.clock.now())
    const { id, expiresSoon } = (await bring(doctor, { ...keys, for: 'SELF' }, short)).body.signingCertificate
    assert.equal(expiresSoon, false)
    await short.advance((3 * 365 - 29) * 86_400)
    const token = await short.call('POST', '/api/auth/token', {
      body: { grant_type: 'client_credentials', client_id: doctor.clientId, client_secret: doctor.secret },
    })
    const later = await short.call('GET', `/api/signing-certificates/${id}`, { token: token.body.access_token })
    assert.equal(later.body.signingCertificate.expiresSoon, true)
  })
})

describe('retiring', () => {
  test('destroys the key and is idempotent', async () => {
    const { id } = await uploadCertificate(doctor)
    const first = await retire(doctor, id)
    assert.equal(first.body.signingCertificate.status, 'RETIRED')
    assert.equal((await stored(id)).private_key_encrypted, null)
    await platform.advance(60)
    assert.deepEqual((await retire(admin, id)).body, first.body)
  })

  test('is allowed to the holder and to administrators', async () => {
    const own = await uploadCertificate(doctor)
    const all = await uploadCertificate(admin, 'ORGANISATION')
    assert.equal((await retire(dentist, own.id)).status, 404)
    assert.equal((await retire(elsewhere.admin, own.id)).status, 404)
    assert.equal((await retire(doctor, all.id)).status, 403)
    assert.equal((await retire(admin, own.id)).status, 200)
    assert.equal((await retire(admin, all.id)).status, 200)
  })
})

describe('a private key', () => {
  test('is stored only encrypted, even with an Idempotency-Key', async () => {
    const keys = pair()
    const headers = { 'idempotency-key': 'one-certificate' }
    const send = () =>
      platform.call('POST', '/api/signing-certificates', {
        token: doctor.token,
        headers,
        body: { ...keys, for: 'SELF' },
      })
    const first = await send()
    const again = await send()
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.text, first.text)
    const line = keys.privateKeyPem.split('\n')[1]!
    assert.deepEqual(await tablesThatHold(line), [])
    const { id } = first.body.signingCertificate
    assert.deepEqual(await tablesThatHold(id), ['audit_log', 'signing_certificates'])
  })

  test('cannot be decrypted in another row', async () => {
    const [one, other] = [await uploadCertificate(doctor), await uploadCertificate(dentist)]
    await platform.owner.query(
      `update signing_certificates c
       set private_key_encrypted = o.private_key_encrypted
       from signing_certificates o
       where c.id = $1 and o.id = $2`,
      [one.id, other.id],
    )
    await assert.rejects(openSealingKey(platform.services, tenantId, one.id))
    assert.ok(await openSealingKey(platform.services, tenantId, other.id))
  })
})

/** The tables that contain a text, as text or bytes. */
async function tablesThatHold(text: string): Promise<string[]> {
  const { rows: tables } = await platform.owner.query<{ name: string }>(
    `select oid::regclass::text as name
     from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
     order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await platform.owner.query(
      `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [text, Buffer.from(text).toString('hex')],
    )
    if (rowCount) found.push(name)
  }
  return found
}
