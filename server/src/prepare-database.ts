import type { Config } from './config.ts'
import { assertUsable } from './db/connect-at-start.ts'
import { assertMigrated, migrate } from './db/migrate.ts'
import { assertKeepsSession, assertKeepsStatements } from './db/poolers.ts'
import { APP_ROLE, rolePasswords, urlAt, urlFor, WORKER_ROLE } from './db/roles.ts'
import { allowReset } from './features/platform/sandbox/kept-tables.ts'
import type { Vault } from './lib/secrets.ts'

/** URLs of the roles with which a server or command signs in. */
export type RoleUrls = { app: string; worker: string }

/** The given URLs, or those of the roles that a migration creates in the owner's database. */
export function roleUrls(
  { databaseAppUrl, databaseWorkerUrl, databasePoolerUrl }: Config,
  vault: Vault,
  ownerUrl: string,
): RoleUrls {
  const passwords = rolePasswords(vault)
  const urls = {
    app: databaseAppUrl ?? urlFor(APP_ROLE, passwords.app, ownerUrl),
    worker: databaseWorkerUrl ?? urlFor(WORKER_ROLE, passwords.worker, ownerUrl),
  }
  // The given URLs may lead to the pooler.
  return databasePoolerUrl ? { app: urlAt(ownerUrl, urls.app), worker: urlAt(ownerUrl, urls.worker) } : urls
}

/**
 * Applies the missing migrations, as the owner.
 * @returns their names
 * @throws {StartError} as `migrate`
 */
export async function migrateDatabase(config: Config, vault: Vault, ownerUrl: string): Promise<string[]> {
  if (config.databaseUrl) await assertKeepsSession(ownerUrl, databaseSetting(config))
  const separate = config.databaseAppUrl !== undefined && config.databaseWorkerUrl !== undefined
  const applied = await migrate(ownerUrl, config.mode, separate ? undefined : rolePasswords(vault))
  if (config.mode === 'sandbox') await allowReset(ownerUrl)
  return applied
}

/**
 * Applies the missing migrations, or with MIGRATE=off only asserts that there are none.
 * @throws {StartError} with one line for the operator
 */
export async function prepareDatabase(config: Config, vault: Vault, ownerUrl: string): Promise<RoleUrls> {
  const urls = roleUrls(config, vault, ownerUrl)
  if (config.migrates) await migrateDatabase(config, vault, ownerUrl)
  else {
    await assertMigrated(urls.app, config.mode)
    await assertKeepsSession(urls.app, databaseSetting(config))
  }
  // Roles that the migration did not set up may be absent, or the wrong ones.
  const given = config.migrates ? [config.databaseAppUrl, config.databaseWorkerUrl] : [urls.app, urls.worker]
  for (const url of given) if (url !== undefined) await assertUsable(url)
  if (config.databasePoolerUrl) await assertKeepsStatements(urlAt(config.databasePoolerUrl, urls.app))
  return urls
}

/** The setting with the URL of the database. */
const databaseSetting = ({ databasePoolerUrl }: Config) => (databasePoolerUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
