import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Role } from '../../../actor.ts'
import { conflict, type Fault } from '../../../errors.ts'
import type { SubstanceTable } from '../../../pdf/content.ts'

export const statuses = ['ISSUED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

export const MAX_ITEMS = 100
/** Characters of all lines together, so that documents stay readable and lists small. */
export const MAX_TEXT = 20_000

/** One medicine of a prescription, as it is stored, signed and shown. */
export type Line = {
  medication: string
  dosage: string
  instructions: string | null
  durationDays: number | null
  /** Absent in lines that are older than this field. */
  substanceTable?: SubstanceTable | null
}

/** Tables of poisonous substances (dahir of 2 December 1922). */
export const substanceTables = ['A', 'B', 'C'] as const satisfies SubstanceTable[]

export const tableOf = ({ substanceTable }: Line): SubstanceTable | null => substanceTable ?? null

type GivenLine = {
  medication: string
  dosage: string
  instructions?: string | undefined
  durationDays?: number | undefined
  substanceTable?: SubstanceTable | undefined
}

/** The lines of a request: one line in the specification's fields, or all as `items`, whose first repeats those fields. */
type GivenLines = GivenLine & { items?: GivenLine[] | undefined }

/** The lines of a request in the order given. */
export const linesOf = ({ items, ...single }: GivenLines): Line[] =>
  (items ?? [single]).map(({ medication, dosage, instructions, durationDays, substanceTable }) => ({
    medication,
    dosage,
    instructions: instructions ?? null,
    durationDays: durationDays ?? null,
    substanceTable: substanceTable ?? null,
  }))

/**
 * The validation faults of the lines. A first item that differs from the single fields would be ambiguous.
 */
export function lineFaults(given: GivenLines): Fault[] {
  const faults: Fault[] = []
  const first = given.items?.[0]
  for (const name of ['medication', 'dosage', 'instructions'] as const) {
    if (!first || given[name] === undefined || given[name] === first[name]) continue
    const message = `must be the same as ${name}: items contains every line, including the first`
    faults.push({ path: ['items', 0, name], message })
  }
  const length = linesOf(given)
    .flatMap(({ medication, dosage, instructions }) => [medication, dosage, instructions ?? ''])
    .reduce((sum, text) => sum + text.length, 0)
  if (length > MAX_TEXT) faults.push({ path: ['items'], message: `must be at most ${MAX_TEXT} characters in total` })
  return faults
}

/** @throws {ApiError} 409 for a cancelled or missed appointment */
export function assertPrescribable(appointmentStatus: string): void {
  if (appointmentStatus === 'CANCELLED' || appointmentStatus === 'NO_SHOW')
    throw conflict(`The appointment is ${appointmentStatus}: there was no consultation to prescribe from.`)
}

/** @throws {ApiError} 403 unless the caller issued it */
export function assertMaySign(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  assertMay(access.prescriptions.sign, actor, { author: doctor_id }, 'Only the prescriber may sign a prescription.')
}

/** @throws {ApiError} 403 unless the caller issued it or is an administrator */
export function assertMayCancel(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  const message = 'Only the prescriber or an administrator may cancel a prescription.'
  assertMay(access.prescriptions.cancel, actor, { author: doctor_id }, message)
}

/** The cancellation reason if the request has none. */
export const defaultReason = (role: Role): string =>
  hasRelation(access.prescriptions.cancel, role, 'tenant') ? 'admin_request' : 'doctor_request'
