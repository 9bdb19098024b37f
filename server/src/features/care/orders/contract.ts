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

/** What a pharmacy reports with DELIVERED. */
export const dispensed = withoutDuplicates(z.array(dispensedLine).min(1).max(MAX_ITEMS), 'line')
  .optional()
  .meta({
    description:
      'With DELIVERED: what was dispensed, at most one fill of each line. The rest can be ordered again. Default: one fill of each line, or what is left of it.',
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
        'Null until it is DELIVERED. Deliveries of earlier versions have null, and count as one fill of each line.',
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
      'For the pharmacy of an order that is CANCELLED or REJECTED, `patientId`, `patient` and `prescription.medication` are null. All other callers see them.',
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
    'Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first. For pharmacies, `patientId` omits orders that are CANCELLED or REJECTED.',
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
    'On a prescription that the caller may see: by its patient, its prescriber or an administrator. A prescription has one open order at a time, and further ones while its lines have something left. A pharmacy may order only from itself and in the presence of the patient, who shows a `pickupCode`; never after an order at it was cancelled, until the patient orders there again.',
  body: z
    .strictObject({
      prescriptionId: id('rx'),
      pharmacyId: id('usr'),
      deliveryRequested: z
        .boolean()
        .default(false)
        .meta({ description: 'Home delivery; otherwise the patient collects it.' }),
      pickupCode: filled(32).optional().meta({
        description: 'The code that the patient shows, in any case, with or without dashes. Only pharmacies need it.',
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
    'The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.',
  refusals:
    'A pharmacy orders from another one, without a valid code or after a cancellation, or the caller is not verified.',
})

export const readOrder = operation('orders:read', {
  ...base,
  method: 'GET',
  path: '/api/orders/{id}',
  name: 'readOrder',
  call: 'orders.get',
  summary: 'Read a pharmacy order',
  description: 'For the patient, the prescriber, the addressed pharmacy and administrators.',
  params: named,
  answer: z.object({ order }),
})

const statusChange = z.strictObject({ status: orderStatus, dispensed }).superRefine(assertDelivered)

/** A refinement: only a delivery dispenses. */
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
    'The order is PENDING, PREPARING, READY, DELIVERED, one step at a time; PENDING and PREPARING may become CANCELLED or REJECTED. By its pharmacy or an administrator; the patient may cancel while it is PENDING. PREPARING needs a signed prescription. Setting the current status changes nothing. An order of a prescription with nothing left, or with a substance of table A or B after its `validUntil`, can only be CANCELLED or REJECTED.',
  params: named,
  body: statusChange.meta({ example: { status: 'PREPARING' } }),
  answer: z.object({ order }),
  conflicts:
    'The current status does not allow it: details.state has from, to and the allowed statuses. Or nothing is left (details.dispensing.left is 0).',
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
    'As `PUT /api/orders/{id}` with the status CANCELLED: by its pharmacy or an administrator while it is PENDING or PREPARING, by the patient while it is PENDING. Cancelling again changes nothing.',
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
    'By its patient or an administrator while it is PENDING. The order becomes CANCELLED, its pharmacy is notified and no longer sees prescription and patient, and the other pharmacy gets a new order.',
  params: named,
  body: z.strictObject({
    pharmacyId: id('usr'),
    deliveryRequested: z.boolean().optional().meta({ description: 'Default: as in the order.', example: true }),
  }),
  status: 201,
  answer: z.object({ order }),
  conflicts:
    'It is not PENDING (details.state), has nothing left to dispense (details.dispensing.left is 0), or the prescription has expired.',
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
    'By the patient, to show in a pharmacy, which orders with it once. It is valid for 15 to 30 minutes and until the next order on the prescription.',
  params: z.object({ id: id('rx') }),
  answer: z.object({
    pickupCode: z
      .object({ prescriptionId: id('rx'), code: z.string().meta({ example: CODE }), expiresAt: utc })
      .meta({ id: 'PickupCode' }),
  }),
  conflicts:
    'The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.',
  refusals: 'The caller is not its patient.',
})
