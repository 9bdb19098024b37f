import { conflict } from '../../../../errors.ts'

export const MAX_FILES = 20
export const MAX_FILE_BYTES = 10_000_000

/** For how long the token of a participant who is in the room proves who they are, after it has expired. */
export const PRESENCE_SEC = 12 * 3600

/** @throws {ApiError} 409 if the appointment has the maximum */
export function assertRoomForFile(files: number): void {
  if (files >= MAX_FILES) throw conflict(`An appointment can have at most ${MAX_FILES} files.`)
}
