import type pg from 'pg'
import { request } from 'undici'
import { StartError } from '../db/start-error.ts'
import type { Storage } from '../providers/storage/index.ts'
import { assertFileKey } from '../providers/storage/key.ts'
import { type Cell, sharesFiles } from './cell.ts'

const AT_ONCE = 4

/**
 * Copies the files of a tenant that are not in `copied`, and adds them to it.
 * @throws {StartError} if a file is missing
 */
export async function copyFiles(source: Cell, target: Cell, tenantId: string, copied: Set<string>): Promise<void> {
  if (sharesFiles(source, target)) return
  const left = (await fileKeysOf(source.admin, tenantId)).filter((key) => !copied.has(key)).values()
  const copy = async () => {
    for (const key of left) {
      await target.storage.put(key, await read(source.storage, key))
      copied.add(key)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copy))
}

/** @returns the number of files that could not be removed */
export async function removeFiles(source: Cell, target: Cell, keys: Iterable<string>): Promise<number> {
  if (sharesFiles(source, target)) return 0
  let left = 0
  for (const key of keys)
    await source.storage.remove(key).catch(() => {
      left++
    })
  return left
}

export async function fileKeysOf(admin: pg.Client, tenantId: string): Promise<string[]> {
  const { rows } = await admin.query<{ key: string }>(
    `select object_key as key from public.documents where tenant_id = $1 and object_key is not null and ready_at is not null
     union
     select object_key from public.lab_order_files
     where tenant_id = $1 and object_key is not null and ready_at is not null and erased_at is null
     union
     select object_key from public.visit_files where tenant_id = $1 and ready_at is not null`,
    [tenantId],
  )
  return rows.map(({ key }) => key)
}

async function read(storage: Storage, key: string): Promise<Uint8Array> {
  const bytes = storage.served ? await storage.served.read(assertFileKey(key)) : await download(storage, key)
  if (!bytes) throw new StartError(`The file ${key} is missing.`)
  return bytes
}

async function download(storage: Storage, key: string): Promise<Uint8Array | undefined> {
  const { statusCode, body } = await request((await storage.addressOf(key)).url)
  const bytes = new Uint8Array(await body.arrayBuffer())
  if (statusCode === 404) return undefined
  if (statusCode !== 200) throw new StartError(`The storage answered ${statusCode} for ${key}.`)
  return bytes
}
