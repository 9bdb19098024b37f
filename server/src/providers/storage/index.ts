import type { FileKey } from './key.ts'

/** Lifetime of a URL in minutes (decision: "The address is signed and lives 15 min"). */
export const ADDRESS_MIN = 15

/** A URL that needs no token, and its expiry. */
export type Address = { url: string; expiresAt: Date }

/** The storage is unavailable, or refused a request. The message contains no secret. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/**
 * Stores PDF files and images. A key is `<tenant>/<record id>/<file name>.pdf`, `.jpg` or `.png`, of ASCII letters, digits,
 * `.`, `_` and `-` between slashes; the file name is the default name of a download. A key is never reused for another file.
 */
export interface Storage {
  /** Atomic, and idempotent for the same file. @throws {StorageError} */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The URL of a stored file; a missing file is noticed when it is fetched. */
  addressOf(key: string): Promise<Address>
  /** Succeeds if the file does not exist. @throws {StorageError} */
  remove(key: string): Promise<void>
  /** Serves the files if this server does; undefined if the storage does. */
  readonly served: ServedFiles | undefined
  close(): Promise<void>
}

/** Serves the files behind this server's signed URLs. */
export interface ServedFiles {
  /**
   * The file of a URL, and whether the URL has expired; undefined for a forged or tampered URL.
   * @param key the path after `/files/`, decoded
   */
  recognise(key: string, query: Record<string, unknown>): { file: FileKey; hasExpired: boolean } | undefined
  /** Undefined if the file was removed. @throws {StorageError} */
  read(file: FileKey): Promise<Buffer | undefined>
}
