import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { testAppUrl } from '../../testing/roles.ts'
import { newId } from '../lib/ids.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { DatabaseUnavailable } from './flush.ts'
import { prepared } from './prepared.ts'
import { afterCommit, collectRows, defer, deferLock } from './transaction.ts'

const ownerUrl = await newDatabase()
const opened: Database[] = []

function open(options: Partial<DatabaseOptions> = {}): Database {
  const database = new Database({
    url: testAppUrl(ownerUrl),
    poolSize: 4,
    laneCount: 2,
    testClock: true,
    applicationName: 'test',
    ...options,
  })
  opened.push(database)
  return database
}
after(() => Promise.all(opened.map((database) => database.close())))

const database = open()
const A = 'ten_sandbox'
const B = 'ten_sandbox_b'
const usersSeen = async (db = database.reader(A)) =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const statement = (text: string, ...parameters: unknown[]) => ({ sql: text, parameters })

describe('row-level security', () => {
  test('limits an unfiltered query to its tenant’s rows, and to none without a tenant', async () => {
    const [a, b] = [Number(await usersSeen(database.reader(A))), Number(await usersSeen(database.reader(B)))]
    assert.ok(a > 0 && b > 0 && a !== b)
    assert.equal(Number(await usersSeen(database.reader('ten_nobody'))), 0)
    const { rows } = await database.pool.query('select count(*)::int as n from users')
    assert.equal(rows[0].n, 0)
  })

  test('isolates two tenants on one connection', async () => {
    const narrow = open({ poolSize: 1, laneCount: 1 })
    const tenants = Array.from({ length: 200 }, (_, n) => (n % 2 ? A : B))
    const seen = await Promise.all(
      tenants.map(async (tenant, n) => {
        const query = statement(`select tenant_id, '${n % 7}' from users`)
        const { rows } =
          n % 3 ? await narrow.onLane(tenant, query) : (await narrow.onOwnConnection(tenant, [query]))[0]!
        return rows.every((row) => row.tenant_id === tenant) && rows.length > 0
      }),
    )
    assert.ok(seen.every(Boolean))
  })

  test('refuses writes for another tenant', async () => {
    const insert = (tx: Parameters<Parameters<Database['inTransaction']>[1]>[0]) =>
      tx
        .insertInto('users')
        .values({ tenant_id: B, id: newId('usr'), email: 'x@test.example', name: 'X', role: 'PATIENT' })
        .execute()
    await assert.rejects(database.inTransaction(A, insert), { code: '42501' })
    const moved = await database.inTransaction(A, (tx) =>
      tx.updateTable('users').set({ name: 'X' }).where('tenant_id', '=', B).executeTakeFirst(),
    )
    assert.equal(moved.numUpdatedRows, 0n)
  })
})

describe('a lane', () => {
  test('returns each caller its own rows under concurrency', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => database.onLane(n % 2 ? A : B, statement('select $1::int as n', n))),
    )
    for (const [n, { rows }] of answers.entries()) assert.deepEqual(rows, [{ n }])
  })

  test('fails only the bad statement, and continues', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) => {
        if (n % 10 === 3) return database.onLane(A, statement('select 1 / $1::int as n', 0))
        if (n % 10 === 6) return database.onLane(A, statement(`select nothing_${n} from nowhere`))
        if (n % 10 === 9) return database.onLane(A, statement('select $1::int as n', 'no number'))
        return database.onLane(A, statement(`select $1::int as n, 'text ${n % 20}' as t`, n))
      }),
    )
    answers.forEach((answer, n) => {
      const expected = { 3: '22012', 6: '42P01', 9: '22P02' }[n % 10]
      if (answer.status === 'rejected') assert.equal(answer.reason.code, expected)
      else assert.equal(expected ?? answer.value.rows[0].n, n)
    })
  })

  test('runs the calls of a joint statement together, and a failing one alone', async () => {
    const sizes: number[] = []
    const inverse = (items: readonly number[]) => {
      sizes.push(items.length)
      return statement('select 60 / n as n from unnest($1::int[]) with ordinality as item (n, position)', items)
    }
    const numbers = Array.from({ length: 40 }, (_, n) => n % 20)
    const answers = await Promise.allSettled(numbers.map((n) => database.onLaneJointly(n % 2 ? A : B, inverse, n)))
    assert.ok(sizes[0]! > 1)
    for (const [at, answer] of answers.entries()) {
      const n = numbers[at]!
      if (answer.status === 'rejected') assert.deepEqual([n, answer.reason.code], [0, '22012'])
      else assert.equal(answer.value.result.rows[answer.value.index].n, Math.trunc(60 / n))
    }
  })

  test('reports the database as unavailable when its backend is terminated, and reconnects', async () => {
    const killed = Promise.allSettled(
      Array.from({ length: 20 }, () => database.onLane(A, statement('select pg_sleep(0.05)'))),
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    await terminateAll()
    for (const answer of await killed) {
      if (answer.status === 'rejected') assert.ok(answer.reason instanceof DatabaseUnavailable, String(answer.reason))
    }
    // A lane may not have noticed yet that its connection ended; the next statement shows it.
    for (let lane = 0; lane < 2; lane++)
      await database.onLane(A, statement('select 1')).catch((error) => assert.ok(error instanceof DatabaseUnavailable))
    assert.ok(Number(await usersSeen()) > 0)
  })

  test('parses its statements again when a migration changed their columns', async () => {
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query('create table shape as select 1 as a; grant select on shape to medina_app')
    const single = open({ laneCount: 1 })
    const shape = () => single.onLane(A, statement('select * from shape')).then(({ rows }) => rows)
    assert.deepEqual(await shape(), [{ a: 1 }])
    assert.deepEqual(await shape(), [{ a: 1 }])
    await owner.query(`alter table shape add column b text default 'x'`)
    assert.deepEqual(await shape(), [{ a: 1, b: 'x' }])
    await owner.query('alter table shape drop column a')
    assert.deepEqual(await shape(), [{ b: 'x' }])
    await owner.end()
  })

  test('refuses a value that cannot be serialized before anything is sent', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    await assert.rejects(database.onLane(A, statement('select $1::json', cyclic)))
    assert.deepEqual((await database.onLane(A, statement('select 1 as n'))).rows, [{ n: 1 }])
  })
})

