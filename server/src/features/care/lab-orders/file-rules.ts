import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { type FileType, fileTypeOf } from '../../../lib/file-types.ts'
import { type Status, transitions } from './rules.ts'

export const MAX_FILES = 10
export const MAX_FILE_BYTES = 5_000_000
/** Length of the longest file in base64. */
export const MAX_CONTENT = 4 * Math.ceil(MAX_FILE_BYTES / 3)

const isOver = (status: Status) => transitions[status].length === 0

/**
 * Before the sample is taken the laboratory may change, and the next one would see the files of the earlier one.
 * @throws {ApiError} 409 unless the laboratory has begun and the order is not over
 */
export function assertOpenForFiles(status: Status): void {
  if (isOver(status)) throw conflict(`The lab order is ${status}: no files can be added any more.`)
  if (status === 'ORDERED')
    throw conflict('The lab order is ORDERED: set it COLLECTED, or enter results, before adding files.')
}

/** @throws {ApiError} 409 if the order has the maximum */
export function assertRoomForFile(files: number): void {
  if (files >= MAX_FILES) throw conflict(`A lab order has at most ${MAX_FILES} files. Remove one first.`)
}

/** @throws {ApiError} 403 unless the caller uploaded it, 409 if the order is over */
export function assertMayRemove(actor: Actor, uploadedBy: string, status: Status): void {
  assertMay(
    access.labOrders.removeFile,
    actor,
    { author: uploadedBy },
    'Only the user who uploaded a file may remove it.',
  )
  if (isOver(status)) throw conflict(`The lab order is ${status}: its files cannot be removed any more.`)
}

const UNSAFE = /[\\/:*?"<>|]/

/** Why a name of a file is not accepted; undefined if it is. */
export function nameFault(name: string, type: FileType): string | undefined {
  if (UNSAFE.test(name) || name.startsWith('.'))
    return 'must be a file name without a path: none of \\ / : * ? " < > |, and no dot at its beginning'
  if (fileTypeOf(name) !== type) return `must end as its content does: it is ${type}`
}
