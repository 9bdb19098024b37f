import { loadConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/log.ts'
import { startServer } from '../server/src/server.ts'

/**
 * The real server, but for one thing that exists in this measurement alone: reads are answered without being written
 * down. Beside the real one it says what the audit row costs.
 */
const { config, secrets } = loadConfig(process.env)
const { masterKeys } = secrets
if (!config.databaseUrl || !masterKeys) throw new Error('The stage gives DATABASE_URL and MASTER_KEY.')
const { services } = await startServer(config, { ...secrets, masterKeys }, config.databaseUrl, openLog(config.logLevel))
services.audit.note = async () => {}
process.send?.('ready')
