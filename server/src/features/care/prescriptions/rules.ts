import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Role } from '../../../actor.ts'
import { conflict, type Fault } from '../../../errors.ts'
import type { SubstanceTable } from '../../../pdf/templates/prescription.ts'

export const statuses = ['ISSUED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

export const MAX_ITEMS = 100
/** Limit of characters in all lines together, to keep documents readable and lists small. */
export const MAX_TEXT = 20_000

/** Days in which a prescription can be ordered: the default, and the maximum for a narcotic (table B). */
const VALID_DAYS = 90
const NARCOTIC_DAYS = 7
const DAY_MS = 86_400_000

export const MAX_QUANTITY = 10_000
export const MAX_REFILLS = 36

/** @param kg with at most three decimals */
export const grams = (kg: number): number => Math.round(kg * 1000)

/** One medicine of a prescription, as it is stored, signed and returned by the API. */
export type Line = {
  medication: string
  dosage: string
  instructions: string | null
  durationDays: number | null
  /** This and the following fields are absent in lines of earlier versions. */
  substanceTable?: SubstanceTable | null
  /** Units of one fill. If null, deliveries are counted. */
  quantity?: number | null
  unit?: string | null
  /** Fills after the first. */
  refills?: number
  substitutable?: boolean
}

/** Tables of poisonous substances (dahir of 2 December 1922). */
export const substanceTables = ['A', 'B', 'C'] as const satisfies SubstanceTable[]

const tableOf = ({ substanceTable }: Line): SubstanceTable | null => substanceTable ?? null

/** The line with defaults for absent fields. */
export const withDefaults = (line: Line): Required<Line> => ({
  ...line,
  substanceTable: tableOf(line),
  quantity: line.quantity ?? null,
  unit: line.unit ?? null,
  refills: line.refills ?? 0,
  substitutable: line.substitutable ?? false,
})

type Given<T> = { [K in keyof T]?: NonNullable<T[K]> | undefined }
type GivenLine = Given<Line> & Pick<Line, 'medication' | 'dosage'>

/** The lines of a request: a single line in the body's own fields, or all lines in `items`. */
type GivenLines = Given<Line> & { items?: GivenLine[] | undefined }

const lineFields = [
  'medication',
  'dosage',
  'instructions',
  'durationDays',
  'substanceTable',
  'quantity',
  'unit',
  'refills',
  'substitutable',
] as const satisfies (keyof Line)[]

/** The lines of a valid request in the order given. */
export const linesOf = ({ items, ...single }: GivenLines): Required<Line>[] =>
  (items ?? [single as GivenLine]).map(({ medication, dosage, instructions, durationDays, ...more }) =>
    withDefaults({
      medication,
      dosage,
      instructions: instructions ?? null,
      durationDays: durationDays ?? null,
      substanceTable: more.substanceTable ?? null,
      quantity: more.quantity ?? null,
      unit: more.unit ?? null,
      refills: more.refills ?? 0,
      substitutable: more.substitutable ?? false,
    }),
  )

/** The validation faults of the lines. A first item that differs from the body's own fields would be ambiguous. */
export function lineFaults(given: GivenLines): Fault[] {
  const faults: Fault[] = []
  const first = given.items?.[0]
  for (const name of lineFields) {
    if (!first) {
      const required = name === 'medication' || name === 'dosage'
      if (required && given[name] === undefined) faults.push({ path: [name], message: 'is required' })
    } else if (given[name] !== undefined && given[name] !== first[name]) {
      const message = `must be the same as ${name}: items contains all lines, including the first`
      faults.push({ path: ['items', 0, name], message })
    }
  }
  const lines = given.items ?? [given]
  for (const [at, line] of lines.entries()) {
    const path = given.items ? ['items', at] : []
    if (line.unit !== undefined && line.quantity === undefined)
      faults.push({ path: [...path, 'unit'], message: 'needs a quantity' })
    if (line.refills && (line.substanceTable === 'A' || line.substanceTable === 'B'))
      faults.push({ path: [...path, 'refills'], message: `must be 0 for a substance of table ${line.substanceTable}` })
  }
  const length = lines
    .flatMap(({ medication, dosage, instructions, unit }) => [medication, dosage, instructions, unit])
    .reduce((sum, text) => sum + (text?.length ?? 0), 0)
  if (length > MAX_TEXT) faults.push({ path: ['items'], message: `must be at most ${MAX_TEXT} characters in total` })
  return faults
}

const hasNarcotic = (lines: Line[]): boolean => lines.some((line) => tableOf(line) === 'B')

const daysAfter = (issuedAt: Date, days: number): Date => new Date(issuedAt.getTime() + days * DAY_MS)

/** The end of validity if the request has none. Prescriptions of earlier versions have none stored either. */
export const defaultValidity = (lines: Line[], issuedAt: Date): Date =>
  daysAfter(issuedAt, hasNarcotic(lines) ? NARCOTIC_DAYS : VALID_DAYS)

export const validUntilOf = (rx: { items: Line[]; issued_at: Date; valid_until: Date | null }): Date =>
  rx.valid_until ?? defaultValidity(rx.items, rx.issued_at)

/** The fault of a requested end of validity, if any. */
export function validityFault(validUntil: Date | undefined, lines: Line[], now: Date): Fault | undefined {
  if (!validUntil) return undefined
  const path = ['validUntil']
  if (validUntil <= now) return { path, message: 'must be in the future', code: 'not_future' }
  if (hasNarcotic(lines) && validUntil > daysAfter(now, NARCOTIC_DAYS))
    return { path, message: `must be at most ${NARCOTIC_DAYS} days later for a substance of table B` }
  return undefined
}

/** @throws {ApiError} 409 for a cancelled or missed appointment */
export function assertPrescribable(appointmentStatus: string): void {
  if (appointmentStatus === 'CANCELLED' || appointmentStatus === 'NO_SHOW')
    throw conflict(`The appointment is ${appointmentStatus}. Prescribe on a consultation that took place.`)
}

/** @throws {ApiError} 403 unless the caller issued the prescription */
export function assertMaySign(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  assertMay(access.prescriptions.sign, actor, { author: doctor_id }, 'Only the prescriber may sign a prescription.')
}

/** @throws {ApiError} 403 unless the caller issued the prescription or is an administrator */
export function assertMayCancel(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  const message = 'Only the prescriber or an administrator may cancel a prescription.'
  assertMay(access.prescriptions.cancel, actor, { author: doctor_id }, message)
}

/** The cancellation reason if the request has none. */
export const defaultReason = (role: Role): string =>
  hasRelation(access.prescriptions.cancel, role, 'tenant') ? 'admin_request' : 'doctor_request'
