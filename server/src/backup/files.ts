import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Config } from '../config.ts'
import { chownLike } from '../db/embedded/account.ts'
import { entriesOf, exists } from '../db/embedded/home.ts'
import { StartError } from '../db/start-error.ts'
import { Clock } from '../lib/clock.ts'
import { fileOf } from '../providers/storage/key.ts'
import { S3Storage } from '../providers/storage/s3.ts'
import { syncFolder, writeSynced } from './atomic-folder.ts'
import { FILES, hashing, type Sums, sumOf } from './sums.ts'

type Storage = Config['storage']

/**
 * Copies the encrypted files of a storage folder. It runs after the database was saved, so that the files of all saved rows
 * are included. A bucket is only checked, not copied.
 * @returns the keys of missing files
 */
export async function saveFiles(storage: Storage, folder: string, needed: string[], sums: Sums): Promise<string[]> {
  if (storage.kind === 's3') return missingInBucket(storage, needed)
  const copied = new Set<string>()
  for await (const key of keysIn(storage.path)) {
    const path = join(folder, FILES, key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const { through, digest } = hashing()
    await writeSynced(path, createReadStream(join(storage.path, key)), through)
    sums.set(`${FILES}/${key}`, digest())
    copied.add(key)
  }
  return needed.filter((key) => !copied.has(key))
}

/** The documents in the folder, without partial and foreign files. */
async function* keysIn(folder: string): AsyncGenerator<string> {
  for (const tenantId of (await entriesOf(folder)).sort()) {
    if (!tenantId.startsWith('ten_')) continue
    for (const entry of await readdir(join(folder, tenantId), { withFileTypes: true, recursive: true })) {
      const key = relative(folder, join(entry.parentPath, entry.name))
      if (entry.isFile() && fileOf(key)) yield key
    }
  }
}

async function missingInBucket(storage: Storage & { kind: 's3' }, needed: string[]): Promise<string[]> {
  const bucket = new S3Storage(storage, new Clock())
  const missing: string[] = []
  const left = needed.values()
  const ask = async () => {
    for (const key of left) if (!(await bucket.has(key))) missing.push(key)
  }
  try {
    await Promise.all(Array.from({ length: 16 }, ask))
  } finally {
    await bucket.close()
  }
  return missing.sort()
}

/** @throws {StartError} if the storage has files that differ from the backup, because files are never overwritten */
export async function assertNoOtherFiles(storage: Storage, sums: Sums): Promise<void> {
  if (storage.kind === 's3') return
  for await (const key of keysIn(storage.path)) {
    if (sums.get(`${FILES}/${key}`) === (await sumOf(join(storage.path, key)))) continue
    throw new StartError(
      `${storage.path} contains files that the backup does not have (${key}). Restore into an empty folder.`,
    )
  }
}

/** @returns the number of restored files; existing ones are kept */
export async function restoreFiles(backup: string, { path: folder }: { path: string }, sums: Sums): Promise<number> {
  const incoming = join(folder, '.incoming')
  await makeFolders(incoming)
  let restored = 0
  for (const [path, sum] of sums) {
    if (!path.startsWith(`${FILES}/`)) continue
    const target = join(folder, path.slice(FILES.length + 1))
    if (await exists(target)) continue
    await makeFolders(dirname(target))
    const part = join(incoming, randomUUID())
    const { through, digest } = hashing()
    try {
      await writeSynced(part, createReadStream(join(backup, path)), through)
      if (digest() !== sum) throw new StartError(`${path} in the backup changed while it was read.`)
      await chownLike(folder, part)
      await rename(part, target)
    } finally {
      await rm(part, { force: true })
    }
    await syncFolder(dirname(target))
    restored++
  }
  return restored
}

/** As root, a new folder gets the owner of its parent: the account that the server runs as. */
async function makeFolders(path: string): Promise<void> {
  if (await exists(path)) return
  await makeFolders(dirname(path))
  await mkdir(path, { mode: 0o700 })
  await chownLike(dirname(path), path)
  await syncFolder(dirname(path))
}

/** @returns the keys of missing files */
export async function missingFiles(storage: Storage, needed: string[]): Promise<string[]> {
  if (storage.kind === 's3') return missingInBucket(storage, needed)
  const missing: string[] = []
  for (const key of needed) {
    const found = await lstat(join(storage.path, key)).catch(() => undefined)
    if (!found?.isFile()) missing.push(key)
  }
  return missing
}
