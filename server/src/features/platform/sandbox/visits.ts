import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { idAt, newId } from '../../../lib/ids.ts'
import { daysBeforeToday, type SeededTenant } from './care.ts'
import { DAY_MS, HOUR_MS } from './rules.ts'

/** Seeds past visits of all practitioners, and future visits except of the fixed ones, whose slots stay free for testers. */
export function seedVisits(
  tx: Db,
  { tenantId, patientId, practitionerIds }: SeededTenant,
  { practitioners, people, visits }: { practitioners: string[]; people: string[]; visits: number },
): void {
  const everyPatient = [patientId, ...people]
  const today = daysBeforeToday(0)
  for (let at = 0; at < visits; at++) {
    const past = at % 3 !== 0
    const all = past ? [...practitionerIds, ...practitioners] : practitioners
    // Past and future visits are counted separately, so that each patient gets some.
    const nth = past ? at - 1 - Math.floor(at / 3) : at / 3
    // A doctor has one visit a day, so that visits do not overlap.
    const days = 1 + 2 * Math.floor(nth / all.length)
    const day = today + (past ? -days : days) * DAY_MS
    const status = past ? statusOf(at, days) : at % 2 === 0 ? 'CONFIRMED' : 'SCHEDULED'
    const start = new Date(day + (9 + (at % 8)) * HOUR_MS)
    const bookedAt = Math.min(start.getTime(), Date.now()) - (1 + (at % 5)) * DAY_MS
    const roomId = newId('room')
    const visit = tx.insertInto('appointments').values({
      tenant_id: tenantId,
      id: idAt('apt', bookedAt),
      doctor_id: all[nth % all.length]!,
      patient_id: everyPatient[(at * 7) % everyPatient.length]!,
      start_time: start,
      end_time: new Date(start.getTime() + HOUR_MS / 2),
      status,
      notes: at % 4 === 0 ? 'Suivi de tension artérielle' : null,
      video_room_id: roomId,
      created_at: new Date(bookedAt),
      // Recently rescheduled, so that the job that cancels unconfirmed visits leaves some on the lists.
      unconfirmed_since: sql`app_now()`,
    })
    const room = tx.insertInto('video_rooms').values({
      tenant_id: tenantId,
      id: roomId,
      closed_at: isOpen(status) ? null : start,
      together_ms: status === 'COMPLETED' ? (8 + (at % 15)) * 60_000 : 0,
    })
    for (const row of [visit, room]) defer(tx, row)
  }
}

/** The status of a past visit. Yesterday's visits are not marked NO_SHOW yet. */
function statusOf(at: number, daysAgo: number) {
  const status = (['COMPLETED', 'COMPLETED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const)[at % 5]!
  return status === 'NO_SHOW' && daysAgo === 1 ? 'CONFIRMED' : status
}

const isOpen = (status: string) => status === 'CONFIRMED' || status === 'SCHEDULED'
