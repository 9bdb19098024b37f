import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { startChild } from '../testing/child.ts'
import { asOwner, newDatabase } from '../testing/harness.ts'
import { testMasterKeys } from '../testing/roles.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'medina-organization-'))
after(() => rm(dataDir, { recursive: true, force: true }))

/** A production installation without users. */
const DATABASE_URL = await newDatabase('production')
const production = {
  MODE: 'production',
  PORT: String(randomInt(20_000, 32_000)),
  DATA_DIR: dataDir,
  DATABASE_URL,
  STORAGE_URL: `file://${dataDir}/files`,
  MASTER_KEY: testMasterKeys[0]!.toString('base64'),
  CRON_SECRET: 'c'.repeat(32),
  INTERNAL_TOKEN: 'i'.repeat(32),
  PUBLIC_URL: 'https://api.example.ma',
  EMAIL_URL: 'smtp://localhost:25?from=no-reply@example.ma',
}

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the command as an operator would. */
const createOrganization = (
  options: Record<string, string>,
  env: Record<string, string> = production,
): Promise<Ended> =>
  new Promise((done) => {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
    execFile(
      process.execPath,
      [resolve(import.meta.dirname, 'create-organization.ts'), ...args],
      { env: { ...inherited, ...env } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const atlas = {
  name: 'Clinique Atlas',
  plan: 'PRO',
  'admin-name': 'Salma Idrissi',
  'admin-email': 'salma@atlas.example',
}
const printed = ({ stdout }: Ended) => {
  const value = (name: string) => stdout.match(new RegExp(`^ {2}${name} +(\\S+)$`, 'm'))![1]!
  return { tenantId: value('tenant'), clientId: value('client_id'), secret: value('client_secret') }
}

type Json = Record<string, unknown>
const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: looked into as the answers of every shape
  return { status: response.status, body: (await response.json()) as any }
}

let first: ReturnType<typeof printed>

test('a wrong command reports all faults and the usage, and creates nothing', async () => {
  const count = () =>
    asOwner(DATABASE_URL, async (owner) => (await owner.query('select count(*)::int as n from tenants')).rows[0].n)
  const before = await count()
  const refused = async (options: Record<string, string>, ...says: RegExp[]) => {
    const { code, stdout, stderr } = await createOrganization(options)
    assert.equal(code, 1)
    assert.equal(stdout, '')
    for (const one of [...says, /npm run create-organization -- --name/]) assert.match(stderr, one)
    assert.doesNotMatch(stderr, /at .*\.ts/)
  }
  await refused({}, /--name is required/, /--plan is required/, /--admin-name is required/, /--admin-email is required/)
  await refused({ ...atlas, plan: 'GOLD', 'admin-email': 'salma' }, /--plan must be one of/, /--admin-email must be/)
  await refused({ ...atlas, plan: 'starter' }, /--plan .*STARTER is limited to the sandbox/)
  await refused({ ...atlas, colour: 'blue' }, /--colour/)
  assert.equal(await count(), before)
})

test('creates an organisation, prints its client once and refuses an existing e-mail address', async () => {
  const created = await createOrganization(atlas)
  assert.equal(created.code, 0, created.stderr)
  first = printed(created)
  assert.ok(created.stdout.includes(`REGISTRATION_TENANT=${first.tenantId}`))
  const again = await createOrganization({ ...atlas, name: 'Another', 'admin-email': 'SALMA@atlas.example' })
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^An account with SALMA@atlas\.example already exists\./)
  assert.equal(again.stderr.trim().split('\n').length, 1)
  const audit = await asOwner(DATABASE_URL, (owner) =>
    owner.query('select operation, user_id, subject_id from audit_log where tenant_id = $1', [first.tenantId]),
  )
  assert.deepEqual(audit.rows, [{ operation: 'createOrganization', user_id: 'platform', subject_id: first.clientId }])
})

test('an unknown REGISTRATION_TENANT prevents the start with a one-line error that names the command', async () => {
  const child = startChild({ ...production, REGISTRATION_TENANT: 'ten_absent', LOG_LEVEL: 'warn' })
  assert.match(
    await child.refusal(),
    /^REGISTRATION_TENANT names ten_absent, which does not exist\..*npm run create-organization/,
  )
})

test('production grants access once an organisation exists, and logs neither link nor secret', async (t) => {
  const child = startChild({ ...production, REGISTRATION_TENANT: first.tenantId, LOG_LEVEL: 'debug' })
  t.after(() => child.end('SIGKILL'))
  await child.ready()
  const api = (path: string, body: Json, token?: string) =>
    post(child.url + path, body, token === undefined ? {} : { authorization: `Bearer ${token}` })
  const signIn = (client_id: string, client_secret: string) =>
    api('/api/auth/token', { grant_type: 'client_credentials', client_id, client_secret })
  const { access_token: operator, scope } = (await signIn(first.clientId, first.secret)).body
  assert.match(scope, /access_requests:manage/)

  const form = { organization: 'Cabinet Rif', contactName: 'N. Tahiri', email: 'n@rif.example', purpose: 'Booking' }
  const { requestId } = (await api('/api/access-requests', form)).body
  const forSandbox = (await api('/api/access-requests', { ...form, email: 'm@rif.example', sandboxOnly: true })).body
  const grant = (id: string, plan: string) =>
    api(`/api/access-requests/${id}/grant`, { plan, scopes: ['users:read'] }, operator)
  const starter = await grant(requestId, 'STARTER')
  assert.equal(starter.status, 422)
  assert.deepEqual(starter.body.error.details[0].path, ['plan'])
  const elsewhere = await grant(forSandbox.requestId, 'PRO')
  assert.equal(elsewhere.status, 409)
  assert.match(elsewhere.body.error.message, /sandbox installation/)
  const granted = await grant(requestId, 'PRO')
  assert.equal(granted.status, 200)

  const link = new URL(granted.body.handoverUrl)
  assert.equal(link.origin, 'https://api.example.ma')
  assert.equal((await fetch(child.url + link.pathname)).status, 200)
  const taken = (await post(child.url + link.pathname, {})).body
  assert.equal((await signIn(taken.clientId, taken.clientSecret)).status, 200)
  assert.equal((await post(child.url + link.pathname, {})).status, 410)

  assert.equal(await child.end('SIGTERM'), 0)
  assert.match(child.output(), /\/access\/:token/)
  for (const secret of [link.pathname.split('/').at(-1)!, taken.clientSecret, first.secret])
    assert.equal(child.output().includes(secret), false)
})

test('refuses access requests without REGISTRATION_TENANT', async (t) => {
  const child = startChild(production)
  t.after(() => child.end('SIGKILL'))
  await child.ready()
  const body = { organization: 'Cabinet Rif', contactName: 'N. Tahiri', email: 'n@rif.example', purpose: 'Booking' }
  assert.equal((await post(`${child.url}/api/access-requests`, body)).status, 404)
  assert.equal(await child.end('SIGTERM'), 0)
})

test('in a sandbox the command works on its own database without a server, with any plan', async (t) => {
  const env = { DATA_DIR: join(dataDir, 'sandbox'), PORT: production.PORT }
  const created = await createOrganization({ ...atlas, plan: 'STARTER' }, env)
  assert.equal(created.code, 0, created.stderr)
  const { clientId, secret, tenantId } = printed(created)
  const child = startChild({ ...env, REGISTRATION_TENANT: tenantId })
  t.after(() => child.end('SIGKILL'))
  await child.ready()
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  assert.equal((await post(`${child.url}/api/auth/token`, body)).status, 200)
  const secondOrganization = await createOrganization({ ...atlas, 'admin-email': 'second@atlas.example' }, env)
  assert.equal(secondOrganization.code, 1)
  assert.match(secondOrganization.stderr, /in use by process/)
  assert.equal(await child.end('SIGTERM'), 0)
})
