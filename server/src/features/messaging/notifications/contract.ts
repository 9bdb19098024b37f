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

const providerMessageId = z.string().meta({ description: 'Empty until the provider has accepted the message.' })
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
    'Queues a message. Administrators can write to any user of the organisation, doctors and dentists to patients with whom they have appointments, pharmacies to patients who ordered from them. The message is sent by the requested channel, or by the recipient’s preferred one. If the recipient has no address for it, or sending fails permanently, the next permitted channel is used, in the order WhatsApp, SMS, e-mail. Opt-outs and quiet hours are respected. `GET /api/notifications/{id}` returns the status.',
  roles: rolesOf(access.messages.send),
  body: z
    .strictObject({
      recipientUserId: id('usr'),
      channel: channel.nullish().meta({ description: 'The default is the recipient’s preferred channel.' }),
      templateCode: templateCode.meta({
        description: `A code of the organisation, or one of these codes of the platform: ${sendable.join(', ')}. Only the platform sends the other codes, about accounts and alarms.`,
      }),
      variables: z.record(text(60), text(10_000, 0)).default({}).meta({
        description: 'The variables of the template, by name. All variables are required, and no others are allowed.',
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
  description:
    'Administrators see all messages of the organisation, other users the messages sent to them. Messages with clinical content to a patient require access to the patient’s file. Newest first.',
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
  description: 'Returns the template, the provider and the times of a message. The text is not stored.',
  params: z.object({ id: id('msg') }),
  answer: z.object({ message }),
})
