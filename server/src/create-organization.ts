import { parseArgs } from 'node:util'
import { z } from 'zod'
import { plans, scopes } from './actor.ts'
import { type Config, loadConfig } from './config.ts'
import { Database } from './db/database.ts'
import { startEmbedded } from './db/embedded/start.ts'
import { StartError, shownFailure } from './db/start-error.ts'
import { ApiError } from './errors.ts'
import { createOrganization, type NewOrganization } from './features/platform/access-requests/create-organization.ts'
import { planFault } from './features/platform/access-requests/rules.ts'
import { renewSecret } from './features/platform/clients/actions.ts'
import { faultsOf, zodMessages } from './http/validate.ts'
import { emailAddress, properName } from './lib/fields.ts'
import { newId } from './lib/ids.ts'
import { Vault } from './lib/secrets.ts'
import { sandboxMasterKey } from './master-key.ts'
import { prepareDatabase } from './prepare-database.ts'

const USAGE = `npm run create-organization -- --name "Clinique Atlas" --plan PRO --admin-name "Salma Idrissi" --admin-email salma@clinique-atlas.example`

/**
 * `npm run create-organization`: creates an organisation with an administrator and a client with all scopes. Servers may keep
 * running. In production the first organisation can only be created this way.
 */
async function main(): Promise<void> {
  const { config, secrets } = loadConfig(process.env)
  const wanted = parseCommand(process.argv.slice(2), config.mode)
  const vault = new Vault(secrets.masterKeys ?? (await sandboxMasterKey(config)))
  const postgres = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir })
  try {
    const made = await inDatabase(config, vault, config.databaseUrl ?? postgres!.url, wanted)
    console.log(report(config, wanted, made))
  } finally {
    await postgres?.stop()
  }
}

/** @throws {StartError} with all faults of the arguments */
function parseCommand(args: string[], mode: Config['mode']): NewOrganization {
  const command = z.object({
    name: properName(200),
    plan: z
      .string()
      .toUpperCase()
      .pipe(z.enum(plans, { error: `must be one of ${plans.join(', ')}` }))
      .superRefine((plan, issues) => {
        const message = planFault(mode, plan)
        if (message) issues.addIssue({ code: 'custom', message })
      }),
    'admin-name': properName(200),
    'admin-email': emailAddress,
  })
  const { data, error } = command.safeParse(optionsIn(args), zodMessages)
  if (error) {
    const faults = faultsOf(error).map(({ path, message }) => `--${path.join('.')} ${message}`)
    throw new StartError(`${faults.join('\n')}\nUsage:\n  ${USAGE}`)
  }
  const { name, plan } = data
  const admin = { name: data['admin-name'], email: data['admin-email'] }
  return { tenantId: newId('ten'), name, plan, admin, scopes: Object.keys(scopes) }
}

function optionsIn(args: string[]): Record<string, string | undefined> {
  const option = { type: 'string' } as const
  const options = { name: option, plan: option, 'admin-name': option, 'admin-email': option }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nUsage:\n  ${USAGE}`) // parseArgs throws TypeErrors
  }
}

type Made = { clientId: string; secret: string }

async function inDatabase(config: Config, vault: Vault, ownerUrl: string, wanted: NewOrganization): Promise<Made> {
  const { app } = await prepareDatabase(config, vault, ownerUrl)
  const database = new Database({
    url: app,
    poolSize: 1,
    laneCount: 1,
    testClock: config.mode === 'sandbox',
    applicationName: 'medina-care create-organization',
  })
  const { tenantId } = wanted
  const trail = {
    userId: 'platform',
    clientId: 'operator',
    operation: 'createOrganization',
    address: null,
    requestId: newId('req'),
  }
  try {
    return await database.inTransaction(tenantId, async (tx) => {
      const { clientId } = await createOrganization(tx, wanted, trail)
      const { secret } = await renewSecret(tx, { tenantId, clientId }, { graceHours: 0, byUser: true })
      return { clientId, secret }
    })
  } catch (error) {
    throw error instanceof ApiError ? new StartError(error.message) : error
  } finally {
    await database.close()
  }
}

const report = ({ publicUrl, registrationTenant }: Config, { name, plan, tenantId }: NewOrganization, made: Made) =>
  `${name} (${plan}) has been created. Its client has all scopes. Store the secret: it is not shown again.

  tenant         ${tenantId}
  client_id      ${made.clientId}
  client_secret  ${made.secret}

Obtain a token:
  curl -s ${publicUrl}/api/auth/token -d grant_type=client_credentials -d client_id=${made.clientId} -d client_secret=${made.secret}${
    registrationTenant === undefined
      ? `

If this is the organisation that operates the platform, start the servers with REGISTRATION_TENANT=${tenantId}:
its administrators then receive the access requests.`
      : ''
  }`

main().catch((error) => {
  console.error(shownFailure(error))
  process.exitCode = 1
})
