import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import {
  commaList,
  filled,
  id,
  instant,
  page,
  pagination,
  person,
  utc,
  withoutDuplicates,
} from '../../../lib/fields.ts'
import { MAX_ITEMS, MAX_QUANTITY } from '../prescriptions/actions.ts'
import { statuses } from './rules.ts'

export const orderStatus = z.enum(statuses).meta({ id: 'OrderStatus' })

const part = {
  line: z.int().min(1).max(MAX_ITEMS).meta({ description: 'Number of the line in the prescription, from 1.' }),
  quantity: z.int().min(1).max(MAX_QUANTITY).meta({ example: 30 }),
}

const dispensedLine = z.strictObject(part).meta({ id: 'DispensedLine' })

/** The quantities that a pharmacy reports with DELIVERED. */
export const dispensed = withoutDuplicates(z.array(dispensedLine).min(1).max(MAX_ITEMS), 'line')
  .optional()
  .meta({
    description:
      'With DELIVERED: the dispensed quantities, at most one fill of each line. The rest can be ordered again. Default: one fill of each line, or less if less is left.',
    example: [{ line: 1, quantity: 30 }],
  })

/** The specification's Order. */
const order = z
  .object({
    id: id('ord'),
    prescriptionId: id('rx'),
    pharmacyId: id('usr'),
    patientId: id('usr').nullable(),
    deliveryRequested: z.boolean(),
    status: orderStatus,
    dispensed: z.array(dispensedLine).nullable().meta({
      description:
        'Null until the order is DELIVERED. Null in a delivery of an earlier version counts as one fill of each line.',
      example: null,
    }),
    createdAt: utc,
    updatedAt: utc,
    prescription: z
      .object({
        id: id('rx'),
        medication: z.string().nullable().meta({ example: 'Amoxicilline 500 mg, gélule' }),
      })
      .meta({ id: 'OrderedPrescription' }),
    pharmacy: person,
    patient: person.nullable(),
  })
  .meta({
    id: 'Order',
    description:
      'If the order is CANCELLED or REJECTED, its pharmacy gets null for `patientId`, `patient` and `prescription.medication`.',
  })

const named = z.object({ id: id('ord') })
const base = { tag: 'Orders', subject: 'Order' } as const

export const listOrders = operation('orders:read', {
  ...base,
  method: 'GET',
  path: '/api/orders',
  name: 'listOrders',
  call: 'orders.list',
  summary: 'List pharmacy orders',
  description:
    'Patients see their own orders, pharmacies the orders placed with them, doctors and dentists the orders on their prescriptions, administrators all orders of the tenant. Newest first. For pharmacies, the filter `patientId` omits orders that are CANCELLED or REJECTED.',
  query: z.strictObject({
    ...page,
    status: commaList(orderStatus),
    patientId: id('usr').optional(),
    pharmacyId: id('usr').optional(),
    prescriptionId: id('rx').optional(),
    from: instant.optional().meta({ description: 'Placed at this time or later.' }),
    to: instant.optional().meta({ description: 'Placed before this time.' }),
  }),
  answer: z.object({ orders: z.array(order), pagination }),
})

const CODE = '7Q4M-2K9D'

export const placeOrder = operation('orders:write', {
  ...base,
  method: 'POST',
  path: '/api/orders',
  name: 'placeOrder',
  call: 'orders.place',
  summary: 'Order a prescription from a pharmacy',
  description:
    'The patient, the prescriber and administrators can order. A prescription has one open order at a time; after a delivery it can be ordered again while any of its lines has an amount left. A pharmacy can order only from itself, with a `pickupCode` that the patient shows. After an order at this pharmacy was cancelled, the pharmacy cannot order until the patient orders there again.',
  body: z
    .strictObject({
      prescriptionId: id('rx'),
      pharmacyId: id('usr'),
      deliveryRequested: z
        .boolean()
        .default(false)
        .meta({ description: 'Home delivery; otherwise the patient collects the order.' }),
      pickupCode: filled(32).optional().meta({
        description:
          'The code that the patient shows, in upper or lower case, with or without dashes. Only pharmacies need it.',
        example: CODE,
      }),
    })
    .meta({
      example: {
        prescriptionId: 'rx_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
        pharmacyId: 'usr_sandbox_pharmacy',
        deliveryRequested: true,
      },
    }),
  status: 201,
  answer: z.object({ order }),
  conflicts:
    'The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.',
  refusals:
    'The caller is a pharmacy that orders from another pharmacy, without a valid code, or after a cancellation. Or the caller is not verified.',
})

