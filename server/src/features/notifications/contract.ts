import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, id, page, pagination, patterned, text, utc } from '../../lib/fields.ts'
import { sendable } from '../../messages/catalog.ts'
import { channels, languages } from '../../messages/channels.ts'
import { statuses } from './rules.ts'

export const channel = z.enum(channels).meta({ id: 'Channel' })
const status = z.enum(statuses).meta({ id: 'MessageStatus' })
export const templateCode = patterned(60, /^[A-Z][A-Z0-9_]{2,59}$/, 'must be a code like APPOINTMENT_CREATED').meta({
  example: 'APPOINTMENT_CREATED',
})
export const about = z.array(z.string()).meta({ description: 'Ids of what it is about.', example: [] })

const providerMessageId = z.string().meta({ description: 'Empty until the provider has taken it.' })
const message = z
  .object({
    id: id('msg'),
    recipientUserId: id('usr').nullable().meta({ description: 'Null: somebody who is no user, a lead say.' }),
    channel: channel.nullable().meta({ description: 'Null while nobody knows yet by what it will go.' }),
    templateCode,
    status,
    providerMessageId,
    createdAt: utc,
    about,
    language: z.enum(languages).nullable().meta({ description: 'In which it was written; null until then.' }),
    lastError: z.string().nullable().meta({
      description: 'What went wrong last, in one word. A message that was sent after all keeps it.',
      example: 'invalid_recipient',
    }),
    sentAt: utc.nullable(),
    deliveredAt: utc.nullable(),
    readAt: utc.nullable(),
    failedAt: utc.nullable(),
  })
  .meta({ id: 'Message' })

const base = { tag: 'Notifications', subject: 'Message' } as const

export const sendMessage = operation('notifications:write', {
  ...base,
  method: 'POST',
  path: '/api/notifications/send',
  name: 'sendMessage',
  summary: 'Send somebody a message',
  description:
    'By administrators to anybody of the organisation, by doctors and dentists to patients they have appointments with, by pharmacies to patients who ordered from them. It goes by the channel that is asked for, or that the recipient prefers; where they have no address there, or it fails for good, by another one that they allow: WhatsApp, SMS, e-mail. Opt-outs and quiet hours are kept. What becomes of it is told by `GET /api/notifications/{id}`.',
  roles: ['ADMIN', 'DOCTOR', 'DENTIST', 'PHARMACIST'],
  body: z
    .object({
      recipientUserId: id('usr'),
      channel: channel.nullish().meta({ description: 'Absent or null: the one that the recipient prefers.' }),
      templateCode: templateCode.meta({
        description: `A code of the organisation’s own, or of the platform’s ${sendable.join(', ')}. Others, which tell of accounts and alarms, are sent by the platform alone.`,
      }),
      variables: z.record(text(60), text(10_000, 0)).default({}).meta({
        description: 'What the template has to be told, by name: all of it and nothing else.',
      }),
    })
    .meta({
      example: {
        recipientUserId: 'usr_sandbox_patient',
        channel: 'WHATSAPP',
        templateCode: 'PRESCRIPTION_ISSUED',
        variables: { doctorName: 'Dr Youssef Benali' },
      },
    }),
  answer: z.object({ ok: z.literal(true), messageId: id('msg'), providerMessageId, status }),
  refusals:
    'The recipient is nobody whom the caller may write to, the template is for administrators alone, or the caller has not been verified.',
})

export const listMessages = operation('notifications:read', {
  ...base,
  method: 'GET',
  path: '/api/notifications',
  name: 'listMessages',
  summary: 'List messages',
  description: 'Administrators see all of the organisation, others what was written to them. Newest first.',
  query: z.object({
    ...page,
    recipientUserId: id('usr').optional(),
    status: commaList(statuses),
    channel: commaList(channels),
    templateCode: templateCode.optional(),
  }),
  answer: z.object({ messages: z.array(message), pagination }),
})

export const readMessage = operation('notifications:read', {
  ...base,
  method: 'GET',
  path: '/api/notifications/{id}',
  name: 'readMessage',
  summary: 'Read what became of a message',
  description: 'What it says is not kept: only by which template it was written, and when which provider took it.',
  params: z.object({ id: id('msg') }),
  answer: z.object({ message }),
})
