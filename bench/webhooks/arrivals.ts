import type { Booked } from './bookings.ts'
import type { Endpoint } from './endpoints.ts'
import { arrival, firstBytes } from './receiving.ts'
import type { TestBed } from './test-bed.ts'

/** Milliseconds until the first byte of each event at each of its tenant's endpoints; missing events are counted separately. */
export type Arrivals = { missing: number; sinceCommit: number[]; sinceDue: number[] }

export async function arrivals({ receiver }: TestBed, booked: Booked[], endpoints: Endpoint[]): Promise<Arrivals> {
  const first = firstBytes(await receiver.seen())
  const found: Arrivals = { missing: 0, sinceCommit: [], sinceDue: [] }
  for (const { eventId, tenantId, committedMs, dueMs } of booked) {
    for (const { path } of endpoints.filter((endpoint) => endpoint.tenantId === tenantId)) {
      const atMs = first.get(arrival(eventId, path))
      if (atMs === undefined) found.missing++
      else {
        found.sinceCommit.push(atMs - committedMs)
        found.sinceDue.push(atMs - dueMs)
      }
    }
  }
  return found
}
