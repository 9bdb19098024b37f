import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { newDatabase } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { sealAll, testSealKeys, verify, workerDatabase, writeRows } from '../../testing/sealing.ts'
import { newId } from '../lib/ids.ts'
import { Vault } from '../lib/secrets.ts'
import { digestOf, formatHead, hashOf, sealKeys } from './seal.ts'

// A database without a server, so that only tests seal.
const ownerUrl = await newDatabase()
const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
after(() => owner.end())
const log = { ownerUrl, owner }
const worker = workerDatabase(log)

/** A tenant with a sealed log: three seals, of three, two and two rows. */
async function sealedLog() {
  const tenantId = newId('ten')
  const ids: string[] = []
  for (const count of [3, 2, 2]) {
    ids.push(...(await writeRows(log, tenantId, count)))
    await sealAll(worker)
  }
  const { report, faults } = await verify(log, tenantId)
  assert.deepEqual(faults, [])
  assert.partialDeepStrictEqual(report, { rows: 7, seals: 3, unsealed: 0, faults: 0 })
  return { tenantId, ids, head: report.head! }
}

/** A statement that inserts a copy of a row. */
const COPY = `
  insert into audit_log (tenant_id, id, at, user_id, client_id, operation, outcome, request_id, xid)
  select tenant_id, $3, at, user_id, client_id, operation, outcome, request_id, xid
  from audit_log
  where tenant_id = $1 and id = $2`

describe('an intact log', () => {
  test('has no faults, and reports its head', async () => {
    const { tenantId, head } = await sealedLog()
    const { rows } = await owner.query(
      `select n, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash from audit_seals where tenant_id = $1 order by n`,
      [tenantId],
    )
    assert.deepEqual(
      rows.map(({ previous }) => previous),
      ['', rows[0].hash, rows[1].hash],
    )
    assert.equal(formatHead(head), `${tenantId}:3:${rows[2].hash}`)
    assert.deepEqual((await verify(log, tenantId, { heads: [head] })).faults, [])
  })

  test('counts unsealed rows without reporting faults', async () => {
    const { tenantId } = await sealedLog()
    await writeRows(log, tenantId, 2)
    assert.partialDeepStrictEqual((await verify(log, tenantId)).report, { rows: 7, unsealed: 2, faults: 0 })
  })

  test('still verifies after a master key rotation while the old key is configured', async () => {
    const { tenantId } = await sealedLog()
    const replaced = [Buffer.alloc(32, 'the next master key'), ...testMasterKeys]
    await writeRows(log, tenantId, 2)
    await sealAll(worker, sealKeys(new Vault(replaced)))
    assert.deepEqual((await verify(log, tenantId, { keys: sealKeys(new Vault(replaced)) })).faults, [])
    assert.deepEqual((await verify(log, tenantId, { keys: sealKeys(new Vault(replaced.slice(0, 1))) })).faults, [
      'seal 1 key missing',
      'seal 2 key missing',
      'seal 3 key missing',
    ])
  })

  test('has a stable sealing format', () => {
    const secret = Buffer.alloc(32, 1)
    const row = {
      tenant_id: 'ten_1',
      id: 'aud_1',
      at: '1790000000.123456',
      user_id: 'usr_1',
      client_id: 'c',
      operation: 'readAppointment',
      outcome: 'OK',
      subject_id: null,
      patient_ids: '{usr_2}',
      address: '192.0.2.1',
      request_id: 'r',
      xid: '7',
    }
    assert.equal(digestOf(row, secret).toString('hex'), '4185433db07c211bb336169a968b0bdc')
    const seal = {
      tenantId: 'ten_1',
      n: 1,
      sealedAt: new Date(0),
      kid: '00000000',
      previous: Buffer.alloc(0),
      rowIds: ['aud_1'],
      digests: digestOf(row, secret),
    }
    assert.equal(
      hashOf(seal, secret).toString('hex'),
      'f5561105db8ea029eac1c8fbc0e710602566e4fed8d43cf3b360af52a03326b6',
    )
  })
})

