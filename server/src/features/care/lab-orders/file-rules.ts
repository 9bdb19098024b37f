import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { type Status, transitions } from './rules.ts'

export const MAX_FILES = 10
export const MAX_FILE_BYTES = 5_000_000

const isOver = (status: Status) => transitions[status].length === 0

/**
 * While the order is ORDERED, its laboratory can change, and the next laboratory would see the files of the previous one.
 * @throws {ApiError} 409 if the order is ORDERED, RELEASED or CANCELLED
 */
export function assertOpenForFiles(status: Status): void {
  if (isOver(status)) throw conflict(`The lab order is ${status}. Files can no longer be added.`)
  if (status === 'ORDERED')
    throw conflict('The lab order is ORDERED. Set it to COLLECTED, or enter results, before you add files.')
}

/** @throws {ApiError} 409 if the order has the maximum */
export function assertRoomForFile(files: number): void {
  if (files >= MAX_FILES) throw conflict(`A lab order can have at most ${MAX_FILES} files. Remove one first.`)
}

/** @throws {ApiError} 403 unless the caller uploaded it, 409 if the order is over */
export function assertMayRemove(actor: Actor, uploadedBy: string, status: Status): void {
  assertMay(
    access.labOrders.removeFile,
    actor,
    { author: uploadedBy },
    'Only the user who uploaded a file may remove it.',
  )
  if (isOver(status)) throw conflict(`The lab order is ${status}. Its files can no longer be removed.`)
}
