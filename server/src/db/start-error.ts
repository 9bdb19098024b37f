/** The server cannot start, for a reason that an operator can mend: one line, printed alone. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What the system calls a failure: `ENOENT`, `EACCES`, … */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** What PostgreSQL and the system say of a disk without room. */
const NO_ROOM = /No space left on device|wrote only \d+ of \d+ bytes|\bENOSPC\b|\bEDQUOT\b/
const NO_ROOM_CODES = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a line of PostgreSQL's says that a disk is full. */
export const saysDiskFull = (line: string): boolean => NO_ROOM.test(line)

/** What a command prints when it fails: one line where an operator can mend it, else all that is known. */
export function shownFailure(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!saysDiskFull(cause.message) && !NO_ROOM_CODES.includes(codeOf(cause) ?? '')) continue
    const { message } = error instanceof StartError ? error : cause
    return `The disk is full: ${message.replace(/\.$/, '')}. Free some space on it and start again.`
  }
  return error instanceof StartError ? error.message : error
}
