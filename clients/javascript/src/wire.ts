import { MedinaError, type Refusal } from './errors.ts'

/** Inserts values into a path. */
export function filled(path: string, values: readonly string[]): string {
  let at = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[at++]
    // An empty value would change the path.
    if (typeof value !== 'string' || value === '') throw new MedinaError(`${name} must be a non-empty string.`)
    return encodeURIComponent(value)
  })
}

/** A query string, with `?`. */
export function queryOf(query: object = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      given.set(name, value instanceof Date ? value.toISOString() : String(value)) // String() joins lists by commas
  const text = given.toString()
  return text && `?${text}`
}

/** Reads the error of a response with a status other than 2xx. */
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
    message: typeof error.message === 'string' ? error.message : `The server returned ${response.status}.`,
    details: error.details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    attempts,
    retryAfter,
  }
}

/** The `error` of a response. A proxy may return something else. */
function errorIn(text: string): { code?: unknown; message?: unknown; details?: unknown } {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'object' && error !== null ? error : {}
  } catch {
    return {}
  }
}

/** undici has the reason in the cause. */
export const reasonOf = (error: TypeError): string =>
  error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
