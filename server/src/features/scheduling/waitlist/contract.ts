import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import {
  commaList,
  day,
  id,
  page,
  pagination,
  patterned,
  person,
  text,
  utc,
  withoutDuplicates,
} from '../../../lib/fields.ts'
import { MAX_OPEN, statuses } from './rules.ts'

const status = z.enum(statuses).meta({
  id: 'WaitlistStatus',
  description: 'WAITING; OFFERED: a time is held for the patient; BOOKED; LEFT; EXPIRED: the last day is over.',
})

const time = (description: string, example: string) =>
  patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:00').meta({ description, example })
const from = time('The visit begins at this time of the day or later, on the wall clock of the place.', '09:00')
const to = time('The visit ends at this time of the day or earlier.', '13:00')
const weekdays = withoutDuplicates(z.array(z.int().min(1).max(7)).min(1)).meta({
  description: '1 is Monday, 7 is Sunday.',
  example: [1, 2, 3],
})
const urgent = z.boolean().meta({ description: 'Urgent entries come first. Only the staff sets it.', example: false })
const firstDay = day.meta({ description: 'First day of the visit.' })
const lastDay = day.meta({ description: 'Last day of the visit, at most a year from today.' })
const word = (description: string, example: string) => text(100).meta({ description, example })
const city = word('City of the place.', 'casablanca')
const specialty = word('Specialty of the professional.', 'cardiologie')

const entry = z
  .object({
    id: id('wle'),
    patientId: id('usr'),
    visitTypeId: id('vty'),
    doctorId: id('usr').nullable().meta({ description: 'Null for any professional who offers the type.' }),
    city: z.string().nullable().meta({ example: null }),
    specialty: z.string().nullable().meta({ example: null }),
    firstDay: day,
    lastDay: day,
    weekdays: z
      .array(z.int())
      .nullable()
      .meta({ description: 'Null for all.', example: [1, 2, 3] }),
    from: z.string().nullable().meta({ example: '09:00' }),
    to: z.string().nullable().meta({ example: '13:00' }),
    urgent,
    status,
    offer: z
      .object({
        holdId: id('hld').meta({ description: '`POST /api/appointments` books the time with it.' }),
        doctorId: id('usr'),
        placeId: id('plc'),
        startTime: utc,
        endTime: utc,
        expiresAt: utc,
        doctor: person,
      })
      .meta({ id: 'WaitlistOffer' })
      .nullable()
      .meta({ description: 'The time that is held for the patient.' }),
    patient: person,
    createdAt: utc,
  })
  .meta({ id: 'WaitlistEntry' })

const named = z.object({ id: id('wle') })
const base = { tag: 'Scheduling', subject: 'Waitlist entry' } as const
const answer = z.object({ waitlistEntry: entry })
const refusals = 'The entry is of another patient or professional.'

export const listWaitlist = operation('appointments:read', {
  ...base,
  roles: rolesOf(access.waitlist.read),
  method: 'GET',
  path: '/api/waitlist',
  name: 'listWaitlist',
  call: 'waitlist.list',
  summary: 'List the waitlist',
  description:
    'Patients see their own entries, doctors and dentists those for themselves, the front desk and administrators all. Newest first.',
  query: z.strictObject({
    ...page,
    status: commaList(status),
    doctorId: id('usr').optional(),
    patientId: id('usr').optional(),
  }),
  answer: z.object({ waitlistEntries: z.array(entry), pagination }),
})

export const joinWaitlist = operation('appointments:write', {
  ...base,
  roles: rolesOf(access.waitlist.join),
  method: 'POST',
  path: '/api/waitlist',
  name: 'joinWaitlist',
  call: 'waitlist.join',
  summary: 'Add a patient to the waitlist',
  description:
    'When a visit is cancelled, moved or deleted, or an absence is removed, the time is offered to the entries that wish it: urgent ones first, then the oldest. The patient gets a message, and the time is held: for 2 hours if the visit is more than a day away, otherwise for 30 minutes. Times less than an hour away are not offered. Patients wait for themselves; professionals add patients whom they treat.',
  body: z.strictObject({
    patientId: id('usr'),
    visitTypeId: id('vty'),
    doctorId: id('usr').optional().meta({ description: 'Required unless city or specialty is given.' }),
    city: city.optional(),
    specialty: specialty.optional(),
    firstDay: firstDay.optional().meta({ description: 'First day of the visit; by default today.' }),
    lastDay,
    weekdays: weekdays.optional(),
    from: from.optional(),
    to: to.optional(),
    urgent: urgent.optional(),
  }),
  requiredUnless: { doctorId: ['city', 'specialty'] },
  status: 201,
  answer,
  conflicts: `The calling patient already has ${MAX_OPEN} open entries: details.limit. Or the type is for new patients of the professional: details.slot.reason.`,
  refusals: 'The caller may not add this patient, or may not mark entries as urgent.',
})

export const readWaitlistEntry = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/waitlist/{id}',
  name: 'readWaitlistEntry',
  call: 'waitlist.get',
  summary: 'Read an entry of the waitlist',
  description: 'With the time that is offered, if any.',
  params: named,
  answer,
})

export const updateWaitlistEntry = operation('appointments:write', {
  ...base,
  roles: rolesOf(access.waitlist.change),
  method: 'PUT',
  path: '/api/waitlist/{id}',
  name: 'updateWaitlistEntry',
  call: 'waitlist.update',
  summary: 'Change the wishes of an entry',
  description: 'Absent fields stay unchanged. A time that is offered stays offered.',
  params: named,
  body: z
    .strictObject({
      firstDay: firstDay.optional(),
      lastDay: lastDay.optional(),
      weekdays: weekdays.nullable().optional(),
      from: from.nullable().optional(),
      to: to.nullable().optional(),
      urgent: urgent.optional(),
    })
    .meta({ example: { weekdays: [2, 4] } }),
  answer,
  conflicts: 'The entry has ended.',
  refusals: `${refusals} Or the caller may not mark entries as urgent.`,
})

export const declineWaitlistOffer = operation('appointments:write', {
  ...base,
  roles: rolesOf(access.waitlist.change),
  method: 'POST',
  path: '/api/waitlist/{id}/decline',
  name: 'declineWaitlistOffer',
  call: 'waitlist.decline',
  summary: 'Decline the time that is offered',
  description: 'The time is offered to the next entry. This entry waits for another time.',
  params: named,
  body: z.strictObject({}),
  answer,
  conflicts: 'No time is offered to the entry.',
  refusals,
})

export const leaveWaitlist = operation('appointments:write', {
  ...base,
  roles: rolesOf(access.waitlist.change),
  method: 'DELETE',
  path: '/api/waitlist/{id}',
  name: 'leaveWaitlist',
  call: 'waitlist.leave',
  summary: 'Leave the waitlist',
  description: 'Ends the entry, and the offer of a time. Leaving again changes nothing.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
  conflicts: 'The entry is booked or has expired.',
  refusals,
})
