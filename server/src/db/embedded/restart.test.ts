import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { bookInSandbox, type Child, startChild, tokenAt } from '../../../testing/child.ts'
import { eventually } from '../../../testing/eventually.ts'

const limits = { RATE_LIMIT_ENTERPRISE: '1000000/unlimited', RATE_LIMIT_ADDRESS: '1000000' }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medina-restart-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A server with an embedded PostgreSQL in a folder; both end with the test. */
async function start(dataDir: string): Promise<Child> {
  const child = startChild({ DATA_DIR: dataDir, PORT: String(randomInt(20_000, 32_000)), ...limits })
  after(() => child.end('SIGTERM'))
  await child.ready()
  return child
}

/** PostgreSQL's data folder: as root it may be elsewhere, according to the note. */
function dataOf(child: Child): string {
  const [, home = ''] = /Database\s+(\S+)/.exec(child.output()) ?? []
  return join(home, 'data')
}

const postmasterOf = (child: Child) =>
  Number(readFileSync(join(dataOf(child), 'postmaster.pid'), 'utf8').split('\n')[0])

const health = async (child: Child, probe = '') => (await fetch(`${child.url}/api/health${probe}`)).status

let slots = 0
/** Books one slot after the other until `enough`. @returns the acknowledged ids */
async function book(child: Child, token: string, enough: (acknowledged: string[]) => boolean): Promise<string[]> {
  const acknowledged: string[] = []
  const one = async () => {
    const { status, id, text } = await bookInSandbox(child, token, Date.UTC(2034, 0, 1) + slots++ * 900_000, 15)
    if (status === 201) return void acknowledged.push(id!)
    assert.equal(status, 503, text)
  }
  const until = Date.now() + 120_000
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!enough(acknowledged) && Date.now() < until) await one()
    }),
  )
  return acknowledged
}

const few = (acknowledged: string[]) => acknowledged.length >= 20

async function assertKept(child: Child, token: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(`${child.url}/api/appointments/${id}`, { headers })).status, 200, id)
  }
}

/** Kills PostgreSQL during bookings, and checks that they continue. */
async function killUnderLoad(t: TestContext, child: Child): Promise<void> {
  const token = await tokenAt(child.url, 'sandbox-admin')
  const before = postmasterOf(child)
  let killedAt = 0
  let said = 0
  let workedAt = 0
  const ids = await book(child, token, (acknowledged) => {
    if (killedAt === 0 && few(acknowledged)) {
      process.kill(before, 'SIGKILL')
      killedAt = performance.now()
      said = child.output().length
      acknowledged.push('killed')
    }
    const since = acknowledged.length - 1 - acknowledged.indexOf('killed')
    const runsAgain = killedAt > 0 && child.output().slice(said).includes('PostgreSQL is running again')
    if (runsAgain && workedAt === 0 && since > 0) workedAt = performance.now()
    return workedAt > 0 && acknowledged.length > 60
  })
  assert.ok(workedAt > 0, child.output())
  t.diagnostic(`bookings worked again after ${Math.round(workedAt - killedAt)} ms`)
  assert.notEqual(postmasterOf(child), before)
  await assertKept(
    child,
    token,
    ids.filter((id) => id !== 'killed'),
  )
  await eventually(async () => (await health(child, '/db')) === 200)
}

test('PostgreSQL is restarted after kill -9, as a child and as an adopted process, without data loss', async (t) => {
  const folder = await newFolder()
  const first = await start(folder)
  await killUnderLoad(t, first)
  await killUnderLoad(t, first)
  const orphanPid = postmasterOf(first)
  await first.end('SIGKILL')
  const second = await start(folder)
  assert.equal(postmasterOf(second), orphanPid, 'it is adopted')
  await killUnderLoad(t, second)
  assert.equal(await second.end('SIGTERM'), 0)
  assert.throws(() => process.kill(postmasterOf(second), 0), 'it is not restarted after a stop')
})

test('a PostgreSQL that cannot be restarted ends the server with one clear line', async () => {
  const child = await start(await newFolder())
  const control = join(dataOf(child), 'global/pg_control')
  await rename(control, `${control}.away`)
  process.kill(postmasterOf(child), 'SIGKILL')
  assert.equal(await child.exited, 1)
  assert.match(child.output(), /^PostgreSQL did not start: .*could not (open|find).*pg_control.* \(its log: .*\)$/m)
})

test('a full disk is detected, waited out, and survived', async (t) => {
  const folder = await newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return t.skip('DID NOT RUN: a file system of a fixed size cannot be mounted here')
  }
  const children: Child[] = []
  try {
    const child = await start(join(folder, 'data'))
    children.push(child)
    assert.ok(dataOf(child).startsWith(folder), 'the data is on the small disk')
    const token = await tokenAt(child.url, 'sandbox-admin')
    const ids = await book(child, token, few)
    assert.equal(await health(child, '/db'), 200)
    const ballast = join(folder, 'ballast')
    await mkdir(ballast)
    for (let n = 0; ; n++) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail === 0) break
      await writeFile(join(ballast, `${n}`), Buffer.alloc(Math.min(bavail * bsize, 8_000_000), 1)).catch(() => {})
    }
    await eventually(async () => (await health(child, '/db')) === 503, 'the probe to notice')
    assert.equal(await health(child), 200)
    // Until PostgreSQL cannot write any more and ends, or for long enough.
    const until = Date.now() + 20_000
    const during = await book(child, token, () => Date.now() > until || child.output().includes('ended unexpectedly'))
    await rm(ballast, { recursive: true })
    await eventually(async () => (await health(child, '/db')) === 200, 'the probe to recover')
    const later = await book(child, token, few)
    await assertKept(child, token, [...ids, ...during, ...later])
  } finally {
    for (const child of children) await child.end('SIGTERM')
    execFileSync('umount', ['-l', folder])
  }
})
