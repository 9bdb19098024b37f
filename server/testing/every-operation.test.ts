import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerRoles, scopes, type TableRole } from '../src/actor.ts'
import { needsBody, type Operation } from '../src/http/operation.ts'
import { newPerson, type Person } from './factories.ts'
import type { Answer } from './harness.ts'
import { malformedFor } from './malformed-bodies.ts'
import { absentLike, admits, startOperationCalls } from './operation-calls.ts'
import { pathOf } from './operation-path.ts'
import type { Sample } from './samples/scene.ts'

/**
 * Tests every operation by its contract, with every kind of caller of the tenant and malformed request. A missing sample fails
 * the run. Callers of other tenants: `other-tenants.test.ts`.
 */
const { platform, world, samples, operations, withToken, withoutToken, sampleOf, commonSampleOf, send, ...asserts } =
  await startOperationCalls()
const { assertAudited, assertDocumented } = asserts
const { involved, strangers, foreign } = world

/** The part of a response that a role may not see. Roles in `visibleTo` may see the patient's name and insurer. */
const restrictedText = ({ text }: Answer, { visibleTo = [] }: Sample, role: TableRole): string =>
  visibleTo.includes(role)
    ? text.replaceAll(`"${world.canary}"`, '').replaceAll(`"insurer":"Insurer: ${world.canary}"`, '')
    : text

function assertEnvelope(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error.code, code)
  assert.equal(typeof answer.body.error.message, 'string')
}

