import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { Fault } from '../../../errors.ts'
import { minuteOf } from '../../../lib/time-of-day.ts'

export const kinds = ['CLOSED', 'OPEN'] as const
export const seasons = ['RAMADAN'] as const
export const MAX_RULES = 200

/** Exceptions of a professional that are not over. Each of them may cover every kept day. */
export const MAX_EXCEPTIONS = 200

/** Days from today until which days are kept: one more than the longest horizon of a visit type. */
export const KEPT_DAYS = 366

const LONGEST_EXCEPTION_MS = 365 * 24 * 3600 * 1000

/** @throws {ApiError} 403 unless the caller may change the professional's opening hours */
export function assertMayWrite(actor: Actor, doctorId: string): void {
  assertMay(
    access.openings.write,
    actor,
    { own: doctorId, desk: true },
    'Professionals change their own opening hours.',
  )
}

type Rule = { from: string; to: string; validFrom: string | null; validUntil: string | null }

export const faultsOfRules = (rules: readonly Rule[]): Fault[] =>
  rules.flatMap(({ from, to, validFrom, validUntil }, n) => [
    ...(minuteOf(to) <= minuteOf(from) ? [{ path: ['rules', n, 'to'], message: 'must be after from' }] : []),
    ...(validFrom !== null && validUntil !== null && validUntil < validFrom
      ? [{ path: ['rules', n, 'validUntil'], message: 'must not be before validFrom' }]
      : []),
  ])

type Exception = {
  kind: (typeof kinds)[number]
  firstDay: string
  lastDay: string
  placeId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  modes?: readonly string[] | undefined
}

export function faultsOfException(given: Exception): Fault[] {
  const { kind, firstDay, lastDay, from, to, modes } = given
  const faults: Fault[] = []
  const fault = (path: string, message: string) => faults.push({ path: [path], message })
  if (lastDay < firstDay) fault('lastDay', 'must not be before firstDay')
  if (Date.parse(lastDay) - Date.parse(firstDay) > LONGEST_EXCEPTION_MS)
    fault('lastDay', 'must be at most 365 days after firstDay')
  if (kind === 'OPEN') {
    for (const path of ['placeId', 'from', 'to', 'modes'] as const)
      if (given[path] === undefined) fault(path, 'is required for OPEN')
  } else {
    if (modes) fault('modes', 'is only for OPEN')
    if (from !== undefined && to === undefined) fault('to', 'is required with from')
    if (to !== undefined && from === undefined) fault('from', 'is required with to')
  }
  if (from !== undefined && to !== undefined && minuteOf(to) <= minuteOf(from)) fault('to', 'must be after from')
  return faults
}
