import { parseCrontab } from 'graphile-worker'
import pg from 'pg'
import { loadConfig } from '../config.ts'
import { APP_ROLE, rolePasswords, urlFor, WORKER_ROLE } from '../db/roles.ts'
import { crontab, sandboxCrontab } from '../jobs/schedule.ts'
import { Vault } from '../lib/secrets.ts'
import { openLog } from '../log.ts'
import { startServer } from '../server.ts'

/** The database that each test file clones: migrated and seeded, with nobody connected and no task that runs by itself. */
export const TEMPLATE = 'medina_template'

export const testMasterKeys = [Buffer.alloc(32, 'test master key')]

/** A test database's address for the application's role. */
export const testAppUrl = (ownerUrl: string): string =>
  urlFor(APP_ROLE, rolePasswords(new Vault(testMasterKeys)).app, ownerUrl)

/** The same for the worker's role. */
export const testWorkerUrl = (ownerUrl: string): string =>
  urlFor(WORKER_ROLE, rolePasswords(new Vault(testMasterKeys)).worker, ownerUrl)

export async function makeTemplate(clusterUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: clusterUrl })
  await owner.connect()
  await owner.query(`create database ${TEMPLATE}`)
  await owner.end()
  const url = new URL(clusterUrl)
  url.pathname = TEMPLATE
  const { config, secrets } = loadConfig({ LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '19999' })
  const server = await startServer(config, { ...secrets, masterKeys: testMasterKeys }, url.href, openLog('silent'))
  await server.stop()
  await endCadences(url.href)
}

/** No task runs by the clock on the wall, or what a test sees would depend on the minute at which it looks. */
async function endCadences(templateUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: templateUrl })
  await owner.connect()
  await owner.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select identifier, now(), 'infinity'
     from unnest($1::text[]) identifier
     on conflict (identifier) do update set last_execution = excluded.last_execution`,
    [parseCrontab(crontab + sandboxCrontab).map(({ identifier }) => identifier)],
  )
  await owner.end()
}
