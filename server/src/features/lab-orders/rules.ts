import { type Actor, isPractitioner } from '../../actor.ts'
import { conflict, type Fault, forbidden } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'

export const statuses = ['ORDERED', 'COLLECTED', 'IN_PROGRESS', 'RESULTS_READY', 'RELEASED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

export const MAX_TESTS = 50
export const MAX_VALUES = 200

/** What may follow what, step by step. Results of the wrong sample are cancelled, so that nobody ever releases them. */
export const transitions: Transitions<Status> = {
  ORDERED: ['COLLECTED', 'CANCELLED'],
  COLLECTED: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['RESULTS_READY', 'CANCELLED'],
  RESULTS_READY: ['RELEASED', 'CANCELLED'],
  RELEASED: [],
  CANCELLED: [],
}

/** Without results there is nothing to release. */
const withoutResults: Transitions<Status> = { ...transitions, RESULTS_READY: ['CANCELLED'] }

/** Bounds of a number, from the lowest to the highest. */
export const bounds = ['criticalLow', 'low', 'high', 'criticalHigh'] as const
type Bounds = Record<(typeof bounds)[number], number | null>

/** One value, as it is stored and shown: a number with the bounds that were given for it, or words without. */
export type Value = { param: string; value: number | string; unit: string | null } & Bounds

type GivenValue = Pick<Value, 'param' | 'value'> & {
  [K in keyof Omit<Value, 'param' | 'value'>]?: Value[K] | undefined
}

export const flags = ['NORMAL', 'LOW', 'HIGH', 'CRITICAL_LOW', 'CRITICAL_HIGH'] as const
type Flag = (typeof flags)[number]

/** A value as it is stored. */
export const stored = ({ param, value, unit, low, high, criticalLow, criticalHigh }: GivenValue): Value => ({
  param,
  value,
  unit: unit ?? null,
  low: low ?? null,
  high: high ?? null,
  criticalLow: criticalLow ?? null,
  criticalHigh: criticalHigh ?? null,
})

/** What is wrong with the bounds of a value: words have none, and those of a number must not cross. */
export function boundFaults(given: GivenValue): Fault[] {
  const named = bounds.filter((name) => typeof given[name] === 'number')
  if (typeof given.value === 'string')
    return named.map((name) => ({ path: [name], message: 'must be left out: only numbers have bounds' }))
  return named.slice(1).flatMap((name, at) => {
    const below = named[at]!
    return given[name]! < given[below]! ? [{ path: [name], message: `must not be less than ${below}` }] : []
  })
}

/** Where a value lies within its bounds, to which the bounds themselves belong; null where there is nothing to compare. */
export function flagOf({ value, low, high, criticalLow, criticalHigh }: Value): Flag | null {
  if (typeof value === 'string') return null
  if (criticalLow !== null && value < criticalLow) return 'CRITICAL_LOW'
  if (criticalHigh !== null && value > criticalHigh) return 'CRITICAL_HIGH'
  if (low !== null && value < low) return 'LOW'
  if (high !== null && value > high) return 'HIGH'
  return [low, high, criticalLow, criticalHigh].some((bound) => bound !== null) ? 'NORMAL' : null
}

/** The numbers that somebody must act on. */
export const criticalOf = (values: Value[]): { param: string; value: number }[] =>
  values.flatMap((one) => {
    const { param, value } = one
    return typeof value === 'number' && flagOf(one)?.startsWith('CRITICAL') ? [{ param, value }] : []
  })

/** @throws {ApiError} 403 when a doctor or dentist orders in the name of another */
export function assertMayOrderFor(actor: Actor, doctorId: string | null): void {
  if (isPractitioner(actor.role) && doctorId !== actor.userId)
    throw forbidden('Doctors and dentists order analyses in their own name.')
}

/** @throws {ApiError} 409 when the present state does not allow the move, or there are no results to release */
export function assertMove(from: Status, to: Status, hasResults: boolean): void {
  const table = hasResults ? transitions : withoutResults
  if (table[from].includes(to)) return
  const message = transitions[from].includes(to)
    ? 'No results have been entered. Enter them before the lab order is released.'
    : `A lab order that is ${from} cannot become ${to}.`
  throw conflict(message, wrongState(table, from, to))
}

/** @throws {ApiError} 409 once the results are out, or will never be */
export function assertOpenForResults(status: Status): void {
  if (transitions[status].length === 0)
    throw conflict(
      `The lab order is ${status}: no results can be entered any more.`,
      wrongState(transitions, status, 'RESULTS_READY'),
    )
}
