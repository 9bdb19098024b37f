import { loadConfig } from './config.ts'
import { Database } from './db/database.ts'
import { assertModeAt } from './db/mode.ts'
import { APP_ROLE, rolePasswords, urlFor } from './db/roles.ts'
import { StartError } from './db/start-error.ts'
import { KeyRing } from './http/key-ring.ts'
import { Vault } from './lib/secrets.ts'

/** `npm run rotate-signing-key`: publishes a new key that signs access tokens. Servers keep running. */
async function rotate(): Promise<void> {
  const { config, secrets } = loadConfig(process.env)
  if (!config.databaseUrl || !secrets.masterKeys)
    throw new StartError('Set DATABASE_URL and MASTER_KEY to the values that the servers use.')
  await assertModeAt(config.databaseUrl, config.mode)
  const vault = new Vault(secrets.masterKeys)
  const database = new Database({
    url: config.databaseAppUrl ?? urlFor(APP_ROLE, rolePasswords(vault).app, config.databaseUrl),
    poolSize: 1,
    laneCount: 1,
    testClock: false,
    applicationName: 'medina-care rotate-signing-key',
  })
  try {
    const kid = await (await KeyRing.open(database, vault)).rotate()
    console.log(
      `Published the key ${kid}. It signs tokens in ten minutes. The previous key verifies tokens for two hours after that.`,
    )
  } finally {
    await database.close()
  }
}

rotate().catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
