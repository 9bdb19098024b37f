import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { asOwner, newDatabase } from '../../../../testing/harness.ts'
import { recordPlans, rowsRead } from '../../../../testing/plans.ts'
import { testWorkerUrl } from '../../../../testing/roles.ts'
import { Database } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import type { Outgoing } from '../../../messages/providers/index.ts'
import { outbox } from './outbox.ts'

// No server runs, because it would collect due receipts itself.
const ownerUrl = await newDatabase()
const executed = await recordPlans(ownerUrl)
const worker = new Database({
  url: testWorkerUrl(ownerUrl),
  poolSize: 8,
  laneCount: 1,
  testClock: true,
  applicationName: 'outbox of a test',
})
after(() => worker.close())
const box = outbox(worker)

const query = (text: string, values: unknown[] = []) =>
  asOwner(ownerUrl, async (owner) => (await owner.query(text, values)).rows)
const advance = (sec: number) =>
  query(
    `insert into test_clock (ahead_by) values ($1 * interval '1 second')
     on conflict (only_row) do update set ahead_by = test_clock.ahead_by + excluded.ahead_by`,
    [sec],
  )

/** A rendered message in the sandbox. */
async function message(fields: Partial<Outgoing> = {}): Promise<Outgoing> {
  const tenantId = fields.tenantId ?? 'ten_sandbox'
  const messageId = newId('msg')
  await query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, next_at)
     select $1, $2, id, 'ORDER_READY', '{}', 'SERVICE', null from users where tenant_id = $1 order by id limit 1`,
    [tenantId, messageId],
  )
  return {
    tenantId,
    messageId,
    recipientUserId: null,
    templateCode: 'ORDER_READY',
    about: [],
    channel: 'SMS',
    to: '+212612345678',
    language: 'ar',
    subject: '',
    text: 'طلبك جاهز',
    html: '',
    parameters: [],
    ...fields,
  }
}

test('a repeated message is stored once for each channel', async () => {
  const sms = await message()
  const email: Outgoing = { ...sms, channel: 'EMAIL', to: 'a@example.ma', subject: 'طلبك' }
  for (const one of [sms, sms, email, sms]) await box.keep(one, undefined)
  const rows = await query(
    'select channel, recipient, subject, body, receipt from sandbox_messages where message_id = $1 order by channel',
    [sms.messageId],
  )
  assert.deepEqual(rows, [
    { channel: 'EMAIL', recipient: 'a@example.ma', subject: 'طلبك', body: 'طلبك جاهز', receipt: null },
    { channel: 'SMS', recipient: '+212612345678', subject: '', body: 'طلبك جاهز', receipt: null },
  ])
  assert.deepEqual(await box.due(), [], 'it has no simulated receipt')
})

test('simulated receipts become due in business time, for all tenants', async () => {
  const [now, soon, later] = [await message(), await message({ tenantId: 'ten_sandbox_b' }), await message()]
  await box.keep(now, { status: 'DELIVERED', afterSec: 0 })
  await box.keep(soon, { status: 'READ', afterSec: 60 })
  await box.keep(later, { status: 'FAILED', afterSec: 3600 })
  const due = async () => {
    const all = await box.due()
    await box.forget(all)
    return all.map(({ messageId, channel, status }) => [messageId, channel, status])
  }
  assert.deepEqual(await due(), [[now.messageId, 'SMS', 'DELIVERED']])
  assert.deepEqual(await due(), [])
  await advance(61)
  assert.deepEqual(await due(), [[soon.messageId, 'SMS', 'READ']])
  await advance(3600)
  assert.deepEqual(await due(), [[later.messageId, 'SMS', 'FAILED']])
})

test('receipts stay due until they are removed, and concurrent calls do not block each other', async () => {
  const messages = await Promise.all(Array.from({ length: 10 }, () => message()))
  for (const one of messages) await box.keep(one, { status: 'DELIVERED', afterSec: 0 })
  const ids = messages.map(({ messageId }) => messageId)
  const dueIds = async () => (await box.due()).map(({ messageId }) => messageId).sort()
  for (let n = 0; n < 2; n++) assert.deepEqual(await dueIds(), ids.toSorted())
  await asOwner(ownerUrl, async (other) => {
    await other.query('begin')
    await other.query('select from sandbox_messages where message_id = any ($1) for update', [ids.slice(0, 4)])
    await box.forget(await box.due())
    assert.deepEqual(await dueIds(), ids.slice(0, 4).sort())
    await other.query('rollback')
  })
  const rest = await box.due()
  await Promise.all(Array.from({ length: 20 }, () => box.forget(rest)))
  assert.deepEqual(await dueIds(), [])
})

test('storing a message reads no other one, even if its plan is made for few messages', async () => {
  const messages = [await message(), await message(), await message()]
  await query('analyze messages')
  executed.length = 0
  for (const one of messages) await box.keep(one, undefined)
  const checks = executed.filter(({ statement }) => /"messages" .* FOR KEY SHARE/.test(statement))
  assert.deepEqual(
    checks.map(({ plan }) => rowsRead(plan, 'messages')),
    [1, 1, 1],
  )
})
