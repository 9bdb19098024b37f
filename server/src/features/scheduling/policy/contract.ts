import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'

const fieldMetadata = {
  lateCancelHours: {
    description: 'A cancellation by the patient less than this many hours before the start is late. 0: never.',
    example: 4,
  },
  noShowLimit: {
    description:
      'The number of missed visits (`NO_SHOW`) within `noShowDays` after which the patient can no longer book. The staff still books for them. Null: no limit.',
    example: 3,
  },
  noShowDays: { description: 'The number of past days in which missed visits count.', example: 180 },
}

const lateCancelHours = z.int().min(0).max(168)
const noShowLimit = z.int().min(1).max(20).nullable()
const noShowDays = z.int().min(1).max(730)

const bookingPolicy = z
  .object({
    lateCancelHours: lateCancelHours.meta(fieldMetadata.lateCancelHours),
    noShowLimit: noShowLimit.meta(fieldMetadata.noShowLimit),
    noShowDays: noShowDays.meta(fieldMetadata.noShowDays),
  })
  .meta({ id: 'BookingPolicy', description: 'The rules of the organisation on late cancellations and missed visits.' })

const base = { tag: 'Scheduling', path: '/api/booking-policy', answer: z.object({ bookingPolicy }) } as const

export const readBookingPolicy = operation('schedules:read', {
  ...base,
  roles: rolesOf(access.bookingPolicy.read),
  method: 'GET',
  name: 'readBookingPolicy',
  call: 'bookingPolicy.get',
  summary: 'Read the booking policy',
  description:
    'All users can read it. By default a cancellation is late within 4 hours, and missed visits have no limit.',
})

export const updateBookingPolicy = operation('schedules:write', {
  ...base,
  roles: rolesOf(access.bookingPolicy.update),
  method: 'PUT',
  name: 'updateBookingPolicy',
  call: 'bookingPolicy.update',
  summary: 'Update the booking policy',
  description:
    'Absent fields stay unchanged. A late cancellation is never refused; it is marked with `lateCancel` on the appointment. Marks of earlier cancellations stay.',
  body: z
    .strictObject({
      lateCancelHours: lateCancelHours.optional().meta(fieldMetadata.lateCancelHours),
      noShowLimit: noShowLimit.optional().meta(fieldMetadata.noShowLimit),
      noShowDays: noShowDays.optional().meta(fieldMetadata.noShowDays),
    })
    .meta({ example: { noShowLimit: 3 } }),
})
