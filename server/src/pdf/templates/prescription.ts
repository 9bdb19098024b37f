import { dateOf, dayCount, hourOf } from '../dates.ts'
import { optional, printable, printableLines } from '../printable.ts'
import type { Bilingual, Practitioner, TemplateDefinition } from '../template.ts'

/** The table of a substance in the dahir of 2 December 1922: A toxic, B narcotic, C dangerous. */
export type SubstanceTable = 'A' | 'B' | 'C'

type Prescription = {
  prescriptionId: string
  practitioner: Practitioner
  issuedAt: string
  validUntil: string | null
  lines: {
    medication: string
    dosage: string
    instructions: string | null
    durationDays: number | null
    substanceTable: SubstanceTable | null
    /** This and the following fields are absent in documents of earlier versions. */
    quantity?: number | null
    unit?: string | null
    refills?: number
    substitutable?: boolean
  }[]
  /** In grams. Absent if the prescriber stated none, and in documents of earlier versions. */
  patientWeight?: number
  /** `sha256:` of the canonical form that the prescriber signed. */
  signature: string
}

/** `12,5 kg` @param grams of the patient's weight */
function weightOf(grams: number): Bilingual {
  const kg = String(grams / 1000).replace('.', ',')
  return { fr: `${kg}\u00a0kg`, ar: `${kg}\u00a0كلغ` }
}

export const prescription: TemplateDefinition<Prescription> = {
  holder: 'PRACTITIONER',
  fileName: 'ordonnance',
  title: { fr: 'Ordonnance médicale', ar: 'وصفة طبية' },
  name: { fr: 'Ordonnance', ar: 'وصفة طبية', en: 'Prescription' },
  format: ({ issuedAt, validUntil, lines, patientWeight, signature }) => ({
    issuedOn: dateOf(issuedAt),
    validUntil: optional(validUntil, (at) => ({ ...dateOf(at), hour: hourOf(at) })),
    lines: lines.map(({ medication, dosage, instructions, durationDays, substanceTable, ...line }) => ({
      medication: printable(medication),
      dosage: printableLines(dosage),
      instructions: optional(instructions, printableLines),
      duration: optional(durationDays, dayCount),
      table: substanceTable,
      quantity: optional(line.quantity ?? null, (quantity) =>
        [quantity, ...(line.unit ? [printable(line.unit)] : [])].join(' '),
      ),
      refills: line.refills || null,
      substitutable: line.substitutable ?? false,
    })),
    weight: optional(patientWeight ?? null, weightOf),
    signature,
  }),
  example: {
    prescriptionId: 'rx_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
    issuedAt: '2026-12-01T09:30:00.000Z',
    validUntil: '2027-03-01T09:30:00.000Z',
    lines: [
      {
        medication: 'Amoxicilline 1 g, comprimés',
        dosage: '1 comprimé matin et soir',
        instructions: 'Au milieu du repas. Terminer la boîte même si les symptômes ont disparu.',
        durationDays: 7,
        substanceTable: 'A',
      },
      {
        medication: 'Morphine (sulfate) 10 mg, comprimés à libération prolongée',
        dosage: '1 comprimé toutes les 12 heures, à heures fixes',
        instructions: 'Ne pas conduire. ينصح بعدم السياقة بعد تناول الدواء.',
        durationDays: 3,
        substanceTable: 'B',
      },
      {
        medication: 'Sérum physiologique, unidoses',
        dosage: '2 lavages de nez par jour',
        instructions: null,
        durationDays: 10,
        substanceTable: null,
      },
    ],
    signature: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
}
