import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import type { Vault } from '../../lib/secrets.ts'
import { type Address, type ServedFiles, type Storage, StorageError } from './index.ts'
import { assertFileKey, type FileKey, fileOf } from './key.ts'
import type { SignedAddresses } from './signed-addresses.ts'

/** Where files are written before they get their names. No tenant is called so. */
const INCOMING = '.incoming'

/** No file takes so long to be written: what is older was left by a server that was killed. */
const LEFT_BEHIND_MS = 3600 * 1000

/**
 * Keeps files in a folder, which servers may share: each encrypted with a key of its tenant, and bound to its name.
 * A name is given to what is wholly on the disk, so that a crash leaves nothing that could be taken for a file.
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

  /** Makes the folder where there is none. @throws {StorageError} */
  static async open(folder: string, vault: Vault, addresses: SignedAddresses): Promise<FolderStorage> {
    const incoming = join(folder, INCOMING)
    try {
      await makeFolder(incoming, 0o700)
      await clear(incoming)
    } catch (cause) {
      throw failure('The folder of files cannot be used', cause)
    }
    return new FolderStorage(folder, vault, addresses)
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const file = assertFileKey(key)
    const sealed = this.#vaultOf(file).seal(bytes, key)
    const part = join(this.#folder, INCOMING, randomUUID())
    try {
      await writeWhole(part, sealed)
      await this.#name(part, this.#pathOf(file))
    } catch (cause) {
      await rm(part, { force: true }).catch(() => {}) // harmless, and cleared one day
      throw failure('A file cannot be written', cause)
    }
  }

  async addressOf(key: string): Promise<Address> {
    return this.#addresses.of(assertFileKey(key).key)
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(assertFileKey(key))
    try {
      await rm(path, { force: true })
    } catch (cause) {
      throw failure('A file cannot be removed', cause)
    }
  }

  recognise(key: string, query: Record<string, unknown>): { file: FileKey; isOver: boolean } | undefined {
    const verdict = this.#addresses.judge(key, query)
    const file = verdict === 'not genuine' ? undefined : fileOf(key)
    return file && { file, isOver: verdict === 'over' }
  }

  async read(file: FileKey): Promise<Buffer | undefined> {
    const sealed = await readIfThere(this.#pathOf(file))
    if (!sealed) return undefined
    try {
      return this.#vaultOf(file).openBytes(sealed, file.key)
    } catch (cause) {
      throw new StorageError('A file does not open: it was changed on the disk, or its key is missing.', { cause })
    }
  }

  async close(): Promise<void> {}

  /** Moves what is on the disk to its name, and waits until the disk has that too. */
  async #name(part: string, path: string): Promise<void> {
    const home = dirname(path)
    const firstMade = await makeFolder(home, 0o700)
    await rename(part, path)
    const highest = firstMade === undefined ? home : dirname(firstMade)
    for (let folder = home; ; folder = dirname(folder)) {
      await syncFolder(folder)
      if (folder === highest) return
    }
  }

  #vaultOf = ({ tenantId }: FileKey): Vault => this.#vault.of(`files of ${tenantId}`)

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

async function clear(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    // Another server may give it its name, or clear it, at this moment.
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code // what the file system throws

const failure = (what: string, cause: unknown) => new StorageError(`${what} (${codeOf(cause)}).`, { cause })
