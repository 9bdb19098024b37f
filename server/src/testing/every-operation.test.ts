import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '../actor.ts'
import { allOperations } from '../app.ts'
import type { Operation } from '../http/operation.ts'
import { book, booking, newClinic, newPerson } from './factories.ts'
import { startPlatform } from './harness.ts'

/** What a well-formed request of each operation looks like. An operation without a row fails the run. */
type Row = { path?: string; body?: object }

const platform = await startPlatform()
const { call } = platform
const own = await newClinic(platform)
const foreign = await newClinic(platform)
const appointment = await book(platform, own.admin, own.doctor, own.patient)
const webhook = await call('POST', '/api/webhooks', {
  token: own.admin.token,
  body: { url: 'http://localhost:9009/hook' },
})
const samples: Record<string, Row> = {
  readMe: {},
  listAppointments: {},
  bookAppointment: { body: booking(platform, own.doctor, own.patient, 48) },
  readAppointment: { path: appointment.id },
  updateAppointment: { path: appointment.id, body: { notes: 'x' } },
  deleteAppointment: { path: appointment.id },
  issueVideoToken: { body: { appointmentId: appointment.id, identity: own.admin.id } },
  listWebhooks: {},
  registerWebhook: { body: { url: 'http://localhost:9009/hook' } },
  readWebhook: { path: webhook.body.webhook.id },
  deleteWebhook: { path: webhook.body.webhook.id },
}
const operations = allOperations().map(({ operation }) => operation)
const hasBody = (op: Operation) => op.body !== undefined
const pathOf = (op: Operation, id = samples[op.name]?.path ?? '') => op.path.replace('{id}', id)
const send = (
  op: Operation,
  token: string | undefined,
  more: { id?: string; body?: unknown; raw?: string; headers?: Record<string, string> } = {},
) =>
  call(op.method, pathOf(op, more.id), {
    token,
    headers: more.headers ?? {},
    ...(more.raw === undefined ? {} : { raw: more.raw }),
    ...(hasBody(op) ? { body: more.body ?? samples[op.name]?.body } : {}),
  })

const expired = await platform.tokenOf('sandbox-admin')
const reduced = new Map<string, string>()
for (const scope of new Set(operations.map((op) => op.scope))) {
  reduced.set(
    scope,
    (
      await newPerson(
        platform,
        own.tenantId,
        'ADMIN',
        Object.keys(scopes).filter((other) => other !== scope),
      )
    ).token,
  )
}

test('every operation has a row here', () => {
  assert.deepEqual(
    operations.map((op) => op.name).filter((name) => !(name in samples)),
    [],
  )
})

for (const op of operations) {
  describe(`${op.method} ${op.path}`, () => {
    test('refuses no token, a forged one and a malformed one before it looks at anything else', async () => {
      for (const token of [undefined, 'garbage', `${own.admin.token.slice(0, -4)}AAAA`]) {
        const answer = await send(op, token, hasBody(op) ? { raw: '{' } : {})
        assert.equal(answer.status, 401)
        assert.equal(answer.body.error.code, 'UNAUTHORIZED')
        assert.match(answer.headers.get('www-authenticate')!, /^Bearer/)
        assert.ok(answer.headers.get('x-request-id') && answer.headers.get('x-ratelimit-limit'))
      }
    })

    test('names the scope that a token lacks, before it reads the body', async () => {
      const answer = await send(op, reduced.get(op.scope), hasBody(op) ? { raw: '{' } : {})
      assert.equal(answer.status, 403)
      assert.equal(answer.body.error.code, 'FORBIDDEN')
      assert.ok(answer.body.error.message.includes(op.scope))
    })

    test('answers health data that may not be kept, with limits and version on it', async () => {
      const answer = await send(op, foreign.admin.token)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('x-api-version'), '1')
      for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
        assert.ok(answer.headers.has(name), name)
    })

    if (op.params) {
      test('answers another tenant’s object, an absent one and one of another kind byte for byte alike', async () => {
        const bodies = await Promise.all(
          [
            send(op, foreign.admin.token),
            send(op, own.admin.token, { id: `${op.path.includes('webhooks') ? 'whk' : 'apt'}_absent` }),
            send(op, own.admin.token, { id: 'inv_1' }),
            send(op, own.admin.token, { id: "x'; drop table users" }),
          ].map(async (answer) => `${(await answer).status} ${(await answer).text}`),
        )
        assert.match(bodies[0]!, /^404 .*NOT_FOUND/)
        assert.equal(new Set(bodies).size, 1, bodies.join('\n'))
      })
    }

    if (op.roles) {
      test('refuses every role that it does not name', async () => {
        for (const by of [own.doctor, own.patient]) assert.equal((await send(op, by.token)).status, 403)
      })
    }

    if (hasBody(op)) {
      test('gives each malformed body its status', async () => {
        const status = async (raw: string | undefined, headers: Record<string, string> = {}) =>
          (await call(op.method, pathOf(op), { token: own.admin.token, raw, headers })).status
        assert.equal(await status(undefined), 400, 'no body')
        assert.equal(await status('{"a":'), 400, 'broken JSON')
        assert.equal(await status(''), 400, 'empty')
        assert.equal(await status('[]'), 422, 'no object')
        assert.equal(await status('null'), 422, 'null')
        assert.equal(await status('{"__proto__": {"x": 1}}'), 400, '__proto__')
        assert.equal(await status('{"constructor": {"prototype": {"x": 1}}}'), 400, 'constructor.prototype')
        assert.equal(await status(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), 400, 'deep')
        assert.equal(await status(JSON.stringify({ a: 'x'.repeat(2_000_000) })), 413, '2 MB')
        assert.equal(await status('a=b', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'a form')
        assert.equal(await status('{}', { 'content-type': 'text/plain' }), 415, 'text')
        assert.equal(await status('{}', { 'content-encoding': 'gzip' }), 415, 'compressed')
      })
    }
  })
}

test('an expired token is told apart from a wrong one, on every operation', async () => {
  await platform.advance(3601)
  for (const op of operations) {
    const answer = await send(op, expired)
    assert.equal(answer.status, 401)
    assert.equal(answer.body.error.code, 'token_expired', op.name)
  }
})
