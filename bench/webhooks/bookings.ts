import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../server/src/lib/ids.ts'
import { tokenAt } from '../../server/testing/child.ts'
import { slots } from '../slots.ts'
import { TENANTS } from './endpoints.ts'
import { epochMs } from './moments.ts'
import type { TestBed } from './test-bed.ts'

/** An event of a booking. `dueMs` is the scheduled time of its request. */
export type Booked = { eventId: string; tenantId: string; dueMs: number; committedMs: number; answeredMs: number }

const nextOf = TENANTS.map(({ doctor }) => slots([doctor]))

/**
 * Books through the API at a steady rate without waiting for responses, alternating between tenants. The commit time is the
 * database's commit timestamp, taken before the commit is written to disk.
 */
export async function bookSteadily(
  { server, owner }: TestBed,
  tenants: readonly (typeof TENANTS)[number][],
  perSec: number,
  forMs: number,
): Promise<Booked[]> {
  const tokens = await Promise.all(tenants.map(({ client }) => tokenAt(server.url, client)))
  const from = newId('evt')
  const startedMs = epochMs()
  const total = Math.round((perSec * forMs) / 1000)
  const bookings: Promise<{ appointmentId: string; dueMs: number; answeredMs: number }>[] = []
  for (let n = 0; n < total; n++) {
    const dueMs = startedMs + (n * 1000) / perSec
    const early = dueMs - epochMs()
    if (early > 0) await pause(early)
    const which = n % tenants.length
    bookings.push(
      book(server.url, tenants[which]!, tokens[which]!).then((appointmentId) => ({
        appointmentId,
        dueMs,
        answeredMs: epochMs(),
      })),
    )
  }
  const booked = await Promise.all(bookings)
  const { rows } = await owner.query<{ id: string; tenant_id: string; subject_id: string; ms: number }>(
    `select id, tenant_id, subject_id, extract(epoch from pg_xact_commit_timestamp(xid::xid))::float8 * 1000 as ms
     from events
     where id > $1
       and subject_id = any($2)`,
    [from, booked.map(({ appointmentId }) => appointmentId)],
  )
  const events = new Map(rows.map((row) => [row.subject_id, row]))
  return booked.map(({ appointmentId, dueMs, answeredMs }) => {
    const { id, tenant_id, ms } = events.get(appointmentId)!
    return { eventId: id, tenantId: tenant_id, dueMs, committedMs: ms, answeredMs }
  })
}

async function book(url: string, { id, doctor, patient }: (typeof TENANTS)[number], token: string): Promise<string> {
  const { start, end } = nextOf[TENANTS.findIndex((tenant) => tenant.id === id)]!()
  const response = await fetch(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ doctorId: doctor, patientId: patient, startTime: start, endTime: end }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`A booking got ${response.status}: ${text}`)
  return (JSON.parse(text) as { appointment: { id: string } }).appointment.id // the specification's shape
}

/**
 * The offset of the database's clock from this one in ms, with an error of at most half a round trip. It limits the accuracy
 * of latencies between the two.
 */
export async function clockOffsetMs({ owner }: TestBed): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, offsetMs: Number.NaN }
  for (let n = 0; n < 20; n++) {
    const before = epochMs()
    const { rows } = await owner.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    const tookMs = epochMs() - before
    if (tookMs < best.tookMs) best = { tookMs, offsetMs: rows[0]!.ms - (before + tookMs / 2) }
  }
  return best.offsetMs
}
