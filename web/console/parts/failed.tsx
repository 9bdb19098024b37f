import {
  ApiError,
  Conflict,
  ConnectionError,
  Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  RateLimited,
  ServerError,
} from '../../../clients/javascript/src/medina.ts'
import { fill, words } from '../language.ts'
import { Button } from './button.tsx'
import { Faults } from './fault.tsx'

/** The explanation of an error in the language of the page. The server's message is in English. */
export function meaningOf(error: unknown): string {
  const { failures } = words()
  if (error instanceof ConnectionError) return failures.connection
  if (error instanceof RateLimited) return fill(failures.limited, { sec: Math.ceil(error.retryAfter) })
  if (error instanceof ServerError) return failures.server
  if (error instanceof PreconditionFailed) return failures.changed
  if (error instanceof Conflict) return failures.conflict
  if (error instanceof Forbidden) return failures.forbidden
  if (error instanceof NotFound) return failures.notFound
  if (error instanceof Invalid) return failures.invalid
  return failures.unknown
}

/** An error with a remedy. The user's input is kept. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className="failed" role="alert">
      <p>{meaningOf(error)}</p>
      {error instanceof Invalid && <Faults faults={error.faults} />}
      {error instanceof ApiError && (
        <p className="answer" dir="ltr" lang="en">
          {!(error instanceof Invalid && error.faults.length > 0) && error.message}
          {error.requestId && <code>{error.requestId}</code>}
        </p>
      )}
      {onRetry && (
        <Button icon="again" onClick={onRetry}>
          {words().retry}
        </Button>
      )}
    </div>
  )
}
