import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { formatHead, HEADS, type Head, parseHead, sealKeys } from './audit/seal.ts'
import { type Fault, type Report, tenantsWithAudit, verifyTenant } from './audit/verify.ts'
import { type Config, loadConfig } from './config.ts'
import { runningEmbedded } from './db/embedded/running.ts'
import { rolePasswords, urlFor, WORKER_ROLE } from './db/roles.ts'
import { StartError } from './db/start-error.ts'
import { Vault } from './lib/secrets.ts'
import { keyInDataDir } from './master-key.ts'

const USAGE = `npm run verify-audit -- [--tenant ten_…] [--head ten_…:N:HASH] [--heads FILE] [--kept-since YYYY-MM]`

/**
 * `npm run verify-audit`: compares the audit log with its chains, and names every row and seal that was edited, removed or
 * inserted. It runs with the servers' environment, while they run. Exit code: 0 without faults, 1 with faults, 2 if it
 * could not verify.
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
  client.on('error', () => {}) // the running query reports it
  await client.connect().catch((error) => {
    throw new StartError(`The database cannot be reached: ${error.message || error.code}`)
  })
  try {
    const { heads } = wanted
    const known = wanted.tenants ?? [...(await tenantsWithAudit(client)), ...heads.map(({ tenantId }) => tenantId)]
    const reports: Report[] = []
    for (const tenantId of new Set(known)) {
      const expected = { heads: heads.filter((head) => head.tenantId === tenantId), keptSince: wanted.keptSince }
      reports.push(await verifyTenant(client, sealKeys(vault), tenantId, expected, printFault))
      printReport(reports.at(-1)!)
    }
    return summarize(reports)
  } finally {
    await client.end()
  }
}

const printFault = ({ tenantId, kind, subject, detail }: Fault) =>
  console.log(`FAULT ${tenantId} ${subject} ${kind}: ${detail}`)

function printReport({ tenantId, rows, seals, unsealed, retired, faults, head }: Report): void {
  const parts = [
    `${rows} rows in ${seals} seals`,
    `${unsealed} not sealed yet`,
    ...(retired > 0 ? [`${retired} no longer kept`] : []),
    `${faults} faults`,
  ]
  console.log(`${tenantId}: ${parts.join(', ')}`)
  if (head) console.log(`HEAD ${formatHead(head)}`)
}

function summarize(reports: Report[]): number {
  const all = (count: (report: Report) => number) => reports.reduce((total, report) => total + count(report), 0)
  const faults = all((report) => report.faults)
  const verified = `${all(({ rows }) => rows)} rows of ${reports.length} tenants`
  console.log(faults === 0 ? `The audit log is intact: ${verified}.` : `${faults} FAULTS in ${verified}.`)
  return faults === 0 ? 0 : 1
}

type Wanted = { tenants: string[] | undefined; heads: Head[]; keptSince: Date | undefined }

/** @throws {StartError} with the usage for a wrong argument */
function options(): Wanted {
  const multiple = { type: 'string', multiple: true } as const
  const { values } = parsed(() =>
    parseArgs({ options: { tenant: multiple, head: multiple, heads: multiple, 'kept-since': { type: 'string' } } }),
  )
  const month = values['kept-since']
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new StartError(USAGE)
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
    throw new StartError(USAGE) // explains any error of parseArgs
  }
}

function asHead(text: string): Head {
  const head = parseHead(text)
  if (!head) throw new StartError(`${text} is not a head. Use the form that this command prints: ten_…:N:HASH.`)
  return head
}

/** All heads in a file, such as this command's output or the servers' log. */
function headsIn(file: string): Head[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`) // what the file system throws
  }
  const heads = text.match(HEADS) ?? []
  if (heads.length === 0) throw new StartError(`${file} contains no head.`)
  return [...new Set(heads)].map(asHead)
}

async function workerUrl({ databaseUrl, dataDir }: Config, vault: Vault): Promise<string> {
  const ownerUrl = databaseUrl ?? (await runningEmbedded(dataDir))
  if (!ownerUrl)
    throw new StartError(
      `Set DATABASE_URL to the value that the servers use, or start the server whose data is in ${dataDir}.`,
    )
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
