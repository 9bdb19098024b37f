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
}

/** How often the place in the queue is read. */
const EVERY_MS = 20_000

/**
 * Reads the details of the visit, and again while they are watched. Without a connection or with an expired token, the last
 * ones stay.
 * @returns a function that stops it
 */
export function watchVisit({ roomId, token, visit }: Link, show: (details: VisitDetails) => void): () => void {
  const abort = new AbortController()
  const read = async () => {
    const authorization = `Bearer ${visit.read().token ?? token}`
    const response = await fetch(`/video/rooms/${roomId}/visit`, { headers: { authorization }, signal: abort.signal })
    if (response.ok) show(((await response.json()) as { visit: VisitDetails }).visit)
  }
  const readQuietly = () => void read().catch(() => {}) // the details are an addition
  readQuietly()
  const timer = setInterval(readQuietly, EVERY_MS)
  return () => {
    clearInterval(timer)
    abort.abort()
  }
}
