/** A file by the parts of its key. */
export type FileKey = {
  key: string
  tenantId: string
  /** What it is of: a document's id. */
  subjectId: string
  /** What whoever fetches it is offered to save it as. */
  name: string
}

/** No part begins with a dot, so that a key names nothing but what lies below its tenant's folder. */
const KEY = /^(ten_[0-9a-z_]{1,64})\/([0-9A-Za-z][\w-]{0,79})\/([0-9A-Za-z][\w.-]{0,79}\.pdf)$/

/** Undefined for what is no key. */
export function fileOf(key: string): FileKey | undefined {
  const [whole, tenantId, subjectId, name] = KEY.exec(key) ?? []
  return whole === undefined ? undefined : { key, tenantId: tenantId!, subjectId: subjectId!, name: name! }
}

/** @throws {RangeError} for what is no key: whoever made it made a mistake */
export function assertFileKey(key: string): FileKey {
  const file = fileOf(key)
  if (!file) throw new RangeError(`${JSON.stringify(key)} is no key of a file.`)
  return file
}
