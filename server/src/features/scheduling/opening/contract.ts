import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { day, filled, id, page, pagination, patterned, utc, withoutDuplicates } from '../../../lib/fields.ts'
import { visitMode } from '../../../lib/visit-modes.ts'
import { kinds, MAX_EXCEPTIONS, MAX_RULES, seasons } from './rules.ts'

const from = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:00').meta({
  description: "Time of the place's wall clock.",
  example: '09:00',
})
const to = patterned(5, /^([0-2]\d|3[0-5]):[0-5]\d$|^36:00$/, 'must be a time like 17:30, at most 36:00').meta({
  description: 'After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight.',
  example: '12:30',
})
const modes = withoutDuplicates(z.array(visitMode).min(1)).meta({
  description: 'The modes of the visits that take place then.',
  example: ['IN_PERSON', 'VIDEO'],
})

const kind = z.enum(kinds).meta({ id: 'OpeningExceptionKind' })
const limit = (description: string) => day.nullable().meta({ description, example: null })
const ruleFields = {
  placeId: id('plc'),
  weekday: z.int().min(1).max(7).meta({ description: '1 is Monday, 7 is Sunday.', example: 1 }),
  from,
  to,
  modes,
  validFrom: limit('First day; null for no limit.'),
  validUntil: limit('Last day; null for no limit.'),
  season: z.enum(seasons).meta({ id: 'OpeningSeason' }).nullable().meta({
    description: 'RAMADAN: while Ramadan lasts, only such hours of the place apply.',
    example: null,
  }),
}
const { validFrom, validUntil, season } = ruleFields
const newRule = z
  .strictObject({
    ...ruleFields,
    validFrom: validFrom.default(null),
    validUntil: validUntil.default(null),
    season: season.default(null),
  })
  .meta({ id: 'NewOpeningRule' })

const opening = z
  .object({ doctorId: id('usr'), rules: z.array(z.object(ruleFields).meta({ id: 'OpeningRule' })) })
  .meta({ id: 'Opening' })

const exception = z
  .object({
    id: id('oxc'),
    doctorId: id('usr'),
    placeId: id('plc').nullable(),
    kind,
    firstDay: day,
    lastDay: day,
    from: from.nullable(),
    to: to.nullable(),
    modes: modes.nullable(),
    reason: z.string().nullable().meta({ example: 'Congrès' }),
    createdAt: utc,
  })
  .meta({ id: 'OpeningException' })

const base = { tag: 'Scheduling', subject: 'Doctor' } as const
const readers = rolesOf(access.openings.read)
const writers = rolesOf(access.openings.write)
const named = z.object({ id: id('usr') })
const refusals = 'The opening hours are those of another professional.'

export const readOpening = operation('schedules:read', {
  ...base,
  roles: readers,
  method: 'GET',
  path: '/api/doctors/{id}/opening',
  name: 'readOpening',
  call: 'doctors.opening.get',
  summary: 'Read the opening hours of a professional',
  description:
    'The rules of the week, in the order in which they were written. Absences and extra hours have their own list.',
  params: named,
  answer: z.object({ opening }),
})

export const replaceOpening = operation('schedules:write', {
  ...base,
  roles: writers,
  method: 'PUT',
  path: '/api/doctors/{id}/opening',
  name: 'replaceOpening',
  call: 'doctors.opening.replace',
  summary: 'Replace the opening hours of a professional',
  description:
    'Replaces the whole week at all places. Free slots are offered within these hours; visits can still be booked outside them, and booked visits stay unchanged. Professionals change their own hours, the front desk and administrators those of all.',
  params: named,
  body: z.strictObject({ rules: z.array(newRule).max(MAX_RULES) }),
  answer: z.object({ opening }),
  refusals,
})

export const listExceptions = operation('schedules:read', {
  ...base,
  roles: readers,
  method: 'GET',
  path: '/api/doctors/{id}/exceptions',
  name: 'listExceptions',
  call: 'doctors.exceptions.list',
  summary: 'List the absences and extra hours of a professional',
  description: 'The latest last day first.',
  params: named,
  query: z.strictObject(page),
  answer: z.object({ exceptions: z.array(exception), pagination }),
})

export const addException = operation('schedules:write', {
  ...base,
  roles: writers,
  method: 'POST',
  path: '/api/doctors/{id}/exceptions',
  name: 'addException',
  call: 'doctors.exceptions.add',
  summary: 'Add an absence or extra hours of a professional',
  description:
    'CLOSED closes the days, or the given times of each day, at one place or all places. OPEN adds hours at one place, also on holidays. An absence cancels no visit: `affected` names the open visits that it meets, the earliest first, at most 500.',
  params: named,
  body: z.strictObject({
    kind,
    placeId: id('plc').optional().meta({ description: 'Required for OPEN. By default all places.' }),
    firstDay: day,
    lastDay: day.meta({ description: 'At most 365 days after the first one.' }),
    from: from.optional().meta({ description: 'Required for OPEN. By default the whole day.' }),
    to: to.optional(),
    modes: modes.optional().meta({ description: 'Required for OPEN, and only for OPEN.' }),
    reason: filled(200).optional().meta({ description: 'The staff can read it.', example: 'Congrès' }),
  }),
  status: 201,
  answer: z.object({ exception, affected: z.array(id('apt')) }),
  conflicts: `The professional already has ${MAX_EXCEPTIONS} exceptions that are not over.`,
  refusals,
})

export const removeException = operation('schedules:write', {
  ...base,
  subject: 'Exception',
  roles: writers,
  method: 'DELETE',
  path: '/api/doctors/{id}/exceptions/{exceptionId}',
  name: 'removeException',
  call: 'doctors.exceptions.remove',
  summary: 'Remove an absence or extra hours of a professional',
  description: 'Free slots change with it at once.',
  params: named.extend({ exceptionId: id('oxc') }),
  answer: z.object({ ok: z.literal(true) }),
  refusals,
})
