import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { startPlatform } from '../../testing/harness.ts'
import { pathOf } from '../../testing/operation-path.ts'
import { samplesOf } from '../../testing/samples.ts'
import { newWorld } from '../../testing/world.ts'
import { allOperations } from '../app.ts'
import { newId } from '../lib/ids.ts'
import { withoutSecrets } from './shown-once.ts'

const platform = await startPlatform()
const samples = await samplesOf(platform, await newWorld(platform))
const operations = allOperations().map(({ operation }) => operation)
const repeatable = operations.filter(({ method }) => method === 'POST' || method === 'PUT')
const once = repeatable.filter(({ shownOnce }) => shownOnce)

/** A caller without a token, as the key of a replay names it. */
const visitor = { token: undefined, tenantId: 'ten_sandbox', clientId: 'address/127.0.0.1' }

type Schema = z.core.JSONSchema.BaseSchema

/** Every property of a JSON schema, with its path; those of named schemas where they are used. */
function* propertiesOf(schema: Schema, root = schema, path: string[] = []): Generator<string> {
  const named = schema.$ref?.split('/').at(-1)
  const { properties = {} } = named === undefined ? schema : (root.$defs![named] as Schema)
  for (const [name, property] of Object.entries(properties)) {
    yield [...path, name].join('.')
    if (typeof property === 'object') yield* propertiesOf(property, root, [...path, name])
  }
}

test('every answer to a write that contains a secret shows it once', () => {
  const found = repeatable.flatMap(({ name, answer }) =>
    [...propertiesOf(z.toJSONSchema(answer))]
      .filter((path) =>
        /(secret|password|handoverUrl|guest\.url|privateKey|recoveryCodes|uri|qrCode|resetId)$/i.test(path),
      )
      .map((path) => `${name} ${path}`),
  )
  assert.deepEqual(
    found.sort(),
    once.flatMap(({ name, shownOnce }) => shownOnce!.map((path) => `${name} ${path}`)).sort(),
  )
  assert.equal(found.length, 15)
})

for (const op of once) {
  test(`a replay of ${op.name} answers without the secret and says so, and none is stored`, async () => {
    const { id = '', body, caller = visitor } = await samples[op.name]!()
    const path = pathOf(op, { id })
    const request = { token: caller.token, body, headers: { 'idempotency-key': newId('req') } }
    const first = await platform.call(op.method, path, request)
    assert.equal(first.status, op.status ?? 200, first.text)
    assert.equal('notice' in first.body, false)
    const secrets = op.shownOnce!.flatMap((name) => name.split('.').reduce((value, part) => value[part], first.body))
    assert.ok(secrets.length >= op.shownOnce!.length && secrets.every((secret) => typeof secret === 'string'))

    const again = await platform.call(op.method, path, request)
    assert.equal(again.status, first.status)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const unseen = (text: string) => secrets.every((secret) => !text.includes(JSON.stringify(secret).slice(1, -1)))
    assert.ok(!unseen(first.text) && unseen(again.text), again.text)
    assert.match(again.body.notice, /shown once/)
    assert.deepEqual(op.answer.strict().parse(again.body), again.body)
    assert.equal(again.text, withoutSecrets(first.text, op.shownOnce!))

    const { vault } = platform.services
    const { rows } = await platform.owner.query(
      'select body_encrypted from idempotency_keys where tenant_id = $1 and key = $2',
      [caller.tenantId, request.headers['idempotency-key']],
    )
    const place = `${caller.tenantId}/${caller.clientId}/${op.method} ${path}/${request.headers['idempotency-key']}`
    assert.ok(unseen(vault.open(rows[0].body_encrypted, place)))
  })
}