describe('a transaction', () => {
  const newUser = () => ({
    tenant_id: A,
    id: newId('usr'),
    email: `${newId('usr')}@test.example`,
    name: 'New',
    role: 'PATIENT' as const,
  })
  const exists = async (id: string) =>
    (await database.reader(A).selectFrom('users').where('id', '=', id).select('id').execute()).length === 1

  test('commits awaited and deferred statements in order', async () => {
    const [first, second] = [newUser(), newUser()]
    await database.inTransaction(A, async (tx) => {
      defer(tx, tx.insertInto('users').values(first))
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from users where id = ${first.id}`.execute(tx)
      assert.equal(rows[0]!.n, 1)
      defer(tx, tx.insertInto('users').values(second))
    })
    assert.ok((await exists(first.id)) && (await exists(second.id)))
  })

  test('writes collected rows in one statement with the commit, and none on failure', async () => {
    const counts: number[] = []
    const note = collectRows<string>((ids) => {
      counts.push(ids.length)
      return statement(
        `insert into users (tenant_id, id, email, name, role) select $1, id, id, id, 'PATIENT' from unnest($2::text[]) id`,
        A,
        ids,
      )
    })
    const [first, second, third] = [newUser(), newUser(), newUser()]
    await database.inTransaction(A, async (tx) => {
      note(tx, first.id)
      await sql`select 1`.execute(tx)
      note(tx, second.id)
      assert.deepEqual(counts, [])
    })
    assert.deepEqual([counts, await exists(first.id), await exists(second.id)], [[2], true, true])
    const failing = database.inTransaction(A, async (tx) => {
      note(tx, third.id)
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    await assert.rejects(
      database.inTransaction(A, async (tx) => note(tx, first.id)),
      { constraint: 'users_pkey' },
    )
    assert.deepEqual([counts, await exists(third.id)], [[2, 1], false])
  })

  test('rolls back when its work throws, or a deferred statement fails at the commit', async () => {
    const user = newUser()
    await assert.rejects(
      database.inTransaction(A, async (tx) => {
        await tx.insertInto('users').values(user).execute()
        throw new Error('no')
      }),
      /no/,
    )
    await assert.rejects(
      database.inTransaction(A, async (tx) => {
        await tx.insertInto('users').values(user).execute()
        defer(tx, tx.insertInto('users').values({ ...newUser(), id: user.id }))
      }),
      { constraint: 'users_pkey' },
    )
    assert.equal(await exists(user.id), false)
  })

  test('runs callbacks after a commit, and none after a failure', async () => {
    const followed: string[] = []
    await database.inTransaction(A, async (tx) => {
      afterCommit(tx, () => followed.push('committed'))
      await sql`select 1`.execute(tx)
      assert.deepEqual(followed, [])
    })
    await database
      .inTransaction(A, async (tx) => {
        afterCommit(tx, () => followed.push('never'))
        throw new Error('no')
      })
      .catch(() => {})
    assert.deepEqual(followed, ['committed'])
  })

  test('refuses statements after its end, also through a kept handle', async () => {
    const kept = await database.inTransaction(A, async (tx) => {
      await sql`select 1`.execute(tx)
      return tx
    })
    await assert.rejects(sql`select 1`.execute(kept), /has ended/)
    assert.throws(() => defer(kept, statement('select 1')), /has ended/)
    assert.throws(() => collectRows(() => statement('select 1'))(kept, 1), /has ended/)
  })

  test('fails as unavailable when its backend is lost, and the next one gets a working connection', async () => {
    const lost = database.inTransaction(A, async (tx) => {
      await sql`select 1`.execute(tx)
      await terminateAll()
      await sql`select 1`.execute(tx)
    })
    await assert.rejects(lost, DatabaseUnavailable)
    await database.inTransaction(A, (tx) => sql`select 1`.execute(tx))
  })

  test('fails as unavailable when the server closed it after a timeout, and the next one works', async () => {
    const idleIn = (database: Database) =>
      database.inTransaction(A, async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = '20ms'`.execute(tx)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300) // blocks, so that the error is read after the next send
        await sql`select 1`.execute(tx)
      })
    const unavailable = (code: string) => (error: Error) =>
      error instanceof DatabaseUnavailable && Reflect.get(Object(error.cause), 'code') === code
    const tcp = new URL(testAppUrl(ownerUrl))
    tcp.hostname = '127.0.0.1'
    await assert.rejects(idleIn(open({ url: tcp.href })), unavailable('25P03'))
    // A Unix socket refuses the send before the error is read.
    await assert.rejects(idleIn(database), DatabaseUnavailable)
    const slow = database.inTransaction(A, async (tx) => {
      await sql`set local transaction_timeout = '20ms'`.execute(tx)
      await sql`select pg_sleep(5)`.execute(tx)
    })
    await assert.rejects(slow, unavailable('25P04'))
    await database.inTransaction(A, (tx) => sql`select 1`.execute(tx))
  })

  test('sees after a lock what the previous holder wrote', async () => {
    const user = newUser()
    const add = () =>
      database.inTransaction(A, async (tx) => {
        deferLock(tx, 'test', 'one')
        const known = await tx.selectFrom('users').where('id', '=', user.id).select('id').executeTakeFirst()
        if (!known) await tx.insertInto('users').values(user).execute()
        return !known
      })
    const added = await Promise.all(Array.from({ length: 8 }, add))
    assert.equal(added.filter(Boolean).length, 1)
  })
})

