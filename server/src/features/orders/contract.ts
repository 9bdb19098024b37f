import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, id, instant, page, pagination, person, utc } from '../../lib/fields.ts'
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
    'Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first. For a pharmacy, `patientId` leaves out orders that are CANCELLED or REJECTED.',
  query: z.object({
    ...page,
    status: commaList(statuses),
    patientId: id('usr').optional(),
    pharmacyId: id('usr').optional(),
    prescriptionId: id('rx').optional(),
    from: instant.optional().meta({ description: 'Those placed at this time or later.' }),
    to: instant.optional().meta({ description: 'Those placed before this time.' }),
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
    'On a prescription that the caller may see: by its patient, its prescriber or an administrator. A prescription is with one pharmacy at a time and is delivered once. A pharmacy may order only from itself, and cannot see a prescription whose order at it was cancelled or rejected.',
  body: z.object({
    prescriptionId: id('rx'),
    pharmacyId: id('usr'),
    deliveryRequested: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it is to be brought; otherwise it is fetched.', example: true }),
  }),
  status: 201,
  answer: z.object({ order: order.pick({ id: true, status: true }) }),
  conflicts:
    'An order on the prescription is under way (details.order.id names it); it has been delivered (details.dispensing.left is 0); it was cancelled; or it is no longer valid.',
  refusals: 'A pharmacy orders from another one, or the caller has not been verified by an administrator.',
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
  summary: 'Move a pharmacy order along',
  description:
    'PENDING, PREPARING, READY, DELIVERED, one by one; PENDING or PREPARING may also become CANCELLED or REJECTED. By the order’s pharmacy or an administrator; the patient may cancel while it is PENDING. Medicines are prepared once the prescription is signed. The state it is in already changes nothing.',
  params: named,
  body: z.object({ status: orderStatus }).meta({ example: { status: 'PREPARING' } }),
  answer: z.object({ order: order.pick({ id: true, status: true }) }),
  conflicts: 'The state does not allow it: details.state says from, to and what is allowed.',
  refusals: 'The move is not one that the caller may make, or the pharmacy has not been verified by an administrator.',
})
