import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { flag, id, instant, line, page, pagination, utc } from '../../lib/fields.ts'
import { MAX_PRICE, priceStatuses } from './rules.ts'

const NAME = 'Consultation de médecine générale'

const priceMAD = z.int().min(0).max(MAX_PRICE).meta({ description: 'Centimes.', example: 30_000 })
const durationMin = z.int().min(1).max(1440).meta({ description: 'Minutes that it takes.', example: 30 })
const name = line(200).meta({ example: NAME })
const code = line(64).meta({
  description: 'By which programs of the organisation know it: one service has it, in whatever case.',
  example: 'CONS-MG',
})

const service = z
  .object({
    id: id('svc'),
    name: z.string().meta({ example: NAME }),
    code: z.string().nullable().meta({ example: 'CONS-MG' }),
    priceMAD: priceMAD.meta({ description: 'What it costs now, in centimes.' }),
    durationMin: durationMin.nullable(),
    active: z.boolean().meta({ description: 'Whether it is offered.', example: true }),
    createdAt: utc,
  })
  .meta({ id: 'Service' })

const price = z
  .object({
    id: id('prc'),
    serviceId: id('svc'),
    priceMAD,
    from: utc.meta({ description: 'From when on it is in force, until the next one.' }),
    status: z.enum(priceStatuses),
    createdAt: utc,
  })
  .meta({ id: 'ServicePrice' })

const named = z.object({ id: id('svc') })
const base = { tag: 'Services', subject: 'Service' } as const
const forAdministrators = { ...base, roles: ['ADMIN'] } as const
const CODE_TAKEN = 'Another service has this code: details.service.id.'

export const listServices = operation('services:read', {
  ...base,
  method: 'GET',
  path: '/api/services',
  name: 'listServices',
  summary: 'List services',
  description: 'Everybody sees all of the organisation. Newest first.',
  query: z.object({ ...page, active: flag.meta({ description: 'Those that are offered, or those that are not.' }) }),
  answer: z.object({ services: z.array(service), pagination }),
})

export const createService = operation('services:write', {
  ...forAdministrators,
  method: 'POST',
  path: '/api/services',
  name: 'createService',
  summary: 'Make a service',
  body: z.object({
    name,
    code: code.optional(),
    priceMAD,
    durationMin: durationMin.optional(),
    active: z.boolean().default(true).meta({ description: 'Whether it is offered.', example: true }),
  }),
  status: 201,
  answer: z.object({ service }),
  conflicts: CODE_TAKEN,
})

export const readService = operation('services:read', {
  ...base,
  method: 'GET',
  path: '/api/services/{id}',
  name: 'readService',
  summary: 'Read a service',
  description: '`priceMAD` is the price in force at this moment: a change counts from its time on.',
  params: named,
  answer: z.object({ service }),
})

export const updateService = operation('services:write', {
  ...forAdministrators,
  method: 'PUT',
  path: '/api/services/{id}',
  name: 'updateService',
  summary: 'Change a service',
  description:
    'Fields that are absent stay as they are. Another price is in force at once, until the next one that is to come.',
  params: named,
  body: z
    .object({
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
  method: 'GET',
  path: '/api/services/{id}/prices',
  name: 'listPrices',
  summary: 'List the prices of a service',
  description: 'Those to come, the one in force, and those that it had before: the latest first.',
  params: named,
  query: z.object(page),
  answer: z.object({ prices: z.array(price), pagination }),
})

export const schedulePrice = operation('services:write', {
  ...forAdministrators,
  method: 'POST',
  path: '/api/services/{id}/prices',
  name: 'schedulePrice',
  summary: 'Change the price of a service at a time to come',
  description: 'From that time on every read shows it. To change the price at once, change the service.',
  params: named,
  body: z.object({ priceMAD, from: instant.meta({ description: 'In the future.' }) }),
  status: 201,
  answer: z.object({ price }),
  conflicts: 'Another price is to come at the same time: details.price.id.',
})

export const withdrawPrice = operation('services:write', {
  ...forAdministrators,
  subject: 'Price',
  method: 'DELETE',
  path: '/api/services/prices/{id}',
  name: 'withdrawPrice',
  summary: 'Take back a price that is to come',
  params: z.object({ id: id('prc') }),
  answer: z.object({ ok: z.literal(true) }),
  conflicts: 'It is in force, or has been.',
})
