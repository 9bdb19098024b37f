import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { workerDatabase } from '../../../../testing/sealing.ts'
import { idFloor } from '../../../lib/ids.ts'
import { deleteOldMessages } from './retention.ts'

const DAY_MS = 24 * 3600 * 1000
const KEEP_DAYS = 90
const platform = await startPlatform()
const { owner } = platform
const worker = workerDatabase(platform)

type State = { status?: string; waits?: boolean; leased?: boolean; text?: boolean }

let made = 0
/** Records a message of some days ago. */
async function message(clinic: Awaited<ReturnType<typeof newClinic>>, daysAgo: number, state: State = {}) {
  const { status = 'SENT', waits = false, leased = false, text = false } = state
  const id = idFloor('msg', Date.now() - daysAgo * DAY_MS).slice(0, -6) + String(++made).padStart(6, '0')
  await owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, status, next_at, lease,
       lease_until)
     values ($1, $2, $3, 'APPOINTMENT_CONFIRMED', '{}', 'SERVICE', $4, $5, $6, $7)`,
    [
      ...[clinic.tenantId, id, clinic.patient.id, status],
      ...[waits ? 'infinity' : null, ...(leased ? [crypto.randomUUID(), 'infinity'] : [null, null])],
    ],
  )
  if (text)
    await owner.query(
      `insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body)
       values ($1, $2, 'SMS', '+212600000000', '', 'x')`,
      [clinic.tenantId, id],
    )
  return id
}

const existing = async (ids: string[]): Promise<string[]> =>
  (await owner.query('select id from messages where id = any($1) order by id', [ids])).rows.map(({ id }) => id)

test('deletes ended messages of all organisations beyond the retention, with their texts, and keeps those that wait', async () => {
  const [one, other] = [await newClinic(platform), await newClinic(platform)]
  const old = [
    await message(one, 91, { text: true }),
    await message(one, 400, { status: 'FAILED' }),
    await message(other, 120, { status: 'READ' }),
  ]
  const kept = [
    await message(one, 89, { text: true }),
    await message(one, 200, { status: 'QUEUED', waits: true }),
    await message(other, 200, { leased: true }),
  ]
  assert.equal(await deleteOldMessages(worker, KEEP_DAYS), 3)
  assert.deepEqual(await existing([...old, ...kept]), kept.toSorted())
  const texts = await owner.query('select message_id from sandbox_messages where message_id = any($1)', [
    [...old, ...kept],
  ])
  assert.deepEqual(texts.rows, [{ message_id: kept[0] }])
  assert.equal(await deleteOldMessages(worker, KEEP_DAYS), 0)
})

test('deletes more messages of an organisation than one transaction holds', async () => {
  const { tenantId, patient } = await newClinic(platform)
  const prefix = idFloor('msg', Date.now() - 100 * DAY_MS).slice(0, -6)
  await owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, status, next_at)
     select $1, $3 || lpad(n::text, 6, '0'), $2, 'APPOINTMENT_CONFIRMED', '{}', 'SERVICE', 'SENT', null
     from generate_series(900000, 902500) n`,
    [tenantId, patient.id, prefix],
  )
  assert.equal(await deleteOldMessages(worker, KEEP_DAYS), 2501)
  assert.equal((await owner.query('select from messages where tenant_id = $1', [tenantId])).rowCount, 0)
})
