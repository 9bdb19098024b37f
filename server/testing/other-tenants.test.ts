import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerRoles, type TableRole } from '../src/actor.ts'
import type { Platform } from './harness.ts'
import { absentLike, admits, startOperationCalls } from './operation-calls.ts'
import { watchTables } from './watch.ts'

/**
 * Calls every operation with the tokens of another tenant, and public operations without one. `without-tenant-filter.test.ts`
 * runs this file again without the application's tenant filter, the second time without policies and only every sixth operation
 * (EVERY=6), to prove that it detects leaks.
 */
const { platform, world, withToken, withoutToken, sampleOf, commonSampleOf, send, ...asserts } =
  await startOperationCalls()
const { assertAudited, assertDocumented, assertNoLeak } = asserts
const watch = await watchTables(platform)

if (process.env.POLICIES === 'off') await removePolicies(platform)
const every = Number(process.env.EVERY ?? 1)

for (const op of withToken.filter((_, at) => at % every === 0)) {
  for (const role of callerRoles.filter((role) => admits(op, role)))
    test(`${op.method} ${op.path} responds to a ${role} of another tenant as if the object were absent`, async () => {
      const caller = world.foreign[role]
      const sample = await (op.method === 'GET' || op.params ? commonSampleOf(op) : sampleOf(op))
      await watch.reset()
      const sent = { ...sample, token: caller.token }
      const answer = await send(op, sent)
      assertDocumented(op, answer)
      assertNoLeak(sample, sent, answer)
      if (op.params && !(sample.createsAbsent && role === 'ADMIN')) {
        assert.ok([403, 404].includes(answer.status), answer.text)
        await assertAudited(op, answer, caller, answer.body.error.code)
        const absent = await send(op, { ...sent, id: absentLike(sample.id!) })
        assert.equal(`${answer.status} ${answer.text}`, `${absent.status} ${absent.text}`)
      }
      assert.deepEqual(await watch.changes(world.tenantId), [], 'the tenant is unchanged')
    })

  test(`${op.method} ${op.path} refuses the other roles of another tenant`, async () => {
    const sample = await commonSampleOf(op)
    await watch.reset()
    const refuse = async (role: TableRole) => {
      const caller = world.foreign[role]
      const sent = { ...sample, token: caller.token }
      const answer = await send(op, sent)
      assert.equal(answer.status, 403, answer.text)
      assertDocumented(op, answer)
      assertNoLeak(sample, sent, answer)
      await assertAudited(op, answer, caller, 'FORBIDDEN')
    }
    await Promise.all(callerRoles.filter((role) => !admits(op, role)).map(refuse))
    assert.deepEqual(await watch.changes(world.tenantId), [], 'the tenant is unchanged')
  })
}

for (const op of withoutToken)
  test(`${op.method} ${op.path} shows no data of users without a token`, async () => {
    const sample = await sampleOf(op)
    assertNoLeak(sample, sample, await send(op, sample))
  })

/** Disables row-level security. */
async function removePolicies({ owner }: Platform): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`)
}
