import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { pathOf } from '../../../../testing/operation-path.ts'
import type { Sample } from '../../../../testing/samples/scene.ts'
import { samplesOf } from '../../../../testing/samples.ts'
import { newWorld } from '../../../../testing/world.ts'
import { allOperations } from '../../../app.ts'
import type { Operation } from '../../../http/operation.ts'

/** Every operation, called with the id of a merged record and with the id of the survivor. */
const platform = await startPlatform()
const { call } = platform
const world = await newWorld(platform)
const { ADMIN: admin, PATIENT: survivor } = world.involved
const mergedPerson = await newPerson(platform, world.tenantId, 'PATIENT')
const merged = await call('POST', `/api/patients/${survivor.id}/merge`, {
  token: admin.token,
  body: { otherId: mergedPerson.id, reason: 'Registered twice', loginOf: survivor.id },
})
assert.equal(merged.status, 200, merged.text)
// Allows the client of the merged record to act, as the owner of the login must do after a merge.
await platform.owner.query('update clients set acting_allowed_at = now() where id = $1', [mergedPerson.clientId])
const samples = await samplesOf(platform, world)
const operations = allOperations().map(({ operation }) => operation)

/** Their answers keep the old id: signed bytes, the audit log, and merges. */
const showEarlierIds = ['listEvents', 'readEvent', 'listAudit', 'listMerges']
/** Operations that would remove the data or change the clock of the other tests. */
const EXCLUDED = ['resetSandbox', 'moveClock', 'readClock']

const send = (op: Operation, sample: Sample): Promise<Answer> =>
  call(op.method, pathOf(op, sample), {
    token: op.scope === 'public' ? undefined : sample.caller?.token,
    ...(op.body && { body: sample.body }),
  })

/** The same request with the id of the merged record, and with the token of its client unless the request needs a session. */
function byOldId({ caller, ...request }: Sample): Sample {
  const renamed = JSON.parse(JSON.stringify(request).replaceAll(survivor.id, mergedPerson.id)) as Sample
  return { ...renamed, ...(caller && { caller: caller.token === survivor.token ? mergedPerson : caller }) }
}

/** An answer without the parts that change between two reads: signed URLs, the state of messages, and cursors. */
const comparable = ({ status, text }: Answer): string =>
  `${status} ${text}`
    .replaceAll(/("url":"[^"]*signature=[^"]*"),"expiresAt":"[^"]*"/g, '$1') // a second may pass between two reads
    .replaceAll(/eyJ[\w.-]+|[?&](expires|signature)=[\w-]+/g, '…')
    .replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":…')
    .replaceAll(/"(channel|language|status|providerMessageId|\w+edAt|sentAt|readAt)":("[^"]*"|null)/g, '"$1":…')

/** The ids of users in an answer; a test's client is named after its first user. */
const usersIn = ({ text }: Answer): string => text.replaceAll(/client-usr_\w+/g, 'client')

for (const op of operations.filter(({ name }) => !EXCLUDED.includes(name)))
  test(`${op.name}: the id of a merged record refers to the survivor`, async () => {
    const sample = await samples[op.name]!()
    const names = JSON.stringify({ ...sample, caller: sample.caller?.id }).includes(survivor.id)
    if (!names) return
    const answer = await send(op, byOldId(sample))
    assert.ok(answer.status < 300, `${answer.status} ${answer.text}`)
    if (!showEarlierIds.includes(op.name))
      assert.ok(!usersIn(answer).includes(mergedPerson.id), `shows the old id: ${answer.text}`)
    if (op.method !== 'GET' || op.name === 'listAudit') return // each call adds a row to the audit log
    const bothAnswers = async () => [comparable(await send(op, byOldId(sample))), comparable(await send(op, sample))]
    // Messages are sent meanwhile.
    if (op.name === 'listKeptMessages')
      return eventually(async () => new Set(await bothAnswers()).size === 1, 'both ids show the same messages')
    assert.equal(comparable(answer), comparable(await send(op, sample)))
  })

/** The filters of an operation that take the id of a user, or of any record. */
const filtersOf = ({ query }: Operation): string[] =>
  Object.entries(query?.shape ?? {}).flatMap(([name, schema]) =>
    name !== 'cursor' && schema.safeParse(survivor.id).success ? [name] : [],
  )

const filtered = operations
  .filter(({ scope }) => scope !== 'public')
  .flatMap((op) => filtersOf(op).map((name) => ({ op, name })))

test('lists filtered by the id of a merged record show the same rows as lists filtered by the id of the survivor', async () => {
  assert.ok(filtered.length >= 12, String(filtered.length))
  for (const { op, name } of filtered) {
    const sample = await samples[op.name]!()
    const caller = sample.caller?.id === survivor.id ? survivor : admin
    const filteredBy = (id: string) => send(op, { ...sample, caller, query: `${name}=${id}` })
    // Messages are sent meanwhile.
    if (op.name === 'listKeptMessages') {
      const same = async () =>
        comparable(await filteredBy(mergedPerson.id)) === comparable(await filteredBy(survivor.id))
      await eventually(same, 'both ids show the same messages')
      continue
    }
    const [answer, expected] = [await filteredBy(mergedPerson.id), await filteredBy(survivor.id)]
    if (op.name === 'listAudit') {
      // The second search also finds the audit row of the first.
      assert.ok(expected.body.pagination.total - answer.body.pagination.total <= 1)
      continue
    }
    assert.equal(comparable(answer), comparable(expected), `${op.name}?${name}`)
  }
})
