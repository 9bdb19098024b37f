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
    patientId: id('usr'),
    deliveryRequested: z.boolean(),
    status: orderStatus,
    createdAt: utc,
    updatedAt: utc,
    prescription: z.object({ id: id('rx'), medication: z.string().meta({ example: 'Amoxicilline 500 mg, gélule' }) }),
    pharmacy: person,
    patient: person,
  })
  .meta({ id: 'Order' })

const named = z.object({ id: id('ord') })
const base = { tag: 'Orders', subject: 'Order' } as const

export const listOrders = operation('orders:read', {
  ...base,
  method: 'GET',
  path: '/api/orders',
  name: 'listOrders',
  summary: 'List pharmacy orders',
  description:
    'Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first.',
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
    'On a prescription that the caller may see: by its patient, its prescriber, an administrator, or a pharmacy that has had it before and orders from itself. A prescription is with one pharmacy at a time.',
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
    'An order on the prescription is under way (details.order.id names it), or it was cancelled, or is no longer valid.',
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
