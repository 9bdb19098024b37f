import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { flag, id, instant, line, page, pagination, utc } from '../../../lib/fields.ts'
import { MAX_PRICE, priceStatuses } from './rules.ts'

const NAME = 'Consultation de médecine générale'

const priceMAD = z.int().min(0).max(MAX_PRICE).meta({ description: 'Centimes.', example: 30_000 })
const durationMin = z.int().min(1).max(1440).meta({ description: 'Duration in minutes.', example: 30 })
const name = line(200).meta({ example: NAME })
const code = line(64).meta({
  description: 'Code for use in other programs of the organisation. Unique; case is ignored.',
  example: 'CONS-MG',
})

const service = z
  .object({
    id: id('svc'),
    name: z.string().meta({ example: NAME }),
    code: z.string().nullable().meta({ example: 'CONS-MG' }),
    priceMAD: priceMAD.meta({ description: 'The current price in centimes.' }),
    durationMin: durationMin.nullable(),
    active: z.boolean().meta({ description: 'Whether the service is offered.', example: true }),
    createdAt: utc,
  })
  .meta({ id: 'Service' })

const price = z
  .object({
    id: id('prc'),
    serviceId: id('svc'),
    priceMAD,
    from: utc.meta({ description: 'When the price takes effect. It applies until the next one.' }),
    status: z.enum(priceStatuses),
    createdAt: utc,
  })
  .meta({ id: 'ServicePrice' })

const named = z.object({ id: id('svc') })
const base = { tag: 'Services', subject: 'Service' } as const
const forAdministrators = { ...base, roles: rolesOf(access.services.write) } as const
const CODE_TAKEN = 'Another service has this code: details.service.id.'

export const listServices = operation('services:read', {
  ...base,
  roles: rolesOf(access.services.read),
  method: 'GET',
  path: '/api/services',
  name: 'listServices',
  call: 'services.list',
  summary: 'List services',
  description: 'All users see all services of the organisation. Newest first.',
  query: z.strictObject({
    ...page,
    active: flag.meta({ description: 'true: only services that are offered. false: only services that are not.' }),
  }),
  answer: z.object({ services: z.array(service), pagination }),
})

export const createService = operation('services:write', {
  ...forAdministrators,
  method: 'POST',
  path: '/api/services',
  name: 'createService',
  call: 'services.create',
  summary: 'Create a service',
  description: 'Creates a service with its first price, which takes effect at once.',
  body: z.strictObject({
    name,
    code: code.optional(),
    priceMAD,
    durationMin: durationMin.optional(),
    active: z.boolean().default(true).meta({ description: 'Whether the service is offered.', example: true }),
  }),
  status: 201,
  answer: z.object({ service }),
  conflicts: CODE_TAKEN,
})

export const readService = operation('services:read', {
  ...base,
  roles: rolesOf(access.services.read),
  method: 'GET',
  path: '/api/services/{id}',
  name: 'readService',
  call: 'services.get',
  summary: 'Read a service',
  description: '`priceMAD` is the current price, including scheduled prices that have taken effect.',
  params: named,
  answer: z.object({ service }),
})

export const updateService = operation('services:write', {
  ...forAdministrators,
  method: 'PUT',
  path: '/api/services/{id}',
  name: 'updateService',
  call: 'services.update',
  summary: 'Update a service',
  description:
    'Absent fields stay unchanged. A new price takes effect at once, and applies until the next scheduled price.',
  params: named,
  body: z
    .strictObject({
      name: name.optional(),
      code: code.nullable().optional(),
      priceMAD: priceMAD.optional(),
      durationMin: durationMin.nullable().optional(),
      active: z.boolean().optional(),
    })
    .meta({ example: { active: false } }),
  answer: z.object({ service }),
  conflicts: CODE_TAKEN,
})

export const listPrices = operation('services:read', {
  ...base,
  roles: rolesOf(access.services.read),
  method: 'GET',
  path: '/api/services/{id}/prices',
  name: 'listPrices',
  call: 'services.prices.list',
  summary: 'List the prices of a service',
  description: 'Scheduled, current and past prices, latest first.',
  params: named,
  query: z.strictObject(page),
  answer: z.object({ prices: z.array(price), pagination }),
})

export const schedulePrice = operation('services:write', {
  ...forAdministrators,
  method: 'POST',
  path: '/api/services/{id}/prices',
  name: 'schedulePrice',
  call: 'services.prices.schedule',
  summary: 'Schedule a price of a service',
  description: 'The price takes effect at the given time. To change the price at once, update the service.',
  params: named,
  body: z.strictObject({ priceMAD, from: instant.meta({ description: 'In the future.' }) }),
  status: 201,
  answer: z.object({ price }),
  conflicts: 'Another price is scheduled for that time: details.price.id.',
})

export const withdrawPrice = operation('services:write', {
  ...forAdministrators,
  subject: 'Price',
  method: 'DELETE',
  path: '/api/services/prices/{id}',
  name: 'withdrawPrice',
  call: 'services.prices.withdraw',
  summary: 'Withdraw a scheduled price',
  description: 'Only prices that are not in effect yet can be withdrawn.',
  params: z.object({ id: id('prc') }),
  answer: z.object({ ok: z.literal(true) }),
  conflicts: 'The price is already in effect.',
})
