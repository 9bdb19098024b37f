import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import type { Vault } from '../../lib/secrets.ts'
import { type Address, type ServedFiles, type Storage, StorageError } from './index.ts'
import { assertFileKey, type FileKey, fileOf } from './key.ts'
import type { SignedAddresses } from './signed-addresses.ts'

/** The folder for files that are being written. No tenant has this name. */
const INCOMING = '.incoming'

/** Older files in the folder were left by a killed server: no write takes this long. */
const LEFT_BEHIND_MS = 3600 * 1000

/**
 * Stores files in a folder, which servers may share. Each file is encrypted with a key of its tenant and bound to its
 * name. Files are renamed into place only after they are synced, so that a crash leaves no partial file.
 */
export class FolderStorage implements Storage, ServedFiles {
  #folder: string
  #vault: Vault
  #addresses: SignedAddresses
  readonly served = this

  private constructor(folder: string, vault: Vault, addresses: SignedAddresses) {
    this.#folder = folder
    this.#vault = vault
    this.#addresses = addresses
  }

  /** Creates the folder if needed. @throws {StorageError} */
  static async open(folder: string, vault: Vault, addresses: SignedAddresses): Promise<FolderStorage> {
    const incoming = join(folder, INCOMING)
    try {
      await makeFolder(incoming, 0o700)
      await removeLeftovers(incoming)
    } catch (cause) {
      throw failure('The file folder cannot be used', cause)
    }
    return new FolderStorage(folder, vault, addresses)
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const file = assertFileKey(key)
    const sealed = this.#vaultOf(file).seal(bytes, key)
    const part = join(this.#folder, INCOMING, randomUUID())
    try {
      await writeWhole(part, sealed)
      await this.#moveIntoPlace(part, this.#pathOf(file))
    } catch (cause) {
      await rm(part, { force: true }).catch(() => {}) // harmless: a later start removes it
      throw failure('A file cannot be written', cause)
    }
  }

  async addressOf(key: string): Promise<Address> {
    return this.#addresses.issue(assertFileKey(key).key)
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(assertFileKey(key))
    try {
      await rm(path, { force: true })
    } catch (cause) {
      throw failure('A file cannot be removed', cause)
    }
  }

  recognise(key: string, query: Record<string, unknown>): { file: FileKey; hasExpired: boolean } | undefined {
    const verdict = this.#addresses.verify(key, query)
    const file = verdict === 'not genuine' ? undefined : fileOf(key)
    return file && { file, hasExpired: verdict === 'over' }
  }

  async read(file: FileKey): Promise<Buffer | undefined> {
    const sealed = await readIfThere(this.#pathOf(file))
    if (!sealed) return undefined
    try {
      return this.#vaultOf(file).openBytes(sealed, file.key)
    } catch (cause) {
      throw new StorageError('A file cannot be decrypted: it was changed on disk, or its key is missing.', { cause })
    }
  }

  async close(): Promise<void> {}

  /** Renames a synced file into place, and syncs the folders. */
  async #moveIntoPlace(part: string, path: string): Promise<void> {
    const home = dirname(path)
    const firstCreated = await makeFolder(home, 0o700)
    await rename(part, path)
    const highest = firstCreated === undefined ? home : dirname(firstCreated)
    for (let folder = home; ; folder = dirname(folder)) {
      await syncFolder(folder)
      if (folder === highest) return
    }
  }

  #vaultOf = ({ tenantId }: FileKey): Vault => this.#vault.deriveVault(`files of ${tenantId}`)

  #pathOf = ({ tenantId, subjectId, name }: FileKey): string => join(this.#folder, tenantId, subjectId, name)
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw failure('A file cannot be read', cause)
  }
}

async function removeLeftovers(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    // Another server may rename or remove it at the same time.
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code // the file system's errors

const failure = (what: string, cause: unknown) => new StorageError(`${what} (${codeOf(cause)}).`, { cause })
