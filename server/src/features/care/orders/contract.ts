import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import { commaList, id, instant, page, pagination, person, utc } from '../../../lib/fields.ts'
import { statuses } from './rules.ts'

export const orderStatus = z.enum(statuses).meta({ id: 'OrderStatus' })

/** The specification's Order. */
const order = z
  .object({
    id: id('ord'),
    prescriptionId: id('rx'),
    pharmacyId: id('usr'),
    patientId: id('usr').nullable(),
    deliveryRequested: z.boolean(),
    status: orderStatus,
    createdAt: utc,
    updatedAt: utc,
    prescription: z.object({
      id: id('rx'),
      medication: z.string().nullable().meta({ example: 'Amoxicilline 500 mg, gélule' }),
    }),
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
  summary: 'List pharmacy orders',
  description:
    'Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first. For pharmacies, `patientId` omits orders that are CANCELLED or REJECTED.',
  query: z.strictObject({
    ...page,
    status: commaList(statuses),
    patientId: id('usr').optional(),
    pharmacyId: id('usr').optional(),
    prescriptionId: id('rx').optional(),
    from: instant.optional().meta({ description: 'Placed at this time or later.' }),
    to: instant.optional().meta({ description: 'Placed before this time.' }),
  }),
  answer: z.object({ orders: z.array(order), pagination }),
})

export const placeOrder = operation('orders:write', {
  ...base,
  method: 'POST',
  path: '/api/orders',
  name: 'placeOrder',
  summary: 'Order a prescription from a pharmacy',
  description:
    'On a prescription that the caller may see: by its patient, its prescriber or an administrator. A prescription has one open order at a time and is delivered once. A pharmacy may order only from itself, and cannot see a prescription whose order at it was cancelled or rejected.',
  body: z.strictObject({
    prescriptionId: id('rx'),
    pharmacyId: id('usr'),
    deliveryRequested: z
      .boolean()
      .default(false)
      .meta({ description: 'Home delivery; otherwise the patient collects it.', example: true }),
  }),
  status: 201,
  answer: z.object({ order: order.pick({ id: true, status: true }) }),
  conflicts:
    'The prescription has an open order (details.order.id), was delivered (details.dispensing.left is 0), was cancelled, or has expired.',
  refusals: 'A pharmacy orders from another one, or the caller is not verified.',
})

export const readOrder = operation('orders:read', {
  ...base,
  method: 'GET',
  path: '/api/orders/{id}',
  name: 'readOrder',
  summary: 'Read a pharmacy order',
  params: named,
  answer: z.object({ order }),
})

export const updateOrder = operation('orders:write', {
  ...base,
  method: 'PUT',
  path: '/api/orders/{id}',
  name: 'updateOrder',
  summary: 'Update the status of a pharmacy order',
  description:
    'The order is PENDING, PREPARING, READY, DELIVERED, one step at a time; PENDING and PREPARING may become CANCELLED or REJECTED. By its pharmacy or an administrator; the patient may cancel while it is PENDING. PREPARING needs a signed prescription. Setting the current status changes nothing.',
  params: named,
  body: z.strictObject({ status: orderStatus }).meta({ example: { status: 'PREPARING' } }),
  answer: z.object({ order: order.pick({ id: true, status: true }) }),
  conflicts: 'The current status does not allow it: details.state has from, to and the allowed statuses.',
  refusals: 'The caller may not set this status, or the pharmacy is not verified.',
})
