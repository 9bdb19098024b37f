import { sql } from 'kysely'
import type { Db } from '../../db/kysely.ts'
import { later } from '../../db/transaction.ts'
import { idAt, newId } from '../../lib/ids.ts'
import { type Cared, daysBeforeToday } from './care.ts'
import { DAY_MS, HOUR_MS } from './rules.ts'

/**
 * Past visits of everybody, coming ones of all practitioners but the fixed ones: whoever tries the sandbox finds their
 * slots free.
 */
export function seedVisits(
  tx: Db,
  { tenantId, patientId, practitionerIds }: Cared,
  { practitioners, people, visits }: { practitioners: string[]; people: string[]; visits: number },
): void {
  const everyPatient = [patientId, ...people]
  const today = daysBeforeToday(0)
  for (let at = 0; at < visits; at++) {
    const past = at % 3 !== 0
    const all = past ? [...practitionerIds, ...practitioners] : practitioners
    // Counted among its own kind, so that everybody has a turn.
    const nth = past ? at - 1 - Math.floor(at / 3) : at / 3
    // Each visit has a day of its own with its doctor, so that none overlaps.
    const days = 1 + 2 * Math.floor(nth / all.length)
    const day = today + (past ? -days : days) * DAY_MS
    const status = past ? became(at, days) : at % 2 === 0 ? 'CONFIRMED' : 'SCHEDULED'
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
      // As if moved just now: the job that cancels what nobody confirms is to leave some of them on the lists.
      unconfirmed_since: sql`app_now()`,
    })
    const room = tx.insertInto('video_rooms').values({
      tenant_id: tenantId,
      id: roomId,
      closed_at: isOpen(status) ? null : start,
      together_ms: status === 'COMPLETED' ? (8 + (at % 15)) * 60_000 : 0,
    })
    for (const row of [visit, room]) later(tx, row)
  }
}

/** What came of a past visit. Of yesterday's, nobody has said yet who did not come. */
function became(at: number, daysAgo: number) {
  const status = (['COMPLETED', 'COMPLETED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const)[at % 5]!
  return status === 'NO_SHOW' && daysAgo === 1 ? 'CONFIRMED' : status
}

const isOpen = (status: string) => status === 'CONFIRMED' || status === 'SCHEDULED'
