import { z } from 'zod'
import type { Endpoint } from '../../../http/endpoint.ts'
import { id } from '../../../lib/fields.ts'

export const visitAnswer = z.object({
  visit: z
    .object({
      doctorName: z.string().meta({ example: 'Dr Salma Benali' }),
      specialty: z.string().nullable().meta({ example: 'Cardiologie' }),
      organization: z.string().meta({ example: 'Clinique Atlas' }),
      logoSvg: z.string().nullable().meta({ description: 'The logo of the letterhead. It contains shapes only.' }),
      localTime: z.string().meta({ description: 'The start in Moroccan time.', example: '14:30' }),
      patientsAhead: z.int().nullable().meta({
        description:
          'Patients with earlier appointments who wait for the practitioner or are in consultation; null for the practitioner.',
      }),
      expectedTime: z.string().nullable().meta({
        description: 'The expected start in Moroccan time, if the practitioner announced a delay.',
        example: null,
      }),
      next: z
        .object({
          localTime: z.string().meta({ description: 'The start in Moroccan time.', example: '15:00' }),
          waiting: z.boolean().meta({ description: 'Whether its patient is in its video room.' }),
        })
        .meta({ id: 'NextVisit' })
        .nullable()
        .meta({ description: 'For the practitioner: their next appointment within 12 hours.', example: null }),
    })
    .meta({ id: 'RoomVisit' }),
})

export const announcement = z.strictObject({
  minutes: z
    .int()
    .min(5)
    .max(60)
    .meta({ description: 'From now, or from the start of the appointment if that is later.', example: 10 }),
})

const refused = 'The join token is missing, has expired, or is for another room.'
const unknown = 'The appointment was deleted.'

export const visitEndpoints: Endpoint[] = [
  {
    tag: 'Video',
    method: 'GET',
    path: '/video/rooms/{roomId}/visit',
    name: 'readRoomVisit',
    call: 'video.readVisit',
    audience: 'browser',
    summary: 'Read what the waiting room shows of an appointment',
    description: 'Send a join token of the room as `Authorization: Bearer …`.',
    access: 'public',
    errorFormat: 'envelope',
    params: z.object({ roomId: id('room') }),
    answer: visitAnswer,
    refused,
    unknown,
  },
  {
    tag: 'Video',
    method: 'POST',
    path: '/video/rooms/{roomId}/delay',
    name: 'announceDelay',
    call: 'video.announceDelay',
    audience: 'browser',
    summary: 'Announce to the waiting room that the practitioner is late',
    description:
      'Send the join token of the practitioner as `Authorization: Bearer …`. Waiting participants see the expected time. Another announcement replaces it.',
    access: 'public',
    errorFormat: 'envelope',
    params: z.object({ roomId: id('room') }),
    body: announcement,
    answer: visitAnswer,
    refused,
    refusals: 'You are not the practitioner of this room.',
    unknown,
    conflicts: 'The room is closed.',
  },
]
