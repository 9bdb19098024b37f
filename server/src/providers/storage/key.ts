/** A key and its parts. */
export type FileKey = {
  key: string
  tenantId: string
  /** The document's id. */
  subjectId: string
  /** The default name of a download. */
  name: string
}

/** No part begins with a dot, so that a key cannot leave its tenant's folder. */
const KEY = /^(ten_[0-9a-z_]{1,64})\/([0-9A-Za-z][\w-]{0,79})\/([0-9A-Za-z][\w.-]{0,79}\.pdf)$/

/** Undefined for an invalid key. */
export function fileOf(key: string): FileKey | undefined {
  const [whole, tenantId, subjectId, name] = KEY.exec(key) ?? []
  return whole === undefined ? undefined : { key, tenantId: tenantId!, subjectId: subjectId!, name: name! }
}

/** @throws {RangeError} for an invalid key, which is a programming error */
export function assertFileKey(key: string): FileKey {
  const file = fileOf(key)
  if (!file) throw new RangeError(`${JSON.stringify(key)} is not a valid file key.`)
  return file
}
