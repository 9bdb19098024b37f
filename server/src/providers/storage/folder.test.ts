import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/harness.ts'
import { Clock } from '../../lib/clock.ts'
import { UnknownKeyError, Vault } from '../../lib/secrets.ts'
import { StorageError } from './index.ts'
import { assertFileKey } from './key.ts'
import { openStorage } from './open.ts'

const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const KEY = 'ten_a/doc_1/ordonnance.pdf'
const PDF = Buffer.from('%PDF-1.7 of a patient')

const open = (path: string, ...keys: Buffer[]) =>
  openStorage({ storage: { kind: 'folder', path }, cdnUrl: 'http://localhost' }, new Vault(keys), new Clock())

type Opened = Awaited<ReturnType<typeof open>>
const read = ({ served }: Opened, key = KEY) => served!.read(assertFileKey(key))

test('files in the folder are encrypted, and readable by the server’s user only', async () => {
  const folder = join(await newFolder(), 'made/by/us')
  const storage = await open(folder, old)
  await storage.put(KEY, PDF)
  const onDisk = await readFile(join(folder, KEY))
  assert.ok(!onDisk.includes('PDF') && !onDisk.includes('patient'))
  const vaultOf = (tenantId: string) => new Vault([old]).deriveVault(`files of ${tenantId}`)
  assert.deepEqual(vaultOf('ten_a').openBytes(onDisk, KEY), PDF)
  for (const wrong of [vaultOf('ten_b'), new Vault([old])])
    assert.throws(() => wrong.openBytes(onDisk, KEY), UnknownKeyError)
  const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777
  for (const path of ['', '.incoming', 'ten_a', 'ten_a/doc_1']) assert.equal(await modeOf(path), 0o700, path)
  assert.equal(await modeOf(KEY), 0o600)
})

test('a file opens under its own name only, not as another document or of another organisation', async () => {
  const folder = await newFolder()
  const storage = await open(folder, old)
  await storage.put(KEY, PDF)
  for (const elsewhere of ['ten_a/doc_1/facture.pdf', 'ten_a/doc_2/ordonnance.pdf', 'ten_b/doc_1/ordonnance.pdf']) {
    await mkdir(join(folder, elsewhere, '..'), { recursive: true })
    await writeFile(join(folder, elsewhere), await readFile(join(folder, KEY)))
    await assert.rejects(read(storage, elsewhere), StorageError, elsewhere)
  }
  assert.deepEqual(await read(storage), PDF)
})

test('a file that was changed or truncated does not open', async () => {
  const folder = await newFolder()
  const storage = await open(folder, old)
  await storage.put(KEY, PDF)
  const whole = await readFile(join(folder, KEY))
  for (const at of [0, 4, 16, 32, whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[at]! ^= 1
    await writeFile(join(folder, KEY), changed)
    await assert.rejects(read(storage), StorageError, `byte ${at}`)
  }
  for (const length of [0, 3, 31, whole.length - 1]) {
    await writeFile(join(folder, KEY), whole.subarray(0, length))
    await assert.rejects(read(storage), StorageError, `${length} bytes`)
  }
})

test('files and URLs from before a key rotation are valid while the old key is configured', async () => {
  const folder = await newFolder()
  const before = await open(folder, old)
  await before.put(KEY, PDF)
  const query = Object.fromEntries(new URL((await before.addressOf(KEY)).url).searchParams)

  const during = await open(folder, fresh, old)
  assert.deepEqual(await read(during), PDF)
  assert.equal(during.served!.recognise(KEY, query)?.hasExpired, false)
  await during.put('ten_a/doc_2/ordonnance.pdf', PDF)

  const afterwards = await open(folder, fresh)
  assert.deepEqual(await read(afterwards, 'ten_a/doc_2/ordonnance.pdf'), PDF)
  await assert.rejects(read(afterwards), /its key is missing/)
  assert.equal(afterwards.served!.recognise(KEY, query), undefined)
})

test('a server that is killed while writing leaves no partial file', async () => {
  const folder = await newFolder()
  let cutOff = 0
  for (let tries = 0; cutOff < 3 && tries < 20; tries++) {
    const writer = fork(resolve(import.meta.dirname, '../../../testing/killed-writer.ts'), [folder])
    after(() => writer.kill('SIGKILL'))
    const partial = async () => (await readdir(join(folder, '.incoming')).catch(() => [])).length > cutOff
    await eventually(partial, 'a file that is being written')
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    cutOff = (await readdir(join(folder, '.incoming'))).length
    const storage = await open(folder, old)
    for (let n = 0; n < 3; n++) {
      const bytes = await read(storage, `ten_a/doc_${n}/long.pdf`)
      assert.ok(bytes === undefined || bytes.length === 20_000_000)
    }
  }
  assert.equal(cutOff, 3, 'writers were killed while writing')
})

test('a later start removes files that a killed server left, but no files that are being written', async () => {
  const folder = await newFolder()
  await open(folder, old)
  const [stale, current] = ['a', 'b'].map((name) => join(folder, '.incoming', name))
  for (const path of [stale!, current!]) await writeFile(path, 'half of a')
  const longAgo = new Date(Date.now() - 3601_000)
  await utimes(stale!, longAgo, longAgo)
  await open(folder, old)
  assert.deepEqual(await readdir(join(folder, '.incoming')), ['b'])
})

test('a full disk leaves no partial file, and later writes succeed when there is space', async (t) => {
  const folder = await newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return t.skip('only root may mount a small disk')
  }
  try {
    const storage = await open(folder, old)
    await storage.put(KEY, PDF)
    for (const key of [KEY, 'ten_a/doc_2/ordonnance.pdf'])
      await assert.rejects(storage.put(key, Buffer.alloc(400_000)), { name: 'StorageError', message: /ENOSPC/ })
    assert.deepEqual(await read(storage), PDF)
    assert.equal(await read(storage, 'ten_a/doc_2/ordonnance.pdf'), undefined)
    assert.deepEqual(await readdir(join(folder, '.incoming')), [])
    await storage.put('ten_a/doc_2/ordonnance.pdf', Buffer.alloc(100_000))
    assert.equal((await read(storage, 'ten_a/doc_2/ordonnance.pdf'))?.length, 100_000)
  } finally {
    execFileSync('umount', [folder])
  }
})

test('a missing folder is an error that leaves no partial file, and is used again when it is back', async () => {
  const home = await newFolder()
  const folder = join(home, 'files')
  const storage = await open(folder, old)
  await storage.put(KEY, PDF)
  await rename(folder, join(home, 'away'))
  await assert.rejects(storage.put('ten_a/doc_2/ordonnance.pdf', PDF), { name: 'StorageError', message: /ENOENT/ })
  await rename(join(home, 'away'), folder)
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
  assert.deepEqual(await readdir(join(folder, 'ten_a')), ['doc_1'])
  await storage.put('ten_a/doc_2/ordonnance.pdf', PDF)

  await writeFile(join(folder, 'ten_b'), 'no folder')
  await assert.rejects(storage.put('ten_b/doc_1/ordonnance.pdf', PDF), StorageError)
  assert.deepEqual(await readdir(join(folder, '.incoming')), [], 'no partial file')
  await assert.rejects(open(join(folder, 'ten_b'), old), { name: 'StorageError', message: /cannot be used/ })
})
