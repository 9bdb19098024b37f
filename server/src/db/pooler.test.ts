import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startChild, tokenAt } from '../../testing/child.ts'
import { eventually } from '../../testing/eventually.ts'
import { asOwner, newDatabase, newFolder } from '../../testing/harness.ts'
import { testAppUrl, testMasterKeys, testWorkerUrl } from '../../testing/roles.ts'

const isInstalled = await promisify(execFile)('pgbouncer', ['--version']).then(
  () => true,
  () => false,
)
const skip = isInstalled ? false : 'PgBouncer is not installed'

/** Starts PgBouncer in session mode, with its defaults. @returns the URL of the database through it */
async function startPooler(databaseUrl: string): Promise<string> {
  const folder = await newFolder()
  const database = new URL(databaseUrl)
  const users = [databaseUrl, testAppUrl(databaseUrl), testWorkerUrl(databaseUrl)].map((text) => {
    const { username, password } = new URL(text)
    return `"${username}" "${decodeURIComponent(password)}"\n`
  })
  const port = String(randomInt(20_000, 32_000))
  await writeFile(join(folder, 'users.txt'), users.join(''))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${decodeURIComponent(database.hostname)} port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
default_pool_size = 30
`,
  )
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0 // PgBouncer refuses to run as root
  const pooler = spawn('pgbouncer', [...(isRoot ? ['-u', 'postgres'] : []), join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  after(async () => {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
  })
  const through = new URL(databaseUrl)
  through.hostname = '127.0.0.1'
  through.port = port
  await eventually(
    () =>
      asOwner(through.href, (owner) => owner.query('select 1')).then(
        () => true,
        () => false,
      ),
    'PgBouncer',
  )
  return through.href
}

test('a server works through PgBouncer in session mode', { skip }, async () => {
  const direct = await newDatabase()
  const child = startChild({
    DATABASE_URL: await startPooler(direct),
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    DATA_DIR: await newFolder(),
    PORT: String(randomInt(20_000, 32_000)),
    PATIENT_BOOKINGS: 'off',
  })
  after(() => child.end('SIGKILL'))
  await child.ready()
  const headers = {
    authorization: `Bearer ${await tokenAt(child.url, 'sandbox-admin')}`,
    'content-type': 'application/json',
  }
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const at = (minutes: number) => new Date(Date.UTC(2034, 0, 1) + minutes * 60_000).toISOString()
      const body = {
        doctorId: 'usr_sandbox_doctor',
        patientId: 'usr_sandbox_patient',
        startTime: at(n * 30),
        endTime: at(n * 30 + 30),
      }
      const answer = await fetch(`${child.url}/api/appointments`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return answer.status
    }),
  )
  assert.deepEqual(new Set(statuses), new Set([201]))
  const sent = () =>
    asOwner(direct, (owner) =>
      owner.query(`select from messages where template_code = 'APPOINTMENT_CREATED' and sent_at is not null`),
    )
  await eventually(async () => (await sent()).rowCount! >= 40, 'the messages about the bookings')

  assert.equal((await fetch(`${child.url}/api/ready`)).status, 200)
  assert.equal(await child.end('SIGTERM'), 0)
})
