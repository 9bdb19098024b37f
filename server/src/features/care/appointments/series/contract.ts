import { z } from 'zod'
import { rolesOf } from '../../../../access/check.ts'
import { access } from '../../../../access/table.ts'
import { operation } from '../../../../http/operation.ts'
import { id, patterned, person, utc } from '../../../../lib/fields.ts'
import { MOROCCAN_TIME_ZONE } from '../../../../lib/moroccan-time.ts'
import { withSpanCheck } from '../../../../lib/span.ts'
import { bookedFields, reason, status, visitReason } from '../contract.ts'
import { frequencies, MAX_CHANGES, MAX_OCCURRENCES } from './rules.ts'

const frequency = z.enum(frequencies).meta({
  id: 'SeriesFrequency',
  description: 'MONTHLY: on the same weekday of the month, such as the second Tuesday; the fifth becomes the last.',
  example: 'WEEKLY',
})

const repeatFields = {
  frequency,
  interval: z.int().min(1).max(12).meta({ description: 'Weeks or months between two appointments.', example: 2 }),
  count: z.int().min(2).max(MAX_OCCURRENCES).meta({ description: 'The number of appointments.', example: 10 }),
}

const series = z
  .object({
    id: id('ser'),
    doctorId: id('usr'),
    patientId: id('usr'),
    repeat: z.object(repeatFields).meta({ id: 'SeriesRepeat' }),
    timeZone: z.string().meta({
      description: 'The appointments have the same time on the wall clock of this time zone.',
      example: MOROCCAN_TIME_ZONE,
    }),
    appointments: z
      .array(z.object({ id: id('apt'), startTime: utc, endTime: utc, status }).meta({ id: 'SeriesAppointment' }))
      .meta({ description: 'Earliest first, without deleted ones.' }),
    patient: person,
    doctor: person,
    createdAt: utc,
  })
  .meta({ id: 'Series' })

const skipped = z
  .array(
    z
      .object({
        startTime: utc,
        endTime: utc,
        overlap: z.object({ id: z.string().nullable() }).meta({ id: 'SkippedOverlap' }),
      })
      .meta({ id: 'SkippedTime' }),
  )
  .meta({
    description:
      'The times that are taken: `overlap.id` is the appointment or hold; null for an appointment in another organisation.',
  })

const onConflict = z.enum(['FAIL', 'SKIP']).meta({
  id: 'OnConflict',
  description: 'FAIL, the default: a time that is taken refuses everything. SKIP: it is left out.',
})

const { notes: _notes, pastVisit: _pastVisit, ...fields } = bookedFields.shape
const named = z.object({ id: id('ser') })
const base = { tag: 'Appointments', subject: 'Series' } as const
const writers = rolesOf(access.series.write)

const conflicts =
  'A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused.'

export const createSeries = operation('appointments:write', {
  ...base,
  roles: writers,
  method: 'POST',
  path: '/api/series',
  name: 'createSeries',
  call: 'series.create',
  summary: 'Book a series of appointments',
  description:
    "Books the first appointment at `startTime`, and the others at the same time of the wall clock: of the place's time zone, or else of Morocco. All are ordinary appointments, which can be moved and cancelled singly. The participants get one message about the series. Doctors and dentists book their own slots, for patients whom they treat.",
  body: withSpanCheck(
    z.strictObject({
      ...fields,
      repeat: z.strictObject(repeatFields).meta({ id: 'NewSeriesRepeat' }),
      onConflict: onConflict.optional(),
    }),
  ),
  status: 201,
  answer: z.object({ series, skipped }),
  conflicts: `${conflicts} With SKIP: all times are taken.`,
  refusals: 'The caller may not book for this user, or does not treat the patient.',
})

export const readSeries = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/series/{id}',
  name: 'readSeries',
  call: 'series.get',
  summary: 'Read a series of appointments',
  description: 'The participants, the front desk and administrators can read it.',
  params: named,
  answer: z.object({ series }),
})

export const updateSeries = operation('appointments:write', {
  ...base,
  roles: writers,
  method: 'PUT',
  path: '/api/series/{id}',
  name: 'updateSeries',
  call: 'series.update',
  summary: 'Change the appointments of a series that are still to come',
  description:
    'Absent fields stay unchanged. Each appointment keeps its day, or moves to another weekday of the same week (Monday to Sunday). Appointments that have started, ended or been cancelled stay unchanged. Participants get one message about the series.',
  params: named,
  body: z
    .strictObject({
      time: patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:00')
        .optional()
        .meta({ description: "Start, on the wall clock of the series' time zone.", example: '10:30' }),
      weekday: z.int().min(1).max(7).optional().meta({ description: '1 is Monday, 7 is Sunday.', example: 4 }),
      durationMin: z
        .int()
        .min(5)
        .max(480)
        .optional()
        .meta({ description: 'Minutes of each appointment.', example: 30 }),
      placeId: id('plc').nullable().optional(),
      visitReason: visitReason.nullable().optional(),
      onConflict: onConflict.optional(),
    })
    .meta({ example: { time: '10:30' } }),
  answer: z.object({ series, skipped }),
  conflicts: `${conflicts} Or its times were changed ${MAX_CHANGES} times today: details.limit.`,
  refusals: 'The series is of another professional.',
})

export const cancelSeries = operation('appointments:write', {
  ...base,
  roles: writers,
  method: 'POST',
  path: '/api/series/{id}/cancel',
  name: 'cancelSeries',
  call: 'series.cancel',
  summary: 'Cancel the appointments of a series that are still to come',
  description: 'Participants get one message. Cancelling again changes nothing.',
  params: named,
  body: z.strictObject({ reason }),
  answer: z.object({ series }),
  refusals: 'The series is of another professional.',
})
