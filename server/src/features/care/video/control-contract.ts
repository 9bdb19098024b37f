import type { RoomCommand } from '@medina-care/protocol/control.ts'
import { z } from 'zod'
import type { Endpoint } from '../../../http/endpoint.ts'
import { id, patterned, utc } from '../../../lib/fields.ts'

const peerId = patterned(80, /^[\w-]{1,80}$/).meta({
  description: 'The `identity` of their token.',
  example: 'usr_sandbox_patient',
})
const verbs = ['admit', 'deny', 'allow', 'to-lobby', 'kick', 'end'] as const satisfies RoomCommand[]
const person = z
  .object({
    peerId,
    role: z.enum(['host', 'patient', 'guest', 'observer']).meta({ id: 'RoomRole' }),
    name: z.string().meta({ example: 'Amina Fassi' }),
  })
  .meta({ id: 'RoomPerson' })

export const roomParams = z.object({ roomId: id('room') })
export const verbParams = roomParams.extend({ verb: z.enum(verbs) })
export const decision = z.object({
  peerId: peerId.optional().meta({ description: 'The participant; not for `end`.' }),
})

const view = z.object({
  me: person,
  isAdmitted: z.boolean(),
  hostPresent: z.boolean().meta({ description: 'Whether the practitioner is in the room.' }),
  people: z.array(person).meta({ description: 'The other participants in the room; empty for waiting participants.' }),
  lobby: z
    .array(person.extend({ since: utc }).meta({ id: 'WaitingPerson' }))
    .optional()
    .meta({ description: 'Waiting participants; for the practitioner only.' }),
  denied: z.array(person).optional().meta({ description: 'Denied participants; for the practitioner only.' }),
  startedAt: utc
    .optional()
    .meta({ description: 'Start of the connection between practitioner and patient; for participants in the room.' }),
  ended: z
    .object({
      durationSec: z
        .int()
        .optional()
        .meta({ description: 'For participants who were in the room, if the consultation is completed.' }),
    })
    .meta({ id: 'EndedRoom' })
    .optional()
    .meta({ description: 'The room is closed.' }),
  token: z.string().optional().meta({ description: 'Replaces the token of the request, which expires soon.' }),
})

const common = {
  tag: 'Video',
  access: 'public',
  errorFormat: 'envelope',
  answer: view,
  refused: 'The join token is missing, has expired, or is for another room.',
} as const

/** For rooms on LiveKit: functions that its own protocol lacks. Absent with embedded rooms. */
export const controlEndpoints: Endpoint[] = [
  {
    ...common,
    method: 'GET',
    path: '/video/livekit/{roomId}',
    name: 'viewLiveKitRoom',
    call: 'video.viewRoom',
    audience: 'browser',
    summary: 'List the participants of a room on LiveKit',
    description:
      'Requires VIDEO_URL. Send the join token as `Authorization: Bearer …`. LiveKit has ids and no names; repeat the request when LiveKit reports a change.',
    params: roomParams,
    refusals: 'The practitioner has denied you.',
    unknown: 'Rooms are not on LiveKit.',
  },
  {
    ...common,
    method: 'POST',
    path: '/video/livekit/{roomId}/{verb}',
    name: 'decideInLiveKitRoom',
    call: 'video.decide',
    audience: 'browser',
    summary: 'Admit, deny or remove a participant, or end the consultation, on LiveKit',
    description:
      'Requires VIDEO_URL and the join token of the practitioner. A decision holds until the next one: a denied or removed (`kick`) participant stays out until `allow`, and then waits again. `end` disconnects all participants and completes the appointment.',
    params: verbParams,
    body: decision,
    refusals: 'You are not the practitioner of this room.',
    unknown: 'No participant with that id has arrived, or rooms are not on LiveKit.',
  },
]
