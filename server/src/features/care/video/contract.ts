import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import { id, utc } from '../../../lib/fields.ts'

/** The specification's video token result. */
export const joinToken = z.object({
  ok: z.literal(true),
  token: z.string().meta({ example: 'eyJhbGciOiJIUzI1NiJ9…' }),
  url: z.string().meta({ example: 'ws://localhost:3000/video/ws/room_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0' }),
  roomId: id('room'),
  expiresAt: utc,
})

export const issueVideoToken = operation('video:join', {
  tag: 'Video',
  method: 'POST',
  path: '/api/video/token',
  name: 'issueVideoToken',
  call: 'video.issueToken',
  summary: 'Issue a token for the video room of an appointment',
  description:
    'The user of `identity` can join within 15 minutes: send the token in the first message to `url`. An administrator may request a token for a participant.',
  body: z.strictObject({
    appointmentId: id('apt'),
    identity: id('usr').meta({
      description: 'The caller. A guardian may name the dependant, an administrator a participant.',
    }),
  }),
  answer: joinToken,
  conflicts: 'The appointment is over or cancelled, or its room may not be joined now.',
  refusals: 'The user is not part of the appointment, or the account is disabled.',
})
