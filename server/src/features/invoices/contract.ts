import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { bounded, commaList, filled, id, instant, page, pagination, person, utc } from '../../lib/fields.ts'
import { MAX_AMOUNT, methods, paymentStatuses, refundStatuses, statuses } from './rules.ts'

const invoiceStatus = z.enum(statuses).meta({
  id: 'InvoiceStatus',
  description: 'It follows from what was paid and what went back; CANCELLED alone is somebody’s act.',
})

const centimes = z.int().min(0).meta({ description: 'Centimes.', example: 40_000 })
const amountMAD = z.int().min(1).max(MAX_AMOUNT).meta({ description: 'Centimes.', example: 40_000 })

const payment = z
  .object({
    id: id('pay'),
    invoiceId: id('inv'),
    method: z.enum(methods),
    amountMAD: centimes,
    status: z.enum(paymentStatuses).meta({
      description:
        'PENDING: the card provider has not said how it ended, and the amount is held back. FAILED: it never reached the provider.',
      example: 'SUCCEEDED',
    }),
    createdAt: utc,
  })
  .meta({ id: 'Payment' })

const refund = z
  .object({
    id: id('ref'),
    invoiceId: id('inv'),
    amountMAD: centimes,
    refundedMAD: centimes.meta({ description: 'What went back of it so far, in centimes.' }),
    reason: z.string().nullable().meta({ example: 'Consultation annulée' }),
    status: z.enum(refundStatuses).meta({
      description:
        'PENDING: the card provider has not said how it ended. PARTIAL, FAILED: a card’s bank refused some of it, or all.',
      example: 'SUCCEEDED',
    }),
    createdAt: utc,
  })
  .meta({ id: 'Refund' })

const invoice = z
  .object({
    id: id('inv'),
    number: z.string().meta({
      description: 'Year and place in it: without gaps, an organisation’s own.',
      example: '2026-000042',
    }),
    patientId: id('usr'),
    doctorId: id('usr').nullable().meta({ description: 'null when an administrator invoiced no appointment.' }),
    appointmentId: id('apt').nullable(),
    amountMAD: centimes,
    paidMAD: centimes.meta({ example: 0 }),
    refundedMAD: centimes.meta({ example: 0 }),
    dueMAD: centimes.meta({
      description: 'What may be paid now, in centimes: what is neither paid nor held back for a payment under way.',
    }),
    status: invoiceStatus,
    description: z.string().nullable().meta({ example: 'Consultation' }),
    createdAt: utc,
    cancelledAt: utc.nullable().meta({ example: null }),
    cancelReason: z.string().nullable().meta({ example: null }),
    doctor: person.nullable(),
    patient: person,
  })
  .meta({ id: 'Invoice' })

const named = z.object({ id: id('inv') })
const base = { tag: 'Invoices', subject: 'Invoice' } as const
const PROVIDER =
  'The card provider did not say how it ended. It is PENDING, details name it, and it is settled as soon as that is known; a repeat with the same Idempotency-Key goes on with it.'
const NO_CARDS = 'or cards are not available on this installation.'

export const listInvoices = operation('invoices:read', {
  ...base,
  method: 'GET',
  path: '/api/invoices',
  name: 'listInvoices',
  summary: 'List invoices',
  description:
    'Patients see their own, doctors and dentists those of their consultations, administrators all of the tenant. Newest first.',
  query: z.object({
    ...page,
    status: commaList(statuses),
    patientId: id('usr').optional(),
    doctorId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Those made at this time or later.' }),
    to: instant.optional().meta({ description: 'Those made before this time.' }),
  }),
  answer: z.object({ invoices: z.array(invoice), pagination }),
})

export const createInvoice = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices',
  name: 'createInvoice',
  summary: 'Make an invoice',
  description:
    'Doctors and dentists invoice people whom they have an appointment with, administrators everybody. It takes the next number of its year, and cannot be changed: cancel it, and make another.',
  roles: ['DOCTOR', 'DENTIST', 'ADMIN'],
  body: z.object({
    patientId: id('usr'),
    appointmentId: id('apt')
      .optional()
      .meta({ description: 'What it is for; its doctor or dentist is the invoice’s.' }),
    amountMAD,
    description: filled(500).optional().meta({ example: 'Consultation' }),
  }),
  status: 201,
  answer: z.object({
    invoice: invoice.pick({ id: true, amountMAD: true, paidMAD: true, refundedMAD: true, status: true }),
  }),
  refusals: 'The caller has no appointment with this patient.',
})

export const readInvoice = operation('invoices:read', {
  ...base,
  method: 'GET',
  path: '/api/invoices/{id}',
  name: 'readInvoice',
  summary: 'Read an invoice with its payments and refunds',
  params: named,
  answer: z.object({ invoice: invoice.extend({ payments: z.array(payment), refunds: z.array(refund) }) }),
})

export const cancelInvoice = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices/{id}/cancel',
  name: 'cancelInvoice',
  summary: 'Cancel an invoice',
  description: 'While nothing was paid. It keeps its number. Cancelling again changes nothing.',
  roles: ['DOCTOR', 'DENTIST', 'ADMIN'],
  params: named,
  body: z.object({ reason: filled(500).optional() }),
  answer: z.object({ invoice: invoice.pick({ id: true, status: true, cancelReason: true }) }),
  conflicts: 'Something was paid, or a card payment is under way.',
})

export const takePayment = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices/{id}/payments',
  name: 'takePayment',
  summary: 'Pay an invoice, or a part of it',
  description:
    'By card: the patient, the doctor or dentist, or an administrator; in cash: recorded by the latter two. In the sandbox payments are simulated, and every token succeeds but `tok_declined`, `tok_unavailable` and `tok_timeout`; charges of `tok_refund_declined` and `tok_refund_timeout` show what can become of a refund. An Idempotency-Key makes sure that a card is charged once, whatever happens to the connection.',
  roles: ['PATIENT', 'DOCTOR', 'DENTIST', 'ADMIN'],
  params: named,
  body: z
    .object({
      method: z.enum(methods),
      amountMAD,
      cardToken: bounded(255)
        .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
        // Whoever sends a card's number has sent it to the wrong place, and should hear it.
        .refine((token) => !/^[\d-]{12,}$/.test(token), 'must be a token of the card provider, never a card number')
        .optional()
        .meta({ description: 'The card, as the provider’s own form calls it.', example: 'tok_visa' }),
    })
    .refine(({ method, cardToken }) => method === 'CARD' || cardToken === undefined, {
      path: ['cardToken'],
      error: 'goes with CARD alone',
    })
    .meta({ example: { method: 'CARD', amountMAD: 40_000, cardToken: 'tok_visa' } }),
  status: 201,
  answer: z.object({ payment }),
  conflicts: `More than what is due (details.due), the card was declined (details.payment), ${NO_CARDS}`,
  refusals: 'Patients record no cash.',
  outages: PROVIDER,
})

export const refundInvoice = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices/{id}/refunds',
  name: 'refundInvoice',
  summary: 'Send back what was paid, or a part of it',
  description:
    'By the invoice’s doctor or dentist, or an administrator. What came from a card goes back to that card, the newest payment first; cash is handed out by whoever records it, after the cards.',
  roles: ['DOCTOR', 'DENTIST', 'ADMIN'],
  params: named,
  body: z.object({ amountMAD, reason: filled(500).optional().meta({ example: 'Consultation annulée' }) }),
  status: 201,
  answer: z.object({ refund }),
  conflicts: `More than what can go back (details.refundable), the bank refused it (details.refund), ${NO_CARDS}`,
  outages: PROVIDER,
})