describe('verification detects an attacker with the owner’s rights who', () => {
  const columns: [string, string][] = [
    ['at', `at + interval '1 microsecond'`],
    ['user_id', `'usr_innocent'`],
    ['client_id', `'client-innocent'`],
    ['operation', `'listAppointments'`],
    ['outcome', `'FORBIDDEN'`],
    ['subject_id', 'null'],
    ['patient_ids', `'{}'`],
    ['address', `'192.0.2.2'`],
    ['request_id', `'req-2'`],
    ['xid', 'xid + 1'],
  ]

  test('edits any column of a row', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'audit_log'::regclass and attnum > 0 and not attisdropped`,
    )
    const changedColumns = [...columns.map(([name]) => name), 'tenant_id', 'id']
    assert.deepEqual(changedColumns.sort(), rows.map(({ name }) => name).sort(), 'all columns are tried')
    for (const [column, value] of columns) {
      const { tenantId, ids } = await sealedLog()
      await owner.query(`update audit_log set ${column} = ${value} where tenant_id = $1 and id = $2`, [
        tenantId,
        ids[3],
      ])
      const { faults } = await verify(log, tenantId)
      assert.deepEqual(faults, [`${ids[3]} edited`], column)
    }
  })

  test('removes rows, or moves one to another tenant or time', async () => {
    const { tenantId, ids } = await sealedLog()
    const other = await sealedLog()
    await owner.query('delete from audit_log where tenant_id = $1 and id = any($2)', [tenantId, [ids[0], ids[6]]])
    await owner.query('update audit_log set tenant_id = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      ids[2],
      other.tenantId,
    ])
    const renamed = newId('aud')
    await owner.query('update audit_log set id = $3 where tenant_id = $1 and id = $2', [tenantId, ids[4], renamed])
    assert.deepEqual(
      (await verify(log, tenantId)).faults.sort(),
      [...[0, 2, 4, 6].map((at) => `${ids[at]} removed`), `${renamed} inserted`, `${renamed} not listed`].sort(),
    )
    assert.deepEqual((await verify(log, other.tenantId)).faults, [`${ids[2]} inserted`, `${ids[2]} not listed`])
  })

  test('inserts a row among the sealed ones', async () => {
    const { tenantId, ids } = await sealedLog()
    const copy = newId('aud')
    await owner.query(COPY, [tenantId, ids[3], copy])
    assert.deepEqual((await verify(log, tenantId)).faults, [`${copy} inserted`])
  })

  test('inserts a row and sets the sealing position back', async () => {
    const { tenantId, ids } = await sealedLog()
    await owner.query(COPY, [tenantId, ids[3], newId('aud')])
    const { rows } = await owner.query('update audit_position set xid = 0 returning xid')
    assert.equal(rows.length, 1)
    await sealAll(worker)
    assert.deepEqual((await verify(log, tenantId)).faults, ['seal 4 sealed again'])
  })

  test('edits any column of a seal', async () => {
    const edits: [string, string][] = [
      ['sealed_at', `sealed_at + interval '1 millisecond'`],
      ['kid', `'00000000'`],
      ['previous', `set_byte(previous, 0, get_byte(previous, 0) # 1)`],
      ['row_ids', `row_ids[2:2] || row_ids[1:1]`],
      ['digests', `set_byte(digests, 0, get_byte(digests, 0) # 1)`],
      ['hash', `set_byte(hash, 0, get_byte(hash, 0) # 1)`],
    ]
    for (const [column, value] of edits) {
      const { tenantId } = await sealedLog()
      await owner.query(`update audit_seals set ${column} = ${value} where tenant_id = $1 and n = 2`, [tenantId])
      const { faults } = await verify(log, tenantId)
      assert.ok(faults.includes(column === 'kid' ? 'seal 2 key missing' : 'seal 2 seal edited'), `${column}: ${faults}`)
    }
  })

  test('makes a new chain without the key', async () => {
    const { tenantId, ids } = await sealedLog()
    const forger = { kid: testSealKeys[0]!.kid, secret: Buffer.alloc(32, 'not the master key') }
    await owner.query('delete from audit_seals where tenant_id = $1', [tenantId])
    await owner.query('delete from audit_log where tenant_id = $1 and id <> $2', [tenantId, ids[0]])
    const seal = {
      tenantId,
      n: 1,
      sealedAt: new Date(),
      kid: forger.kid,
      previous: Buffer.alloc(0),
      rowIds: [ids[0]!],
      digests: Buffer.alloc(16),
    }
    await owner.query('insert into audit_seals values ($1, 1, $2, $3, $4, $5, $6, $7)', [
      tenantId,
      seal.sealedAt,
      seal.kid,
      seal.previous,
      seal.rowIds,
      seal.digests,
      hashOf(seal, forger.secret),
    ])
    assert.deepEqual((await verify(log, tenantId)).faults, ['seal 1 seal edited', `${ids[0]} edited`])
  })

  test('removes a seal from the middle', async () => {
    const { tenantId, ids } = await sealedLog()
    await owner.query('delete from audit_seals where tenant_id = $1 and n = 2', [tenantId])
    assert.deepEqual((await verify(log, tenantId)).faults, [
      'seal 2 seal removed',
      `${ids[3]} inserted`,
      `${ids[4]} inserted`,
    ])
  })

  test('removes the newest seals, because their rows or a recorded head remain', async () => {
    const { tenantId, ids, head } = await sealedLog()
    await owner.query('delete from audit_seals where tenant_id = $1 and n = 3', [tenantId])
    assert.deepEqual((await verify(log, tenantId)).faults, [`${ids[5]} inserted`, `${ids[6]} inserted`])
    await owner.query('delete from audit_log where tenant_id = $1 and id = any($2)', [tenantId, ids.slice(5)])
    assert.deepEqual((await verify(log, tenantId)).faults, [], 'not visible in the database alone')
    assert.deepEqual((await verify(log, tenantId, { heads: [head] })).faults, ['seal 3 chain cut'])
    const otherHash = { ...head, n: 2 }
    assert.deepEqual((await verify(log, tenantId, { heads: [otherHash] })).faults, ['seal 2 seal edited'])
  })

  test('hides a row from the list of its patient', async () => {
    const { tenantId, ids } = await sealedLog()
    await owner.query('delete from audit_of_patients where tenant_id = $1 and audit_id = $2', [tenantId, ids[1]])
    assert.deepEqual((await verify(log, tenantId)).faults, [`${ids[1]} not listed`])
  })
})
