import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayRange, MAX_DAYS } from '../../../lib/day-range.ts'
import { id } from '../../../lib/fields.ts'

const count = z.int().min(0)

const day = z
  .object({
    day: z.string().meta({ format: 'date', example: '2026-12-01' }),
    total: count.meta({ description: 'All appointments that start on this day.', example: 9 }),
    scheduled: count.meta({ example: 2 }),
    confirmed: count.meta({ example: 5 }),
    inProgress: count.meta({ example: 0 }),
    completed: count.meta({ example: 1 }),
    cancelled: count.meta({ example: 1 }),
    noShow: count.meta({ example: 0 }),
  })
  .meta({ id: 'AppointmentsOfDay' })

export const readAppointmentStatistics = operation('appointments:read', {
  tag: 'Appointments',
  subject: 'Appointment',
  roles: rolesOf(access.appointments.readStatistics),
  method: 'GET',
  path: '/api/appointments/statistics',
  name: 'readAppointmentStatistics',
  call: 'appointments.getStatistics',
  summary: 'Count appointments by day',
  description: `Counts the appointments that start on each day, by their current status. Doctors and dentists count their own slots, the front desk and administrators all appointments of the tenant. Every day of the range is listed, in order; at most ${MAX_DAYS} days.`,
  query: z.strictObject({
    ...dayRange,
    doctorId: id('usr').optional().meta({ description: 'Appointments of this professional.' }),
  }),
  answer: z.object({ days: z.array(day) }),
})
