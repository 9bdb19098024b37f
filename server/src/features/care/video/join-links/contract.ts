import { z } from 'zod'
import type { Endpoint } from '../../../../http/endpoint.ts'
import { operation } from '../../../../http/operation.ts'
import { language } from '../../../../lib/channels.ts'
import { dayOfLife, id, patterned, text, utc } from '../../../../lib/fields.ts'
import { joinToken } from '../contract.ts'

const EXAMPLE = 'uO3x0mYqUu7m2v1C4c9y8J'

const base = { tag: 'Video', subject: 'Appointment' } as const
const identity = id('usr').meta({
  description: 'The caller by default. A guardian may name the dependant, an administrator a participant.',
})

export const createJoinLink = operation('video:join', {
  ...base,
  method: 'POST',
  path: '/api/appointments/{id}/join-link',
  name: 'createJoinLink',
  call: 'appointments.joinLink.create',
  summary: 'Create the link of a participant into the room',
  description:
    'The link works from the booking until the room closes, without an account, and stays the same: a repeated call returns it again. Before the room opens it shows when and with whom; afterwards, that the consultation is over. Messages about a video appointment contain the link of their recipient. Send it to no other person. A participant for whom an administrator creates it is notified.',
  params: z.object({ id: id('apt') }),
  body: z
    .strictObject({
      identity: identity.optional(),
      language: language
        .default('fr')
        .meta({ description: 'The language of the page. The visitor can choose another one.' }),
    })
    .meta({ example: { language: 'ar' } }),
  answer: z.object({
    joinLink: z
      .object({
        url: z.string().meta({ example: `https://api.example.ma/fr/join/${EXAMPLE}` }),
        opensAt: utc.nullable().meta({ description: 'When the room opens; null if it is always open (sandbox).' }),
        closesAt: utc.nullable().meta({ description: 'When the room closes.' }),
      })
      .meta({ id: 'JoinLink' }),
  }),
  conflicts: 'The appointment is over, cancelled, or not by video.',
  refusals: 'The user is not part of the appointment, or the account is disabled.',
})

export const revokeJoinLink = operation('video:join', {
  ...base,
  method: 'DELETE',
  path: '/api/appointments/{id}/join-link',
  name: 'revokeJoinLink',
  call: 'appointments.joinLink.revoke',
  summary: 'Revoke the link of a participant into the room',
  description:
    'The link stops working. The next message, or the next call that creates the link, has another one. Participants who are in the room stay.',
  params: z.object({ id: id('apt') }),
  query: z.strictObject({ identity: identity.optional() }),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'The user is not part of the appointment, or the account is disabled.',
})

/** The last part of a link's URL. */
export const linkCode = patterned(22, /^[\w-]{22}$/).meta({
  description: 'The last part of the URL of the link.',
  example: EXAMPLE,
})

const link = text(200).meta({ description: 'The last part of the URL of the link.', example: EXAMPLE })

/** Sent by the page of a room. */
export const linkTokenRequest = z
  .object({
    link,
    birthDate: dayOfLife
      .optional()
      .meta({ description: 'The birth date of the patient, if the installation asks for it (`JOIN_LINK_CHECK`).' }),
    code: patterned(6, /^\d{6}$/)
      .optional()
      .meta({
        description: 'The code that was sent to the telephone, if the installation asks for it.',
        example: '042713',
      }),
  })
  .meta({ id: 'LinkTokenRequest', example: { link: EXAMPLE } })

export const linkCodeRequest = z.object({ link }).meta({ id: 'LinkCodeRequest', example: { link: EXAMPLE } })

export const linkCodeAnswer = z.object({
  sentTo: z
    .string()
    .nullable()
    .meta({ description: 'The end of the telephone number; null if the room asks for no code.', example: '••78' }),
})

const unknown = 'There is no such link.'
const gone = 'The link has ended.'

export const joinLinkEndpoints: Endpoint[] = [
  {
    tag: 'Video',
    method: 'POST',
    path: '/api/video/link-token',
    name: 'issueLinkToken',
    call: 'video.issueLinkToken',
    summary: 'Issue a token for the room that a link leads to',
    description:
      'Takes the code of a join link instead of an access token. The response is the same as for `POST /api/video/token`.',
    access: 'public',
    errorFormat: 'envelope',
    body: linkTokenRequest,
    answer: joinToken,
    unknown,
    gone,
    conflicts: 'The appointment is over or cancelled, or its room may not be joined now.',
    refusals: 'The birth date or the code is missing or wrong (`details.check`: `BIRTH_DATE` or `CODE`).',
  },
  {
    tag: 'Video',
    method: 'POST',
    path: '/api/video/link-code',
    name: 'sendLinkCode',
    call: 'video.sendLinkCode',
    summary: 'Send the person of a link the code that the room asks for',
    description:
      'Takes the code of a join link instead of an access token. Sends six digits to the telephone of the person, who enters them in the room. They stay the same until the room closes.',
    access: 'public',
    errorFormat: 'envelope',
    body: linkCodeRequest,
    answer: linkCodeAnswer,
    unknown,
    gone,
    conflicts: 'The appointment is over or cancelled, or its room may not be joined now.',
  },
]
