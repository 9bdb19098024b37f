import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runCommand } from '../../testing/command.ts'
import { eventually } from '../../testing/eventually.ts'
import { book, newClinic } from '../../testing/factories.ts'
import { grow } from '../../testing/grown-tables.ts'
import { asOwner, newFolder, startPlatform } from '../../testing/harness.ts'
import { startPostgres, withoutPostgres } from '../../testing/postgres-server.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { sealAll, workerDatabase } from '../../testing/sealing.ts'

const run = promisify(execFile)
const deploy = resolve(import.meta.dirname, '../../../deploy/pgbackrest')
const isInstalled = await run('pgbackrest', ['version']).then(
  () => true,
  () => false,
)
/** `npm run rehearse` restores a million. */
const APPOINTMENTS = Number(process.env.APPOINTMENTS ?? 0)
/** Tokens of the first server are valid at the second one. */
const PUBLIC_URL = 'http://127.0.0.1:3000'
const skip =
  withoutPostgres || (isInstalled ? false : 'pgBackRest is not installed (Debian: apt-get install pgbackrest)')

/** The settings of deploy/pgbackrest/archiving.conf. */
async function archiving(): Promise<Record<string, string>> {
  const text = await readFile(join(deploy, 'archiving.conf'), 'utf8')
  return Object.fromEntries([...text.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name!, value!]))
}

test('a database is restored to the second before its appointments were deleted', { skip }, async (t) => {
  const folder = await newFolder()
  const [repository, configuration] = [join(folder, 'repository'), join(folder, 'pgbackrest.conf')]
  await mkdir(repository)
  const env: Record<string, string> = {
    PGBACKREST_CONFIG: configuration,
    PGBACKREST_REPO1_CIPHER_PASS: 'a long secret of the operator',
    PGBACKREST_LOG_LEVEL_FILE: 'off',
    PGBACKREST_LOCK_PATH: join(folder, 'locks'),
  }
  const postgres = await startPostgres({ settings: await archiving(), env })
  if (postgres.account)
    for (const path of [folder, repository]) chownSync(path, postgres.account.uid, postgres.account.gid)
  const delivered = await readFile(join(deploy, 'pgbackrest.conf'), 'utf8')
  const adapted = delivered
    .replace('/var/lib/pgbackrest', repository)
    .replace('/var/lib/postgresql/15/main', postgres.data)
  await writeFile(configuration, adapted)
  Object.assign(env, {
    PGBACKREST_PG1_PORT: String(postgres.port),
    PGBACKREST_PG1_SOCKET_PATH: join(postgres.data, '..'),
    PGPASSWORD: postgres.password,
  })
  const pgBackRest = (...args: string[]) =>
    run('pgbackrest', ['--stanza=medina', ...args], { env: { ...process.env, ...env }, cwd: '/', ...postgres.account })
  await pgBackRest('stanza-create')

  const DATABASE_URL = await postgres.newDatabase()
  const superuser = <T>(query: string) =>
    asOwner(
      postgres.superuser(new URL(DATABASE_URL).pathname.slice(1)),
      async (client) => (await client.query(query)).rows as T[],
    )
  await superuser('alter role medina bypassrls') // for the tests' own connection
  const platform = await startPlatform({ PUBLIC_URL }, DATABASE_URL)
  const { tenantId, doctor, patient } = await newClinic(platform)
  if (APPOINTMENTS > 0)
    await asOwner(postgres.superuser(new URL(DATABASE_URL).pathname.slice(1)), (client) =>
      grow(client, 'appointments', APPOINTMENTS, {
        tenantId,
        doctorId: 'usr_grown',
        patientId: patient.id,
        pharmacistId: '',
        laboratoryId: '',
      }),
    )
  const before = await book(platform, doctor, doctor, patient, 5000)
  await pgBackRest('backup', '--type=full')
  const after = await book(platform, doctor, doctor, patient, 5001)
  await sealAll(workerDatabase(platform))
  const commandEnv = { DATABASE_URL, MASTER_KEY: testMasterKeys[0]!.toString('base64'), DATA_DIR: join(folder, 'data') }
  const heads = join(folder, 'heads.txt')
  const intact = await runCommand('verify-audit', [], commandEnv)
  assert.equal(intact.code, 0, intact.out + intact.err)
  await writeFile(heads, intact.out)

  const [{ now: target }] = (await superuser<{ now: string }>('select now()::text as now')) as [{ now: string }]
  await pause(1000)
  await superuser('truncate appointments cascade')
  const [{ last }] = (await superuser<{ last: string }>('select pg_walfile_name(pg_switch_wal()) as last')) as [
    { last: string },
  ]
  await eventually(async () => {
    const [archiver] = await superuser<{ done: boolean }>(
      `select last_archived_wal >= '${last}' as done from pg_stat_archiver`,
    )
    return archiver!.done
  }, 'the archive')
  await platform.stop()
  await postgres.stop()

  const stoppedAt = performance.now()
  await pgBackRest('restore', '--delta', '--type=time', `--target=${target}`, '--target-action=promote')
  await postgres.start()
  await eventually(async () => {
    const [recovery] = await superuser<{ runs: boolean }>('select pg_is_in_recovery() as runs')
    return !recovery!.runs
  }, 'the end of the recovery')
  const verified = await runCommand('verify-audit', ['--heads', heads], commandEnv)
  assert.equal(verified.code, 0, verified.out + verified.err)
  const restored = await startPlatform({ PUBLIC_URL }, DATABASE_URL)
  const [{ count }] = (await superuser<{ count: number }>('select count(*)::int as count from appointments')) as [
    { count: number },
  ]
  const sec = (performance.now() - stoppedAt) / 1000
  t.diagnostic(`${count} appointments restored and their audit log verified in ${sec.toFixed(1)} s`)
  assert.ok(count >= APPOINTMENTS + 2)
  for (const { id } of [before, after]) {
    const answer = await restored.call('GET', `/api/appointments/${id}`, { token: doctor.token })
    assert.equal(answer.status, 200, answer.text)
  }
})
