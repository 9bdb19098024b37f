import { ConnectionError } from '../../clients/javascript/src/medina.ts'

/** The response of `GET /api/auth/session`. */
export type Session = {
  user: { id: string; email: string; name: string; role: string; tenantId: string }
  accessToken: string
  accessTokenExpiresAt: string
}

/** The scopes of an access token (RFC 9068, section 2.2.3). */
export function scopesOf({ accessToken }: Session): string[] {
  const payload = accessToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
  const { scope } = JSON.parse(atob(payload)) as { scope: string }
  return scope.split(' ')
}

type State = { session: Session | undefined; isSignedOut: boolean }

/** The lifetime of an access token, for devices with a wrong clock. */
const TOKEN_SEC = 300

/**
 * The session of the signed-in user. The access token stays in memory, and the session cookie renews it.
 * After the end of the session, calls wait until the user signs in again, so that the user's input is not lost.
 */
export class SessionStore {
  #state: State = { session: undefined, isSignedOut: false }
  #listeners = new Set<() => void>()
  #waiting: (() => void)[] = []

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): State => this.#state

  /** Loads the session. @returns whether a user is signed in @throws {ConnectionError} */
  async open(): Promise<boolean> {
    const session = await read()
    if (session) this.#set({ session, isSignedOut: false })
    return session !== undefined
  }

  /** Supplies the client library with a new token, if necessary after the user has signed in again. */
  readonly issueToken = async (): Promise<{ access_token: string; expires_in: number }> => {
    for (;;) {
      const session = await read()
      if (session) {
        this.#resume(session)
        return { access_token: session.accessToken, expires_in: TOKEN_SEC }
      }
      this.#set({ ...this.#state, isSignedOut: true })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Sends the waiting calls after the user has signed in again. */
  readonly resume = (): void => {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #resume(session: Session): void {
    const before = this.#state.session?.user
    // The displayed data belong to another user or organisation.
    if (before && (before.id !== session.user.id || before.tenantId !== session.user.tenantId)) location.reload()
    this.#set({ session, isSignedOut: false })
  }

  #set(state: State): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** @returns undefined if no user is signed in */
async function read(): Promise<Session | undefined> {
  const answer = await fetch('/api/auth/session', { headers: { accept: 'application/json' } }).catch((cause) => {
    throw new ConnectionError('Cannot read the session.', { cause })
  })
  if (!answer.ok) throw new ConnectionError(`Cannot read the session: ${answer.status}.`)
  return ((await answer.json()) as Session | null) ?? undefined
}
