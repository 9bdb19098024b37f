import type { NewPrescriptionItem } from '../../../../clients/javascript/src/medina.ts'
import { numberOf } from '../../parts/typed-number.ts'

/** A line of a prescription as typed. */
export type Line = {
  /** Distinguishes lines, because the others move up when one is removed. */
  key: number
  medication: string
  dosage: string
  instructions: string
  durationDays: string
  quantity: string
  unit: string
  refills: string
  /** A table of the dahir, or an empty string. */
  substanceTable: string
  substitutable: boolean
}

export const newLine = (key: number): Line => ({
  ...{ key, medication: '', dosage: '', instructions: '', durationDays: '', quantity: '', unit: '', refills: '' },
  ...{ substanceTable: '', substitutable: false },
})

const numbers = ['durationDays', 'quantity', 'refills'] as const
const texts = ['instructions', 'unit', 'substanceTable'] as const

/** The line as the API takes it. Empty optional fields are absent. The server reports what is no number. */
export function itemOf(line: Line): NewPrescriptionItem {
  const item: NewPrescriptionItem = { medication: line.medication.trim(), dosage: line.dosage.trim() }
  for (const name of numbers) if (line[name].trim() !== '') item[name] = numberOf(line[name])
  for (const name of texts) if (line[name].trim() !== '') item[name] = line[name].trim()
  if (line.substitutable) item.substitutable = true
  return item
}

/** Kilograms, with a comma or a point. */
export const weightOf = (typed: string): number => numberOf(typed.replace(',', '.'))
