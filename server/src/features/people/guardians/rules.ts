import { conflict, type Fault, unprocessable } from '../../../errors.ts'
import { midnight } from '../../../lib/moroccan-time.ts'

/** Parents and legal guardians act for minors, carers for adults. */
export const kinds = ['PARENT', 'GUARDIAN', 'CARER'] as const
export type Kind = (typeof kinds)[number]

/** The maximum number of dependants of a guardian. */
export const MAX_DEPENDANTS = 10

/** Age of majority (Moroccan Family Code, article 209). */
const MAJORITY_YEARS = 18

/** When a person becomes an adult: the first moment of that birthday in Morocco. */
export function majorityOf(birthDate: string): Date {
  const [year, month, day] = birthDate.split('-').map(Number)
  // In a year without 29 February, that birthday counts as 1 March.
  return midnight(new Date(Date.UTC(year! + MAJORITY_YEARS, month! - 1, day)).toISOString().slice(0, 10))
}

/**
 * When a guardianship ends by age; null for the carer of an adult.
 * @throws {ApiError} 422 for a parent or guardian of an adult, or of a person whose birth date is unknown; and for the carer of a
 *   minor, whose guardianship would not end at majority
 */
export function endOf(kind: Kind, birthDate: string | null, now: Date): Date | null {
  const majority = birthDate === null ? null : majorityOf(birthDate)
  const adult = majority !== null && majority <= now
  if (kind === 'CARER') {
    if (majority && !adult) throw kindFault('must be PARENT or GUARDIAN for a person under 18')
    return null
  }
  if (!majority) throw kindFault('needs the birth date of the dependant; record it in their identity first')
  if (adult) throw kindFault('must be CARER for an adult')
  return majority
}

const kindFault = (message: string) => unprocessable([{ path: ['kind'], message } satisfies Fault])

/** @throws {ApiError} 409 if the guardian already has the maximum number of dependants */
export function assertBelowLimit(count: number): void {
  if (count >= MAX_DEPENDANTS)
    throw conflict(`A guardian can have at most ${MAX_DEPENDANTS} dependants. End a guardianship first.`, {
      limit: { kind: 'DEPENDANTS', max: MAX_DEPENDANTS, open: count },
    })
}

/** The maximum number of records that a guardian registers in a year. Ended guardianships count, because the record remains. */
const MAX_REGISTERED = 20

/** @throws {ApiError} 409 if the guardian has already registered the maximum number of records */
export function assertMayRegister(count: number): void {
  if (count >= MAX_REGISTERED)
    throw conflict(`A guardian can register at most ${MAX_REGISTERED} people in a year. Ask the front desk.`, {
      limit: { kind: 'REGISTERED_DEPENDANTS', max: MAX_REGISTERED, open: count },
    })
}

/** @throws {ApiError} 422 if the guardian is known to be a minor */
export function assertAdult(birthDate: string | null, now: Date): void {
  if (birthDate !== null && majorityOf(birthDate) > now)
    throw unprocessable([{ path: ['guardianId'], message: 'must be an adult' }])
}
