import pg from 'pg'
import { flush } from '../server/src/db/flush.ts'
import { newId } from '../server/src/lib/ids.ts'
import { TENANT } from './bare-queries.ts'
import { PATIENT, type Slot } from './slots.ts'

type BareBooking = { book(worker: number, slot: Slot): Promise<void>; end(): Promise<void> }

/**
 * The reference for bookings: the same lock, checks, constraints and rows (appointment, room, event, deliveries, audit row)
 * in a bare loop, as the owner without row-level security. Either statement by statement, like pgbench and most programs, or
 * with the whole transaction in one write; a program that reads an intermediate result cannot do this.
 */
export async function bareBooking(ownerUrl: string, workers: number, inOneWrite: boolean): Promise<BareBooking> {
  const clients = Array.from({ length: workers }, () => new pg.Client({ connectionString: ownerUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  return {
    async book(worker, { doctorId, start, end }) {
      const client = clients[worker]!
      const ids = [newId('apt'), newId('room'), newId('evt'), newId('aud')]
      const statements = [
        { sql: 'begin', parameters: [] },
        { sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [`doctor:${doctorId}`] },
        { sql: bookOnce, parameters: [TENANT, doctorId, PATIENT, start, end, ...ids] },
        { sql: 'commit', parameters: [] },
      ]
      const results: pg.QueryResult[] = []
      if (inOneWrite) results.push(...(await flush(client, statements)))
      else for (const statement of statements) results.push(...(await flush(client, [statement])))
      if (results[2]!.rows.length !== 1) throw new Error('The bare loop did not book.')
    },
    async end() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

const bookOnce = `
  with party as (
    select
      bool_or(id = $2 and role in ('DOCTOR', 'DENTIST')) as doctor_known,
      bool_or(id = $3 and role = 'PATIENT') as patient_known
    from users
    where tenant_id = $1 and id in ($2, $3) and disabled_at is null
  ), taken as (
    select id
    from appointments
    where tenant_id = $1
      and doctor_id = $2
      and start_time > $4::timestamptz - interval '8 hours'
      and start_time < $5
      and end_time > $4
      and status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
      and deleted_at is null
    limit 1
  ), booked as (
    insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
    select $1, $6, $2, $3, $4, $5, $7 from party where doctor_known and patient_known and not exists (select from taken)
    returning tenant_id, video_room_id
  ), room as (
    insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from booked
  ), event as (
    insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
    select $1, $8, 'appointment.created', $6, array[$2, $3], '{"event":"appointment.created"}', now() from booked
    returning tenant_id, id
  ), delivery as (
    insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at)
    select v.tenant_id, v.id, e.id, 'PENDING', now()
    from event v
    join webhook_endpoints e on e.tenant_id = v.tenant_id and e.deleted_at is null
  ), noted as (
    insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, request_id)
    select $1, $9, 'usr_sandbox_admin', 'sandbox-admin', 'bookAppointment', 'OK', $6, array[$3], 'req_bench' from booked
  )
  select * from booked`
