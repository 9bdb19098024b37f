import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { newClinic } from '../../testing/factories.ts'
import { newFolder, startPlatform } from '../../testing/harness.ts'
import { consult } from '../../testing/practice.ts'
import { startS3, withoutS3 } from '../../testing/s3.ts'
import { newId } from '../lib/ids.ts'

const folder = await newFolder()
const platform = await startPlatform({ STORAGE_URL: `file://${folder}` })
const { call } = platform
const { storage } = platform.services
const clinic = await newClinic(platform)
const { tenantId } = clinic
const PDF = '%PDF-1.7 of a patient'

/** Stores a file. @returns its ids and the path of its signed URL */
async function newFile() {
  const documentId = newId('doc')
  const key = `${tenantId}/${documentId}/ordonnance.pdf`
  await storage.put(key, Buffer.from(PDF))
  const { url } = await storage.addressOf(key)
  return { documentId, key, path: url.slice(platform.url.length) }
}

/** The last audit row of a file download. */
async function lastRow() {
  const { rows } = await platform.owner.query(
    `select user_id as "userId", client_id as "clientId", outcome, subject_id as "subjectId", patient_ids as "patientIds"
     from audit_log where tenant_id = $1 and operation = 'fetchFile' order by id desc limit 1`,
    [tenantId],
  )
  return rows[0]
}

test('a file is sent as a download: not rendered, not cached, not sniffed', async () => {
  const { path } = await newFile()
  const answer = await call('GET', path)
  assert.equal(answer.status, 200)
  assert.equal(answer.text, PDF)
  const header = (name: string) => answer.headers.get(name)
  assert.equal(header('content-type'), 'application/pdf')
  assert.equal(header('content-disposition'), 'attachment; filename="ordonnance.pdf"')
  assert.equal(header('content-length'), String(PDF.length))
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('cache-control'), 'private, no-store')
  assert.equal(header('content-security-policy'), "sandbox; default-src 'none'")
  assert.equal(header('referrer-policy'), 'no-referrer')
  assert.ok(header('x-request-id') && header('x-ratelimit-limit'))
})

test('HEAD answers with the same length and no body', async () => {
  const { path } = await newFile()
  const answer = await call('HEAD', path)
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '')
  assert.equal(answer.headers.get('content-length'), String(PDF.length))
})

test('a download is audited with its patient', async () => {
  const { documentId, path } = await newFile()
  await newDocument(documentId)
  await call('GET', path)
  const visitor = { userId: 'visitor', clientId: 'address/127.0.0.1' }
  const seen = { ...visitor, outcome: 'OK', subjectId: documentId, patientIds: [clinic.patient.id] }
  assert.deepEqual(await lastRow(), seen)
  const listed = await call('GET', `/api/audit?patientId=${clinic.patient.id}&operation=fetchFile`, {
    token: clinic.admin.token,
  })
  assert.equal(listed.body.audit[0].subjectId, documentId)
})

test('a missing file answers 404 and an expired URL 410; both are audited', async () => {
  const { documentId, key, path } = await newFile()
  await storage.remove(key)
  const absent = await call('GET', path)
  assert.equal(absent.status, 404)
  assert.equal(absent.body.error.code, 'NOT_FOUND')
  assert.partialDeepStrictEqual(await lastRow(), { outcome: 'NOT_FOUND', subjectId: documentId })
  await platform.advance(15 * 60)
  const expired = await call('GET', path)
  assert.equal(expired.status, 410)
  assert.equal(expired.body.error.code, 'GONE')
  assert.partialDeepStrictEqual(await lastRow(), { outcome: 'GONE', subjectId: documentId })
})

test('a URL with a changed expiry is refused with 403, not 410', async () => {
  const { path } = await newFile()
  await platform.advance(15 * 60)
  const expires = Number(/expires=(\d+)/.exec(path)![1])
  for (const moved of [expires + 3600, expires - 3600, `0${expires}`, `${expires}.0`, '', 'never']) {
    const answer = await call('GET', path.replace(`expires=${expires}`, `expires=${moved}`))
    assert.equal(answer.status, 403, String(moved))
    assert.equal(answer.body.error.code, 'FORBIDDEN')
  }
})

test('a malformed, doubled or unsigned URL is refused in the envelope', async () => {
  const { key, path } = await newFile()
  const [, query] = path.split('?')
  for (const wrong of [
    `/files/${key}`,
    `/files/${key}?${query}&${query}`,
    `/files/${key}?expires[]=1&signature[]=a`,
    `/files/${tenantId}/..%2f..%2fmaster-key/x.pdf?${query}`,
    `/files/..%2f..%2f/etc/passwd?${query}`,
    `/files/${tenantId}/%00/ordonnance.pdf?${query}`,
    `/files/${key.replace('.pdf', '%0a.pdf')}?${query}`,
    `/files/${key.toUpperCase()}?${query}`,
  ]) {
    const answer = await call('GET', wrong)
    assert.equal(answer.status, 403, wrong)
    assert.equal(answer.body.error.code, 'FORBIDDEN')
  }
  for (const nowhere of ['/files', '/files/', `/files/${tenantId}`, `/files/${key}/more?${query}`, `/files//${key}`])
    assert.equal((await call('GET', nowhere)).status, 404, nowhere)
  assert.equal((await call('POST', path)).status, 405)
})

test('a file that was changed on disk answers 502 without details', async () => {
  const { key, path } = await newFile()
  const bytes = await readFile(join(folder, key))
  bytes[40]! ^= 1
  await writeFile(join(folder, key), bytes)
  const answer = await call('GET', path)
  assert.equal(answer.status, 502)
  assert.equal(answer.body.error.code, 'BAD_GATEWAY')
  assert.doesNotMatch(answer.text, /PDF|ten_|key|disk/)
  await rm(join(folder, key))
  await mkdir(join(folder, key))
  assert.equal((await call('GET', path)).status, 502, 'an unreadable file')
})

test('guessing URLs is limited to 30 wrong ones a minute', async () => {
  await platform.advance(61)
  const { path } = await newFile()
  for (let n = 0; n < 30; n++) assert.equal((await call('GET', path.replace(/.{4}$/, String(1000 + n)))).status, 403)
  const slowed = await call('GET', path)
  assert.equal(slowed.status, 429)
  assert.ok(Number(slowed.headers.get('retry-after')) >= 1)
  await platform.advance(61)
  assert.equal((await call('GET', path)).status, 200)
})

test('the server does not start with an unusable folder, and names the setting', async () => {
  await writeFile(join(folder, 'no-folder'), '')
  await assert.rejects(startPlatform({ STORAGE_URL: `file://${folder}/no-folder/files` }), {
    name: 'StartError',
    message: /^STORAGE_URL: The file folder cannot be used \(ENOTDIR\)\.$/,
  })
})

describe('with a storage that has URLs of its own', { skip: withoutS3 }, async () => {
  if (withoutS3) return
  const s3 = await startS3()
  const other = await startPlatform({ STORAGE_URL: s3.url })

  test('the server serves no files', async () => {
    const { path } = await newFile()
    assert.equal((await other.call('GET', path)).status, 404)
  })
})

/** A document with the fields that the audit log reads. */
async function newDocument(id: string): Promise<void> {
  const { doctor, patient } = clinic
  await platform.owner.query(
    `insert into documents (tenant_id, id, template, serial, content, content_sha256, patient_id, appointment_id, created_by)
     values ($1, $2, 'attestation', '0123456789ABCDEFGHJK', '{}', sha256('x'), $3, $4, $5)`,
    [tenantId, id, patient.id, await consult(platform, doctor, patient), doctor.id],
  )
}
