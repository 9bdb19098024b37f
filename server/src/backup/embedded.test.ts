import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { appendFile, chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { callEveryOperation } from '../../testing/call-every-operation.ts'
import { startChild, tokenAt } from '../../testing/child.ts'
import { type CommandResult, runCommand, startCommand } from '../../testing/command.ts'
import { contentsOf, createPrescriptionAndDocument, emptyTables, keepBooking } from '../../testing/drill.ts'
import { eventually } from '../../testing/eventually.ts'
import { newClinic } from '../../testing/factories.ts'
import { asOwner, newFolder, startPlatform } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { sealAll, workerDatabase } from '../../testing/sealing.ts'
import { hasEmbedded } from '../db/embedded/running.ts'
import { type EmbeddedPostgres, startEmbedded } from '../db/embedded/start.ts'

const MASTER_KEY = testMasterKeys[0]!.toString('base64')
const home = await newFolder()
await chmod(home, 0o711) // as root, PostgreSQL's account must pass through
const dataDir = join(home, 'data of the clinic')
const STORAGE_URL = pathToFileURL(join(dataDir, 'files')).href
const quick = { settings: { fsync: 'off' } }

const postgres = await startEmbedded({ dataDir, ...quick })
const platform = await startPlatform({ STORAGE_URL }, postgres.url)
const clinic = await newClinic(platform)
await callEveryOperation(platform)
const signedDocument = await createPrescriptionAndDocument(platform, clinic.doctor, clinic.patient)
await sealAll(workerDatabase(platform))

const backUp = (folder: string, dir = dataDir) => runCommand('backup', [folder], { MASTER_KEY, DATA_DIR: dir })
const restore = (folder: string, dir: string, more: Record<string, string> = {}) =>
  runCommand('restore', [folder], { MASTER_KEY, DATA_DIR: dir, ...more })
const newDataDir = () => join(home, `restored ${randomInt(1e9)}`)

function oneLine({ code, err }: CommandResult, message: RegExp): void {
  assert.equal(code, 1, err)
  assert.match(err, message)
  assert.equal(err.trim().split('\n').length, 1, err)
}

async function inDatabaseOf<T>(dir: string, work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const restored = await startEmbedded({ dataDir: dir, ...quick })
  try {
    return await work(restored)
  } finally {
    await restored.stop()
  }
}

const running = join(home, 'backups of today', 'running')
const stopped = join(home, 'stopped')

test('an embedded database is backed up while appointments are being booked', async () => {
  const bookings = keepBooking(platform, clinic.doctor, clinic.patient)
  await eventually(() => bookings.booked.length > 5, 'some bookings')
  const acknowledged = [...bookings.booked]
  const ended = await backUp(running)
  const during = bookings.booked.length
  await bookings.stop()
  assert.equal(ended.code, 0, ended.err)
  assert.ok(during > acknowledged.length, 'bookings went on')
  const slots = await asOwner(postgres.url, (client) => client.query('select from pg_replication_slots'))
  assert.equal(slots.rowCount, 0)
  assert.deepEqual(await readdir(join(home, 'backups of today')), ['running'])
  assert.deepEqual((await readdir(running)).sort(), ['SHA256SUMS', 'files', 'manifest.json', 'postgres.tar.gz'])

  const target = newDataDir()
  assert.equal((await restore(running, target)).code, 0)
  const found = await inDatabaseOf(target, ({ url }) =>
    asOwner(url, (client) => client.query('select id from appointments where id = any($1)', [acknowledged])),
  )
  assert.equal(found.rowCount, acknowledged.length)
})

test('a stopped database is backed up and restored without losing a row, and serves as before', async () => {
  await platform.stop()
  const before = await contentsOf(postgres.url)
  await postgres.stop()
  const ended = await backUp(stopped)
  assert.equal(ended.code, 0, ended.err)
  const target = newDataDir()
  const restored = await restore(stopped, target)
  assert.equal(restored.code, 0, restored.err)
  await inDatabaseOf(target, async ({ url }) => {
    assert.deepEqual(await contentsOf(url), before)
    const empty = emptyTables(before).filter((name) => !/_20\d\d(_\d\d)+$/.test(name))
    assert.ok(empty.length < 20, `too little to compare: ${empty}`)
    const storage = pathToFileURL(join(target, 'files')).href
    const server = await startPlatform({ STORAGE_URL: storage, PUBLIC_URL: platform.url }, url)
    await signedDocument.assertUnchanged(server)
    const bookings = keepBooking(server, clinic.doctor, clinic.patient)
    await eventually(() => bookings.booked.length > 0, 'a booking under a token from before')
    await bookings.stop()
    await server.stop()
    const audit = await runCommand('verify-audit', [], { MASTER_KEY, DATA_DIR: target })
    assert.equal(audit.code, 0, audit.out)
  })
  oneLine(await restore(stopped, target), /already contains a database/)
})

test('an altered backup, or one of another key, is refused before anything is written', async () => {
  const target = newDataDir()
  const copy = join(home, 'attacked')
  await cp(stopped, copy, { recursive: true })
  await appendFile(join(copy, 'postgres.tar.gz'), 'x')
  oneLine(await restore(copy, target), /postgres\.tar\.gz .* SHA-256 differs/)
  oneLine(
    await restore(stopped, target, { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }),
    /needs the master key/,
  )
  oneLine(await restore(stopped, target, { DATABASE_URL: 'postgres://x@localhost/x' }), /embedded.*Unset DATABASE_URL/)
  await assert.rejects(stat(target), { code: 'ENOENT' })
})

test('a folder without a database is not backed up, and no database is created', async () => {
  const none = newDataDir()
  oneLine(await backUp(join(home, 'none'), none), /contains no database/)
  await assert.rejects(stat(none), { code: 'ENOENT' })
})

test('a killed backup leaves no usable backup and no PostgreSQL', async () => {
  const name = 'killed'
  const { child, ended } = startCommand('backup', [join(home, name)], { MASTER_KEY, DATA_DIR: dataDir })
  const inside = async () => {
    const [draft] = (await readdir(home)).filter((entry) => entry.startsWith(name))
    if (draft === undefined) return undefined
    const entries = await readdir(join(home, draft), { recursive: true }).catch(() => []) // files come and go
    return entries.find((entry) => entry.endsWith('postmaster.pid'))
  }
  await eventually(async () => (await inside()) !== undefined, 'the copy to be started')
  child.kill('SIGKILL')
  await ended
  await eventually(async () => (await inside()) === undefined, 'the copy to go')
  for (const draft of (await readdir(home)).filter((entry) => entry.startsWith(name)))
    oneLine(await runCommand('backup', ['--check', join(home, draft)], { MASTER_KEY }), /not a backup/)
  assert.equal((await backUp(join(home, name))).code, 0, 'the next one')
})

test('a killed restore leaves no database, and can be repeated', async () => {
  const target = newDataDir()
  const { child, ended } = startCommand('restore', [stopped], { MASTER_KEY, DATA_DIR: target })
  const inside = async () => {
    const entries = await readdir(join(target, 'postgres'), { recursive: true }).catch(() => [])
    return entries.some((entry) => entry.endsWith('postmaster.pid'))
  }
  await eventually(inside, 'the database to be started')
  child.kill('SIGKILL')
  await ended
  assert.equal(await hasEmbedded(target), false)
  await eventually(async () => !(await inside()), 'PostgreSQL to go')
  const again = await restore(stopped, target)
  assert.equal(again.code, 0, again.err)
  assert.equal(await hasEmbedded(target), true)
})

test('files and keys of another installation are never overwritten', async () => {
  const target = newDataDir()
  const path = join(target, 'files/ten_other/doc_other/ordonnance.pdf')
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, 'theirs')
  oneLine(await restore(stopped, target), /contains files that the backup does not have/)
  assert.equal(await readFile(path, 'utf8'), 'theirs')
  assert.equal(await hasEmbedded(target), false)
})

test('a sandbox is restored with its generated key, and its server starts', async () => {
  const PORT = String(randomInt(20_000, 32_000))
  const own = join(home, 'sandbox')
  const first = startChild({ DATA_DIR: own, PORT })
  await first.ready()
  const token = await tokenAt(first.url, 'sandbox-doctor')
  const backup = join(home, 'of a sandbox')
  const saved = await runCommand('backup', [backup], { DATA_DIR: own })
  assert.equal(saved.code, 0, saved.err)
  assert.equal(await first.end('SIGTERM'), 0)

  const target = newDataDir()
  await mkdir(target)
  await writeFile(join(target, 'master-key'), Buffer.alloc(32, 7).toString('base64'))
  oneLine(await runCommand('restore', [backup], { DATA_DIR: target }), /differs from the key of the backup/)
  await rm(join(target, 'master-key'))
  const restored = await runCommand('restore', [backup], { DATA_DIR: target })
  assert.equal(restored.code, 0, restored.err)
  const second = startChild({ DATA_DIR: target, PORT })
  await second.ready()
  const answer = await fetch(`${second.url}/api/appointments`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200, 'a token from before')
  assert.equal(await second.end('SIGTERM'), 0)
})
