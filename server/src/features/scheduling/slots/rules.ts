import type { ConflictDetails } from '../../../conflict-details.ts'
import { conflict, type Fault, unprocessable } from '../../../errors.ts'

export const DEFAULT_DAYS = 30
export const MAX_DAYS = 62
/** Slots of one answer, and professionals of a search for the first slot. */
export const MAX_SLOTS = 1000

const DAY_MS = 24 * 3600 * 1000

type Search = {
  doctorId?: string | undefined
  city?: string | undefined
  specialty?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  first?: boolean | undefined
}

/**
 * The time range of a search.
 * @throws {ApiError} 422 for a search of everything, or an invalid range
 */
export function rangeOf({ doctorId, city, specialty, from, to, first = false }: Search, now: Date) {
  const start = from ?? now
  const end = to ?? new Date(start.getTime() + DEFAULT_DAYS * DAY_MS)
  const faults: Fault[] = []
  if (doctorId === undefined && city === undefined && specialty === undefined)
    faults.push({ path: ['doctorId'], message: 'is required unless city or specialty is given' })
  const ms = end.getTime() - start.getTime()
  if (ms <= 0) faults.push({ path: ['to'], message: 'must be after from' })
  if (ms > MAX_DAYS * DAY_MS) faults.push({ path: ['to'], message: `must be at most ${MAX_DAYS} days after from` })
  if (faults.length > 0) throw unprocessable(faults)
  return { from: start, to: end, first: first || doctorId === undefined }
}

/**
 * One more slot than an answer has tells where the next answer begins: at a start of which no slot was answered. If all begin at the
 * same time, the next answer begins after it.
 * @param rows in order of their start
 */
export function pageOf<R extends { start_time: Date }>(
  rows: readonly R[],
): { rows: readonly R[]; nextFrom: string | null } {
  const next = rows[MAX_SLOTS]
  if (!next) return { rows, nextFrom: null }
  const earlier = rows.filter(({ start_time }) => start_time < next.start_time)
  if (earlier.length > 0) return { rows: earlier, nextFrom: next.start_time.toISOString() }
  return { rows: rows.slice(0, MAX_SLOTS), nextFrom: new Date(next.start_time.getTime() + 1).toISOString() }
}

type Reason = NonNullable<ConflictDetails['slot']>['reason']

const messages: Record<Reason, string> = {
  NOT_OFFERED: 'This time is not offered. Search free slots.',
  NO_VISIT_TYPE: 'Choose a free slot, and book it with its visit type or a hold.',
  STAFF_ONLY: 'Only the staff books visits of this type.',
  NEW_PATIENTS_ONLY: 'Only new patients of the professional can book visits of this type.',
}

/** The conflict with what is offered. */
export const slotConflict = (reason: Reason) => conflict(messages[reason], { slot: { reason } })
