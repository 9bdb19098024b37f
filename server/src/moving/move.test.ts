import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { callEveryOperation } from '../../testing/call-every-operation.ts'
import { startChild } from '../../testing/child.ts'
import { type CommandResult, runCommand, startCommand } from '../../testing/command.ts'
import { createPrescriptionAndDocument } from '../../testing/drill.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  book,
  givePassword,
  loginOf,
  newClinic,
  newMembership,
  newPerson,
  newTenant,
  type Person,
} from '../../testing/factories.ts'
import { grow } from '../../testing/grown-tables.ts'
import { asOwner, newFolder, startPlatform } from '../../testing/harness.ts'
import { type PostgresServer, startPostgres, withoutPostgres } from '../../testing/postgres-server.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { sealAll, workerDatabase } from '../../testing/sealing.ts'

const keyHere = testMasterKeys[0]!.toString('base64')
const keyThere = randomBytes(32).toString('base64')
const APPOINTMENTS = 10_000
/** Of each other large table. */
const OTHER_ROWS = 1000

type Env = Record<string, string>

/** The environment of a new cell, in a database cluster of its own. */
async function newCell(postgres: PostgresServer, keys: string) {
  const DATABASE_URL = await postgres.newDatabase()
  const folder = await newFolder()
  return {
    DATABASE_URL,
    DATABASE_ADMIN_URL: postgres.superuser(new URL(DATABASE_URL).pathname.slice(1)),
    MASTER_KEY: keys,
    STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
    DATA_DIR: folder,
    PORT: String(randomInt(20_000, 32_000)),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    PATIENT_BOOKINGS: 'off',
  }
}

async function fileOf(env: Env): Promise<string> {
  const path = join(env.DATA_DIR!, 'environment')
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(path, lines.join(''))
  return path
}

