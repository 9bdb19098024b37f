import type { Fault } from '../../../errors.ts'

/** Who may book a visit of a type. */
export const bookers = ['PATIENT', 'STAFF'] as const
export type Booker = (typeof bookers)[number]

/** Longest visit that patients may book, in minutes. */
const PATIENT_MIN = 120

/** The faults of rules that do not fit together. */
export function faultsOf(type: { bookable_by: Booker; duration_min: number }): Fault[] {
  if (type.bookable_by === 'STAFF' || type.duration_min <= PATIENT_MIN) return []
  return [{ path: ['durationMin'], message: `must be at most ${PATIENT_MIN} for visits that patients book` }]
}
