import assert from 'node:assert/strict'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../testing/command.ts'
import { createPrescriptionAndDocument } from '../../testing/drill.ts'
import { newClinic } from '../../testing/factories.ts'
import { asOwner, newFolder, startPlatform } from '../../testing/harness.ts'
import { startPostgres, withoutPostgres } from '../../testing/postgres-server.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { startS3, withoutS3 } from '../../testing/s3.ts'

test('documents in a bucket are not copied: backup and restore check that it has them all', {
  skip: withoutPostgres || withoutS3,
}, async () => {
  const home = await newFolder()
  const [postgres, s3] = [await startPostgres(), await startS3()]
  await asOwner(postgres.superuser(), (client) => client.query(`create role medina superuser login password 'medina'`))
  const DATABASE_URL = await postgres.newDatabase()
  const platform = await startPlatform({ STORAGE_URL: s3.url }, DATABASE_URL)
  const clinic = await newClinic(platform)
  const signedDocument = await createPrescriptionAndDocument(platform, clinic.doctor, clinic.patient)
  const env = { DATABASE_URL, STORAGE_URL: s3.url, MASTER_KEY: testMasterKeys[0]!.toString('base64'), DATA_DIR: home }

  const entries = await readdir(s3.folder, { recursive: true })
  const file = join(s3.folder, entries.find((entry) => entry.endsWith('.pdf'))!)
  await rename(file, join(home, 'aside'))
  const lacking = await runCommand('backup', [join(home, 'lacking')], env)
  assert.equal(lacking.code, 1)
  assert.match(lacking.err, /^1 documents have no file in http:.*STORAGE_URL/)
  await rename(join(home, 'aside'), file)
  const backup = join(home, 'backup')
  const saved = await runCommand('backup', [backup], env)
  assert.equal(saved.code, 0, saved.err)
  assert.match(saved.out, /The bucket is not included/)

  const target = { ...env, DATABASE_URL: await postgres.newDatabase() }
  const elsewhere = await runCommand('restore', [backup], { ...target, STORAGE_URL: `file://${home}/files` })
  assert.match(elsewhere.err, /documents are in a bucket/)
  const restored = await runCommand('restore', [backup], target)
  assert.equal(restored.code, 0, restored.err)
  const again = await startPlatform({ STORAGE_URL: s3.url, PUBLIC_URL: platform.url }, target.DATABASE_URL)
  await signedDocument.assertUnchanged(again)
})
