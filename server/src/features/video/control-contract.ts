import type { RoomCommand } from '@medina-care/protocol/control.ts'
import { z } from 'zod'
import type { Endpoint } from '../../http/endpoint.ts'
import { id, patterned, utc } from '../../lib/fields.ts'

const peerId = patterned(80, /^[\w-]{1,80}$/).meta({
  description: 'The `identity` of their token.',
  example: 'usr_sandbox_patient',
})
const verbs = ['admit', 'deny', 'allow', 'to-lobby', 'kick', 'end'] as const satisfies RoomCommand[]
const person = z.object({
  peerId,
  role: z.enum(['host', 'patient', 'guest', 'observer']),
  name: z.string().meta({ example: 'Amina Fassi' }),
})

export const roomParams = z.object({ roomId: id('room') })
export const verbParams = roomParams.extend({ verb: z.enum(verbs) })
export const decision = z.object({
  peerId: peerId.optional().meta({ description: 'Whom it is about. `end` is about nobody.' }),
})

const view = z.object({
  me: person,
  isAdmitted: z.boolean(),
  hostPresent: z.boolean().meta({ description: 'Whether the practitioner is in the room.' }),
  people: z.array(person).meta({ description: 'Who is in the room as well. Who waits is told of nobody.' }),
  lobby: z
    .array(person.extend({ since: utc }))
    .optional()
    .meta({ description: 'Who waits, to the practitioner alone.' }),
  denied: z.array(person).optional().meta({ description: 'Who is kept out, to the practitioner alone.' }),
  startedAt: utc
    .optional()
    .meta({ description: 'Since when practitioner and patient are together, to who is in the room.' }),
  ended: z
    .object({ durationSec: z.int().optional().meta({ description: 'To who was in it, where it is completed.' }) })
    .optional()
    .meta({ description: 'The room is closed.' }),
  token: z.string().optional().meta({ description: 'Use it from now on: the one that you showed ends soon.' }),
})

const common = {
  tag: 'Video',
  access: 'public',
  wording: 'envelope',
  answer: view,
  refused: 'The join token is missing, has ended, or is for another room.',
} as const

/** Where rooms are on LiveKit: what its own protocol has no word for. Not there where they are on this server. */
export const controlEndpoints: Endpoint[] = [
  {
    ...common,
    method: 'GET',
    path: '/video/livekit/{roomId}',
    name: 'viewLiveKitRoom',
    summary: 'See who is in a room on LiveKit',
    description:
      'With VIDEO_URL alone. Send the join token as `Authorization: Bearer …`. LiveKit itself knows ids and no names; ask again whenever it tells of a change.',
    params: roomParams,
    refusals: 'The practitioner keeps you out.',
    unknown: 'Rooms are not on LiveKit here.',
  },
  {
    ...common,
    method: 'POST',
    path: '/video/livekit/{roomId}/{verb}',
    name: 'decideInLiveKitRoom',
    summary: 'Admit, deny, send out or end in a room on LiveKit',
    description:
      'With VIDEO_URL alone, and with the join token of the practitioner. A decision holds until the next one: who was denied or sent out (`kick`) stays out until `allow`, and then waits again. `end` ends the consultation for everybody and completes the appointment.',
    params: verbParams,
    body: decision,
    refusals: 'You are not the practitioner of this room.',
    unknown: 'Nobody of that id has been at the door, or rooms are not on LiveKit here.',
  },
]
