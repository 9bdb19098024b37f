import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startChild, tokenAt } from '../testing/child.ts'
import { newDatabase } from '../testing/harness.ts'
import { testMasterKeys, testWorkerUrl } from '../testing/roles.ts'
import { sealAll, workerDatabase, writeRows } from '../testing/sealing.ts'
import { newId } from './lib/ids.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'medina-verify-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const ownerUrl = await newDatabase()
const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
after(() => owner.end())
const log = { ownerUrl, owner }
const worker = workerDatabase(log)
const environment = { DATABASE_URL: ownerUrl, MASTER_KEY: testMasterKeys[0]!.toString('base64'), DATA_DIR: dataDir }

type Ended = { code: number; out: string; err: string }

function node(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      args,
      { env: { PATH: process.env.PATH!, ...env } },
      (error, out, err) => done({ code: error ? Number(error.code ?? -1) : 0, out, err }), // none for one that was aborted
    )
  })
}
const command = (args: string[] = [], env: Record<string, string> = environment, flags: string[] = []) =>
  node([...flags, resolve(import.meta.dirname, 'verify-audit.ts'), ...args], env)
const headIn = ({ out }: Ended, tenantId: string) => out.match(new RegExp(`^HEAD (${tenantId}:.*)$`, 'm'))![1]!

test('reports an intact log with its heads, and exits with 0', async () => {
  const [one, other] = [newId('ten'), newId('ten')]
  await writeRows(log, one, 3)
  await writeRows(log, other, 2)
  await sealAll(worker)
  await writeRows(log, one, 1)
  const ended = await command()
  assert.equal(ended.code, 0, ended.out + ended.err)
  assert.match(ended.out, new RegExp(`^${one}: 3 rows in 1 seals, 1 not sealed yet, 0 faults$`, 'm'))
  assert.match(headIn(ended, other), new RegExp(`^${other}:1:[0-9a-f]{64}$`))
  assert.match(ended.out, /^The audit log is intact: 5 rows of 2 tenants\.$/m)
  const file = join(dataDir, 'heads')
  await writeFile(file, ended.out)
  assert.equal((await command(['--heads', file])).code, 0)
})

test('names an edited row, and exits with 1', async () => {
  const [tenantId, other] = [newId('ten'), newId('ten')]
  const [, id] = await writeRows(log, tenantId, 3)
  await writeRows(log, other, 1)
  await sealAll(worker)
  const noted = headIn(await command(['--tenant', tenantId]), tenantId)
  await owner.query(`update audit_log set user_id = 'usr_innocent' where id = $1`, [id])
  const ended = await command(['--tenant', tenantId])
  assert.equal(ended.code, 1)
  assert.match(ended.out, new RegExp(`^FAULT ${tenantId} ${id} edited: `, 'm'))
  assert.match(ended.out, /^1 FAULTS in 3 rows of 1 tenants\.$/m)
  assert.equal((await command(['--tenant', other])).code, 0, 'another tenant’s log is intact')

  await owner.query('delete from audit_log where tenant_id = $1', [tenantId])
  await owner.query('delete from audit_seals where tenant_id = $1', [tenantId])
  assert.equal((await command(['--tenant', tenantId])).code, 0, 'not visible in the database alone')
  const cut = await command(['--head', noted])
  assert.equal(cut.code, 1)
  assert.match(cut.out, new RegExp(`^FAULT ${tenantId} seal 1 chain cut: `, 'm'))
})

test('accepts dropped months with --kept-since', async () => {
  const own = await newDatabase()
  const ownOwner = new pg.Pool({ connectionString: own, max: 1 })
  const tenantId = newId('ten')
  await writeRows({ owner: ownOwner }, tenantId, 4)
  await sealAll(workerDatabase({ ownerUrl: own }))
  const month = new Date().toISOString().slice(0, 7)
  await ownOwner.query(`drop table audit_log_${month.replace('-', '_')}`)
  await ownOwner.end()
  const env = { ...environment, DATABASE_URL: own }
  assert.equal((await command([], env)).code, 1)
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)))).toISOString().slice(0, 7)
  const ended = await command(['--kept-since', next], env)
  assert.equal(ended.code, 0, ended.out)
  assert.match(ended.out, /0 rows in 1 seals, 0 not sealed yet, 4 no longer kept, 0 faults/)
})

test('prints one line and exits with 2 if it cannot verify', async () => {
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['--nonsense'], environment, /npm run verify-audit/],
    [['--kept-since', '2026'], environment, /npm run verify-audit/],
    [['--head', 'ten_x'], environment, /is not a head/],
    [['--heads', join(dataDir, 'absent')], environment, /cannot be read/],
    [[], { ...environment, DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }, /cannot be reached/],
    [[], { DATA_DIR: dataDir }, /MASTER_KEY/],
    [[], { DATA_DIR: dataDir, MASTER_KEY: environment.MASTER_KEY }, /DATABASE_URL/],
  ]
  for (const [args, env, line] of cases) {
    const ended = await command(args, env)
    assert.equal(ended.code, 2, args.join(' '))
    assert.match(ended.err, line)
    assert.equal(ended.err.trim().split('\n').length, 1, ended.err)
  }
})

test('works while a sandbox with an embedded database runs', async () => {
  const own = join(dataDir, 'sandbox')
  const server = startChild({ DATA_DIR: own, PORT: String(randomInt(20_000, 32_000)), LOG_LEVEL: 'info' })
  await server.ready()
  const token = await tokenAt(server.url, 'sandbox-doctor')
  await fetch(`${server.url}/api/appointments`, { headers: { authorization: `Bearer ${token}` } })
  const ended = await command(['--tenant', 'ten_sandbox'], { DATA_DIR: own })
  assert.equal(await server.end('SIGTERM'), 0)
  assert.equal(ended.code, 0, ended.err)
  assert.match(ended.out, /^ten_sandbox: \d+ rows in \d+ seals, \d+ not sealed yet, 0 faults$/m)
})

test('seals and verifies a hundred thousand rows of one transaction in bounded memory', async () => {
  const tenantId = newId('ten')
  await owner.query(
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, patient_ids, request_id)
     select $1, new_id('aud'), 'usr_reader', 'client', 'readAppointment', 'OK', array['usr_' || i % 1000], repeat('r', 64)
     from generate_series(1, 100000) i`,
    [tenantId],
  )
  // As text alone they would be 30 MB, and the modules take 15 to 25.
  const tight = ['--max-old-space-size=48']
  const sealer = resolve(import.meta.dirname, '../testing/seal-all.ts')
  const sealed = await node([...tight, sealer, testWorkerUrl(log.ownerUrl)], {})
  assert.equal(sealed.code, 0, sealed.err)
  assert.equal(sealed.out, '100000\n')
  const ended = await command(['--tenant', tenantId], environment, tight)
  assert.equal(ended.code, 0, ended.err)
  assert.match(ended.out, /100000 rows in 100 seals, 0 not sealed yet, 0 faults/)
})
