import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeSynced } from './backup/atomic-folder.ts'
import { verifyAudit } from './backup/audit.ts'
import { claimEmpty, compareBase, restoreBase } from './backup/base.ts'
import { lineOf } from './backup/failure.ts'
import { assertNoOtherFiles, missingFiles, restoreFiles } from './backup/files.ts'
import { assertTarget, claimEmptyDatabase, endRestore, loadDatabase } from './backup/load.ts'
import { checkManifest, type Manifest, readManifest } from './backup/manifest.ts'
import { BASE, checkSums, KEY, type Sums } from './backup/sums.ts'
import { type Config, loadConfig } from './config.ts'
import { chownLike } from './db/embedded/account.ts'
import { exists } from './db/embedded/home.ts'
import { rolePasswords, urlFor, WORKER_ROLE } from './db/roles.ts'
import { StartError } from './db/start-error.ts'
import { Vault } from './lib/secrets.ts'
import { keyFileOf, keyInDataDir } from './master-key.ts'

const USAGE = 'npm run restore -- FOLDER [--accept-audit-faults]'

type Restore = {
  backup: string
  manifest: Manifest
  sums: Sums
  config: Config
  vault: Vault
  acceptAuditFaults: boolean
}

/**
 * `npm run restore`: restores a backup into an empty database and an empty folder of files, with the environment that the
 * servers will have. It checks the backup before it writes anything, and compares the result with the backup.
 */
async function main(): Promise<void> {
  const { backup, acceptAuditFaults } = options()
  const { config, secrets } = loadConfig(process.env)
  const signed = await readManifest(backup)
  const vault = new Vault(secrets.masterKeys ?? (await sandboxKeys(config, backup, signed.withKey)))
  const manifest = checkManifest(signed, vault)
  assertSameKind(config, manifest)
  const sums = await checkSums(backup, manifest)
  await assertNoOtherFiles(config.storage, sums)
  const restore = { backup, manifest, sums, config, vault, acceptAuditFaults }
  const putBackKey = secrets.masterKeys === undefined && manifest.withKey
  if (manifest.kind === 'dump') await restoreDump(restore, putBackKey)
  else await restoreEmbedded(restore, putBackKey)
  console.log('The restore is complete and matches the backup. Start the servers.')
}

function options(): { backup: string; acceptAuditFaults: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({ options: { 'accept-audit-faults': flag }, allowPositionals: true })
    const [folder] = positionals
    if (positionals.length === 1 && folder)
      return { backup: resolve(folder), acceptAuditFaults: values['accept-audit-faults'] }
  } catch {} // parseArgs throws TypeErrors; the usage explains any of them
  throw new StartError(USAGE)
}

async function sandboxKeys(config: Config, backup: string, withKey: boolean): Promise<Buffer[]> {
  if (!withKey) return keyInDataDir(config)
  const keys = await keyFileOf(join(backup, KEY))
  const there = join(config.dataDir, KEY)
  if ((await exists(there)) && !(await keyFileOf(there))[0]!.equals(keys[0]!))
    throw new StartError(`${there} differs from the key of the backup. Restore into an empty DATA_DIR.`)
  return keys
}

function assertSameKind({ databaseUrl, storage }: Config, { kind, files }: Manifest): void {
  if (kind === 'dump' && !databaseUrl)
    throw new StartError('The backup is of an external PostgreSQL. Set DATABASE_URL to an empty database.')
  if (kind === 'base' && databaseUrl)
    throw new StartError('The backup is of the embedded PostgreSQL. Unset DATABASE_URL, and set DATA_DIR.')
  if (files.storage !== storage.kind)
    throw new StartError(
      `The backup's documents are in ${files.storage === 's3' ? 'a bucket' : 'a folder'}. Set STORAGE_URL to one too.`,
    )
}

async function restoreDump(restore: Restore, putBackKey: boolean): Promise<void> {
  const { config, manifest, vault, backup } = restore
  const passwords = rolePasswords(vault)
  const separate = config.databaseAppUrl !== undefined && config.databaseWorkerUrl !== undefined
  const target = await claimEmptyDatabase(config.databaseUrl!, manifest)
  try {
    const fileKeys = await loadDatabase(target, backup, manifest, separate ? undefined : passwords)
    reportDatabase(manifest)
    const workerUrl = config.databaseWorkerUrl ?? urlFor(WORKER_ROLE, passwords.worker, target.address)
    await assertTarget(workerUrl)
    await restoreRest(restore, fileKeys, workerUrl, putBackKey)
    await endRestore(target)
  } finally {
    await target.client.end()
  }
}

async function restoreEmbedded(restore: Restore, putBackKey: boolean): Promise<void> {
  const { config, manifest, vault, backup } = restore
  const home = await claimEmpty(config.dataDir)
  try {
    await restoreBase(home, join(backup, BASE), async (ownerUrl) => {
      const fileKeys = await compareBase(ownerUrl, manifest)
      reportDatabase(manifest)
      await restoreRest(restore, fileKeys, urlFor(WORKER_ROLE, rolePasswords(vault).worker, ownerUrl), putBackKey)
    })
  } finally {
    home.release()
  }
}

function reportDatabase({ database }: Manifest): void {
  const tables = Object.values(database.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Database: ${tables.length} tables with ${rows} rows, counts and checksums match the backup.`)
}

async function restoreRest(
  restore: Restore,
  fileKeys: string[],
  workerUrl: string,
  putBackKey: boolean,
): Promise<void> {
  const { backup, config, manifest, sums, vault } = restore
  if (config.storage.kind === 'folder') {
    const restored = await restoreFiles(backup, config.storage, sums)
    console.log(`Files: ${restored} restored to ${config.storage.path}.`)
  }
  const known = new Set(manifest.files.missing)
  const absent = (await missingFiles(config.storage, fileKeys)).filter((key) => !known.has(key))
  if (absent.length > 0) throw new StartError(`${absent.length} documents have no file (${absent[0]}, …).`)
  if (putBackKey) await restoreKey(backup, config)
  const { rows, faults } = await verifyAudit(workerUrl, vault, manifest.database.heads)
  for (const fault of faults.slice(0, 20)) console.log(`FAULT ${fault}`)
  if (faults.length > 0 && !restore.acceptAuditFaults)
    throw new StartError(
      `The audit log has ${faults.length} faults, which it already had in the backup. Restore again with --accept-audit-faults if they are known.`,
    )
  console.log(`Audit log: ${rows} rows compared with their seals, ${faults.length} faults.`)
}

async function restoreKey(backup: string, { dataDir }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, KEY)
  if (await exists(file)) return // sandboxKeys() has compared it
  await writeSynced(file, [await readFile(join(backup, KEY))])
  await chownLike(dataDir, file)
}

main().catch((error) => {
  console.error(lineOf(error))
  process.exitCode = 1
})
