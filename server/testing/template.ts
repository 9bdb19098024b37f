import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { loadConfig } from '../src/config.ts'
import { openLog } from '../src/log.ts'
import { startServer } from '../src/server.ts'
import { testMasterKeys } from './roles.ts'

/** The database that each test file clones: migrated and seeded, with scheduled tasks switched off. */
export const TEMPLATE = 'medina_template'

export async function makeTemplate(clusterUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: clusterUrl })
  await owner.connect()
  await owner.query(`create database ${TEMPLATE}`)
  await owner.end()
  const url = new URL(clusterUrl)
  url.pathname = TEMPLATE
  const folder = await mkdtemp(join(tmpdir(), 'medina-care-'))
  const { config, secrets } = loadConfig({
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: '19999',
    STORAGE_URL: pathToFileURL(folder).href,
  })
  const server = await startServer(config, { ...secrets, masterKeys: testMasterKeys }, url.href, openLog('silent'))
  await server.stop()
  await rm(folder, { recursive: true })
  await switchTasksOff(url.href)
}

/** Switches the scheduled tasks off, so that tests do not depend on the time of day. */
async function switchTasksOff(templateUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: templateUrl })
  await owner.connect()
  await owner.query(`update jobs set due_at = 'infinity' where due_at is not null`)
  await owner.end()
}
