import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import {
  bounded,
  cancelled,
  commaList,
  filled,
  id,
  instant,
  page,
  pagination,
  person,
  utc,
} from '../../../lib/fields.ts'
import { MAX_AMOUNT, methods, paymentStatuses, refundStatuses, statuses } from './rules.ts'

const invoiceStatus = z.enum(statuses).meta({
  id: 'InvoiceStatus',
  description: 'Derived from payments and refunds, except for CANCELLED.',
})

const method = z.enum(methods).meta({ id: 'PaymentMethod' })

const centimes = z.int().min(0).meta({ description: 'Centimes.', example: 40_000 })
const amountMAD = z.int().min(1).max(MAX_AMOUNT).meta({ description: 'Centimes.', example: 40_000 })

const payment = z
  .object({
    id: id('pay'),
    invoiceId: id('inv'),
    method,
    amountMAD: centimes,
    status: z.enum(paymentStatuses).meta({
      description:
        'PENDING: the card provider has not reported the outcome, and the amount is reserved. FAILED: the charge never reached the provider.',
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
    refundedMAD: centimes.meta({ description: 'Amount refunded so far, in centimes.' }),
    reason: z.string().nullable().meta({ example: 'Consultation annulée' }),
    status: z.enum(refundStatuses).meta({
      description:
        'PENDING: the card provider has not reported the outcome. PARTIAL: the bank refused a part of the amount. FAILED: the bank refused all of it.',
      example: 'SUCCEEDED',
    }),
    createdAt: utc,
  })
  .meta({ id: 'Refund' })

const invoice = z
  .object({
    id: id('inv'),
    number: z.string().meta({
      description: 'Year, and consecutive number within the organisation, without gaps.',
      example: '2026-000042',
    }),
    patientId: id('usr'),
    doctorId: id('usr')
      .nullable()
      .meta({ description: 'Null if the front desk or an administrator created it without an appointment.' }),
    appointmentId: id('apt').nullable(),
    amountMAD: centimes,
    paidMAD: centimes.meta({ example: 0 }),
    refundedMAD: centimes.meta({ example: 0 }),
    dueMAD: centimes.meta({
      description:
        'Amount that can be paid now, in centimes. Excludes paid amounts and amounts reserved by pending payments.',
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

const wholeInvoice = invoice
  .extend({ payments: z.array(payment), refunds: z.array(refund) })
  .meta({ id: 'InvoiceWithPayments' })

const named = z.object({ id: id('inv') })
const base = { tag: 'Invoices', subject: 'Invoice' } as const
const PROVIDER =
  'The card provider did not report the outcome. The status is PENDING, and details contains the id. The server settles it as soon as the outcome is known. A repeated request with the same Idempotency-Key resumes it.'
const NO_CARDS = 'or the installation has no card provider.'

export const listInvoices = operation('invoices:read', {
  ...base,
  method: 'GET',
  path: '/api/invoices',
  name: 'listInvoices',
  call: 'invoices.list',
  summary: 'List invoices',
  description:
    'Patients see their own invoices, doctors and dentists the invoices of their consultations, the front desk and administrators all invoices of the tenant. Newest first.',
  query: z.strictObject({
    ...page,
    status: commaList(invoiceStatus),
    patientId: id('usr').optional(),
    doctorId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Created at this time or later.' }),
    to: instant.optional().meta({ description: 'Created before this time.' }),
  }),
  answer: z.object({ invoices: z.array(invoice), pagination }),
})

export const createInvoice = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices',
  name: 'createInvoice',
  call: 'invoices.create',
  summary: 'Create an invoice',
  description:
    'Doctors and dentists invoice patients whom they treat, the front desk and administrators all patients. The invoice gets the next number of its year. It cannot be changed: cancel it and create another.',
  roles: rolesOf(access.invoices.create),
  body: z.strictObject({
    patientId: id('usr'),
    appointmentId: id('apt').optional().meta({ description: 'The invoiced appointment. It determines doctorId.' }),
    amountMAD,
    description: filled(500).optional().meta({ example: 'Consultation' }),
  }),
  status: 201,
  answer: z.object({ invoice: wholeInvoice }),
  refusals: 'The caller does not treat this patient.',
})

export const readInvoice = operation('invoices:read', {
  ...base,
  method: 'GET',
  path: '/api/invoices/{id}',
  name: 'readInvoice',
  call: 'invoices.get',
  summary: 'Read an invoice with its payments and refunds',
  description: 'Payments and refunds are listed oldest first.',
  params: named,
  answer: z.object({ invoice: wholeInvoice }),
})

const CANCELLING =
  'The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.'
const reason = filled(500).optional()
const cancelling = {
  ...base,
  roles: rolesOf(access.invoices.cancel),
  params: named,
  answer: z.object({ invoice: wholeInvoice }),
  conflicts: 'A payment was made, or a card payment is pending.',
}

export const updateInvoice = operation('invoices:write', {
  ...cancelling,
  method: 'PUT',
  path: '/api/invoices/{id}',
  name: 'updateInvoice',
  call: 'invoices.update',
  summary: 'Cancel an invoice by its status',
  description: `Has the effect of \`POST /api/invoices/{id}/cancel\`. ${CANCELLING}`,
  body: z.strictObject({ ...cancelled, reason }),
})

export const cancelInvoice = operation('invoices:write', {
  ...cancelling,
  method: 'POST',
  path: '/api/invoices/{id}/cancel',
  name: 'cancelInvoice',
  call: 'invoices.cancel',
  summary: 'Cancel an invoice',
  description: CANCELLING,
  body: z.strictObject({ reason }),
})

export const takePayment = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices/{id}/payments',
  name: 'takePayment',
  call: 'invoices.takePayment',
  summary: 'Pay an invoice in full or in part',
  description:
    'The patient, the doctor or dentist, the front desk and administrators pay by card. All of them except the patient record payments in cash. With an Idempotency-Key a card is charged once, even if the connection fails. The sandbox simulates payments: every token succeeds except `tok_declined`, `tok_unavailable` and `tok_timeout`; `tok_refund_declined` and `tok_refund_timeout` make refunds fail.',
  roles: rolesOf(access.invoices.pay),
  params: named,
  body: z
    .strictObject({
      method,
      amountMAD,
      cardToken: bounded(255)
        .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
        // Card numbers must never reach this server.
        .refine((token) => !/^[\d-]{12,}$/.test(token), 'must be a token of the card provider, not a card number')
        .optional()
        .meta({ description: 'Token of the card, from the form of the card provider.', example: 'tok_visa' }),
    })
    .refine(({ method, cardToken }) => method === 'CARD' || cardToken === undefined, {
      path: ['cardToken'],
      error: 'is only allowed with CARD',
    })
    .meta({ example: { method: 'CARD', amountMAD: 40_000, cardToken: 'tok_visa' } }),
  status: 201,
  answer: z.object({ payment }),
  conflicts: `The amount exceeds the amount due (details.due), the card was declined (details.payment), ${NO_CARDS}`,
  refusals: 'Patients cannot record cash.',
  outages: PROVIDER,
})

export const refundInvoice = operation('invoices:write', {
  ...base,
  method: 'POST',
  path: '/api/invoices/{id}/refunds',
  name: 'refundInvoice',
  call: 'invoices.refund',
  summary: 'Refund an invoice in full or in part',
  description:
    'The doctor or dentist of the invoice and administrators can refund it. Card payments are refunded first, each to its card, newest payment first. Cash is refunded last: the caller hands it out.',
  roles: rolesOf(access.invoices.refund),
  params: named,
  body: z.strictObject({ amountMAD, reason: filled(500).optional().meta({ example: 'Consultation annulée' }) }),
  status: 201,
  answer: z.object({ refund }),
  conflicts: `The amount exceeds the refundable amount (details.refundable), the bank refused the refund (details.refund), ${NO_CARDS}`,
  outages: PROVIDER,
})
