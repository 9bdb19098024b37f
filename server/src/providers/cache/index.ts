/** Values that may be lost at any time, shared by the servers of an installation where the twin is one. */
export interface Cache {
  /** @throws when a value could not be stored and read back */
  ping(): Promise<void>
  close(): Promise<void>
}
