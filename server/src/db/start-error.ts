/** The server cannot start, for a reason that an operator can mend: one line, printed alone. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What the system calls a failure: `ENOENT`, `EACCES`, … */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
