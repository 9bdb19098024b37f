import { MedinaError, type Refusal } from './errors.ts'

/** A path with its values. */
export function filled(path: string, values: readonly string[]): string {
  let at = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[at++]
    // An empty part would mean another path.
    if (typeof value !== 'string' || value === '') throw new MedinaError(`${name} must be a text that is not empty.`)
    return encodeURIComponent(value)
  })
}

/** A query, with `?`. */
export function queryOf(query: object = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      given.set(name, value instanceof Date ? value.toISOString() : String(value)) // lists are joined by commas
  const text = given.toString()
  return text && `?${text}`
}

/** What an answer other than 2xx says. */
export async function refusalIn(
  response: Response,
  attempts: number,
  retryAfter: number | undefined,
): Promise<Refusal> {
  const text = await response.text()
  const error = errorIn(text)
  return {
    status: response.status,
    code: typeof error.code === 'string' ? error.code : '',
    message: typeof error.message === 'string' ? error.message : `The server answered ${response.status}.`,
    details: error.details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    attempts,
    retryAfter,
  }
}

/** The `error` of an answer. A proxy in between may answer with something else. */
function errorIn(text: string): { code?: unknown; message?: unknown; details?: unknown } {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'object' && error !== null ? error : {}
  } catch {
    return {}
  }
}

/** undici hides the reason in the cause. */
export const reasonOf = (error: TypeError): string =>
  error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
