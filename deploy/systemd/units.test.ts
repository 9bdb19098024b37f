import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { newFolder } from '../../server/testing/harness.ts'

const run = promisify(execFile)
const folder = import.meta.dirname
const units = ['medina-care@.service', 'medina-care-backup.service', 'medina-care-backup.timer']
const read = (unit: string) => readFile(resolve(folder, unit), 'utf8')
const analyze = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
)
const skip = analyze ? false : 'systemd-analyze is not installed (Debian: systemd)'

test('systemd accepts the units', { skip }, async () => {
  const root = await newFolder()
  const program = join(root, 'node')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  await mkdir(join(root, 'units'))
  for (const unit of units) {
    // The program and the user are those of an installation.
    const text = (await read(unit))
      .replace('/opt/medina-care/node_modules/.bin/node', program)
      .replace(/^(User|Group)=.*$/gm, '')
    await writeFile(join(root, 'units', unit.replace('@', '@3001')), text)
  }
  const paths = units.map((unit) => join(root, 'units', unit.replace('@', '@3001')))
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths])
  assert.equal(stdout + stderr, '')
})

test('systemd rates the exposure of a server below 3 of 10', { skip }, async () => {
  const unit = resolve(folder, 'medina-care@.service')
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit])
  await assert.rejects(run('systemd-analyze', ['security', '--offline=true', '--threshold=10', unit]))
})

test('the units give the same secrets to servers and backups, and only files', async () => {
  const secrets = async (unit: string) =>
    [...(await read(unit)).matchAll(/(\w+)_FILE=%d\/([\w-]+)/g)].map(([, name, file]) => [name!, file!])
  const ofServer = await secrets('medina-care@.service')
  assert.deepEqual(
    ofServer.map(([name]) => name),
    ['DATABASE_URL', 'MASTER_KEY', 'CRON_SECRET', 'INTERNAL_TOKEN'],
  )
  const ofBackup = (await secrets('medina-care-backup.service')).filter(([name]) => name !== 'DATABASE_BACKUP_URL')
  assert.deepEqual(ofBackup, ofServer)
  for (const unit of units.slice(0, 2)) {
    const text = await read(unit)
    for (const [, file] of await secrets(unit))
      assert.ok(text.includes(`LoadCredential=${file}:/etc/medina-care/secrets/${file}\n`), `${unit}: ${file}`)
  }
})
