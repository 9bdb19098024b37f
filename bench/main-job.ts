import type pg from 'pg'
import { bareBooking } from './bare-booking.ts'
import { TENANT } from './bare-queries.ts'
import type { Side, Sides } from './compare.ts'
import { httpRequest, load, loop } from './load.ts'
import { bookingRequest, type Slot } from './slots.ts'
import { type Stage, startSecondServer } from './stage.ts'

/** A server: its process, and how it is called. */
export type Target = { pid: number; port: number; authorization?: string }

/** The server of a stage, called by its administrator. */
export async function targetOf({ server, port, token }: Stage): Promise<Target> {
  return { pid: server.process.pid!, port, authorization: `Bearer ${await token('sandbox-admin')}` }
}

/** The bare routes, started on the stage's database. */
export async function startBareServer({ ownerUrl }: Stage, port: number): Promise<Target & { stop(): void }> {
  const child = await startSecondServer('bare-server.ts', ownerUrl, port)
  return { pid: child.pid!, port, stop: () => child.kill() }
}

type Turn = { connections: number; ms: number }

/** Bookings, against the same statements by a bare client in this process. */
export async function bookingSides(
  ownerUrl: string,
  target: Target,
  next: () => Slot,
  { connections, ms }: Turn,
  inOneWrite = false,
): Promise<Sides & { end(): Promise<void> }> {
  const bare = await bareBooking(ownerUrl, connections, inOneWrite)
  return {
    server: bookings(target, next, { connections, ms }),
    reference: { pid: process.pid, turn: () => loop((worker) => bare.book(worker, next()), connections, ms) },
    end: bare.end,
  }
}

export const bookings = (target: Target, next: () => Slot, turn: Turn): Side =>
  requests(target, () => bookingRequest(target.authorization ?? '', next()), turn)

/** Reads of random records by id. */
export const reads = (target: Target, ids: readonly string[], turn: Turn, path = '/api/appointments'): Side =>
  gets(target, () => `${path}/${ids[Math.floor(Math.random() * ids.length)]!}`, turn)

/** Reads of the newest 20. */
export const lists = (target: Target, turn: Turn, path = '/api/appointments?pageSize=20'): Side =>
  gets(target, () => path, turn)

const gets = (target: Target, path: () => string, turn: Turn): Side => {
  const headers = target.authorization ? { authorization: target.authorization } : undefined
  return requests(target, () => httpRequest('GET', path(), headers), turn)
}

const requests = ({ pid, port }: Target, make: () => string, { connections, ms }: Turn): Side => ({
  pid,
  turn: () => load(port, make, connections, ms),
})

/** Token grants for one client. */
export function grants(target: Target, turn: Turn, path = '/api/auth/token'): Side {
  const client = { client_id: 'sandbox-admin', client_secret: 'sandbox-admin-secret' }
  const body = JSON.stringify({ grant_type: 'client_credentials', ...client })
  const request = httpRequest('POST', path, { 'content-type': 'application/json' }, body)
  return requests(target, () => request, turn)
}

/** The ids of some appointments of both sides. */
export async function someAppointments(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from appointments where tenant_id = $1 and deleted_at is null limit 1000',
    [TENANT],
  )
  return rows.map(({ id }) => id)
}
