import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import { id, instant, page, pagination, person, prose, utc } from '../../../lib/fields.ts'
import { isBlank } from '../../../lib/written.ts'

const rating = z.int().min(1).max(5).meta({ description: 'From 1 to 5; 5 is best.', example: 5 })
const COMMENT = 'À l’écoute, explications claires.'

const review = z
  .object({
    id: id('rev'),
    appointmentId: id('apt'),
    doctorId: id('usr'),
    patientId: id('usr'),
    rating,
    comment: z.string().nullable().meta({ example: COMMENT }),
    createdAt: utc,
    doctor: person,
    patient: person,
  })
  .meta({ id: 'Review' })

const named = z.object({ id: id('apt') })
const base = { tag: 'Reviews' } as const

export const listReviews = operation('appointments:read', {
  ...base,
  method: 'GET',
  path: '/api/reviews',
  name: 'listReviews',
  call: 'reviews.list',
  summary: 'List reviews',
  description:
    'Patients see those they wrote, doctors and dentists those about them, administrators all of the tenant. Newest first.',
  query: z.strictObject({
    ...page,
    doctorId: id('usr').optional(),
    patientId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Written at this time or later.' }),
    to: instant.optional().meta({ description: 'Written before this time.' }),
  }),
  answer: z.object({ reviews: z.array(review), pagination }),
})

export const reviewAppointment = operation('reviews:write', {
  ...base,
  subject: 'Appointment',
  method: 'POST',
  path: '/api/appointments/{id}/review',
  name: 'reviewAppointment',
  call: 'reviews.create',
  summary: 'Review a consultation',
  description:
    "By the appointment's patient, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, the average of all reviews to one decimal.",
  params: named,
  body: z.strictObject({
    rating,
    comment: prose(2000)
      .transform((given) => (isBlank(given) ? undefined : given))
      .optional()
      .meta({ example: COMMENT }),
  }),
  status: 201,
  answer: z.object({ review }),
  conflicts: 'The appointment is not COMPLETED (details.state), or was reviewed (details.review.id).',
  refusals: "The caller is not the appointment's patient.",
})

export const readReview = operation('appointments:read', {
  ...base,
  subject: 'Review',
  method: 'GET',
  path: '/api/appointments/{id}/review',
  name: 'readReview',
  call: 'reviews.get',
  summary: 'Read the review of a consultation',
  description: '404 while there is none.',
  params: named,
  answer: z.object({ review }),
})
