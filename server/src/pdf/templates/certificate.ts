import { dateOf, dayCount, dayCountInWords, dayOf, lastOf } from '../dates.ts'
import { optional, printableLines } from '../printable.ts'
import type { Practitioner, TemplateDefinition } from '../template.ts'

type Certificate = {
  appointmentId: string
  practitioner: Practitioner
  examinedAt: string
  byVideo: boolean
  /** Free text of the practitioner. */
  statement: string | null
  /** Sick leave, from a calendar date. */
  rest: { from: string; days: number; outings: boolean } | null
}

export const certificate: TemplateDefinition<Certificate> = {
  holder: 'PRACTITIONER',
  fileName: 'certificat',
  title: { fr: 'Certificat médical', ar: 'شهادة طبية' },
  name: { fr: 'Certificat médical', ar: 'شهادة طبية', en: 'Medical certificate' },
  format: ({ examinedAt, byVideo, statement, rest }) => ({
    examinedOn: dateOf(examinedAt),
    byVideo,
    statement: optional(statement, printableLines),
    rest: optional(rest, ({ from, days, outings }) => ({
      days: dayCount(days),
      inWords: dayCountInWords(days),
      from: dayOf(from),
      to: lastOf(from, days),
      outings,
    })),
  }),
  example: {
    appointmentId: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
    examinedAt: '2026-12-01T09:30:00.000Z',
    byVideo: true,
    statement: null,
    rest: { from: '2026-12-01', days: 5, outings: true },
  },
}
