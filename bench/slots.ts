import type pg from 'pg'
import { TENANT } from './bare-queries.ts'
import { httpRequest } from './load.ts'

export type Slot = { doctorId: string; start: string; end: string }

/** The patient of all bookings. */
export const PATIENT = 'usr_sandbox_patient'

/** The ids of doctors whose slots both sides book. */
export const doctorIds = (count: number): string[] => Array.from({ length: count }, (_, n) => `usr_bench_${n}`)

export async function makeDoctors(owner: pg.ClientBase, count: number): Promise<string[]> {
  const doctors = doctorIds(count)
  for (const id of doctors) {
    await owner.query(
      `insert into users (tenant_id, id, email, name, role, verified_at) values ($1, $2, $3, $2, 'DOCTOR', now())
       on conflict do nothing`,
      [TENANT, id, `${id}@bench.example`],
    )
  }
  return doctors
}

/** Slots that never overlap: one doctor after another, in quarters of an hour. */
export function slots(doctors: string[]): () => Slot {
  let n = 0
  return () => {
    const doctorId = doctors[n % doctors.length]!
    const start = Date.UTC(2030, 0) + Math.floor(n++ / doctors.length) * 900_000
    return { doctorId, start: new Date(start).toISOString(), end: new Date(start + 900_000).toISOString() }
  }
}

/** The booking of a slot through the API. */
export function bookingRequest(authorization: string, { doctorId, start, end }: Slot): string {
  const body = JSON.stringify({ doctorId, patientId: PATIENT, startTime: start, endTime: end })
  return httpRequest('POST', '/api/appointments', { authorization, 'content-type': 'application/json' }, body)
}
