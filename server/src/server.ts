import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { compose } from './compose.ts'
import type { Config, Secrets } from './config.ts'
import { StartError } from './db/start-error.ts'
import { storeReports } from './features/platform/sandbox/reports.ts'
import { seedSandbox } from './features/platform/sandbox/seed.ts'
import type { Services } from './http/services.ts'
import { Vault } from './lib/secrets.ts'
import { prepareDatabase } from './prepare-database.ts'

export type RunningServer = {
  app: FastifyInstance
  services: Services
  /** Reports that the server is not ready, and resolves when proxies have had DRAIN_SEC to notice, or when aborted. */
  drain(signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/**
 * Migrates, seeds the sandbox, and serves.
 * @param ownerUrl of the database's owner, used only at start
 * @param onStep called with what the start does next, for a person who waits
 * @param onRoomsLost called if another server takes over the embedded rooms; if given, this process claims them. Tests that
 * start several servers on one database omit it
 * @throws {StartError} with one line for the operator
 */
export async function startServer(
  config: Config,
  secrets: Secrets & { masterKeys: Buffer[] },
  ownerUrl: string,
  log: FastifyBaseLogger,
  { onStep, onRoomsLost }: { onStep?(step: string): void; onRoomsLost?(error: StartError): void } = {},
): Promise<RunningServer> {
  const vault = new Vault(secrets.masterKeys)
  onStep?.(config.migrates ? 'Migrating the database' : 'Checking the database')
  const urls = await prepareDatabase(config, vault, ownerUrl)
  onStep?.('Starting the server')
  const { services, metricsApp, drain, stop } = await compose(config, vault, urls, log, onRoomsLost)
  try {
    if (config.mode === 'sandbox') {
      await seedSandbox(services.database, vault)
      const stored = storeReports(services)
      if (services.storage.served) await stored // a bucket may not answer
    }
    await assertRegistrationTenant(services)
    const app = await buildApp(services, secrets)
    if (metricsApp) await listen(metricsApp, 'METRICS_PORT', config.host, config.metricsPort!) // both or neither
    await listen(app, 'PORT', config.host, config.port)
    return {
      app,
      services,
      async drain(signal) {
        services.readiness.drain()
        await sleep(config.drainSec * 1000, undefined, { signal }).catch(() => {}) // rejects only when aborted
      },
      async stop() {
        drain()
        await finish(app)
          .finally(() => metricsApp?.close())
          .finally(stop)
      },
    }
  } catch (error) {
    await metricsApp?.close()
    await stop()
    throw error
  }
}

/** How long a stop waits for running requests; the rest of a supervisor's timeout is for senders. */
const STOP_GRACE_MS = 5000

/** Accepts no more requests, and waits for running ones within a bound, because some clients never finish theirs. */
async function finish(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
  await app.close().finally(() => clearTimeout(timer))
}

/** Without this check, calls without a token would fail with unclear errors. */
async function assertRegistrationTenant({ config, database }: Services): Promise<void> {
  const { registrationTenant: id } = config
  if (id === undefined) return
  const known = await database.reader(id).selectFrom('tenants').select('name').where('tenant_id', '=', id).execute()
  if (known.length === 0) throw new StartError(unknownTenant(id))
}

const unknownTenant = (id: string) =>
  `REGISTRATION_TENANT names ${id}, which does not exist. Create your organisation with \`npm run create-organization\` (without REGISTRATION_TENANT), and set it to the printed id.`

/** @param setting that sets the port */
async function listen(app: FastifyInstance, setting: string, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const { code } = error as NodeJS.ErrnoException // what listen() rejects with
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use. Stop the process that uses it, or set another ${setting}.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this user. Set ${setting} to 1024 or above.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}
