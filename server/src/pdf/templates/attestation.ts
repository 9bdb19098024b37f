import { dateOf, hourOf } from '../dates.ts'
import { optional, printableLines } from '../printable.ts'
import type { Practitioner, TemplateDefinition } from '../template.ts'

type Attestation = {
  appointmentId: string
  practitioner: Practitioner
  startTime: string
  endTime: string
  byVideo: boolean
  /** The addressee or purpose. */
  purpose: string | null
}

export const attestation: TemplateDefinition<Attestation> = {
  holder: 'ORGANISATION',
  fileName: 'attestation',
  title: { fr: 'Attestation de présence', ar: 'شهادة حضور' },
  name: { fr: 'Attestation de présence', ar: 'شهادة حضور', en: 'Attestation of attendance' },
  format: ({ startTime, endTime, byVideo, purpose }) => ({
    on: dateOf(startTime),
    from: hourOf(startTime),
    to: hourOf(endTime),
    byVideo,
    purpose: optional(purpose, printableLines),
  }),
  example: {
    appointmentId: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
    startTime: '2026-12-01T09:30:00.000Z',
    endTime: '2026-12-01T09:50:00.000Z',
    byVideo: false,
    purpose: 'À présenter à son employeur',
  },
}
