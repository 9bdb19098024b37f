import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict, type Fault } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['ORDERED', 'COLLECTED', 'IN_PROGRESS', 'RESULTS_READY', 'RELEASED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

export const MAX_TESTS = 50
export const MAX_VALUES = 200

/** Allowed transitions. RESULTS_READY can be cancelled, so that results of a wrong sample are never released. */
export const transitions: Transitions<Status> = {
  ORDERED: ['COLLECTED', 'CANCELLED'],
  COLLECTED: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['RESULTS_READY', 'CANCELLED'],
  RESULTS_READY: ['RELEASED', 'CANCELLED'],
  RELEASED: [],
  CANCELLED: [],
}

/** Transitions while there are no results to release. */
const withoutResults: Transitions<Status> = { ...transitions, RESULTS_READY: ['CANCELLED'] }

/** Bounds of a number, ascending. */
const bounds = ['criticalLow', 'low', 'high', 'criticalHigh'] as const
type Bounds = Record<(typeof bounds)[number], number | null>

/** A stored value: a number with its bounds, or text without bounds. */
export type Value = { param: string; value: number | string; unit: string | null } & Bounds

type GivenValue = Pick<Value, 'param' | 'value'> & {
  [K in keyof Omit<Value, 'param' | 'value'>]?: Value[K] | undefined
}

export const flags = ['NORMAL', 'LOW', 'HIGH', 'CRITICAL_LOW', 'CRITICAL_HIGH'] as const
type Flag = (typeof flags)[number]

export const toStoredValue = ({ param, value, unit, low, high, criticalLow, criticalHigh }: GivenValue): Value => ({
  param,
  value,
  unit: unit ?? null,
  low: low ?? null,
  high: high ?? null,
  criticalLow: criticalLow ?? null,
  criticalHigh: criticalHigh ?? null,
})

/** The validation faults of the bounds: text has none, and the bounds of a number must ascend. */
export function boundFaults(given: GivenValue): Fault[] {
  const named = bounds.filter((name) => typeof given[name] === 'number')
  if (typeof given.value === 'string')
    return named.map((name) => ({ path: [name], message: 'must be left out: only numbers have bounds' }))
  return named.slice(1).flatMap((name, at) => {
    const below = named[at]!
    return given[name]! < given[below]! ? [{ path: [name], message: `must not be less than ${below}` }] : []
  })
}

/** Compares a value with its inclusive bounds; null for text, and for numbers without bounds. */
export function flagOf({ value, low, high, criticalLow, criticalHigh }: Value): Flag | null {
  if (typeof value === 'string') return null
  if (criticalLow !== null && value < criticalLow) return 'CRITICAL_LOW'
  if (criticalHigh !== null && value > criticalHigh) return 'CRITICAL_HIGH'
  if (low !== null && value < low) return 'LOW'
  if (high !== null && value > high) return 'HIGH'
  return [low, high, criticalLow, criticalHigh].some((bound) => bound !== null) ? 'NORMAL' : null
}

/** The values beyond a critical bound. */
export const criticalOf = (values: Value[]): { param: string; value: number }[] =>
  values.flatMap((one) => {
    const { param, value } = one
    return typeof value === 'number' && flagOf(one)?.startsWith('CRITICAL') ? [{ param, value }] : []
  })

/** @throws {ApiError} 403 if a doctor or dentist orders in another doctor's name */
export function assertMayOrderFor(actor: Actor, doctorId: string | null): void {
  const message = 'Doctors and dentists must order lab tests in their own name.'
  assertMay(access.labOrders.submit, actor, { author: doctorId }, message)
}

/** @throws {ApiError} 403 unless the caller is the patient, the doctor or an administrator, 409 unless the order is ORDERED */
export function assertMayChoose(
  actor: Actor,
  { status, patient_id, doctor_id }: { status: Status; patient_id: string; doctor_id: string | null },
): void {
  const message = 'Only the patient, the doctor or an administrator may choose the laboratory.'
  assertMay(access.labOrders.chooseLaboratory, actor, { own: patient_id, author: doctor_id }, message)
  if (status === 'ORDERED') return
  throw conflict(
    `The laboratory of a lab order that is ${status} cannot be changed.`,
    transitionDetails(transitions, status, 'ORDERED'),
  )
}

/** @throws {ApiError} 409 if the current status does not allow it, or there are no results to release */
export function assertTransition(from: Status, to: Status, hasResults: boolean): void {
  const table = hasResults ? transitions : withoutResults
  if (table[from].includes(to)) return
  const message = transitions[from].includes(to)
    ? 'No results have been entered. Enter them before releasing the lab order.'
    : `A lab order that is ${from} cannot become ${to}.`
  throw conflict(message, transitionDetails(table, from, to))
}

/** @throws {ApiError} 409 if the status is final */
export function assertOpenForResults(status: Status): void {
  if (transitions[status].length === 0)
    throw conflict(
      `The lab order is ${status}. Results can no longer be entered.`,
      transitionDetails(transitions, status, 'RESULTS_READY'),
    )
}
