import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { startChild } from '../testing/child.ts'
import { testMasterKeys } from '../testing/roles.ts'

const folder = await mkdtemp(join(tmpdir(), 'medina-folder-'))
await chmod(folder, 0o711) // as root, PostgreSQL's account must reach the data in it
after(() => rm(folder, { recursive: true, force: true }))
const PORT = String(randomInt(20_000, 32_000))
const MASTER_KEY = testMasterKeys[0]!.toString('base64')

/** Starts a server that must exit by itself. @returns the line that says why */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const child = startChild({ PORT, LOG_LEVEL: 'fatal', ...env })
  const ends = setTimeout(() => child.process.kill('SIGTERM'), 240_000)
  return child.refusal().finally(() => clearTimeout(ends))
}

/** A file system in memory. */
function mounted(t: TestContext, name: string, options: string): string | undefined {
  const path = join(folder, name)
  mkdirSync(path)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status !== 0)
    return void t.skip('not run: a file system cannot be mounted here (it takes root and CAP_SYS_ADMIN)')
  t.after(() => execFileSync('umount', ['-l', path]))
  return path
}

/** The first folder created is the master key's, or with a configured key PostgreSQL's. */
const keys: Record<string, string>[] = [{}, { MASTER_KEY }]

test('a DATA_DIR that cannot be created ends the start with one line naming it', async () => {
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'absent'), join(folder, 'link'))
  const places = [
    join(folder, 'file'),
    join(folder, 'file/data'),
    join(folder, 'link'),
    '/proc/medina',
    '/proc/medina/data',
  ]
  for (const DATA_DIR of places)
    for (const key of keys) {
      const line = await refusalOf({ DATA_DIR, ...key })
      const named = DATA_DIR.startsWith('/proc') ? '/proc/medina' : DATA_DIR
      assert.match(line, /^(The data folder cannot be (created|written)|PostgreSQL cannot be set up): /)
      assert.ok(line.includes(named), line)
    }
})

test('a folder of files that cannot be created ends the start with one line', {
  skip: process.platform !== 'linux',
}, async () => {
  const line = await refusalOf({ DATA_DIR: join(folder, 'own'), STORAGE_URL: 'file:///proc/medina/files' })
  assert.match(line, /^STORAGE_URL: The file folder cannot be used \(ENOENT\)/)
})

test('a DATA_DIR on a read-only file system ends the start with one line', async (t) => {
  const path = mounted(t, 'read-only', 'ro,size=1m')
  if (!path) return
  for (const DATA_DIR of [path, join(path, 'data')])
    for (const key of keys) assert.match(await refusalOf({ DATA_DIR, ...key }), /read-only file system/)
})

test('a full disk is reported as such at any time of the start', async (t) => {
  const path = mounted(t, 'full', 'size=200m,mode=0755')
  if (!path) return
  const DATA_DIR = join(path, 'data')
  const filler = join(path, 'filler')
  /** Fills the disk up to so many free kilobytes. */
  const leave = (kB: number) => {
    rmSync(filler, { force: true })
    const { bavail, bsize } = statfsSync(path)
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - kB * 1024)))
  }
  const isNamed = async () => {
    const line = await refusalOf({ DATA_DIR })
    assert.match(line, /^The disk is full: .* Free some space on it and start again\.$/)
  }
  for (const kB of [0, 1000, 20_000, 45_000]) {
    await t.test(`with ${kB} kB left for a first start`, async () => {
      leave(kB)
      await isNamed()
      rmSync(DATA_DIR, { recursive: true, force: true })
    })
  }
  await t.test('with nothing left for a later start, which succeeds once there is space', async () => {
    rmSync(filler, { force: true })
    const first = startChild({ DATA_DIR, PORT })
    await first.ready()
    assert.equal(await first.end('SIGTERM'), 0)
    leave(0)
    await isNamed()
    rmSync(filler)
    const again = startChild({ DATA_DIR, PORT })
    await again.ready()
    assert.equal(await again.end('SIGTERM'), 0)
  })
})
