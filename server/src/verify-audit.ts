import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { HEADS, type Head, parseHead, sealKeys, shownHead } from './audit/seal.ts'
import { type Fault, type Report, tenantsWithAudit, verifyTenant } from './audit/verify.ts'
import { type Config, loadConfig } from './config.ts'
import { runningEmbedded } from './db/embedded/running.ts'
import { rolePasswords, urlFor, WORKER_ROLE } from './db/roles.ts'
import { StartError } from './db/start-error.ts'
import { Vault } from './lib/secrets.ts'
import { keyInDataDir } from './master-key.ts'

const usage = `npm run verify-audit -- [--tenant ten_…] [--head ten_…:N:HASH] [--heads FILE] [--kept-since YYYY-MM]`

/**
 * `npm run verify-audit`: compares the audit log with its chains and names every row and seal that somebody edited,
 * removed or inserted. Beside servers that run, with their environment. Exits with 0 when all is well, 1 when there are
 * faults, 2 when it could not look.
 */
async function verify(): Promise<number> {
  const wanted = options()
  const { config, secrets } = loadConfig(process.env)
  const vault = new Vault(secrets.masterKeys ?? (await keyInDataDir(config)))
  const client = new pg.Client({
    connectionString: config.databaseWorkerUrl ?? (await workerUrl(config, vault)),
    application_name: 'medina-care verify-audit',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // the query under way reports it
  await client.connect().catch((error) => {
    throw new StartError(`The database cannot be reached: ${error.message || error.code}`)
  })
  try {
    const { heads } = wanted
    const known = wanted.tenants ?? [...(await tenantsWithAudit(client)), ...heads.map(({ tenantId }) => tenantId)]
    const reports: Report[] = []
    for (const tenantId of new Set(known)) {
      const expected = { heads: heads.filter((head) => head.tenantId === tenantId), keptSince: wanted.keptSince }
      reports.push(await verifyTenant(client, sealKeys(vault), tenantId, expected, say))
      sum(reports.at(-1)!)
    }
    return conclude(reports)
  } finally {
    await client.end()
  }
}

const say = ({ tenantId, kind, what, detail }: Fault) => console.log(`FAULT ${tenantId} ${what} ${kind}: ${detail}`)

function sum({ tenantId, rows, seals, unsealed, retired, faults, head }: Report): void {
  const parts = [
    `${rows} rows in ${seals} seals`,
    `${unsealed} not sealed yet`,
    ...(retired > 0 ? [`${retired} no longer kept`] : []),
    `${faults} faults`,
  ]
  console.log(`${tenantId}: ${parts.join(', ')}`)
  if (head) console.log(`HEAD ${shownHead(head)}`)
}

function conclude(reports: Report[]): number {
  const all = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  const faults = all((report) => report.faults)
  const looked = `${all(({ rows }) => rows)} rows of ${reports.length} tenants`
  console.log(faults === 0 ? `The audit log is whole: ${looked}.` : `${faults} FAULTS in ${looked}.`)
  return faults === 0 ? 0 : 1
}

type Wanted = { tenants: string[] | undefined; heads: Head[]; keptSince: Date | undefined }

/** @throws {StartError} when an argument is not as `usage` says */
function options(): Wanted {
  const multiple = { type: 'string', multiple: true } as const
  const { values } = parsed(() =>
    parseArgs({ options: { tenant: multiple, head: multiple, heads: multiple, 'kept-since': { type: 'string' } } }),
  )
  const month = values['kept-since']
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new StartError(usage)
  return {
    tenants: values.tenant,
    heads: [...(values.head ?? []).map(asHead), ...(values.heads ?? []).flatMap(headsIn)],
    keptSince: month === undefined ? undefined : new Date(`${month}-01T00:00:00Z`),
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new StartError(usage) // whatever is wrong with the arguments, this is what they should be
  }
}

function asHead(text: string): Head {
  const head = parseHead(text)
  if (!head) throw new StartError(`${text} is no head: it should be as this command prints it, ten_…:N:HASH.`)
  return head
}

/** Heads anywhere in a file: what this command printed, or what the servers logged. */
function headsIn(file: string): Head[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`) // what the file system throws
  }
  const heads = text.match(HEADS) ?? []
  if (heads.length === 0) throw new StartError(`${file} holds no head.`)
  return [...new Set(heads)].map(asHead)
}

async function workerUrl({ databaseUrl, dataDir }: Config, vault: Vault): Promise<string> {
  const ownerUrl = databaseUrl ?? (await runningEmbedded(dataDir))
  if (!ownerUrl)
    throw new StartError(`Set DATABASE_URL as the servers have it, or start the server whose data is in ${dataDir}.`)
  return urlFor(WORKER_ROLE, rolePasswords(vault).worker, ownerUrl)
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
