import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { callEveryOperation } from '../../testing/call-every-operation.ts'
import { startChild } from '../../testing/child.ts'
import { type CommandResult, runCommand, startCommand } from '../../testing/command.ts'
import { contentsOf, createPrescriptionAndDocument, emptyTables, keepBooking } from '../../testing/drill.ts'
import { eventually } from '../../testing/eventually.ts'
import { newClinic } from '../../testing/factories.ts'
import { asOwner, newFolder, startPlatform } from '../../testing/harness.ts'
import { type PostgresServer, startPostgres, withoutPostgres } from '../../testing/postgres-server.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { sealAll, workerDatabase } from '../../testing/sealing.ts'

const MASTER_KEY = testMasterKeys[0]!.toString('base64')

describe('an external PostgreSQL', { skip: withoutPostgres }, async () => {
  if (withoutPostgres) return
  const home = await newFolder()
  const files = join(home, 'files of the clinic')
  const [source, elsewhere] = [await startPostgres(), await startPostgres()]
  const DATABASE_URL = await source.newDatabase()
  const env: Record<string, string> = {
    DATABASE_URL,
    MASTER_KEY,
    STORAGE_URL: pathToFileURL(files).href,
    DATA_DIR: join(home, 'data'),
  }
  const setRole = (attribute: string) =>
    asOwner(source.superuser(), (client) => client.query(`alter role medina ${attribute}`))
  // The tests' pool bypasses the policies; the owner of a real installation cannot.
  await setRole('bypassrls')
  const platform = await startPlatform({ STORAGE_URL: env.STORAGE_URL! }, DATABASE_URL)
  const clinic = await newClinic(platform)
  await callEveryOperation(platform)
  const signedDocument = await createPrescriptionAndDocument(platform, clinic.doctor, clinic.patient)
  await sealAll(workerDatabase(platform))
  await setRole('nobypassrls')

  /** The backup taken during bookings, and the bookings acknowledged before it began. */
  const backup = join(home, 'backups of today', 'first')
  let acknowledged: string[] = []

  const backUp = (folder: string, more: Record<string, string> = {}) =>
    runCommand('backup', [folder], { ...env, ...more })
  const restore = (folder: string, url: string, more: Record<string, string> = {}) =>
    runCommand('restore', [folder], { ...env, DATABASE_URL: url, STORAGE_URL: newStorage(), ...more })
  const superuserOf = (server: PostgresServer, url: string) => server.superuser(new URL(url).pathname.slice(1))
  let storages = 0
  const newStorage = () => pathToFileURL(join(home, `restored files ${storages++}`)).href

  const oneLine = ({ code, err }: CommandResult, message: RegExp) => {
    assert.equal(code, 1, err)
    assert.match(err, message)
    assert.doesNotMatch(err, /^\s+at /m)
  }

  test('cannot be backed up by a role that is bound by policies', async () => {
    oneLine(
      await backUp(join(home, 'as owner')),
      /medina is bound by row-level security.*\n.*create role medina_backup/,
    )
    await asOwner(source.superuser(), (client) =>
      client.query(`create role medina_backup login bypassrls password 'backup'`),
    )
    const url = new URL(DATABASE_URL)
    url.username = 'medina_backup'
    url.password = 'backup'
    oneLine(await backUp(join(home, 'unread'), { DATABASE_BACKUP_URL: url.href }), /may not read every table/)
    await asOwner(source.superuser(), (client) => client.query('grant pg_read_all_data to medina_backup'))
    env.DATABASE_BACKUP_URL = url.href
    assert.deepEqual(
      (await readdir(home)).filter((name) => name.startsWith('as owner') || name.startsWith('unread')),
      [],
    )
  })

  test('is not backed up if DATABASE_BACKUP_URL names another database', async () => {
    const url = new URL(env.DATABASE_BACKUP_URL!)
    url.pathname = new URL(await source.newDatabase()).pathname
    oneLine(await backUp(join(home, 'other one'), { DATABASE_BACKUP_URL: url.href }), /name different databases/)
  })

  test('is backed up while appointments are being booked', async () => {
    const bookings = keepBooking(platform, clinic.doctor, clinic.patient)
    await eventually(() => bookings.booked.length > 5, 'some bookings')
    acknowledged = [...bookings.booked]
    const ended = await backUp(backup)
    const during = bookings.booked.length
    await bookings.stop()
    assert.equal(ended.code, 0, ended.err)
    assert.ok(during > acknowledged.length, 'bookings went on')
    assert.deepEqual(await readdir(join(home, 'backups of today')), ['first'])
    assert.equal((await runCommand('backup', ['--check', backup], env)).code, 0)
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: backup })
    const stored = execFileSync('ls', ['-lR', backup], { encoding: 'utf8' })
    assert.doesNotMatch(stored, /^[d-].{3}[^-]/m, 'for its owner alone')
  })

  test('is never backed up over another backup', async () => {
    oneLine(await backUp(backup), /already exists/)
  })

  test('is restored in another cluster without losing a row, and serves as before', async () => {
    await platform.stop()
    const quiet = join(home, 'quiet')
    assert.equal((await backUp(quiet)).code, 0)
    const target = await elsewhere.newDatabase()
    const STORAGE_URL = newStorage()
    const ended = await restore(quiet, target, { STORAGE_URL })
    assert.equal(ended.code, 0, ended.err)

    const before = await contentsOf(superuserOf(source, DATABASE_URL))
    const contents = await contentsOf(superuserOf(elsewhere, target))
    assert.deepEqual(contents, before)
    const empty = emptyTables(before).filter((name) => !/_20\d\d(_\d\d)+$/.test(name))
    assert.ok(empty.length < 20, `too little to compare: ${empty}`)
    for (const full of ['prescriber_keys', 'lab_results', 'consents', 'identities', 'audit_seals', 'documents'])
      assert.ok(!empty.includes(`public.${full}`), `${full} is empty`)

    const restored = await startPlatform({ STORAGE_URL, PUBLIC_URL: platform.url }, target)
    await signedDocument.assertUnchanged(restored)
    const bookings = keepBooking(restored, clinic.doctor, clinic.patient)
    await eventually(() => bookings.booked.length > 0, 'a booking under a token from before')
    await bookings.stop()
    await restored.stop()
    const audit = await runCommand('verify-audit', [], { ...env, DATABASE_URL: target })
    assert.equal(audit.code, 0, audit.out)
  })

  test('has, once restored, every booking that was acknowledged before the backup began', async () => {
    const target = await elsewhere.newDatabase()
    assert.equal((await restore(backup, target)).code, 0)
    const { rows } = await asOwner(superuserOf(elsewhere, target), (client) =>
      client.query('select id from appointments where id = any($1)', [acknowledged]),
    )
    assert.equal(rows.length, acknowledged.length)
  })

  test('is not restored from an altered backup, and the target stays unchanged', async () => {
    const target = await elsewhere.newDatabase()
    const [file] = (await readFile(join(backup, 'SHA256SUMS'), 'utf8')).match(/files\/\S+/)!
    const other = join(home, 'other')
    await writeFile(other, 'another file')
    const attacks: [RegExp, (copy: string) => Promise<unknown>, Record<string, string>?][] = [
      [/database\.dump .* SHA-256 differs/, (copy) => truncate(join(copy, 'database.dump'), 100_000)],
      [/SHA-256 differs/, (copy) => appendFile(join(copy, file), 'x')],
      [/lacks files/, (copy) => rm(join(copy, file))],
      [/lacks roles\.sql/, (copy) => rm(join(copy, 'roles.sql'))],
      [/a link/, (copy) => rm(join(copy, 'roles.sql')).then(() => symlink(other, join(copy, 'roles.sql')))],
      [
        /a link/,
        (copy) =>
          cp(join(copy, 'files'), join(copy, 'moved'), { recursive: true })
            .then(() => rm(join(copy, 'files'), { recursive: true }))
            .then(() => symlink('moved', join(copy, 'files'))),
      ],
      [
        /SHA256SUMS .* SHA-256 differs/,
        (copy) => appendFile(join(copy, 'SHA256SUMS'), '').then(() => writeFile(join(copy, 'SHA256SUMS'), '')),
      ],
      [
        /manifest\.json was altered/,
        async (copy) => {
          const path = join(copy, 'manifest.json')
          await writeFile(path, (await readFile(path, 'utf8')).replace('"rows": 1', '"rows": 2'))
        },
      ],
      [/not a backup/, (copy) => rm(join(copy, 'manifest.json'))],
      [/needs the master key/, async () => {}, { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }],
    ]
    for (const [message, attack, more = {}] of attacks) {
      const copy = join(home, 'attacked')
      await cp(backup, copy, { recursive: true })
      await attack(copy)
      oneLine(await restore(copy, target, more), message)
      await rm(copy, { recursive: true })
    }
    assert.deepEqual(await contentsOf(superuserOf(elsewhere, target)), {})
    assert.equal((await restore(backup, target)).code, 0, 'the same backup, whole')
    oneLine(await restore(backup, target), /not empty/)
  })

  test('is never restored over files of another installation', async () => {
    const target = await elsewhere.newDatabase()
    const folder = join(home, 'in use')
    const path = join(folder, 'ten_other/doc_other/ordonnance.pdf')
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, 'theirs')
    oneLine(
      await restore(backup, target, { STORAGE_URL: pathToFileURL(folder).href }),
      /contains files that the backup/,
    )
    assert.equal(await readFile(path, 'utf8'), 'theirs')
  })

  test('has no usable backup until it is complete, however it is interrupted', async () => {
    const superuser = superuserOf(source, DATABASE_URL)
    const dumping = (folder: string) => async () =>
      asOwner(superuser, async (client) => {
        const { rowCount } = await client.query(
          `select from pg_stat_activity where application_name = 'pg_dump' and ${folder}`,
        )
        return rowCount === 1
      })
    await asOwner(superuser, async (blocker) => {
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        const name = `ended by ${signal}`
        const drafts = async () => (await readdir(home)).filter((entry) => entry.startsWith(name))
        // pg_dump waits for this lock in the middle of the backup.
        await blocker.query('begin; lock table tenants in access exclusive mode')
        const { child, ended } = startCommand('backup', [join(home, name)], env)
        await eventually(dumping(`wait_event_type = 'Lock'`), 'pg_dump to wait')
        assert.equal((await drafts()).length, 1)
        child.kill(signal)
        await ended
        await blocker.query('commit')
        await eventually(async () => !(await dumping('true')()), 'pg_dump to end with the command')
        assert.equal((await drafts()).length, signal === 'SIGKILL' ? 1 : 0)
        for (const draft of await drafts())
          oneLine(await runCommand('backup', ['--check', join(home, draft)], env), /not a backup/)
      }
    })
  })

  test('is refused by servers during a restore, and after an interrupted one', async () => {
    const target = await elsewhere.newDatabase()
    const { child, ended } = startCommand('restore', [backup], {
      ...env,
      DATABASE_URL: target,
      STORAGE_URL: newStorage(),
    })
    const superuser = superuserOf(elsewhere, target)
    await asOwner(superuser, (client) =>
      eventually(async () => {
        const { rows } = await client.query(`select to_regclass('public.unfinished_restore') as marker`)
        return rows[0].marker !== null
      }, 'the restore to begin'),
    )
    child.kill('SIGKILL')
    await ended
    const server = startChild({ ...env, DATABASE_URL: target, PORT: '19998' })
    assert.match(
      await server.refusal(),
      /^A restore of this database is in progress or was interrupted\..*npm run restore/,
    )
  })

  test('is refused by servers in one line if it was restored by hand without its roles', async () => {
    const third = await startPostgres()
    const target = await third.newDatabase()
    const args = ['--dbname', target, join(backup, 'database.dump')]
    assert.throws(() => execFileSync('pg_restore', args, { stdio: 'ignore' }))
    const server = startChild({ ...env, DATABASE_URL: target, PORT: '19998' })
    assert.match(
      await server.refusal(),
      /^This database was restored without its roles: \d+ tables lack .*npm run restore/,
    )
    oneLine(
      await runCommand('backup', [join(home, 'half')], {
        ...env,
        DATABASE_URL: target,
        DATABASE_BACKUP_URL: superuserOf(third, target),
      }),
      /without its roles/,
    )
  })

  test('is not backed up with missing files unless that is accepted', async () => {
    const [missing] = (await readFile(join(backup, 'SHA256SUMS'), 'utf8')).match(/(?<=files\/)\S+/)!
    const others = join(home, 'lacking')
    await cp(files, others, { recursive: true })
    await rm(join(others, missing))
    const STORAGE_URL = pathToFileURL(others).href
    oneLine(await backUp(join(home, 'lacks'), { STORAGE_URL }), /documents have no file.*STORAGE_URL/)
    const accepted = join(home, 'accepted')
    const ended = await runCommand('backup', [accepted, '--accept-missing-files'], { ...env, STORAGE_URL })
    assert.equal(ended.code, 0, ended.err)
    assert.match(ended.out, new RegExp(missing))
    assert.equal((await restore(accepted, await elsewhere.newDatabase())).code, 0)
  })

  test('a full disk leaves no backup, and is reported', async (t) => {
    const disk = join(home, 'small disk')
    await mkdir(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      return t.skip('no file system may be mounted here')
    }
    t.after(() => execFileSync('umount', [disk]))
    oneLine(await backUp(join(disk, 'backup')), /no space left on device/)
    assert.deepEqual(await readdir(disk), [])
  })
})
