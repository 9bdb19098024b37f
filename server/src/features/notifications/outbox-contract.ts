import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { id, page, pagination, text, utc } from '../../lib/fields.ts'
import { about, channel, templateCode } from './contract.ts'

const kept = z
  .object({
    id: id('msg'),
    channel,
    to: z
      .string()
      .meta({ description: 'An e-mail address, or a number in E.164.', example: 'patient@sandbox.example' }),
    recipientUserId: id('usr').nullable(),
    templateCode,
    about,
    subject: z.string().optional().meta({ description: 'Of e-mails.' }),
    text: z.string(),
    at: utc,
  })
  .meta({ id: 'KeptMessage' })

export const listKeptMessages = operation('notifications:read', {
  tag: 'Sandbox',
  method: 'GET',
  path: '/api/sandbox/messages',
  name: 'listKeptMessages',
  summary: 'List what would have been sent',
  description:
    'The sandbox sends nothing to anybody: here is each message as it would have gone out, once for each channel by which it was tried. Administrators see all of the organisation, others what was for them. Newest first. In the sandbox alone; elsewhere 404.',
  query: z.object({
    ...page,
    recipientUserId: id('usr').optional(),
    channel: channel.optional(),
    about: text(100).optional().meta({ description: 'The id of something that it is about, an appointment say.' }),
  }),
  answer: z.object({ messages: z.array(kept), pagination }),
})
