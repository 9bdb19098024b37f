import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { testAppUrl, testWorkerUrl } from '../../testing/roles.ts'
import { sealAll, testSealKeys, verify, workerDatabase, writeRows } from '../../testing/sealing.ts'
import { DatabaseUnavailable } from '../db/flush.ts'
import { migrate } from '../db/migrate.ts'
import { newId } from '../lib/ids.ts'
import { CounterBehind, sealBatch } from './sealer.ts'

// Databases without a server, so that only tests seal.
async function newLog() {
  const ownerUrl = await newDatabase()
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  after(() => owner.end())
  const log = { ownerUrl, owner }
  return { ...log, worker: workerDatabase(log) }
}
const log = await newLog()
const { owner, worker } = log

/** Rows of one transaction, generated in the database. */
const writeMany = (tenantId: string, count: number) =>
  owner.query(
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, patient_ids, request_id)
     select $1, new_id('aud'), 'usr_reader', 'client', 'readAppointment', 'OK', '{usr_patient}', 'req'
     from generate_series(1, $2)`,
    [tenantId, count],
  )

const sealsOf = async (tenantId: string) =>
  (
    await owner.query<{ ids: string[] }>('select row_ids as ids from audit_seals where tenant_id = $1 order by n', [
      tenantId,
    ])
  ).rows.map(({ ids }) => ids)

const position = async () => (await owner.query<{ xid: string }>('select xid from audit_position')).rows[0]!.xid

describe('sealing', () => {
  test('waits for a late commit, and seals its row with an older id after newer ones', async () => {
    const tenantId = newId('ten')
    const late = await owner.connect()
    await late.query('begin')
    const lateId = newId('aud')
    await late.query(
      `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id) values ($1, $2, 'u', 'c', 'o', 'OK', 'r')`,
      [tenantId, lateId],
    )
    const others = await writeRows(log, tenantId, 2)
    while (!(await sealBatch(worker, testSealKeys))?.complete);
    assert.deepEqual(await sealsOf(tenantId), [], 'nothing is sealed past an open transaction')
    await late.query('commit')
    late.release()
    await sealAll(worker)
    assert.deepEqual((await sealsOf(tenantId)).flat().sort(), [lateId, ...others].sort())
    assert.deepEqual((await verify(log, tenantId)).faults, [])
  })

  test('skips rolled-back rows', async () => {
    const tenantId = newId('ten')
    await asOwner(log.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query(
        `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id) values ($1, $2, 'u', 'c', 'o', 'OK', 'r')`,
        [tenantId, newId('aud')],
      )
      await client.query('rollback')
    })
    const ids = await writeRows(log, tenantId, 1)
    await sealAll(worker)
    assert.deepEqual(await sealsOf(tenantId), [ids])
  })

  test('seals each row once with concurrent servers and continuous writes', async () => {
    const tenantId = newId('ten')
    const servers = [worker, ...Array.from({ length: 3 }, () => workerDatabase(log))]
    let writing = true
    const written = (async () => {
      const ids: string[] = []
      for (let n = 0; n < 40; n++) ids.push(...(await writeRows(log, tenantId, 25)))
      writing = false
      return ids
    })()
    await Promise.all(
      servers.map(async (server) => {
        while (writing) await sealBatch(server, testSealKeys)
      }),
    )
    await sealAll(worker)
    const sealed = (await sealsOf(tenantId)).flat()
    assert.deepEqual(sealed.sort(), (await written).sort())
    assert.deepEqual((await verify(log, tenantId)).faults, [])
  })

  test('leaves no partial seal when killed, and another server completes it', async () => {
    const tenantId = newId('ten')
    await sealAll(worker)
    const before = await position()
    await writeMany(tenantId, 60_000)
    const sealing = sealBatch(worker, testSealKeys)
    const killed = assert.rejects(sealing, DatabaseUnavailable)
    const victim = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state <> 'idle' and query like 'fetch%' and application_name = 'sealer of a test'`
    while ((await owner.query(victim)).rowCount === 0) await new Promise((next) => setTimeout(next, 1))
    await killed
    assert.deepEqual(await sealsOf(tenantId), [])
    assert.equal(await position(), before)
    await sealAll(workerDatabase(log))
    assert.equal((await sealsOf(tenantId)).flat().length, 60_000)
    assert.deepEqual((await verify(log, tenantId)).faults, [])
  })

  test('seals rows from before sealing existed', async () => {
    const old = await newLog()
    const tenantId = newId('ten')
    const ids = await writeRows(old, tenantId, 3)
    await old.owner.query('update audit_log set xid = 0')
    await sealAll(old.worker)
    assert.partialDeepStrictEqual((await verify(old, tenantId)).report, { rows: ids.length, seals: 1, faults: 0 })
  })

  test('writes nothing without new rows', async () => {
    await sealAll(worker)
    const version = async () => (await owner.query('select xmin, xmax from audit_position')).rows[0]
    const before = await version()
    assert.deepEqual(await sealBatch(worker, testSealKeys), { rows: 0, heads: [], complete: true })
    assert.deepEqual(await version(), before, 'not even a lock')
  })
})

