import type { Link } from './link.ts'

/** What the waiting room shows of an appointment. */
export type VisitDetails = {
  doctorName: string
  specialty: string | null
  organization: string
  logoSvg: string | null
  /** In Moroccan time, as in messages: `14:30`. */
  localTime: string
  /** Null for the practitioner. */
  patientsAhead: number | null
  /** The expected start, if the practitioner announced a delay. */
  expectedTime: string | null
  /** For the practitioner: their next appointment. */
  next: { localTime: string; waiting: boolean } | null
}

/** Reads the details of the visit once; undefined without a connection or with an expired token. */
export const readVisit = (link: Link): Promise<VisitDetails | undefined> =>
  visitFrom(link, 'visit', {}).catch(() => undefined)

/** How often the place in the queue is read. */
const EVERY_MS = 20_000

/**
 * Reads the details of the visit, and again while they are watched. Without a connection or with an expired token, the last
 * ones stay.
 * @returns a function that stops it
 */
export function watchVisit(link: Link, show: (details: VisitDetails) => void): () => void {
  const abort = new AbortController()
  const read = async () => {
    const details = await visitFrom(link, 'visit', { signal: abort.signal })
    if (details) show(details)
  }
  const readQuietly = () => void read().catch(() => {}) // the details are an addition
  readQuietly()
  const timer = setInterval(readQuietly, EVERY_MS)
  return () => {
    clearInterval(timer)
    abort.abort()
  }
}

/**
 * Tells the waiting room that the practitioner is late.
 * @returns the expected start in Moroccan time; undefined if the server refused or could not be reached
 */
export async function announceDelay(link: Link, minutes: number): Promise<string | undefined> {
  const request = { method: 'POST', body: JSON.stringify({ minutes }), headers: { 'content-type': 'application/json' } }
  const details = await visitFrom(link, 'delay', request).catch(() => undefined)
  return details?.expectedTime ?? undefined
}

async function visitFrom(
  { roomId, token, visit }: Link,
  path: 'visit' | 'delay',
  request: RequestInit,
): Promise<VisitDetails | undefined> {
  const authorization = `Bearer ${visit.read().token ?? token}`
  const response = await fetch(`/video/rooms/${roomId}/${path}`, {
    ...request,
    headers: { ...request.headers, authorization },
  })
  return response.ok ? ((await response.json()) as { visit: VisitDetails }).visit : undefined
}