test('an unreachable database is reported as unavailable by lanes and transactions', async () => {
  const nowhere = open({ url: 'postgres://medina_app:x@127.0.0.1:1/none' })
  await assert.rejects(nowhere.onLane(A, statement('select 1')), DatabaseUnavailable)
  await assert.rejects(
    nowhere.inTransaction(A, (tx) => sql`select 1`.execute(tx)),
    DatabaseUnavailable,
  )
})

test('no connection compiles statements or uses parallel workers, whatever the database is set to', async () => {
  const url = await newDatabase()
  const name = new URL(url).pathname.slice(1)
  await asOwner(url, async (owner) => {
    await owner.query(`alter database ${name} set jit = on`)
    await owner.query(`alter database ${name} set max_parallel_workers_per_gather = 4`)
  })
  const read = `select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`
  const off = [{ jit: 'off', workers: '0' }]
  const appUrl = testAppUrl(url)
  for (const setup of [{ url: appUrl }, { url: appUrl, poolerUrl: appUrl }]) {
    const there = open(setup)
    assert.deepEqual((await there.onLane(A, statement(read))).rows, off)
    assert.deepEqual((await there.onOwnConnection(A, [statement(read)]))[0]!.rows, off)
    assert.deepEqual((await there.inTransaction(A, (tx) => sql.raw(read).execute(tx))).rows, off)
    const session = await there.openSession()
    assert.deepEqual((await session.query(read)).rows, off)
    await session.end()
  }
})

test('a prepared query takes the values of each run', async () => {
  const both = prepared<{ a: string; b: number }>(
    (v) => sql`select ${v.a}::text as a, ${v.b}::int as b, ${v.a}::text || '!' as c`,
  )
  for (const [a, b] of [
    ['x', 1],
    ['é\'"', 2],
  ] as const) {
    assert.deepEqual((await database.onLane(A, both({ a, b }))).rows, [{ a, b, c: `${a}!` }])
  }
})

async function terminateAll(): Promise<void> {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test' and datname = current_database()`,
  )
  await owner.end()
}
