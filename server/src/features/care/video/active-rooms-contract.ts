import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, utc } from '../../../lib/fields.ts'

const activeRoom = z
  .object({
    appointmentId: id('apt'),
    practitioner: z.enum(['ABSENT', 'PRESENT']).meta({ example: 'ABSENT' }),
    patient: z.enum(['ABSENT', 'WAITING', 'PRESENT']).meta({
      description: 'WAITING: in the lobby, until the practitioner admits them. A guardian counts as the patient.',
      example: 'WAITING',
    }),
    guestsWaiting: z.int().min(0).meta({ description: 'Guests and observers in the lobby.', example: 0 }),
    waitingSince: utc.nullable().meta({ description: 'Arrival of the participant who has waited longest.' }),
    togetherSince: utc.nullable().meta({
      description: 'Start of the video connection between practitioner and patient; null if they are not connected.',
      example: null,
    }),
  })
  .meta({ id: 'ActiveRoom' })

export const listActiveRooms = operation('appointments:read', {
  tag: 'Appointments',
  roles: rolesOf(access.appointments.readRooms),
  method: 'GET',
  path: '/api/appointments/active-rooms',
  name: 'listActiveRooms',
  call: 'appointments.listActiveRooms',
  summary: 'List the video rooms with participants',
  description:
    'Open rooms with a participant in the room or its lobby, for appointments that start within 24 hours before or after now. Doctors and dentists see their own rooms, the front desk and administrators all rooms of the organisation. Longest wait first, at most 500.',
  answer: z.object({ activeRooms: z.array(activeRoom) }),
})