test('a log restored into a cluster with a lower transaction counter continues above its highest xid', async () => {
  const restored = await newLog()
  const tenantId = newId('ten')
  await writeRows(restored, tenantId, 2)
  await sealAll(restored.worker)
  await writeRows(restored, tenantId, 2) // not sealed when the dump was made
  // As in a dump of a cluster with a billion more transactions.
  await restored.owner.query(`
    update audit_log set xid = xid + 1000000000;
    update audit_position set xid = xid + 1000000000`)
  await assert.rejects(sealBatch(restored.worker, testSealKeys), CounterBehind)

  const open = await restored.owner.connect()
  await open.query('begin; select pg_current_xact_id()') // started before the server, writes after it
  await migrate(restored.ownerUrl, 'sandbox', undefined)
  await migrate(restored.ownerUrl, 'sandbox', undefined)
  const fresh = await writeRows(restored, tenantId, 2)
  const late = newId('aud')
  await open.query(
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id) values ($1, $2, 'u', 'c', 'o', 'OK', 'r')`,
    [tenantId, late],
  )
  await open.query('commit')
  open.release()
  await sealAll(restored.worker)
  const { rows } = await restored.owner.query<{ id: string }>(
    'select unnest(row_ids[1:]) as id from audit_seals where tenant_id = $1 and n > 1',
    [tenantId],
  )
  const sealed = rows.map(({ id }) => id)
  assert.equal(sealed.length, 5)
  for (const id of [...fresh, late]) assert.ok(sealed.includes(id))
})

test('neither the application nor the worker may change or delete rows, or set their time', async () => {
  const tenantId = newId('ten')
  const [id] = await writeRows(log, tenantId, 1)
  await sealAll(worker)
  const insert = (columns: string, values: string) =>
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id${columns})
     values ('${tenantId}', '${newId('aud')}', 'u', 'c', 'o', 'OK', 'r'${values})`
  const forbidden = {
    app: [
      `update audit_log set outcome = 'x' where id = '${id}'`,
      `delete from audit_log where id = '${id}'`,
      'truncate audit_log',
      insert(', xid', ', 1'),
      insert(', at', ', now()'),
      `insert into audit_seals (tenant_id, n) values ('${tenantId}', 9)`,
      `update audit_seals set kid = 'x'`,
      'delete from audit_seals',
      `insert into audit_of_patients values ('${tenantId}', 'usr_x', '${id}')`,
      'delete from audit_of_patients',
      'update audit_position set xid = 0',
      'call continue_audit_numbering()',
    ],
    worker: [
      `update audit_log set outcome = 'x'`,
      'delete from audit_log',
      insert(', xid', ', 1'),
      insert(', at', ', now()'),
      `update audit_seals set kid = 'x'`,
      'delete from audit_seals',
      'truncate audit_seals',
      'delete from audit_of_patients',
      'delete from audit_position',
      'call continue_audit_numbering()',
    ],
  }
  const urls = { app: testAppUrl(log.ownerUrl), worker: testWorkerUrl(log.ownerUrl) }
  for (const role of ['app', 'worker'] as const) {
    await asOwner(urls[role], async (client) => {
      await client.query(`select set_config('app.tenant', $1, false)`, [tenantId])
      for (const statement of forbidden[role])
        await assert.rejects(client.query(statement), { code: '42501' }, `${role}: ${statement}`)
      if (role === 'app') await client.query(insert('', ''))
    })
  }
})
