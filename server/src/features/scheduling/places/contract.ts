import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { bounded, flag, id, line, page, pagination, phone, properName, utc } from '../../../lib/fields.ts'
import { MOROCCAN_TIME_ZONE } from '../../../lib/moroccan-time.ts'
import { isTimeZone } from './rules.ts'

const name = properName(200).meta({ example: 'Cabinet Maârif' })
const address = line(300).meta({ example: '12, rue Abou Inane' })
const city = properName(100).meta({ example: 'Casablanca' })
const timeZone = bounded(64)
  .refine(isTimeZone, `must be a time zone like ${MOROCCAN_TIME_ZONE}`)
  .meta({ description: 'The time zone of the opening hours.', example: MOROCCAN_TIME_ZONE })
const active = z.boolean().meta({ description: 'Whether slots at this place are offered.', example: true })

const place = z
  .object({
    id: id('plc'),
    name: z.string().meta({ example: 'Cabinet Maârif' }),
    address: z.string().nullable().meta({ example: '12, rue Abou Inane' }),
    city: z.string().meta({ example: 'Casablanca' }),
    phone: z.string().nullable().meta({ example: '+212522000000' }),
    timeZone: z.string().meta({ example: MOROCCAN_TIME_ZONE }),
    active,
    createdAt: utc,
  })
  .meta({ id: 'Place' })

const base = { tag: 'Scheduling', subject: 'Place' } as const
const readers = rolesOf(access.places.read)
const writers = rolesOf(access.places.write)
const named = z.object({ id: id('plc') })

export const listPlaces = operation('schedules:read', {
  ...base,
  roles: readers,
  method: 'GET',
  path: '/api/places',
  name: 'listPlaces',
  call: 'places.list',
  summary: 'List places',
  description: 'All users see all places of the organisation. Newest first.',
  query: z.strictObject({ ...page, active: flag.meta({ description: 'Whether slots at the place are offered.' }) }),
  answer: z.object({ places: z.array(place), pagination }),
})

export const createPlace = operation('schedules:write', {
  ...base,
  roles: writers,
  method: 'POST',
  path: '/api/places',
  name: 'createPlace',
  call: 'places.create',
  summary: 'Create a place',
  description: 'Professionals can then have opening hours there, in the time zone of the place.',
  body: z.strictObject({
    name,
    address: address.optional(),
    city,
    phone: phone.optional(),
    timeZone: timeZone.default(MOROCCAN_TIME_ZONE),
    active: active.default(true),
  }),
  status: 201,
  answer: z.object({ place }),
})

export const readPlace = operation('schedules:read', {
  ...base,
  roles: readers,
  method: 'GET',
  path: '/api/places/{id}',
  name: 'readPlace',
  call: 'places.get',
  summary: 'Read a place',
  description: 'All users see all places of the organisation.',
  params: named,
  answer: z.object({ place }),
})

export const updatePlace = operation('schedules:write', {
  ...base,
  roles: writers,
  method: 'PUT',
  path: '/api/places/{id}',
  name: 'updatePlace',
  call: 'places.update',
  summary: 'Update a place',
  description: 'Absent fields stay unchanged. The time zone of a place cannot change: create another place instead.',
  params: named,
  body: z
    .strictObject({
      name: name.optional(),
      address: address.nullable().optional(),
      city: city.optional(),
      phone: phone.nullable().optional(),
      active: active.optional(),
    })
    .meta({ example: { phone: '+212522000000' } }),
  answer: z.object({ place }),
})
