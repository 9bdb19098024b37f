import { type FileType, fileTypeOf, keyEndings } from '../../lib/file-types.ts'

/** A key and its parts. */
export type FileKey = {
  key: string
  tenantId: string
  /** The id of the document or the file of a lab order. */
  subjectId: string
  /** The default name of a download. */
  name: string
  type: FileType
}

/** No part begins with a dot, so that a key cannot leave its tenant's folder. */
const KEY = new RegExp(
  `^(ten_[0-9a-z_]{1,64})/([0-9A-Za-z][\\w-]{0,79})/([0-9A-Za-z][\\w.-]{0,79}\\.(?:${keyEndings.join('|')}))$`,
)

/** Undefined for an invalid key. */
export function fileOf(key: string): FileKey | undefined {
  const [whole, tenantId, subjectId, name] = KEY.exec(key) ?? []
  if (whole === undefined) return undefined
  return { key, tenantId: tenantId!, subjectId: subjectId!, name: name!, type: fileTypeOf(name!)! } // by the expression
}

/** @throws {RangeError} for an invalid key, which is a programming error */
export function assertFileKey(key: string): FileKey {
  const file = fileOf(key)
  if (!file) throw new RangeError(`${JSON.stringify(key)} is not a valid file key.`)
  return file
}
