import { ApiError, ConnectionError, MedinaError, Unauthorized } from '../../javascript/src/index.ts'

/** The exit codes. */
export const EXIT = { done: 0, failed: 1, usage: 2, notSignedIn: 3, refused: 4, unreachable: 5 } as const

/** Ends the program with a message and a hint. */
export class Failure extends Error {
  readonly exit: number
  readonly hint: string | undefined

  constructor(exit: number, message: string, hint?: string) {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}

export const usage = (message: string, hint?: string) => new Failure(EXIT.usage, message, hint)

/** Converts an error of the library for the user. Other errors are bugs of this program. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Unauthorized)
    return new Failure(EXIT.notSignedIn, `The platform refused the client: ${error.message}`, 'Sign in: medina login')
  if (error instanceof ApiError) {
    const named = error.requestId ? ` (request ${error.requestId})` : ''
    const exit = error.status >= 500 ? EXIT.failed : EXIT.refused
    const details = error.status === 409 && error.details ? `\n${JSON.stringify(error.details)}` : ''
    return new Failure(exit, `${error.status} ${error.code}: ${error.message}${details}${named}`)
  }
  if (error instanceof ConnectionError)
    return new Failure(EXIT.unreachable, error.message, 'Check the URL, and that the server is running.')
  if (error instanceof MedinaError) return new Failure(EXIT.failed, error.message)
  throw error
}
