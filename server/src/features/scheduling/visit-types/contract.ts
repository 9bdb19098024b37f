import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { flag, id, line, page, pagination, utc, withoutDuplicates } from '../../../lib/fields.ts'
import { visitMode } from '../../../lib/visit-modes.ts'
import { bookers } from './rules.ts'

const minutes = (min: number, max: number, description: string) => z.int().min(min).max(max).meta({ description })

const fields = {
  name: line(200).meta({ example: 'Première consultation' }),
  serviceId: id('svc').meta({ description: 'The service with the price.' }),
  mode: visitMode,
  durationMin: minutes(5, 480, 'Duration in minutes; at most 120 if patients book it.').meta({ example: 20 }),
  stepMin: minutes(5, 480, 'Minutes between two offered starts, counted from the opening.').meta({ example: 20 }),
  bufferBeforeMin: minutes(0, 120, 'Minutes kept free before a visit in offered times.').meta({ example: 0 }),
  bufferAfterMin: minutes(0, 120, 'Minutes kept free after a visit in offered times.').meta({ example: 5 }),
  minNoticeMin: minutes(0, 43_200, 'Minutes between now and the first offered start.').meta({ example: 120 }),
  horizonDays: minutes(1, 365, 'Days from now to the last offered start.').meta({ example: 90 }),
  bookableBy: z
    .enum(bookers)
    .meta({ id: 'VisitTypeBooker', description: 'STAFF: not offered to patients.', example: 'PATIENT' }),
  newPatientsOnly: z.boolean().meta({
    description: 'Whether only patients without an earlier visit with the professional can book it.',
    example: false,
  }),
  doctorIds: withoutDuplicates(z.array(id('usr')).min(1).max(200))
    .nullable()
    .meta({
      description: 'The professionals who offer it; null for all doctors and dentists of the organisation.',
      example: null,
    }),
  active: z.boolean().meta({ description: 'Whether it is offered.', example: true }),
}

const visitType = z
  .object({ id: id('vty'), ...fields, name: z.string().meta({ example: 'Première consultation' }), createdAt: utc })
  .meta({ id: 'VisitType' })

const base = { tag: 'Scheduling', subject: 'Visit type' } as const
const readers = rolesOf(access.visitTypes.read)
const writers = rolesOf(access.visitTypes.write)
const named = z.object({ id: id('vty') })

export const listVisitTypes = operation('schedules:read', {
  ...base,
  roles: readers,
  method: 'GET',
  path: '/api/visit-types',
  name: 'listVisitTypes',
  call: 'visitTypes.list',
  summary: 'List visit types',
  description: 'All users see all visit types of the organisation. Newest first.',
  query: z.strictObject({ ...page, active: flag.meta({ description: 'Whether the visit type is offered.' }) }),
  answer: z.object({ visitTypes: z.array(visitType), pagination }),
})

export const createVisitType = operation('schedules:write', {
  ...base,
  roles: writers,
  method: 'POST',
  path: '/api/visit-types',
  name: 'createVisitType',
  call: 'visitTypes.create',
  summary: 'Create a visit type',
  description:
    'A service in one mode, with the rules by which its times are offered. `stepMin` is the duration by default.',
  body: z.strictObject({
    name: fields.name,
    serviceId: fields.serviceId,
    mode: fields.mode,
    durationMin: fields.durationMin,
    stepMin: fields.stepMin.optional(),
    bufferBeforeMin: fields.bufferBeforeMin.default(0),
    bufferAfterMin: fields.bufferAfterMin.default(0),
    minNoticeMin: fields.minNoticeMin.default(0),
    horizonDays: fields.horizonDays.default(90),
    bookableBy: fields.bookableBy.default('PATIENT'),
    newPatientsOnly: fields.newPatientsOnly.default(false),
    doctorIds: fields.doctorIds.default(null),
    active: fields.active.default(true),
  }),
  status: 201,
  answer: z.object({ visitType }),
})

export const readVisitType = operation('schedules:read', {
  ...base,
  roles: readers,
  method: 'GET',
  path: '/api/visit-types/{id}',
  name: 'readVisitType',
  call: 'visitTypes.get',
  summary: 'Read a visit type',
  description: 'All users see all visit types of the organisation.',
  params: named,
  answer: z.object({ visitType }),
})

const { serviceId: _, mode: __, ...changeable } = fields

export const updateVisitType = operation('schedules:write', {
  ...base,
  roles: writers,
  method: 'PUT',
  path: '/api/visit-types/{id}',
  name: 'updateVisitType',
  call: 'visitTypes.update',
  summary: 'Update a visit type',
  description:
    'Absent fields stay unchanged. Booked visits keep their times and buffers. Service and mode of a visit type cannot change: create another one instead.',
  params: named,
  body: z
    .strictObject(changeable)
    .partial()
    .meta({ example: { bufferAfterMin: 10 } }),
  answer: z.object({ visitType }),
})
