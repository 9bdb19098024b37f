import { conflict, type Fault, unprocessable } from '../../../errors.ts'
import { midnight } from '../../../lib/moroccan-time.ts'

/** A parent or legal guardian acts for a minor, a carer for an adult. */
export const kinds = ['PARENT', 'GUARDIAN', 'CARER'] as const
export type Kind = (typeof kinds)[number]

/** Limit of dependants of one guardian. */
export const MAX_DEPENDANTS = 10

/** Age of majority (Moroccan Family Code, article 209). */
const MAJORITY_YEARS = 18

/** When a person becomes an adult: the first moment of that birthday in Morocco. */
export function majorityOf(birthDate: string): Date {
  const [year, month, day] = birthDate.split('-').map(Number)
  // A birthday of 29 February that does not exist is 1 March: the year is complete only then.
  return midnight(new Date(Date.UTC(year! + MAJORITY_YEARS, month! - 1, day)).toISOString().slice(0, 10))
}

/**
 * When a guardianship ends by itself; null for the carer of an adult.
 * @throws {ApiError} 422 for a parent or guardian of an adult or of a person whose birth date is unknown, and for the carer
 *   of a minor, who would remain one after majority
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

/** @throws {ApiError} 409 if the guardian has as many dependants as allowed */
export function assertBelowLimit(count: number): void {
  if (count >= MAX_DEPENDANTS)
    throw conflict(`A guardian has at most ${MAX_DEPENDANTS} dependants.`, {
      limit: { kind: 'DEPENDANTS', max: MAX_DEPENDANTS, open: count },
    })
}

/** Limit of the records that a guardian makes in a year, ended guardianships included: each one leaves a record. */
const MAX_REGISTERED = 20

/** @throws {ApiError} 409 if the guardian has made as many records as allowed */
export function assertMayRegister(count: number): void {
  if (count >= MAX_REGISTERED)
    throw conflict(`A guardian registers at most ${MAX_REGISTERED} people in a year. Ask the front desk.`, {
      limit: { kind: 'REGISTERED_DEPENDANTS', max: MAX_REGISTERED, open: count },
    })
}

/** @throws {ApiError} 422 if the guardian is known to be a minor */
export function assertAdult(birthDate: string | null, now: Date): void {
  if (birthDate !== null && majorityOf(birthDate) > now)
    throw unprocessable([{ path: ['guardianId'], message: 'must be an adult' }])
}
