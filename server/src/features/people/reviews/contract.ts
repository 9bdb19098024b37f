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
    'Patients see the reviews they wrote, doctors and dentists the reviews about them, administrators all reviews of the organisation. Newest first.',
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
    "For the patient of the appointment, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, which is the average of all reviews, rounded to one decimal.",
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
  conflicts: 'The appointment is not COMPLETED (details.state), or already has a review (details.review.id).',
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
  description: 'Returns 404 if there is no review.',
  params: named,
  answer: z.object({ review }),
})
