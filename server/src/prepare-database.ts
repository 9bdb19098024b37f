import type { Config } from './config.ts'
import { assertUsable } from './db/connect-at-start.ts'
import { assertMigrated, migrate } from './db/migrate.ts'
import { APP_ROLE, rolePasswords, urlFor, WORKER_ROLE } from './db/roles.ts'
import { allowReset } from './features/platform/sandbox/kept-tables.ts'
import type { Vault } from './lib/secrets.ts'

/** URLs of the roles with which a server or command signs in. */
export type RoleUrls = { app: string; worker: string }

/** The given URLs, or those of the roles that a migration creates in the owner's database. */
export function roleUrls({ databaseAppUrl, databaseWorkerUrl }: Config, vault: Vault, ownerUrl: string): RoleUrls {
  const passwords = rolePasswords(vault)
  return {
    app: databaseAppUrl ?? urlFor(APP_ROLE, passwords.app, ownerUrl),
    worker: databaseWorkerUrl ?? urlFor(WORKER_ROLE, passwords.worker, ownerUrl),
  }
}

/**
 * Applies the missing migrations, as the owner.
 * @returns their names
 * @throws {StartError} as `migrate`
 */
export async function migrateDatabase(config: Config, vault: Vault, ownerUrl: string): Promise<string[]> {
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
  else await assertMigrated(urls.app, config.mode)
  // Roles that the migration did not set up may be absent, or the wrong ones.
  const given = config.migrates ? [config.databaseAppUrl, config.databaseWorkerUrl] : [urls.app, urls.worker]
  for (const url of given) if (url !== undefined) await assertUsable(url)
  return urls
}
