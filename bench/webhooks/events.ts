import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { newId } from '../../server/src/lib/ids.ts'
import type { Endpoint } from './endpoints.ts'

/** A committed event with its endpoints. */
export type Written = { eventId: string; to: Endpoint[] }

const TICK_MS = 20

/**
 * Inserts events at a steady rate, each for one of the groups in turn; delays of one tick are made up by the next. The
 * server finds them by polling, without a notification.
 */
export async function writeSteadily(
  owner: pg.ClientBase,
  groups: Endpoint[][],
  perSec: number,
  forMs: number,
  written: Written[] = [],
): Promise<Written[]> {
  const startedAt = performance.now()
  const total = Math.round((perSec * forMs) / 1000)
  for (let done = 0; done < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSec) / 1000) + 1)
    if (due > done) {
      const events = Array.from({ length: due - done }, (_, n) => ({
        eventId: newId('evt'),
        to: groups[(done + n) % groups.length]!,
      }))
      await write(owner, events)
      written.push(...events)
      done = due
    }
    await pause(TICK_MS)
  }
  return written
}

/** Inserts events with their deliveries in one transaction. */
export async function write(owner: pg.ClientBase, events: Written[]): Promise<void> {
  const deliveries = events.flatMap(({ eventId, to }) => to.map(({ id }) => ({ eventId, endpointId: id })))
  await owner.query(
    `with given as (
       insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       select tenant_id, id, 'appointment.created', 'apt_bench', '{}', body, now()
       from unnest($1::text[], $2::text[], $3::text[]) as given (tenant_id, id, body)
       returning tenant_id, id
     )
     insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at)
     select e.tenant_id, e.id, d.endpoint_id, 'PENDING', now()
     from unnest($4::text[], $5::text[]) as d (event_id, endpoint_id)
     join given e on e.id = d.event_id`,
    [
      events.map(({ to }) => to[0]!.tenantId),
      events.map(({ eventId }) => eventId),
      events.map(({ eventId }) => bodyOf(eventId)),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ endpointId }) => endpointId),
    ],
  )
}

/** A body as long as that of a booking's event. */
export const bodyOf = (id: string) =>
  JSON.stringify({
    event: 'appointment.created',
    id,
    createdAt: new Date().toISOString(),
    data: {
      appointmentId: newId('apt'),
      doctorId: 'usr_sandbox_doctor',
      patientId: 'usr_sandbox_patient',
      startTime: '2030-01-01T09:00:00.000Z',
    },
  })

/** Groups of endpoints of one tenant that receive the same events. */
export function groupsOf(endpoints: Endpoint[], size: number): Endpoint[][] {
  const groups: Endpoint[][] = []
  for (const own of Map.groupBy(endpoints, ({ tenantId }) => tenantId).values()) {
    for (let n = 0; n < own.length; n += size) groups.push(own.slice(n, n + size))
  }
  return groups
}

/** Deliveries that are due or being sent. */
export async function backlog(owner: pg.ClientBase, endpoints: Endpoint[]): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n
     from webhook_deliveries
     where endpoint_id = any($1)
       and (state = 'SENDING' or (state = 'PENDING' and next_at <= app_now()))`,
    [endpoints.map(({ id }) => id)],
  )
  return rows[0]!.n
}

/** Waits until no delivery is due. @returns false after the time limit */
export async function waitUntilDrained(
  owner: pg.ClientBase,
  endpoints: Endpoint[],
  withinMs: number,
): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until; await pause(100)) {
    if ((await backlog(owner, endpoints)) === 0) return true
  }
  return false
}
