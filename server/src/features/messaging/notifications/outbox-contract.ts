import { z } from 'zod'
import { operation } from '../../../http/operation.ts'
import { channel } from '../../../lib/channels.ts'
import { id, page, pagination, text, utc } from '../../../lib/fields.ts'
import { about, templateCode } from './contract.ts'

const kept = z
  .object({
    id: id('msg'),
    channel,
    to: z
      .string()
      .meta({ description: 'An e-mail address, or a telephone number in E.164.', example: 'patient@sandbox.example' }),
    recipientUserId: id('usr').nullable(),
    templateCode,
    about,
    subject: z.string().optional().meta({ description: 'E-mails only.' }),
    text: z.string(),
    at: utc,
  })
  .meta({ id: 'KeptMessage' })

export const listKeptMessages = operation('notifications:read', {
  tag: 'Sandbox',
  method: 'GET',
  path: '/api/sandbox/messages',
  name: 'listKeptMessages',
  call: 'sandbox.listMessages',
  summary: 'List the sandbox’s outbox',
  description:
    'The sandbox stores messages instead of sending them. Returns each message as it would be sent, once for each channel that was tried. Administrators see all messages of the organisation, other users the messages sent to them. Newest first. Only in the sandbox; 404 in production.',
  query: z.strictObject({
    ...page,
    recipientUserId: id('usr').optional(),
    channel: channel.optional(),
    about: text(100).optional().meta({ description: 'The id of a related record, for example an appointment.' }),
  }),
  answer: z.object({ messages: z.array(kept), pagination }),
})
