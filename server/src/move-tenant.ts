import { readFile } from 'node:fs/promises'
import { parseArgs, parseEnv } from 'node:util'
import { lineOf } from './backup/failure.ts'
import { loadConfig } from './config.ts'
import { StartError } from './db/start-error.ts'
import { tenants as sandboxTenants } from './features/platform/sandbox/tenants.ts'
import { Vault } from './lib/secrets.ts'
import { keyInDataDir } from './master-key.ts'
import { type Cell, closeCell, openCell } from './moving/cell.ts'
import { cancelMove, type Moved, moveTenant } from './moving/move.ts'
import { roleUrls } from './prepare-database.ts'

const USAGE = 'npm run move-tenant -- TENANT --to ENVIRONMENT_FILE [--cancel]'

/**
 * `npm run move-tenant`: moves an organisation from this installation, whose environment it has, to another one, whose
 * environment is in a file of lines NAME=value. Both keep running.
 */
async function main(): Promise<void> {
  const { tenantId, to, cancel } = options()
  if (sandboxTenants.some(({ id }) => id === tenantId))
    throw new StartError(`${tenantId} is part of every sandbox and cannot leave it.`)
  const source = await open(process.env)
  try {
    const target = await open(await readEnvironment(to))
    const stop = () => void target.admin.end() // the next statement fails, and the organisation is released
    process.once('SIGINT', stop).once('SIGTERM', stop)
    try {
      if (!cancel) return print(target, tenantId, await moveTenant(source, target, tenantId, console.log))
      await cancelMove(source, target, tenantId)
      console.log(`${tenantId} is served here again.`)
    } finally {
      await closeCell(target)
    }
  } finally {
    await closeCell(source)
  }
}

function options(): { tenantId: string; to: string; cancel: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { to: { type: 'string' }, cancel: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [tenantId] = positionals
    if (positionals.length === 1 && tenantId && values.to) return { tenantId, to: values.to, cancel: values.cancel }
  } catch {} // parseArgs throws TypeErrors; the usage explains any of them
  throw new StartError(USAGE)
}

async function readEnvironment(path: string): Promise<NodeJS.ProcessEnv> {
  return parseEnv(await readFile(path, 'utf8'))
}

async function open(env: NodeJS.ProcessEnv): Promise<Cell> {
  const { config, secrets } = loadConfig(env)
  const vault = new Vault(secrets.masterKeys ?? (await keyInDataDir(config)))
  if (!config.databaseUrl)
    throw new StartError(`${config.publicUrl} has no DATABASE_URL. Organisations move only between external databases.`)
  return openCell(config, vault, roleUrls(config, vault, config.databaseUrl))
}

function print({ config }: Cell, tenantId: string, moved: Moved): void {
  const { tables, rows, files, joinedLogins, frozenMs, filesLeft } = moved
  console.log(
    `${tenantId} is now at ${config.publicUrl}: ${rows} rows of ${tables} tables and ${files} files, compared.`,
  )
  if (frozenMs !== undefined) console.log(`It could not be used for ${(frozenMs / 1000).toFixed(1)} s.`)
  if (joinedLogins > 0) console.log(`${joinedLogins} logins were joined with those of the same address there.`)
  if (filesLeft > 0) console.log(`${filesLeft} files could not be removed here.`)
}

main().catch((error) => {
  console.error(lineOf(error))
  process.exitCode = 1
})
