import type { FileKey } from './key.ts'

/** Minutes that an address lives (decision: "The address is signed and lives 15 min"). */
export const ADDRESS_MIN = 15

/** Where a file may be fetched without a token, and until when. */
export type Address = { url: string; expiresAt: Date }

/** The storage cannot be reached, or refuses. The message names no secret. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/**
 * Keeps PDF files. A key is `<tenant>/<id of what the file is of>/<file name>.pdf`, of ASCII letters, digits, `.`, `_` and
 * `-` between slashes; the file name is what whoever fetches it is offered to save it as. What is under a key is never
 * another file later.
 */
export interface Storage {
  /** Whole or not at all. The same file again changes nothing. @throws {StorageError} */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Of a file that is there; whether it still is shows when it is fetched. */
  addressOf(key: string): Promise<Address>
  /** What is not there is removed already. @throws {StorageError} */
  remove(key: string): Promise<void>
  /** Files that this server hands out itself; undefined where the storage does. */
  readonly served: ServedFiles | undefined
  close(): Promise<void>
}

/** The other side of an address of our own. */
export interface ServedFiles {
  /**
   * What an address stands for, and whether its time is over; undefined where it is not ours, or was altered.
   * @param key behind `/files/`, decoded
   */
  recognise(key: string, query: Record<string, unknown>): { file: FileKey; isOver: boolean } | undefined
  /** Undefined where the file has gone. @throws {StorageError} */
  read(file: FileKey): Promise<Buffer | undefined>
}
