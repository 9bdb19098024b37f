import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { day, flag, id, integerFilter, line, page, pagination, person, text, utc } from '../../../lib/fields.ts'
import { deltaFault, MAX_QUANTITY, reasons } from './rules.ts'

const reason = z.enum(reasons).meta({ id: 'StockReason' })

const MEDICATION = 'Amoxicilline 1 g, comprimé dispersible'
const NOTE = 'Inventaire du mois'

const quantity = z.int().min(0).max(MAX_QUANTITY)
const expiresOn = day.meta({ description: 'The last day of use, in Moroccan time.' })
const note = line(500).meta({ description: 'Free text.', example: NOTE })

const lot = z
  .object({
    id: id('lot'),
    pharmacyId: id('usr'),
    medication: z.string().meta({ example: MEDICATION }),
    lotNumber: z.string().meta({ example: 'AX2317' }),
    quantity: quantity.meta({ description: 'Quantity in stock.', example: 40 }),
    expiresOn,
    receivedAt: utc,
    pharmacy: person,
  })
  .meta({ id: 'StockLot' })

const movement = z
  .object({
    n: z.int().min(1).meta({ description: 'Consecutive number within the lot.', example: 2 }),
    delta: z.int().meta({ description: 'Change of the quantity; negative for outgoing stock.', example: -2 }),
    reason: reason.meta({ example: 'SOLD' }),
    quantity: quantity.meta({ description: 'Quantity after the movement.', example: 38 }),
    note: z.string().nullable().meta({ example: null }),
    at: utc,
    by: person,
  })
  .meta({ id: 'StockMovement' })

const named = z.object({ id: id('lot') })
const base = { tag: 'Stock', subject: 'Lot', roles: rolesOf(access.stock.write) } as const

export const listLots = operation('stock:read', {
  ...base,
  roles: rolesOf(access.stock.read),
  method: 'GET',
  path: '/api/stock',
  name: 'listLots',
  call: 'stock.list',
  summary: 'List the lots of a pharmacy',
  description:
    'Pharmacies see their own lots, administrators all lots of the tenant. Newest first; with `expiringWithinDays`, sorted by expiry date, latest first.',
  query: z.strictObject({
    ...page,
    medication: text(200).optional().meta({ description: 'Part of the name. Case and accents are ignored.' }),
    expiringWithinDays: integerFilter(
      0,
      36_500,
      'Lots that expire within this number of days, including expired lots.',
    ),
    includeEmpty: flag.meta({ description: 'Whether to include empty lots.' }),
    pharmacyId: id('usr').optional(),
  }),
  answer: z.object({ lots: z.array(lot), pagination }),
})

export const receiveLot = operation('stock:write', {
  ...base,
  method: 'POST',
  path: '/api/stock',
  name: 'receiveLot',
  call: 'stock.receive',
  summary: 'Add a lot to the stock of a pharmacy',
  description: 'Pharmacies add lots to their own stock. Administrators give a `pharmacyId`.',
  body: z.strictObject({
    pharmacyId: id('usr')
      .optional()
      .meta({ description: 'Required for administrators; defaults to the calling pharmacy.' }),
    medication: line(200).meta({ description: 'Medicine, strength and form.', example: MEDICATION }),
    lotNumber: line(64).meta({ description: 'As printed by the manufacturer.', example: 'AX2317' }),
    quantity: quantity.min(1).meta({ example: 40 }),
    expiresOn,
  }),
  status: 201,
  answer: z.object({ lot }),
  conflicts:
    'The pharmacy already has a lot of the medicine with this number (details.lot.id): record a movement on it.',
  refusals: 'The lot is for another pharmacy.',
})

export const readLot = operation('stock:read', {
  ...base,
  roles: rolesOf(access.stock.read),
  method: 'GET',
  path: '/api/stock/{id}',
  name: 'readLot',
  call: 'stock.get',
  summary: 'Read a lot',
  description: 'Pharmacies read their own lots, administrators all lots of the tenant.',
  params: named,
  answer: z.object({ lot }),
})

export const updateLot = operation('stock:write', {
  ...base,
  method: 'PUT',
  path: '/api/stock/{id}',
  name: 'updateLot',
  call: 'stock.update',
  summary: 'Correct a lot',
  description:
    'Absent fields stay unchanged. A different quantity is recorded as a movement with the note; a new expiry date triggers new warnings.',
  params: named,
  body: z
    .strictObject({
      quantity: quantity.optional().meta({ description: 'The counted quantity.' }),
      note: note.optional().meta({ description: 'Reason for the change. Required with `quantity`.' }),
      expiresOn: expiresOn.optional(),
    })
    .superRefine(({ quantity, note }, issues) => {
      if (quantity === undefined || note !== undefined) return
      issues.addIssue({ code: 'custom', path: ['note'], message: 'is required with a quantity' })
    })
    .meta({ example: { quantity: 38, note: NOTE } }),
  answer: z.object({ lot }),
})

export const moveStock = operation('stock:write', {
  ...base,
  method: 'POST',
  path: '/api/stock/{id}/movements',
  name: 'moveStock',
  call: 'stock.movements.record',
  summary: 'Record a stock movement',
  description: 'SOLD and LOST need a negative delta, RECEIVED and RETURNED a positive one, CORRECTION either.',
  params: named,
  body: z
    .strictObject({
      delta: z.int().min(-MAX_QUANTITY).max(MAX_QUANTITY).meta({ example: -2 }),
      reason: reason.meta({ example: 'SOLD' }),
      note: note.optional(),
    })
    .superRefine(({ delta, reason }, issues) => {
      const message = deltaFault(reason, delta)
      if (message) issues.addIssue({ code: 'custom', path: ['delta'], message })
    }),
  status: 201,
  answer: z.object({
    movement: movement.pick({ n: true, delta: true, reason: true, quantity: true }).meta({ id: 'NewStockMovement' }),
  }),
  conflicts: 'The stock is too low: details.stock.quantity.',
})

export const listMovements = operation('stock:read', {
  ...base,
  roles: rolesOf(access.stock.read),
  method: 'GET',
  path: '/api/stock/{id}/movements',
  name: 'listMovements',
  call: 'stock.movements.list',
  summary: 'List the movements of a lot',
  description: 'Newest first, down to the receipt of the lot.',
  params: named,
  query: z.strictObject(page),
  answer: z.object({ movements: z.array(movement), pagination }),
})
