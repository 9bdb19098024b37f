import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { type Child, startChild, untilDisconnected } from '../../../../../testing/child.ts'
import { eventually } from '../../../../../testing/eventually.ts'
import { newDatabase } from '../../../../../testing/harness.ts'
import { testMasterKeys } from '../../../../../testing/roles.ts'

const ownerUrl = await newDatabase()
const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
after(() => owner.end())
const dataDir = await mkdtemp(join(tmpdir(), 'medina-collecting-'))
after(() => rm(dataDir, { recursive: true, force: true }))

async function start(): Promise<Child> {
  const child = startChild({
    DATABASE_URL: ownerUrl,
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    DATA_DIR: dataDir,
    PORT: String(randomInt(20_000, 32_000)),
    DATABASE_TIMEOUT_SEC: '60',
  })
  after(() => child.end('SIGKILL'))
  await child.ready()
  return child
}

/** Inserts a sent message. @returns its id */
async function insertSentMessage(): Promise<string> {
  const { rows } = await owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, status, channel, language,
       provider, provider_message_id, next_at, sent_at)
     select 'ten_sandbox', id, 'usr_sandbox_patient', 'ORDER_READY', '{}', 'SERVICE', 'SENT', 'SMS', 'fr',
       'embedded', 'kept_' || id || '_SMS', null, now()
     from new_id('msg') as id
     returning id`,
  )
  return rows[0].id
}

const statusOf = async (id: string) =>
  (await owner.query('select status from messages where id = $1', [id])).rows[0].status

test('a receipt that a killed server did not record is collected by the next server', async () => {
  const first = await start()
  const id = await insertSentMessage()
  const holding = new pg.Client({ connectionString: ownerUrl })
  await holding.connect()
  after(() => holding.end())
  await holding.query('begin')
  await holding.query('select from messages where id = $1 for no key update', [id])
  await owner.query(
    `insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body, receipt, receipt_at)
     values ('ten_sandbox', $1, 'SMS', '+212612345678', '', 'Prêt', 'DELIVERED', now())`,
    [id],
  )
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => (await owner.query(`select ${waiting}`)).rowCount === 1, 'the server to record it')
  await first.end('SIGKILL')
  await owner.query(`select pg_terminate_backend(pid) ${waiting}`) // otherwise it would still record the receipt
  await holding.query('rollback')
  await untilDisconnected(owner)
  assert.equal(await statusOf(id), 'SENT')

  const second = await start()
  await eventually(async () => (await statusOf(id)) === 'DELIVERED', 'it to be delivered')
  assert.equal(await second.end('SIGTERM'), 0)
  const { rows } = await owner.query('select receipt_at from sandbox_messages where message_id = $1', [id])
  assert.deepEqual(rows, [{ receipt_at: null }], 'the receipt is not passed on again')
})
