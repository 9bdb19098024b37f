import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { channel, language } from '../../../lib/channels.ts'
import { commaList, id, instant, page, pagination, patterned, text, utc } from '../../../lib/fields.ts'
import { sendable } from '../../../messages/catalog.ts'
import { statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'MessageStatus' })
export const templateCode = patterned(60, /^[A-Z][A-Z0-9_]{2,59}$/, 'must be a code like APPOINTMENT_CREATED').meta({
  example: 'APPOINTMENT_CREATED',
})
export const about = z.array(z.string()).meta({ description: 'Ids of the related records.', example: [] })

const providerMessageId = z.string().meta({ description: 'Empty until the provider has accepted it.' })
const message = z
  .object({
    id: id('msg'),
    recipientUserId: id('usr')
      .nullable()
      .meta({ description: 'Null for recipients without an account, such as leads.' }),
    channel: channel.nullable().meta({ description: 'Null until a channel has been chosen.' }),
    templateCode,
    status,
    providerMessageId,
    createdAt: utc,
    about,
    language: language.nullable().meta({ description: 'The language of the text; null until it is rendered.' }),
    lastError: z.string().nullable().meta({
      description: 'The code of the last error. It is kept after a later success.',
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
  call: 'notifications.send',
  summary: 'Send a message',
  description:
    'Administrators can write to any user of the organisation, doctors and dentists to patients with whom they have appointments, pharmacies to patients who ordered from them. The message is sent by the requested channel or the recipient’s preferred one. If the recipient has no address there, or sending fails for good, another permitted channel is used: WhatsApp, SMS, e-mail. Opt-outs and quiet hours are respected. `GET /api/notifications/{id}` returns the status.',
  roles: rolesOf(access.messages.send),
  body: z
    .strictObject({
      recipientUserId: id('usr'),
      channel: channel.nullish().meta({ description: 'Absent or null: the recipient’s preferred channel.' }),
      templateCode: templateCode.meta({
        description: `One of the organisation’s own codes, or one of these of the platform: ${sendable.join(', ')}. Other codes, about accounts and alarms, are sent only by the platform.`,
      }),
      variables: z.record(text(60), text(10_000, 0)).default({}).meta({
        description: 'The template’s variables by name: all of them and no others.',
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
    'The caller may not write to the recipient, the template is for administrators only, or the caller is not verified.',
})

export const listMessages = operation('notifications:read', {
  ...base,
  method: 'GET',
  path: '/api/notifications',
  name: 'listMessages',
  call: 'notifications.list',
  summary: 'List messages',
  description: 'Administrators see all messages of the organisation, other users those sent to them. Newest first.',
  query: z.strictObject({
    ...page,
    recipientUserId: id('usr').optional(),
    status: commaList(status),
    channel: commaList(channel),
    templateCode: templateCode.optional(),
    from: instant.optional().meta({ description: 'Created at this time or later.' }),
    to: instant.optional().meta({ description: 'Created before this time.' }),
  }),
  answer: z.object({ messages: z.array(message), pagination }),
})

export const readMessage = operation('notifications:read', {
  ...base,
  method: 'GET',
  path: '/api/notifications/{id}',
  name: 'readMessage',
  call: 'notifications.get',
  summary: 'Read the status of a message',
  description: 'The text is not stored, only the template, the provider and the times.',
  params: z.object({ id: id('msg') }),
  answer: z.object({ message }),
})
