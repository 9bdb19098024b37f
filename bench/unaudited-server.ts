import { loadConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/log.ts'
import { startServer } from '../server/src/server.ts'

/**
 * The server without audit rows for reads, to measure their cost.
 */
const { config, secrets } = loadConfig(process.env)
const { masterKeys } = secrets
if (!config.databaseUrl || !masterKeys) throw new Error('DATABASE_URL and MASTER_KEY are required.')
const { services } = await startServer(config, { ...secrets, masterKeys }, config.databaseUrl, openLog(config.logLevel))
const { audit, database } = services
audit.note = async () => {}
audit.readOne = async ({ tenantId }, one, values) => (await database.onLane(tenantId, one(values))).rows[0]
process.on('disconnect', () => process.exit())
process.send?.('ready')
