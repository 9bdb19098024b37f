import type { Actor, Role } from '../../actor.ts'
import { conflict, type Fault, forbidden } from '../../errors.ts'
import type { SubstanceTable } from '../../pdf/content.ts'

export const statuses = ['ISSUED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

export const MAX_ITEMS = 100
/** Characters of all lines together: what still makes a document that somebody can read, and a list that can be sent. */
export const MAX_TEXT = 20_000

/** One medicine of a prescription, as it is stored, signed and shown. */
export type Line = {
  medication: string
  dosage: string
  instructions: string | null
  durationDays: number | null
  /** In lines of before it could be given there is no such key. */
  substanceTable?: SubstanceTable | null
}

/** In which table of poisonous substances a medicine stands (dahir of 2 December 1922). */
export const substanceTables = ['A', 'B', 'C'] as const satisfies SubstanceTable[]

export const tableOf = ({ substanceTable }: Line): SubstanceTable | null => substanceTable ?? null

type GivenLine = {
  medication: string
  dosage: string
  instructions?: string | undefined
  durationDays?: number | undefined
  substanceTable?: SubstanceTable | undefined
}

/** What a request prescribes: one line by the specification's fields, or all lines as `items`, the first of them repeated. */
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
 * What is wrong with the lines of a request. A first line that says something else than the fields beside it would leave
 * open what the patient is to take.
 */
export function lineFaults(given: GivenLines): Fault[] {
  const faults: Fault[] = []
  const first = given.items?.[0]
  for (const name of ['medication', 'dosage', 'instructions'] as const) {
    if (!first || given[name] === undefined || given[name] === first[name]) continue
    const message = `must be the same as ${name}: items has every line, the first one too`
    faults.push({ path: ['items', 0, name], message })
  }
  const length = linesOf(given)
    .flatMap(({ medication, dosage, instructions }) => [medication, dosage, instructions ?? ''])
    .reduce((sum, text) => sum + text.length, 0)
  if (length > MAX_TEXT) faults.push({ path: ['items'], message: `must be at most ${MAX_TEXT} characters in all` })
  return faults
}

/** @throws {ApiError} 409 for an appointment that did not take place, and will not */
export function assertPrescribable(appointmentStatus: string): void {
  if (appointmentStatus === 'CANCELLED' || appointmentStatus === 'NO_SHOW')
    throw conflict(`The appointment is ${appointmentStatus}: there was no consultation to prescribe from.`)
}

/** @throws {ApiError} 403 unless the caller wrote it */
export function assertMaySign(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  if (doctor_id !== actor.userId) throw forbidden('Only its prescriber may sign a prescription.')
}

/** @throws {ApiError} 403 unless the caller wrote it or administers the organisation */
export function assertMayCancel(actor: Actor, { doctor_id }: { doctor_id: string }): void {
  if (actor.role !== 'ADMIN' && doctor_id !== actor.userId)
    throw forbidden('Only its prescriber or an administrator may cancel a prescription.')
}

/** Why it is cancelled when nobody says. */
export const defaultReason = (role: Role): string => (role === 'ADMIN' ? 'admin_request' : 'doctor_request')
