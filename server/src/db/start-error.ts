/** The server cannot start, for a reason that an operator can fix. Printed as one line without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The system's error code: `ENOENT`, `EACCES`, … */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Messages of PostgreSQL and the system about a full disk. */
const FULL_DISK = /No space left on device|wrote only \d+ of \d+ bytes|\bENOSPC\b|\bEDQUOT\b/
const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a line of PostgreSQL's log reports a full disk. */
export const reportsFullDisk = (line: string): boolean => FULL_DISK.test(line)

/** A command's error output: one line if an operator can fix it, otherwise the whole error. */
export function shownFailure(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!reportsFullDisk(cause.message) && !FULL_DISK_CODES.includes(codeOf(cause) ?? '')) continue
    const { message } = error instanceof StartError ? error : cause
    return `The disk is full: ${message.replace(/\.$/, '')}. Free some space on it and start again.`
  }
  return error instanceof StartError ? error.message : error
}