const withWrongSignature = (token: string) => `${token.slice(0, -8)}AAAAAAAA`
const unsigned = (token: string) => {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

const expired = await platform.tokenOf('sandbox-admin')
const withoutScope = new Map<string, Person>()
for (const scope of new Set(withToken.map((op) => op.scope))) {
  const others = Object.keys(scopes).filter((other) => other !== scope)
  withoutScope.set(scope, await newPerson(platform, world.tenantId, 'ADMIN', others))
}

test('every operation has a sample', () => {
  assert.deepEqual(
    operations.map((op) => op.name).filter((name) => !(name in samples)),
    [],
  )
})

for (const op of withToken) {
  describe(`${op.method} ${op.path}`, () => {
    test('refuses missing, forged and malformed tokens before any other check', async () => {
      const { token } = involved.ADMIN
      for (const wrong of [undefined, '', 'garbage', withWrongSignature(token), unsigned(token)]) {
        const answer = await send(op, { token: wrong, ...(op.body ? { raw: '{' } : {}) })
        assertEnvelope(answer, 401, 'UNAUTHORIZED')
        assert.match(answer.headers.get('www-authenticate')!, /^Bearer/)
        assertHeaders(answer)
      }
    })

    const any = op.scope === 'token' && 'Any token is accepted.'
    test('reports a missing scope before it reads the body', { skip: any }, async () => {
      const answer = await send(op, { token: withoutScope.get(op.scope)!.token, ...(op.body ? { raw: '{' } : {}) })
      assertEnvelope(answer, 403, 'FORBIDDEN')
      assert.ok(answer.body.error.message.includes(op.scope))
      assertHeaders(answer)
    })

    for (const role of callerRoles) {
      test(`shows a ${role} of the tenant no data of other users`, async () => {
        const isRefused = !admits(op, role) || mustNotFind(op, role, await commonSampleOf(op))
        const sample = await (op.method === 'GET' || isRefused ? commonSampleOf(op) : sampleOf(op))
        const sent = { ...sample, token: strangers[role].token }
        const answer = await send(op, sent)
        assertDocumented(op, answer)
        if (!admits(op, role)) {
          assertEnvelope(answer, 403, 'FORBIDDEN')
          if (role === 'PENDING') assert.match(answer.body.error.message, /has not been verified/)
          await assertAudited(op, answer, strangers[role], 'FORBIDDEN')
        } else if (isRefused) assert.ok([403, 404].includes(answer.status), `${answer.status} ${answer.text}`)
        if (role !== 'ADMIN') assert.ok(!restrictedText(answer, sample, role).includes(world.canary), answer.text)
      })
    }

    if (op.params) {
      test('returns the same response for every kind of unknown id', async () => {
        const { id, body, caller } = await commonSampleOf(op)
        const { token } = op.roles && !op.roles.includes('ADMIN') ? caller! : involved.ADMIN
        const unknown = [absentLike(id!), 'inv_1', id!.toUpperCase(), `${id}0`, "x'; drop table users", '%00', 'é😀']
        const answers = await Promise.all(
          unknown.map((wrong) => send(op, { id: encodeURI(wrong).replace('%2500', '%00'), token, body })),
        )
        const texts = answers.map(({ status, text }) => `${status} ${text}`)
        assert.match(texts[0]!, /^404 .*NOT_FOUND/)
        assert.equal(new Set(texts).size, 1, texts.join('\n'))
      })
    }

    if (op.query && 'page' in op.query.shape) {
      test('refuses invalid pages', async () => {
        for (const query of [
          'page=0',
          'page=-1',
          'page=1.5',
          'page=1e3',
          'pageSize=0',
          'pageSize=101',
          'page=1&page=2',
        ]) {
          const answer = await send(op, { token: involved.ADMIN.token, query })
          assertEnvelope(answer, 422, 'UNPROCESSABLE')
          assert.match(answer.body.error.details[0].path[0], /^page/, query)
        }
      })
    }

    malformedBodies(op, () => involved.ADMIN.token)

    if (op.body && !needsBody(op)) {
      test('treats a missing and an empty body as an empty object', async () => {
        const statuses = new Set<number>()
        for (const raw of ['{}', undefined, '']) {
          const { id, caller } = await sampleOf(op)
          const path = pathOf(op, { id })
          statuses.add((await platform.call(op.method, path, { token: caller!.token, raw })).status)
        }
        assert.equal(statuses.size, 1, [...statuses].join())
        assert.ok(!statuses.has(400))
      })
    }

    test('succeeds with a response that matches the contract', async () => {
      const sample = await sampleOf(op)
      const answer = await send(op, { ...sample, token: sample.caller!.token })
      assertSuccess(op, answer)
      await assertAudited(op, answer, sample.caller!, 'OK', sample)
      if (op.cacheSec === undefined) assert.equal(answer.headers.get('cache-control'), 'no-store')
    })
  })
}

for (const op of withoutToken) {
  describe(`${op.method} ${op.path}`, () => {
    malformedBodies(op, () => undefined)

    test('ignores tokens', async () => {
      for (const token of [undefined, 'garbage', foreign.PATIENT.token])
        assertSuccess(op, await send(op, { ...(await sampleOf(op)), token }))
    })
  })
}

test('every operation distinguishes expired from invalid tokens', async () => {
  await platform.advance(3601)
  for (const op of withToken) {
    assertEnvelope(await send(op, { token: expired }), 401, 'token_expired')
    assertEnvelope(await send(op, { token: withWrongSignature(expired) }), 401, 'UNAUTHORIZED')
  }
})

function assertSuccess(op: Operation, answer: Answer): void {
  assert.equal(answer.status, op.status ?? 200, answer.text)
  assert.deepEqual(op.answer.strict().parse(answer.body), answer.body)
  assertHeaders(answer)
}

function assertHeaders({ headers }: Answer): void {
  assert.equal(headers.get('x-api-version'), '1')
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    assert.ok(headers.has(name), name)
}

function malformedBodies(op: Operation, token: () => string | undefined): void {
  if (!op.body) return
  test('refuses each malformed body with the right status', async () => {
    const { id } = await commonSampleOf(op)
    for (const [what, status, raw, headers = {}] of malformedFor(op)) {
      const path = pathOf(op, { id })
      const answer = await platform.call(op.method, path, { token: token(), raw, headers })
      assert.equal(answer.status, status, `${what}: ${answer.text}`)
      assertDocumented(op, answer)
      assert.ok(answer.body.error.code, what)
    }
  })
}

/** Whether the object of a sample is absent for a user of the tenant who takes no part in it. */
const mustNotFind = (op: Operation, role: TableRole, { visibleTo }: Sample): boolean =>
  op.params !== undefined && role !== 'ADMIN' && !visibleTo?.includes(role)
