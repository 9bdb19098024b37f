import { loadConfig } from './config.ts'
import { StartError, shownFailure } from './db/start-error.ts'
import { Vault } from './lib/secrets.ts'
import { migrateDatabase } from './prepare-database.ts'

/**
 * `npm run migrate`: applies the missing migrations with the servers' environment, before servers that run with MIGRATE=off are
 * started or replaced. Exit code: 0 if none is missing any more, else 1.
 */
async function main(): Promise<void> {
  const { config, secrets } = loadConfig(process.env)
  if (!config.databaseUrl || !secrets.masterKeys)
    throw new StartError(
      'Set DATABASE_URL and MASTER_KEY to the values that the servers use. A server with an embedded database migrates it at start.',
    )
  const applied = await migrateDatabase(config, new Vault(secrets.masterKeys), config.databaseUrl)
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
}

main().catch((error) => {
  console.error(shownFailure(error))
  process.exitCode = 1
})
