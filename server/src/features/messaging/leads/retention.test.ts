import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { workerDatabase } from '../../../../testing/sealing.ts'
import { idFloor } from '../../../lib/ids.ts'
import { deleteOldLeads } from './retention.ts'

const DAY_MS = 24 * 3600 * 1000
const KEEP_DAYS = 90
const platform = await startPlatform()
const { owner } = platform
const worker = workerDatabase(platform)

let made = 0
async function lead(tenantId: string, daysAgo: number): Promise<string> {
  const id = idFloor('lead', Date.now() - daysAgo * DAY_MS).slice(0, -6) + String(++made).padStart(6, '0')
  await owner.query(`insert into leads (tenant_id, id, name, email, source) values ($1, $2, 'Lead', $3, 'TEST')`, [
    tenantId,
    id,
    `${id}@lead.example`,
  ])
  return id
}

async function message(tenantId: string, leadId: string, nextAt: string | null): Promise<void> {
  const id = `msg_of_${leadId}`
  await owner.query(
    `insert into messages (tenant_id, id, lead_id, to_name, to_email, to_language, template_code, variables, purpose, status, next_at)
     values ($1, $2, $3, 'Lead', 'lead@example.com', 'fr', 'WELCOME', '{}', 'MARKETING', 'SENT', $4)`,
    [tenantId, id, leadId, nextAt],
  )
  await owner.query(
    `insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body)
     values ($1, $2, 'EMAIL', 'lead@example.com', '', 'x')`,
    [tenantId, id],
  )
}

const enrol = (tenantId: string, leadId: string, state: string, reason: string | null, userId: string) =>
  owner.query(
    `with campaign as (
       insert into campaigns (tenant_id, id, name, steps, steps_made)
       values ($1, 'cmp_of_' || $2, 'Campaign', '[{"step": 1, "delayHours": 1000000, "templateCode": "WELCOME"}]', 1)
       returning id)
     insert into campaign_enrolments (tenant_id, id, campaign_id, lead_id, state, stop_reason, since, enrolled_by, ended_at)
     select $1, 'enr_of_' || $2, id, $2, $3, $4, now(), $5, case when $3 <> 'ACTIVE' then now() end from campaign`,
    [tenantId, leadId, state, reason, userId],
  )

const reply = (tenantId: string, leadId: string, stop: boolean) =>
  owner.query(
    `insert into message_replies (tenant_id, id, provider, provider_reply_id, channel, from_phone, lead_id, text, stop)
     values ($1, 'rpl_of_' || $2, 'test', $2, 'SMS', '+212600000000', $2, 'x', $3)`,
    [tenantId, leadId, stop],
  )

const existing = async (table: string, tenantId: string): Promise<string[]> =>
  (await owner.query(`select * from ${table} where tenant_id = $1 order by 2`, [tenantId])).rows.map(
    (row) => row.lead_id ?? row.id,
  )

test('deletes leads beyond the retention with all that belongs to them, and keeps those that are still needed', async () => {
  const { tenantId, admin } = await newClinic(platform)
  const other = await newClinic(platform)
  const [alone, contacted, answered, ended] = [
    await lead(tenantId, 91),
    await lead(tenantId, 200),
    await lead(tenantId, 200),
    await lead(tenantId, 200),
  ]
  await message(tenantId, contacted, null)
  await reply(tenantId, answered, false)
  await enrol(tenantId, ended, 'COMPLETED', null, admin.id)
  const [young, waiting, active, optedOut, stopped] = [
    await lead(tenantId, 89),
    await lead(tenantId, 200),
    await lead(tenantId, 200),
    await lead(tenantId, 200),
    await lead(tenantId, 200),
  ]
  await message(tenantId, waiting, 'infinity')
  await enrol(tenantId, active, 'ACTIVE', null, admin.id)
  await reply(tenantId, optedOut, true)
  await enrol(tenantId, stopped, 'STOPPED', 'OPTED_OUT', admin.id)
  // The same state in another organisation keeps no lead here.
  const theirs = await lead(other.tenantId, 89)
  await message(other.tenantId, theirs, 'infinity')

  assert.equal(await deleteOldLeads(worker, KEEP_DAYS), 4)
  assert.deepEqual(
    await existing('leads', tenantId),
    [young, waiting, active, optedOut, stopped].toSorted(),
    `${alone} ${contacted} ${answered} ${ended} were to be deleted`,
  )
  assert.deepEqual(await existing('messages', tenantId), [waiting])
  assert.deepEqual(await existing('message_replies', tenantId), [optedOut])
  assert.deepEqual((await existing('campaign_enrolments', tenantId)).toSorted(), [active, stopped].toSorted())
  const texts = await owner.query('select message_id from sandbox_messages where tenant_id = $1', [tenantId])
  assert.deepEqual(texts.rows, [{ message_id: `msg_of_${waiting}` }])
  assert.deepEqual(await existing('leads', other.tenantId), [theirs])
  assert.equal(await deleteOldLeads(worker, KEEP_DAYS), 0)
})

test('deletes more leads than one transaction holds', async () => {
  const { tenantId } = await newClinic(platform)
  const prefix = idFloor('lead', Date.now() - 100 * DAY_MS).slice(0, -6)
  await owner.query(
    `insert into leads (tenant_id, id, name, email, source)
     select $1, $2 || lpad(n::text, 6, '0'), 'Lead', n || '@lead.example', 'TEST' from generate_series(900000, 900500) n`,
    [tenantId, prefix],
  )
  assert.equal(await deleteOldLeads(worker, KEEP_DAYS), 501)
})
