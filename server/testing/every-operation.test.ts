import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerRoles, scopes, type TableRole } from '../src/actor.ts'
import { allOperations } from '../src/app.ts'
import { openApi } from '../src/http/openapi.ts'
import { needsBody, type Operation } from '../src/http/operation.ts'
import { newPerson, type Person } from './factories.ts'
import { type Answer, startPlatform } from './harness.ts'
import { malformedFor } from './malformed-bodies.ts'
import { pathOf } from './operation-path.ts'
import type { Sample } from './samples/scene.ts'
import { samplesOf } from './samples.ts'
import { watchTables } from './watch.ts'
import { newWorld } from './world.ts'

/**
 * Tests every operation by its contract, with every kind of caller and malformed request. `samples.ts` has a valid request
 * of each operation; a missing sample fails the run. `without-tenant-filter.test.ts` runs this file again without the
 * application's tenant filter, in shards: every second operation with SHARD=0/2.
 */
const platform = await startPlatform()
const watch = await watchTables(platform)
const world = await newWorld(platform)
const { involved, strangers, foreign } = world
const samples = await samplesOf(platform, world)
const operations = allOperations().map(({ operation }) => operation)
const [shard, shards] = (process.env.SHARD ?? '0/1').split('/').map(Number) as [number, number]
const inShard = operations.filter((_, at) => at % shards === shard)
const withToken = inShard.filter((op) => op.scope !== 'public')
const withoutToken = inShard.filter((op) => op.scope === 'public')

if (process.env.POLICIES === 'off') await removePolicies()

type SentRequest = {
  id?: string
  query?: string
  token?: string | undefined
  body?: unknown
  raw?: string
  headers?: Record<string, string>
}

const send = (op: Operation, sent: SentRequest): Promise<Answer> => {
  const { token, headers = {}, raw } = sent
  const body = raw === undefined && op.body ? { body: sent.body } : {}
  return platform.call(op.method, pathOf(op, sent), { token, headers, raw, ...body })
}

const sampleOf = async (op: Operation): Promise<Sample> => samples[op.name]!()

const common = new Map<Operation, Promise<Sample>>()
/** One sample for all calls of an operation that change nothing: reads and refused calls. */
const commonSampleOf = (op: Operation): Promise<Sample> => common.getOrInsertComputed(op, sampleOf)

const documented = openApi({ operations, endpoints: [], publicUrl: platform.url, sandbox: true, version: '0' })
function assertDocumented(op: Operation, { status, text }: Answer): void {
  const path = documented.paths[op.path]!
  const { responses } = path[op.method.toLowerCase() as keyof typeof path]!
  assert.ok(String(status) in responses, `${op.name} returned ${status}, which openapi.json does not document: ${text}`)
}

/** Asserts that a response contains no canary, and no id of the tenant's records except those in the request. */
function assertNoLeak(sample: Sample, sent: SentRequest, { text }: Answer): void {
  assert.ok(!text.includes(world.canary), `shows a patient's data: ${text}`)
  const given = JSON.stringify([sent.id, sent.query, sent.body, sample.ownIds])
  const ids = [world.tenantId, sample.id, ...callerRoles.map((role) => involved[role].id)]
  for (const id of ids) if (id && !given.includes(id)) assert.ok(!text.includes(id), `shows ${id}: ${text}`)
}

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

      test(`responds to a ${role} of another tenant as if the object were absent`, async () => {
        const sample = await (op.method === 'GET' || op.params ? commonSampleOf(op) : sampleOf(op))
        await watch.reset()
        const sent = { ...sample, token: foreign[role].token }
        const answer = await send(op, sent)
        assertDocumented(op, answer)
        assertNoLeak(sample, sent, answer)
        if (op.params && !(sample.createsAbsent && role === 'ADMIN')) {
          assert.ok([403, 404].includes(answer.status), answer.text)
          await assertAudited(op, answer, foreign[role], answer.body.error.code)
          const absent = await send(op, { ...sent, id: absentLike(sample.id!) })
          assert.equal(`${answer.status} ${answer.text}`, `${absent.status} ${absent.text}`)
        }
        assert.deepEqual(await watch.changes(world.tenantId), [], 'the tenant is unchanged')
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

    test('shows no data of users', async () => {
      const sample = await sampleOf(op)
      assertNoLeak(sample, sample, await send(op, sample))
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

/** Asserts that one audit row has the operation, user, client, outcome, subject and patients. */
async function assertAudited(
  op: Operation,
  answer: Answer,
  caller: NonNullable<Sample['caller']>,
  outcome: string,
  sample?: Sample,
): Promise<void> {
  const { rows } = await platform.owner.query(
    `select operation, outcome, user_id, client_id, subject_id, patient_ids
     from audit_log
     where tenant_id = $1
       and request_id = $2`,
    [caller.tenantId, answer.headers.get('x-request-id')],
  )
  const [{ subject_id, patient_ids, ...row }] = rows
  assert.equal(rows.length, 1)
  assert.deepEqual(row, { operation: op.name, outcome, user_id: caller.id, client_id: caller.clientId })
  if (outcome === 'OK' && op.params) assert.ok(subject_id, 'the audit row names its subject')
  // A page of the audit log shows reads about other patients; its own row names only the requested patient.
  // The test clients have the ids of their users.
  const shown = answer.text.replaceAll(involved.PATIENT.clientId, '')
  const concerned = shown + JSON.stringify(sample?.body ?? {})
  if (outcome === 'OK' && concerned.includes(involved.PATIENT.id)) assert.ok(patient_ids.includes(involved.PATIENT.id))
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

/** Whether the operation's roles include the caller's. Pending professionals are admitted only if the operation names them. */
const admits = ({ roles, scope }: Operation, role: TableRole): boolean =>
  roles ? roles.includes(role) : role !== 'PENDING' || scope === 'token'

/** Whether the object of a sample is absent for a user of the tenant who takes no part in it. */
const mustNotFind = (op: Operation, role: TableRole, { visibleTo }: Sample): boolean =>
  op.params !== undefined && role !== 'ADMIN' && !visibleTo?.includes(role)

/** An unused id of the same kind. */
function absentLike(id: string): string {
  return `${id.slice(0, id.indexOf('_'))}_0123456789ab0123456789abcdef0123`
}

/** Disables row-level security, to prove that this file detects leaks. */
async function removePolicies(): Promise<void> {
  const { rows } = await platform.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await platform.owner.query(`alter table ${name} disable row level security`)
}
