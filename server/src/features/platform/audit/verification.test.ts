import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { sealAll, verify, workerDatabase, writeRows } from '../../../../testing/sealing.ts'

const platform = await startPlatform()
const { owner } = platform
const worker = workerDatabase(platform)

type Verification = {
  seals: number
  entries: number
  faults: { kind: string; subject: string }[]
  head: string | null
  sealedAt: string | null
  nextCursor: string | null
}

async function newAdministrator() {
  const tenantId = await newTenant(platform)
  return newPerson(platform, tenantId, 'ADMIN')
}
type Administrator = Awaited<ReturnType<typeof newAdministrator>>

const step = async ({ token }: Administrator, query = ''): Promise<Verification> => {
  const answer = await platform.call('GET', `/api/audit/verification?${query}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.verification
}

/** All steps of a verification. */
async function verifyAll(admin: Administrator): Promise<Verification[]> {
  const steps = [await step(admin)]
  while (steps.at(-1)!.nextCursor) steps.push(await step(admin, `cursor=${steps.at(-1)!.nextCursor}`))
  return steps
}

const faultsOf = (steps: Verification[]) =>
  steps.flatMap(({ faults }) =>
    faults.map(({ kind, subject }) => `${subject} ${kind.toLowerCase().replaceAll('_', ' ')}`),
  )

/** Entries in `count` seals. @returns their ids, seal by seal */
async function sealTimes({ tenantId }: Administrator, count: number): Promise<string[][]> {
  const seals: string[][] = []
  for (let n = 0; n < count; n++) {
    seals.push(await writeRows(platform, tenantId, 3))
    await sealAll(worker)
  }
  return seals
}

test('verifies ten seals a call, and continues with the cursor to the head', async () => {
  const admin = await newAdministrator()
  await sealTimes(admin, 22)
  const steps = await verifyAll(admin)
  const { report } = await verify(platform, admin.tenantId)
  assert.ok(steps.length >= 3 && steps.every(({ seals }) => seals <= 10), `${steps.length} calls`)
  assert.deepEqual(faultsOf(steps), [])
  assert.equal(steps.at(-1)!.head, `${admin.tenantId}:${report.head!.n}:${report.head!.hash}`)
  assert.ok(Math.abs(Date.parse(steps.at(-1)!.sealedAt!) - Date.now()) < 600_000)
  const sum = (count: (one: Verification) => number) => steps.reduce((total, one) => total + count(one), 0)
  assert.equal(
    sum(({ seals }) => seals),
    report.seals,
  )
  assert.equal(
    sum(({ entries }) => entries),
    report.rows,
  )
})

test('an organisation without seals has nothing to verify', async () => {
  const { seals, entries, faults, head, nextCursor } = await step(await newAdministrator())
  if (head === null)
    assert.deepEqual({ seals, entries, faults, nextCursor }, { seals: 0, entries: 0, faults: [], nextCursor: null })
})

test('names changed and removed entries and seals, as the command does', async () => {
  const admin = await newAdministrator()
  const { tenantId } = admin
  const seals = await sealTimes(admin, 14)
  await owner.query(`update audit_log set user_id = 'usr_innocent' where id = $1`, [seals[1]![1]])
  await owner.query('delete from audit_log where id = $1', [seals[12]![0]])
  await owner.query('update audit_seals set previous = sha256(previous) where tenant_id = $1 and n = 11', [tenantId])
  await owner.query('delete from audit_seals where tenant_id = $1 and n = 5', [tenantId])
  const found = faultsOf(await verifyAll(admin))
  assert.ok(found.includes(`${seals[1]![1]} edited`), found.join())
  assert.ok(found.includes(`${seals[12]![0]} removed`))
  assert.ok(found.includes('seal 11 seal edited'))
  assert.ok(found.includes('seal 5 seal removed'))
  const ofCommand = (await verify(platform, tenantId)).faults.filter((fault) => !fault.endsWith('inserted'))
  assert.deepEqual(
    found.filter((fault) => ofCommand.includes(fault)),
    ofCommand,
  )
})

test('a seal that was replaced between two calls does not continue the chain', async () => {
  const admin = await newAdministrator()
  await sealTimes(admin, 12)
  const { nextCursor } = await step(admin)
  await owner.query('update audit_seals set previous = sha256(previous) where tenant_id = $1 and n = 11', [
    admin.tenantId,
  ])
  const { faults } = await step(admin, `cursor=${nextCursor}`)
  assert.ok(faults.some(({ subject }) => subject === 'seal 10'))
})

test('only administrators verify, only their own organisation, and only with its cursors', async () => {
  const [admin, other] = [await newAdministrator(), await newAdministrator()]
  await sealTimes(admin, 11)
  const { nextCursor } = await step(admin)
  for (const cursor of [nextCursor, 'AAAA']) {
    const answer = await platform.call('GET', `/api/audit/verification?cursor=${cursor}`, { token: other.token })
    assert.deepEqual([answer.status, answer.body.error.details[0].path], [422, ['cursor']])
  }
  assert.ok(!(await step(other)).head?.includes(admin.tenantId))
  const doctor = await newPerson(platform, admin.tenantId, 'DOCTOR')
  assert.equal((await platform.call('GET', '/api/audit/verification', { token: doctor.token })).status, 403)
})

test('entries that the operator dropped are no fault with keptSince', async () => {
  const admin = await newAdministrator()
  const [first] = await sealTimes(admin, 1)
  await owner.query('delete from audit_log where id = any($1)', [first])
  assert.equal((await step(admin)).faults.length, 3)
  assert.equal((await step(admin, `keptSince=${new Date(Date.now() + 60_000).toISOString()}`)).faults.length, 0)
})