/** The rows of a tenant in each table, computed differently from `moving/tables.ts`. */
const rowsOf = (env: Env, tenantId: string): Promise<Record<string, string>> =>
  asOwner(env.DATABASE_ADMIN_URL!, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const { rows: tables } = await client.query<{ name: string }>(`
      select distinct c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('request_log', 'request_hours', 'tenant_moves', 'moved_secrets')`)
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select to_jsonb(t)::text as line from ${name} t where tenant_id = $1`,
        [tenantId],
      )
      const lines = rows.map(({ line }) => line).sort()
      found[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
    }
    return found
  })

const tablesWithRows = (rows: Record<string, string>) =>
  Object.keys(rows).filter((name) => !rows[name]!.startsWith('0 '))

/** Gives an organisation another id, because that of the sandbox cannot move. */
const renameTenant = (env: Env, from: string, to: string): Promise<void> =>
  asOwner(env.DATABASE_ADMIN_URL!, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const name of Object.keys(await rowsOf(env, from)))
      await client.query(`update ${name} set tenant_id = $2 where tenant_id = $1`, [from, to])
  })

describe('organisations move between cells', { skip: withoutPostgres }, async () => {
  if (withoutPostgres) return
  const [postgresHere, postgresThere] = await Promise.all([startPostgres(), startPostgres()])
  const here = await newCell(postgresHere, keyHere)
  const there = await newCell(postgresThere, `${keyThere},${keyHere}`)
  const urlThere = `http://localhost:${there.PORT}`

  const command = async (tenantId: string, ...more: string[]) => [tenantId, '--to', await fileOf(there), ...more]
  const move = async (tenantId: string, ...more: string[]): Promise<CommandResult> =>
    runCommand('move-tenant', await command(tenantId, ...more), here)
  const moved = async (tenantId: string): Promise<string> => {
    const { code, out, err } = await move(tenantId)
    assert.equal(code, 0, err)
    assert.match(out, new RegExp(`^${tenantId} is now at ${urlThere}: `, 'm'))
    return out
  }
  const refused = async (result: CommandResult | Promise<CommandResult>, message: RegExp) => {
    const { code, err } = await result
    assert.equal(code, 1, err)
    assert.match(err, message)
    assert.equal(err.trim().split('\n').length, 1, err)
  }

  // The tests' pool bypasses the policies; the owner of a real installation cannot.
  await asOwner(postgresHere.superuser(), (client) => client.query('alter role medina bypassrls'))
  const platform = await startPlatform(
    { STORAGE_URL: here.STORAGE_URL, WEBHOOK_ALLOW_CIDRS: here.WEBHOOK_ALLOW_CIDRS, PATIENT_BOOKINGS: 'off' },
    here.DATABASE_URL,
  )
  const serverThere = startChild(there)
  after(() => serverThere.end('SIGKILL'))
  await serverThere.ready()

  const callThere = async (method: string, path: string, token?: string, body?: object) => {
    const response = await fetch(`${serverThere.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const tokenThere = async ({ clientId, secret }: Pick<Person, 'clientId' | 'secret'>): Promise<string> => {
    const answer = await callThere('POST', '/api/auth/token', undefined, {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.access_token
  }

  test('with all that an organisation can have', async (t) => {
    const sandbox = await newCell(postgresHere, keyHere)
    await asOwner(postgresHere.superuser(), (client) => client.query('alter role medina bypassrls'))
    const used = await startPlatform({ STORAGE_URL: sandbox.STORAGE_URL }, sandbox.DATABASE_URL)
    await callEveryOperation(used)
    await sealAll(workerDatabase(used))
    await used.stop()
    await asOwner(postgresHere.superuser(), (client) => client.query('alter role medina nobypassrls'))
    const empty = await newCell(postgresThere, `${keyThere},${keyHere}`)
    assert.equal((await runCommand('migrate', [], empty)).code, 0)
    const to = await fileOf(empty)
    await refused(
      runCommand('move-tenant', ['ten_sandbox', '--to', to], sandbox),
      /ten_sandbox is part of every sandbox/,
    )

    await renameTenant(sandbox, 'ten_sandbox', 'ten_full')
    const rows = await rowsOf(sandbox, 'ten_full')
    assert.ok(tablesWithRows(rows).length > 50, `${tablesWithRows(rows).length} tables`)
    const { code, out, err } = await runCommand('move-tenant', ['ten_full', '--to', to], sandbox)
    assert.equal(code, 0, err)
    t.diagnostic(out.trim().replaceAll('\n', '; '))
    await asOwner(empty.DATABASE_ADMIN_URL, async (client) => {
      const { rows: moves } = await client.query(
        `delete from audit_log where tenant_id = 'ten_full' and operation = 'moveTenant' returning user_id, client_id, outcome`,
      )
      assert.deepEqual(moves, [{ user_id: 'platform', client_id: 'operator', outcome: 'OK' }])
    })
    assert.deepEqual(await rowsOf(empty, 'ten_full'), rows)
    assert.deepEqual(tablesWithRows(await rowsOf(sandbox, 'ten_full')), [])
  })

  test(`with ${APPOINTMENTS} appointments while servers run, without losing anything`, async (t) => {
    const clinic = await newClinic(platform)
    const other = await newClinic(platform)
    const { tenantId, admin, doctor, patient } = clinic
    await createPrescriptionAndDocument(platform, doctor, patient)
    await asOwner(here.DATABASE_ADMIN_URL, async (client) => {
      const busy = {
        tenantId,
        doctorId: doctor.id,
        patientId: patient.id,
        pharmacistId: 'usr_p',
        laboratoryId: 'usr_l',
      }
      for (const kind of ['people', 'appointments', 'prescriptions', 'orders', 'messages', 'reviews'] as const)
        await grow(client, kind, kind === 'appointments' ? APPOINTMENTS : OTHER_ROWS, busy)
    })

    const received = new Set<string>()
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', () => {
          received.add(JSON.parse(Buffer.concat(chunks).toString()).data.appointmentId)
          response.end()
        })
    })
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
    t.after(() => receiver.close())
    const { port } = receiver.address() as AddressInfo // listens on TCP
    const endpoint = await platform.call('POST', '/api/webhooks', {
      token: admin.token,
      body: { url: `http://127.0.0.1:${port}/`, events: ['appointment.created'] },
    })
    assert.equal(endpoint.status, 201, endpoint.text)

    const second = startChild({
      ...here,
      PORT: String(randomInt(20_000, 32_000)),
      PUBLIC_URL: platform.config.publicUrl,
    })
    t.after(() => second.end('SIGTERM'))
    await second.ready()
    const statuses = { own: new Map<number, number>(), others: new Map<number, number>() }
    const booked: string[] = []
    let slots = 0
    let isRunning = true
    t.after(() => {
      isRunning = false
    })
    const bookAt = async (base: string, who: typeof clinic, answers: Map<number, number>) => {
      const start = Date.UTC(2036, 0, 1) + slots++ * 1_800_000
      const response = await fetch(`${base}/api/appointments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${who.admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          doctorId: who.doctor.id,
          patientId: who.patient.id,
          startTime: new Date(start).toISOString(),
          endTime: new Date(start + 1_800_000).toISOString(),
        }),
      })
      const text = await response.text()
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1)
      if (response.status === 201 && who === clinic) booked.push(JSON.parse(text).appointment.id)
      if (response.status !== 201) await pause(20)
    }
    const port0 = `http://127.0.0.1:${platform.config.port}`
    const load = [port0, second.url].flatMap((base) => [
      (async () => {
        while (isRunning) await bookAt(base, clinic, statuses.own)
      })(),
      (async () => {
        while (isRunning) await bookAt(base, other, statuses.others)
      })(),
    ])
    await eventually(() => booked.length > 50, 'bookings')
    const position = await platform.call('GET', '/api/events?after=start&pageSize=5', { token: admin.token })
    assert.equal(position.status, 200, position.text)

    const link = await platform.call('POST', `/api/appointments/${booked[0]}/join-link`, { token: patient.token })
    assert.ok(link.body?.joinLink, link.text)
    const joinPath = new URL(link.body.joinLink.url).pathname
    const { rows: documents } = await platform.owner.query<{ serial: string }>(
      'select serial from documents where tenant_id = $1 and size > 1',
      [tenantId],
    )
    const verifyPath = `/verify/${documents[0]!.serial}`
    await sealAll(workerDatabase(platform))
    const heads = await runCommand('verify-audit', ['--tenant', tenantId], here)
    assert.match(heads.out, /^HEAD /m)
    t.diagnostic((await moved(tenantId)).trim().replaceAll('\n', '; '))
    await pause(500)
    isRunning = false
    await Promise.all(load)
    t.diagnostic(
      `answers: ${JSON.stringify([...statuses.own])}; to the other clinic ${JSON.stringify([...statuses.others])}`,
    )
    for (const status of statuses.own.keys()) assert.ok([201, 410, 503].includes(status), `${status}`)
    const old = await platform.call('GET', '/api/appointments', { token: doctor.token })
    assert.deepEqual([old.status, old.body.error.code, old.body.error.details], [410, 'GONE', { movedTo: urlThere }])
    assert.deepEqual([...statuses.others.keys()], [201])
    assert.deepEqual(tablesWithRows(await rowsOf(here, tenantId)), [])

    const grant = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.secret }
    const renewed = await platform.call('POST', '/api/auth/token', { body: grant })
    assert.deepEqual([renewed.status, renewed.body.error.details], [410, { movedTo: urlThere }])
    for (const path of [joinPath, verifyPath]) {
      const page = await fetch(`${platform.config.publicUrl}${path}`, { redirect: 'manual' })
      assert.deepEqual([page.status, page.headers.get('location')], [307, `${urlThere}${path}`])
      assert.equal((await fetch(`${serverThere.url}${path}`)).status, 200, path)
    }
    const unknown = await fetch(`${platform.config.publicUrl}/fr/join/${'x'.repeat(22)}`, { redirect: 'manual' })
    assert.equal(unknown.status, 404)

    const token = await tokenThere(admin)
    const stored = await asOwner(there.DATABASE_ADMIN_URL, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from appointments where tenant_id = $1', [
        tenantId,
      ])
      return new Set(rows.map(({ id }) => id))
    })
    assert.ok(stored.size >= APPOINTMENTS + booked.length)
    assert.deepEqual(
      booked.filter((id) => !stored.has(id)),
      [],
    )
    await eventually(() => booked.every((id) => received.has(id)), 'webhooks of all bookings')

    const start = Date.UTC(2036, 0, 1) + slots * 1_800_000
    const made = await callThere('POST', '/api/appointments', token, {
      doctorId: doctor.id,
      patientId: patient.id,
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 1_800_000).toISOString(),
    })
    assert.equal(made.status, 201, made.text)
    await eventually(() => received.has(made.body.appointment.id), 'the webhook of a booking there')
    // A reader of events continues at its position: each later event once, in order.
    const seen = position.body.events.map(({ data }: { data: { appointmentId?: string } }) => data.appointmentId)
    for (let after: string = position.body.nextCursor; ; ) {
      const page = await callThere('GET', `/api/events?after=${after}&pageSize=100`, token)
      assert.equal(page.status, 200, page.text)
      if (page.body.events.length === 0) break
      for (const { event, data } of page.body.events) if (event === 'appointment.created') seen.push(data.appointmentId)
      after = page.body.nextCursor
    }
    const created = seen.filter((id: string | undefined) => id !== undefined)
    assert.equal(new Set(created).size, created.length)
    assert.deepEqual(
      booked.filter((id) => !created.includes(id)),
      [],
    )
    assert.equal(created.at(-1), made.body.appointment.id)
    const file = join(there.DATA_DIR, 'heads')
    await writeFile(file, heads.out)
    const verified = await runCommand('verify-audit', ['--heads', file], there)
    assert.equal(verified.code, 0, verified.out)
    assert.match(verified.out, new RegExp(`^${tenantId}: [1-9]\\d* rows`, 'm'))
    assert.equal((await runCommand('verify-audit', [], here)).code, 0)
  })

  test('with the same logins, calendars and profiles, also of people in other organisations', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const elsewhere = await newTenant(platform)
    await newMembership(platform, doctor, elsewhere, 'DOCTOR')
    await givePassword(platform, patient)
    const joined = await newPerson(platform, tenantId, 'DOCTOR')
    await asOwner(there.DATABASE_ADMIN_URL, (client) =>
      client.query(`insert into logins (id, email, confirmed_at) values ('lgn_there', $1, null)`, [
        `${joined.id}@TEST.example`,
      ]),
    )
    await refused(move(tenantId), /1 addresses have a login in both installations and are not confirmed in both/)
    await asOwner(there.DATABASE_ADMIN_URL, (client) => client.query('update logins set confirmed_at = now()'))
    await platform.owner.query('update logins set confirmed_at = now()')
    const profile = { specialty: 'Cardiologie', city: 'Rabat', languages: ['fr'], isTele: true, licenceNumber: 'MA-1' }
    const listed = await platform.call('PUT', `/api/doctors/${joined.id}`, { token: admin.token, body: profile })
    assert.equal(listed.status, 200, listed.text)
    const { slug } = listed.body.doctor
    await asOwner(there.DATABASE_ADMIN_URL, (client) =>
      client.query('update doctors set slug = $1 where user_id = (select min(user_id) from doctors)', [slug]),
    )
    const visit = await book(platform, admin, joined, patient)
    // The same professional has a visit at that time there.
    const setCalendar = (login: string) =>
      asOwner(there.DATABASE_ADMIN_URL, async (client) => {
        await client.query('set session_replication_role = replica')
        await client.query(
          `update appointments
           set calendar = calendar_of('', '', $1), start_time = $2, end_time = $2::timestamptz + interval '1 hour'
           where id = (select max(id) from appointments where tenant_id = 'ten_sandbox_b' and status = 'SCHEDULED')`,
          [login, visit.startTime],
        )
      })
    await setCalendar('lgn_there')
    await refused(move(tenantId), /have visits at the same time in both installations/)
    await setCalendar('lgn_elsewhere')

    assert.match(await moved(tenantId), /^1 logins were joined/m)
    await asOwner(there.DATABASE_ADMIN_URL, async (client) => {
      const { rows } = await client.query<{ id: string; login_id: string }>(
        'select id, login_id from users where tenant_id = $1 and id = any($2) order by login_id',
        [tenantId, [doctor.id, patient.id, joined.id]],
      )
      assert.deepEqual(
        new Map(rows.map(({ id, login_id }) => [id, login_id])),
        new Map(
          [
            [doctor.id, loginOf(doctor.id)],
            [patient.id, loginOf(patient.id)],
            [joined.id, 'lgn_there'],
          ].sort(([, a], [, b]) => (a! < b! ? -1 : 1)) as [string, string][],
        ),
      )
    })
    const directory = await callThere('GET', `/api/doctors/${joined.id}`, await tokenThere(admin))
    assert.match(directory.body.doctor.slug, new RegExp(`^${slug}-[0-9a-f]{6}$`))
    const again = await callThere('POST', '/api/appointments', await tokenThere(admin), {
      doctorId: joined.id,
      patientId: patient.id,
      startTime: visit.startTime,
      endTime: new Date(Date.parse(visit.startTime) + 1_800_000).toISOString(),
    })
    assert.equal(again.status, 409, again.text)
    const { rows: left } = await platform.owner.query<{ id: string }>('select id from logins where id = any($1)', [
      [doctor.id, patient.id, joined.id].map(loginOf),
    ])
    assert.deepEqual(
      left.map(({ id }) => id),
      [loginOf(doctor.id)],
      'the doctor works in another organisation here',
    )
  })

  test('not if something is in the way, and then nothing changes', async () => {
    const { tenantId } = await newClinic(platform)
    await sealAll(workerDatabase(platform))
    const rows = await rowsOf(here, tenantId)
    await refused(move('ten_unknown'), /has no organisation ten_unknown/)
    const targetOf = async (changes: Env) => ['--to', await fileOf({ ...there, ...changes })]
    const to = async (changes: Env) => runCommand('move-tenant', [tenantId, ...(await targetOf(changes))], here)
    await refused(to({ MASTER_KEY: keyThere }), /lacks the master key [0-9a-f]{8}\. Append/)
    await refused(to(here), /have the same database/)
    await refused(to({ DATABASE_ADMIN_URL: there.DATABASE_URL }), /The role medina .* may not move rows/)
    await refused(runCommand('move-tenant', [tenantId], here), /^npm run move-tenant -- TENANT --to/)
    await refused(move(tenantId, '--cancel'), /is not being moved/)
    await platform.owner.query(
      `with visit as (
         insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, status, video_room_id)
         select $1, 'apt_' || $1, min(id) filter (where role = 'DOCTOR'), min(id) filter (where role = 'PATIENT'), now(), now() + interval '1 h', 'IN_PROGRESS', 'room_' || $1
         from users where tenant_id = $1)
       select`,
      [tenantId],
    )
    await platform.owner.query(
      `insert into video_rooms (tenant_id, id, together_since, together_seen_at) values ($1, 'room_' || $1, now(), now())`,
      [tenantId],
    )
    await refused(move(tenantId), /1 video visits are taking place/)
    await platform.owner.query('delete from video_rooms where tenant_id = $1', [tenantId])
    await platform.owner.query('delete from appointments where tenant_id = $1', [tenantId])
    assert.deepEqual(await rowsOf(here, tenantId), rows)
    assert.equal((await platform.owner.query('select from tenant_moves where tenant_id = $1', [tenantId])).rowCount, 0)
  })

  test('again after the command was killed, before and after the rows arrived', async () => {
    const { tenantId, admin } = await newClinic(platform)
    const list = () => platform.call('GET', '/api/patients', { token: admin.token })
    // The move waits for this transaction.
    const killed = await asOwner(here.DATABASE_ADMIN_URL, async (client) => {
      await client.query('begin')
      await client.query('select from messages where tenant_id = $1 for update', [tenantId])
      await client.query('lock table conditions in access exclusive mode')
      const { child, ended } = startCommand('move-tenant', await command(tenantId), here)
      await eventually(async () => (await list()).status === 503, 'the organisation to be frozen')
      await refused(move(tenantId, '--cancel'), /Another command is moving/)
      child.kill('SIGKILL')
      await client.query('rollback')
      return ended
    })
    assert.equal(killed.code, null)
    const frozen = await list()
    assert.deepEqual([frozen.status, frozen.headers.get('retry-after')], [503, '10'])
    assert.match(frozen.body.error.message, /is being moved/)
    assert.equal((await move(tenantId, '--cancel')).code, 0)
    assert.equal((await list()).status, 200)

    // The commit of the source waits until the command is killed: both databases have the rows.
    await asOwner(here.DATABASE_ADMIN_URL, (client) =>
      client.query(`
        create function wait_at_commit() returns trigger language plpgsql as 'begin perform pg_sleep(30); return null; end';
        create constraint trigger wait_at_commit after update on tenant_moves deferrable initially deferred
        for each row execute function wait_at_commit()`),
    )
    const { child, ended } = startCommand('move-tenant', await command(tenantId), here)
    const hasArrived = () =>
      asOwner(there.DATABASE_ADMIN_URL, async (client) => {
        return (await client.query('select from tenants where tenant_id = $1', [tenantId])).rowCount === 1
      })
    await eventually(hasArrived, 'the rows to arrive')
    child.kill('SIGKILL')
    assert.equal((await ended).code, null)
    await asOwner(here.DATABASE_ADMIN_URL, async (client) => {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'commit' and state = 'active'`,
      )
      await client.query('drop function wait_at_commit cascade')
    })
    assert.equal((await list()).status, 503)
    const grant = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.secret }
    assert.equal((await callThere('POST', '/api/auth/token', undefined, grant)).status, 503)
    await refused(move(tenantId, '--cancel'), /has arrived at .*\. Repeat the command without --cancel/)
    await moved(tenantId)
    assert.equal((await list()).status, 410)
    for (const options of [[], ['--cancel']])
      await refused(move(tenantId, ...options), new RegExp(`${tenantId} has moved to ${urlThere}\\.`))
    assert.equal((await callThere('GET', '/api/patients', await tokenThere(admin))).status, 200)
    assert.deepEqual(tablesWithRows(await rowsOf(here, tenantId)), [])

    const back = await fileOf({ ...here, MASTER_KEY: `${keyHere},${keyThere}` })
    const returned = await runCommand('move-tenant', [tenantId, '--to', back], there)
    assert.equal(returned.code, 0, returned.err)
    assert.equal((await list()).status, 200)
    assert.equal((await callThere('POST', '/api/auth/token', undefined, grant)).status, 410)

    const stopped = startCommand('move-tenant', await command(tenantId), here)
    await asOwner(here.DATABASE_ADMIN_URL, async (client) => {
      await client.query('begin')
      await client.query('lock table conditions in access exclusive mode')
      await eventually(async () => (await list()).status === 503, 'the organisation to be frozen')
      stopped.child.kill('SIGTERM')
      await client.query('rollback')
    })
    assert.equal((await stopped.ended).code, 1)
    assert.equal((await list()).status, 200)
  })
})