export const readOrder = operation('orders:read', {
  ...base,
  method: 'GET',
  path: '/api/orders/{id}',
  name: 'readOrder',
  call: 'orders.get',
  summary: 'Read a pharmacy order',
  description: 'Available to the patient, the prescriber, the pharmacy of the order and administrators.',
  params: named,
  answer: z.object({ order }),
})

const statusChange = z.strictObject({ status: orderStatus, dispensed }).superRefine(assertDelivered)

/** A refinement: `dispensed` is only allowed with DELIVERED. */
export function assertDelivered(body: { status: string; dispensed?: unknown }, issues: z.RefinementCtx): void {
  if (body.dispensed !== undefined && body.status !== 'DELIVERED')
    issues.addIssue({ code: 'custom', path: ['dispensed'], message: 'is for the status DELIVERED only' })
}

export const updateOrder = operation('orders:write', {
  ...base,
  method: 'PUT',
  path: '/api/orders/{id}',
  name: 'updateOrder',
  call: 'orders.update',
  summary: 'Update the status of a pharmacy order',
  description:
    'An order goes from PENDING to PREPARING, READY and DELIVERED, one step at a time. PENDING and PREPARING orders may become CANCELLED or REJECTED. The pharmacy of the order and administrators set the status; the patient may cancel a PENDING order. PREPARING requires a signed prescription. Setting the current status changes nothing. If the prescription is used up, or has a substance of table A or B and is past its `validUntil`, the order can only be CANCELLED or REJECTED.',
  params: named,
  body: statusChange.meta({ example: { status: 'PREPARING' } }),
  answer: z.object({ order }),
  conflicts:
    'The current status does not allow it: details.state has from, to and the allowed statuses. Or the prescription is used up (details.dispensing.left is 0).',
  refusals: 'The caller may not set this status, or the pharmacy is not verified.',
})

export const cancelOrder = operation('orders:write', {
  ...base,
  method: 'POST',
  path: '/api/orders/{id}/cancel',
  name: 'cancelOrder',
  call: 'orders.cancel',
  summary: 'Cancel a pharmacy order',
  description:
    'Has the effect of `PUT /api/orders/{id}` with the status CANCELLED. The pharmacy and administrators can cancel a PENDING or PREPARING order, the patient a PENDING one. Cancelling again changes nothing.',
  params: named,
  answer: z.object({ order }),
  conflicts: 'The current status does not allow it: details.state has from, to and the allowed statuses.',
  refusals: 'The caller may not cancel it, or the pharmacy is not verified.',
})

export const changePharmacy = operation('orders:write', {
  ...base,
  method: 'POST',
  path: '/api/orders/{id}/transfer',
  name: 'changePharmacy',
  call: 'orders.transfer',
  summary: 'Change the pharmacy of an order',
  description:
    'The patient and administrators can change the pharmacy of a PENDING order. The order becomes CANCELLED, and the other pharmacy gets a new order. The first pharmacy is notified, and no longer sees the prescription and the patient.',
  params: named,
  body: z.strictObject({
    pharmacyId: id('usr'),
    deliveryRequested: z.boolean().optional().meta({ description: 'Default: the value of the order.', example: true }),
  }),
  status: 201,
  answer: z.object({ order }),
  conflicts:
    'The order is not PENDING (details.state), or the prescription is used up (details.dispensing.left is 0) or has expired.',
  refusals: 'The caller is neither its patient nor an administrator.',
})

export const createPickupCode = operation('orders:write', {
  tag: 'Orders',
  subject: 'Prescription',
  method: 'POST',
  path: '/api/prescriptions/{id}/pickup-code',
  name: 'createPickupCode',
  call: 'prescriptions.createPickupCode',
  summary: 'Create a pickup code',
  description:
    'Creates a code that the patient shows in a pharmacy. The pharmacy can place one order with it. The code expires after 15 to 30 minutes, or with the next order on the prescription.',
  params: z.object({ id: id('rx') }),
  answer: z.object({
    pickupCode: z
      .object({ prescriptionId: id('rx'), code: z.string().meta({ example: CODE }), expiresAt: utc })
      .meta({ id: 'PickupCode' }),
  }),
  conflicts:
    'The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.',
  refusals: 'The caller is not its patient.',
})
