import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Config, loadConfig } from './config.ts'
import { Database } from './db/database.ts'
import { runningEmbedded } from './db/embedded/running.ts'
import { APP_ROLE, rolePasswords, urlFor } from './db/roles.ts'
import { StartError } from './db/start-error.ts'
import { recomputeDays, withOpening } from './features/scheduling/opening/actions.ts'
import { Vault } from './lib/secrets.ts'
import { keyInDataDir } from './master-key.ts'

const USAGE = 'npm run verify-days -- [--repair]'
const PAGE = 500

/**
 * `npm run verify-days`: compares the kept days of all professionals with their opening hours, absences, holidays and visits, and
 * names those that differ. With `--repair` it corrects them. It runs with the servers' environment, while they run. Exit code: 0 if
 * all days are right, 1 if some were wrong, 2 if it could not verify.
 */
async function verify(): Promise<number> {
  const repair = isRepair()
  const { config, secrets } = loadConfig(process.env)
  const vault = new Vault(secrets.masterKeys ?? (await keyInDataDir(config)))
  const database = new Database({
    url: config.databaseAppUrl ?? (await appUrl(config, vault)),
    poolSize: 1,
    laneCount: 1,
    testClock: config.mode === 'sandbox',
    applicationName: 'medina-care verify-days',
  })
  try {
    const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(database.reader(''))
    let professionals = 0
    let wrong = 0
    for (
      let page = await withOpening({ database }, PAGE);
      page.length > 0;
      page = await withOpening({ database }, PAGE, page.at(-1))
    )
      for (const { tenant_id: tenantId, id: doctorId } of page) {
        professionals++
        for (const day of await wrongDays(database, { tenantId, doctorId }, rows[0]!.now, repair)) {
          wrong++
          console.log(`${repair ? 'REPAIRED' : 'WRONG'} ${tenantId} ${doctorId} ${day}`)
        }
      }
    console.log(wrong === 0 ? `The days of ${professionals} professionals are right.` : `${wrong} days were wrong.`)
    return wrong === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

class Undone extends Error {
  readonly days: string[]
  constructor(days: string[]) {
    super('The recomputed days are not kept.')
    this.days = days
  }
}

/** The days that differ from their recomputation, which is rolled back without `repair`. */
async function wrongDays(
  database: Database,
  doctor: { tenantId: string; doctorId: string },
  now: Date,
  repair: boolean,
): Promise<string[]> {
  try {
    return await database.inTransaction(doctor.tenantId, async (tx) => {
      const days = await recomputeDays(tx, doctor, now)
      if (repair) return days
      throw new Undone(days)
    })
  } catch (error) {
    if (error instanceof Undone) return error.days
    throw error
  }
}

/** @throws {StartError} with the usage for a wrong argument */
function isRepair(): boolean {
  try {
    return parseArgs({ options: { repair: { type: 'boolean', default: false } } }).values.repair
  } catch {
    throw new StartError(USAGE) // explains any error of parseArgs
  }
}

async function appUrl({ databaseUrl, dataDir }: Config, vault: Vault): Promise<string> {
  const ownerUrl = databaseUrl ?? (await runningEmbedded(dataDir))
  if (!ownerUrl)
    throw new StartError(
      `Set DATABASE_URL to the value that the servers use, or start the server whose data is in ${dataDir}.`,
    )
  return urlFor(APP_ROLE, rolePasswords(vault).app, ownerUrl)
}

verify().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 2
  },
)
