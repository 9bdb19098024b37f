import { amount, amountInWords } from '../amounts.ts'
import { dateOf } from '../dates.ts'
import { optional, printableLines } from '../printable.ts'
import type { Practitioner, TemplateDefinition } from '../template.ts'

type Invoice = {
  invoiceId: string
  /** `2026-000123` */
  number: string
  issuedAt: string
  cancelled: boolean
  practitioner: Practitioner | null
  /** The time of the appointment. */
  visitAt: string | null
  description: string | null
  amount: number
  paid: number
  refunded: number
  /** Payments in order. */
  payments: { method: 'CARD' | 'CASH'; amount: number; at: string }[]
}

export const invoice: TemplateDefinition<Invoice> = {
  holder: 'ORGANISATION',
  fileName: 'facture',
  title: { fr: 'Facture', ar: 'فاتورة' },
  name: { fr: 'Facture', ar: 'فاتورة', en: 'Invoice' },
  format: (invoice) => ({
    number: invoice.number,
    issuedOn: dateOf(invoice.issuedAt),
    cancelled: invoice.cancelled,
    visitOn: optional(invoice.visitAt, dateOf),
    description: optional(invoice.description, printableLines),
    amount: amount(invoice.amount),
    inWords: amountInWords(invoice.amount),
    paid: amount(invoice.paid),
    refunded: invoice.refunded === 0 ? null : amount(invoice.refunded),
    due: amount(Math.max(invoice.amount - invoice.paid, 0)),
    payments: invoice.payments.map((one) => ({ method: one.method, on: dateOf(one.at), amount: amount(one.amount) })),
  }),
  example: {
    invoiceId: 'inv_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
    number: '2026-000123',
    issuedAt: '2026-12-01T10:05:00.000Z',
    cancelled: false,
    visitAt: '2026-12-01T09:30:00.000Z',
    description: 'Téléconsultation de médecine générale, avec ordonnance et certificat',
    amount: 135_240,
    paid: 100_000,
    refunded: 0,
    payments: [
      { method: 'CARD', amount: 80_000, at: '2026-12-01T10:06:00.000Z' },
      { method: 'CASH', amount: 20_000, at: '2026-12-02T09:00:00.000Z' },
    ],
  },
}
