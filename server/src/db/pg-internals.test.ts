import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { describe, test } from 'node:test'
import pg from 'pg'
import { serialize } from 'pg-protocol'
import { newDatabase } from '../../testing/harness.ts'
import { flush } from './flush.ts'
import { newResult, prepareValue, Query, typeParsersOf } from './pg-internals.ts'

const require = createRequire(import.meta.url)

/** Fails with the name of a missing internal. */
function assertHas(object: object, owner: string, members: Record<string, string>): void {
  for (const [name, type] of Object.entries(members))
    assert.equal(typeof Reflect.get(object, name), type, `pg changed ${owner}.${name}: adapt db/pg-internals.ts`)
}

describe('pg still has', () => {
  test('exactly the pinned versions', () => {
    const { dependencies } = require('../../package.json')
    for (const name of ['pg', 'pg-protocol']) {
      const { version } = JSON.parse(readFileSync(findPackageJSON(name, import.meta.url)!, 'utf8'))
      assert.equal(dependencies[name], version, `${name} must be pinned exactly`)
    }
    const pgProtocolPath = createRequire(require.resolve('pg')).resolve('pg-protocol')
    assert.equal(pgProtocolPath, require.resolve('pg-protocol'), 'pg uses the same pg-protocol')
  })

  test('the methods and fields of Query and Result', () => {
    const query = new Query({ text: 'select 1' })
    assertHas(query, 'Query', {
      _result: 'object',
      handleRowDescription: 'function',
      handleDataRow: 'function',
      handleCommandComplete: 'function',
      handleEmptyQuery: 'function',
      handleError: 'function',
      handleReadyForQuery: 'function',
    })
    const types = {}
    const result = newResult(query._result, types)
    assertHas(result, 'Result', {
      fields: 'object',
      rows: 'object',
      _parsers: 'undefined',
      _prebuiltEmptyResultObject: 'object',
      addRow: 'function',
    })
    assert.ok('_parsers' in result, 'pg changed Result._parsers: adapt db/pg-internals.ts')
    assert.equal(Reflect.get(result, '_types'), types, 'Result takes the type parsers second')
  })

  test('the parameters and messages', () => {
    assert.equal(prepareValue(new Uint8Array([1])) instanceof Buffer, true)
    assert.deepEqual([prepareValue({ a: 1 }), prepareValue(2), prepareValue(null)], ['{"a":1}', '2', null])
    assertHas(serialize, 'serialize', {
      close: 'function',
      parse: 'function',
      bind: 'function',
      describe: 'function',
      execute: 'function',
      sync: 'function',
    })
  })

  test('the connection and type parsers of a client', async () => {
    const client = new pg.Client({ connectionString: await newDatabase() })
    await client.connect()
    assertHas(client, 'Client', { _types: 'object', connection: 'object' })
    assertHas(Reflect.get(client, 'connection').stream, 'Connection.stream', { write: 'function' })
    assert.equal(typeof Reflect.get(Object(typeParsersOf(client)), 'getTypeParser'), 'function')
    const statements = [1, 2].map((n) => ({ sql: 'select $1::int as n, now() as at', parameters: [n] }))
    const results = await flush(client, statements)
    assert.deepEqual(
      results.map(({ rows }) => [rows[0].n, rows[0].at instanceof Date]),
      [
        [1, true],
        [2, true],
      ],
      'each statement has its own rows, with parsed columns',
    )
    await client.end()
  })
})
