import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startChild } from '../../testing/child.ts'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { allOperations } from '../app.ts'

// The test database has the sandbox's users in every mode.
const database = await newDatabase('production')
const dataDir = await mkdtemp(join(tmpdir(), 'medina-starter-'))
const production = startChild({
  MODE: 'production',
  PORT: String(randomInt(20_000, 32_000)),
  DATA_DIR: dataDir,
  DATABASE_URL: database,
  STORAGE_URL: `file://${dataDir}/files`,
  MASTER_KEY: testMasterKeys[0]!.toString('base64'),
  CRON_SECRET: 'c'.repeat(32),
  INTERNAL_TOKEN: 'i'.repeat(32),
  PUBLIC_URL: 'https://api.example.ma',
  RATE_LIMIT_STARTER: '600/5000', // enough to call each operation
})
after(async () => {
  await production.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})
await production.ready()

const requestToken = async (client: string, format: 'json' | 'form' = 'json') => {
  const body = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` }
  const response = await fetch(`${production.url}/api/auth/token`, {
    method: 'POST',
    ...(format === 'form'
      ? { body: new URLSearchParams(body) }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

test('outside the sandbox a client of a Starter tenant is refused a token, with the reason', async () => {
  const inJson = await requestToken('sandbox-starter-admin')
  assert.equal(inJson.status, 403)
  assert.equal(inJson.body.error.code, 'FORBIDDEN')
  assert.match(inJson.body.error.message, /Starter plan is limited to the sandbox/)
  assert.deepEqual(inJson.body.error.details, { oauth: 'unauthorized_client' })
  assert.ok(inJson.headers.has('x-ratelimit-limit'))

  const inForm = await requestToken('sandbox-starter-admin', 'form')
  assert.equal(inForm.status, 403)
  assert.deepEqual(Object.keys(inForm.body), ['error', 'error_description'])
  assert.equal(inForm.body.error, 'unauthorized_client')
})

test('a tenant that changes to Starter is refused by every operation within a second, with an audit row', async () => {
  const granted = await requestToken('sandbox-b-admin')
  assert.equal(granted.status, 200)
  const authorization = `Bearer ${granted.body.access_token}`
  const me = await fetch(`${production.url}/api/users/me`, { headers: { authorization } })
  assert.equal(me.status, 200)
  await asOwner(database, (owner) =>
    owner.query(`update tenants set plan = 'STARTER' where tenant_id = 'ten_sandbox_b'`),
  )
  await new Promise((next) => setTimeout(next, 1000))
  const operations = allOperations()
    .map(({ operation }) => operation)
    .filter(({ scope, path }) => scope !== 'public' && !path.startsWith('/api/sandbox/'))
  for (const { name, method, path } of operations) {
    const response = await fetch(production.url + path.replace('{id}', 'apt_absent'), {
      method,
      headers: { authorization },
    })
    assert.equal(response.status, 403, name)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    assert.equal(error.code, 'FORBIDDEN')
    assert.match(error.message, /Starter plan is limited to the sandbox/, name)
    assert.equal(response.headers.get('x-ratelimit-limit'), '600', 'the limits of its plan still apply')
  }
  const refresh = await fetch(`${production.url}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: granted.body.refresh_token,
      client_id: 'sandbox-b-admin',
      client_secret: 'sandbox-b-admin-secret',
    }),
  })
  assert.equal(refresh.status, 403)
  const noted = await asOwner(database, (owner) =>
    owner.query<{ operation: string }>(
      `select distinct operation from audit_log where tenant_id = 'ten_sandbox_b' and client_id = 'sandbox-b-admin'`,
    ),
  )
  for (const { name } of operations)
    assert.ok(
      noted.rows.some(({ operation }) => operation === name),
      name,
    )
})
