import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFolderAtomically, writeSynced } from './backup/atomic-folder.ts'
import { saveEmbedded } from './backup/base.ts'
import { dumpDatabase } from './backup/dump.ts'
import { lineOf } from './backup/failure.ts'
import { saveFiles } from './backup/files.ts'
import { checkManifest, formatManifest, MANIFEST, type Manifest, readManifest } from './backup/manifest.ts'
import { checkSums, KEY, type Sums, writeSums } from './backup/sums.ts'
import { type Config, loadConfig } from './config.ts'
import { StartError } from './db/start-error.ts'
import { sha256, Vault } from './lib/secrets.ts'
import { readVersion } from './lib/version.ts'
import { keyFileOf, keyInDataDir } from './master-key.ts'

const USAGE = 'npm run backup -- FOLDER [--accept-missing-files]\nnpm run backup -- --check FOLDER'

/** `npm run backup`: saves database and files, with the servers' environment, while they run. */
async function main(): Promise<void> {
  const { folder, check, acceptMissing } = options()
  const { config, secrets } = loadConfig(process.env)
  if (check) return report('is intact', folder, await checked(folder, secrets.masterKeys, config))
  const vault = new Vault(secrets.masterKeys ?? (await keyInDataDir(config)))
  let manifest: Manifest | undefined
  await createFolderAtomically(folder, async (draft, onStop) => {
    const sums: Sums = new Map()
    const { fileKeys, ...saved } = config.databaseUrl
      ? await dumpDatabase(config.databaseUrl, config.databaseBackupUrl ?? config.databaseUrl, draft, sums)
      : await saveEmbedded(config.dataDir, draft, sums, onStop)
    const missing = await saveFiles(config.storage, draft, fileKeys, sums)
    if (missing.length > 0 && !acceptMissing) throw missingFiles(config, missing)
    const withKey = secrets.masterKeys === undefined
    if (withKey) await saveKey(config, draft, sums)
    const described = {
      ...saved,
      takenAt: new Date().toISOString(),
      version: readVersion(),
      files: { storage: config.storage.kind, missing },
      withKey,
      sums: await writeSums(draft, sums),
    }
    const text = formatManifest(described, vault)
    await writeSynced(join(draft, MANIFEST), [text])
    manifest = JSON.parse(text)
  })
  report('is complete', folder, manifest!)
}

function options(): { folder: string; check: boolean; acceptMissing: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      options: { check: flag, 'accept-missing-files': flag },
      allowPositionals: true,
    })
    const [folder] = positionals
    if (positionals.length === 1 && folder)
      return { folder: resolve(folder), check: values.check, acceptMissing: values['accept-missing-files'] }
  } catch {} // parseArgs throws TypeErrors; the usage explains any of them
  throw new StartError(USAGE)
}

async function checked(folder: string, keys: Buffer[] | undefined, config: Config): Promise<Manifest> {
  const signed = await readManifest(folder)
  const ours = keys ?? (signed.withKey ? await keyFileOf(join(folder, KEY)) : await keyInDataDir(config))
  const manifest = checkManifest(signed, new Vault(ours))
  await checkSums(folder, manifest)
  return manifest
}

function missingFiles({ storage }: Config, missing: string[]): StartError {
  const [first, place] = [missing[0], storage.kind === 's3' ? storage.base : storage.path]
  return new StartError(
    `${missing.length} documents have no file in ${place} (${first}${missing.length > 1 ? ', …' : ''}). Set STORAGE_URL to the value that the servers use. If the files are lost, add --accept-missing-files.`,
  )
}

/** A sandbox's data are fictitious, and its key is stored beside them anyway; a configured key is never copied. */
async function saveKey({ dataDir }: Config, folder: string, sums: Sums): Promise<void> {
  const text = await readFile(join(dataDir, 'master-key'))
  await writeSynced(join(folder, KEY), [text])
  sums.set(KEY, sha256(text).toString('hex'))
}

function report(verdict: string, folder: string, { database, files, withKey, keys }: Manifest): void {
  const tables = Object.values(database.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { missing, storage } = files
  console.log(`The backup in ${folder} ${verdict}: ${tables.length} tables with ${rows} rows.`)
  if (storage === 's3') console.log('The bucket is not included: back it up separately.')
  if (missing.length > 0) console.log(`${missing.length} documents have no file: ${missing.slice(0, 10).join(', ')}.`)
  if (!withKey)
    console.log(
      `It can only be decrypted with MASTER_KEY ${keys.join(' and ')}, which is not included: keep it elsewhere.`,
    )
}

main().catch((error) => {
  console.error(lineOf(error))
  process.exitCode = 1
})
