import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { day, flag, id, integerFilter, line, page, pagination, person, text, utc } from '../../lib/fields.ts'
import { deltaFault, MAX_QUANTITY, reasons } from './rules.ts'

const MEDICATION = 'Amoxicilline 1 g, comprimé dispersible'
const NOTE = 'Inventaire du mois'

const quantity = z.int().min(0).max(MAX_QUANTITY)
const expiresOn = day.meta({ description: 'The last day, in Morocco, on which it may be used.' })
const note = line(500).meta({ description: 'For people.', example: NOTE })

const lot = z
  .object({
    id: id('lot'),
    pharmacyId: id('usr'),
    medication: z.string().meta({ example: MEDICATION }),
    lotNumber: z.string().meta({ example: 'AX2317' }),
    quantity: quantity.meta({ description: 'What is left.', example: 40 }),
    expiresOn,
    receivedAt: utc,
    pharmacy: person,
  })
  .meta({ id: 'StockLot' })

const movement = z
  .object({
    n: z.int().min(1).meta({ description: 'The how manieth of its lot it is.', example: 2 }),
    delta: z.int().meta({ description: 'How much came in; below 0: went out.', example: -2 }),
    reason: z.enum(reasons).meta({ example: 'SOLD' }),
    quantity: quantity.meta({ description: 'What was left after it.', example: 38 }),
    note: z.string().nullable().meta({ example: null }),
    at: utc,
    by: person,
  })
  .meta({ id: 'StockMovement' })

const named = z.object({ id: id('lot') })
const base = { tag: 'Stock', subject: 'Lot', roles: ['PHARMACIST', 'ADMIN'] } as const
const changed = lot.pick({ id: true, quantity: true, expiresOn: true })

export const listLots = operation('stock:read', {
  ...base,
  method: 'GET',
  path: '/api/stock',
  name: 'listLots',
  summary: 'List the lots of a pharmacy',
  description: 'Pharmacies see their own, administrators all of the tenant. Newest first.',
  query: z.object({
    ...page,
    medication: text(200).optional().meta({ description: 'A part of its name, however it is spelled.' }),
    expiringWithinDays: integerFilter(
      0,
      36_500,
      'Those that may be used for so many days more at most, the expired ones among them.',
    ),
    includeEmpty: flag.meta({ description: 'Also those of which nothing is left.' }),
    pharmacyId: id('usr').optional(),
  }),
  answer: z.object({ lots: z.array(lot), pagination }),
})

export const receiveLot = operation('stock:write', {
  ...base,
  method: 'POST',
  path: '/api/stock',
  name: 'receiveLot',
  summary: 'Add a lot to the stock of a pharmacy',
  description: 'By the pharmacy, or an administrator who says which.',
  body: z.object({
    pharmacyId: id('usr').optional().meta({ description: 'Of administrators; a pharmacy’s own otherwise.' }),
    medication: line(200).meta({ description: 'Medicine, strength and form.', example: MEDICATION }),
    lotNumber: line(64).meta({ description: 'As its maker printed it.', example: 'AX2317' }),
    quantity: quantity.min(1).meta({ example: 40 }),
    expiresOn,
  }),
  status: 201,
  answer: z.object({ lot: changed }),
  conflicts:
    'The pharmacy has a lot of this number of the medicine already: details.lot.id names it, and a movement adds to it.',
  refusals: 'A pharmacy names another one.',
})

export const readLot = operation('stock:read', {
  ...base,
  method: 'GET',
  path: '/api/stock/{id}',
  name: 'readLot',
  summary: 'Read a lot',
  params: named,
  answer: z.object({ lot }),
})

export const updateLot = operation('stock:write', {
  ...base,
  method: 'PUT',
  path: '/api/stock/{id}',
  name: 'updateLot',
  summary: 'Correct a lot',
  description:
    'Fields that are absent stay as they are. Another quantity than there was is written down as a movement of its own, with the note; another expiry date is warned of anew.',
  params: named,
  body: z
    .object({
      quantity: quantity.optional().meta({ description: 'What was counted.' }),
      note: note.optional().meta({ description: 'Why it is another quantity. Required with one.' }),
      expiresOn: expiresOn.optional(),
    })
    .superRefine(({ quantity, note }, issues) => {
      if (quantity === undefined || note !== undefined) return
      issues.addIssue({ code: 'custom', path: ['note'], message: 'is required with a quantity' })
    })
    .meta({ example: { quantity: 38, note: NOTE } }),
  answer: z.object({ lot: changed }),
})

export const moveStock = operation('stock:write', {
  ...base,
  method: 'POST',
  path: '/api/stock/{id}/movements',
  name: 'moveStock',
  summary: 'Write down what came in or went out',
  description: 'SOLD and LOST take away, RECEIVED and RETURNED add, a CORRECTION does either.',
  params: named,
  body: z
    .object({
      delta: z.int().min(-MAX_QUANTITY).max(MAX_QUANTITY).meta({ example: -2 }),
      reason: z.enum(reasons).meta({ example: 'SOLD' }),
      note: note.optional(),
    })
    .superRefine(({ delta, reason }, issues) => {
      const message = deltaFault(reason, delta)
      if (message) issues.addIssue({ code: 'custom', path: ['delta'], message })
    }),
  status: 201,
  answer: z.object({ movement: movement.pick({ n: true, delta: true, reason: true, quantity: true }) }),
  conflicts: 'There is less left than it would take: details.stock.quantity.',
})

export const listMovements = operation('stock:read', {
  ...base,
  method: 'GET',
  path: '/api/stock/{id}/movements',
  name: 'listMovements',
  summary: 'List what came in and went out of a lot',
  description: 'From the newest back to the one with which the lot was received.',
  params: named,
  query: z.object(page),
  answer: z.object({ movements: z.array(movement), pagination }),
})
