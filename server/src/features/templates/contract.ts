import { z } from 'zod'
import { professionals } from '../../actor.ts'
import { operation } from '../../http/operation.ts'
import { commaList, filled, flag, line, page, pagination, patterned, text, utc } from '../../lib/fields.ts'
import { breaksLine } from '../../lib/written.ts'
import { kinds } from '../../messages/catalog.ts'
import { channels, languages, purposes } from '../../messages/channels.ts'
import { longest, MAX_VARIABLES } from './rules.ts'

const code = patterned(60, /^[A-Z][A-Z0-9_]{2,59}$/, 'must be a code like APPOINTMENT_CONFIRMED').meta({
  example: 'APPOINTMENT_CONFIRMED',
})
const named = z.object({ code, channel: z.enum(channels), language: z.enum(languages) })

const variableName = patterned(40, /^[a-z][A-Za-z0-9]{0,39}$/, 'must be named like doctorName')

const template = z
  .object({
    ...named.shape,
    purpose: z.enum(purposes).meta({
      description: 'CRITICAL passes opt-outs and quiet hours; MARKETING is sent with consent alone.',
      example: 'SERVICE',
    }),
    variables: z.array(z.string()).meta({
      description: 'What a message of it must be given. Each text may name `recipientName` besides.',
      example: ['withName', 'startTime'],
    }),
    optional: z.array(z.string()).meta({ description: 'What it may be given.', example: [] }),
    own: z.boolean().meta({ description: 'Whether this is the organisation’s own text.', example: false }),
    sendable: z.boolean().meta({
      description:
        'Whether `POST /api/notifications/send` takes it. What tells of accounts and alarms is sent by the platform alone.',
    }),
  })
  .meta({ id: 'Template' })

const SUBJECT = 'Votre rendez-vous avec {withName} est confirmé'
const TEXT = 'Bonjour {recipientName},\n\nVotre rendez-vous avec {withName} est confirmé pour le {startTime}.'

const wholeTemplate = z
  .object({
    ...template.shape,
    kinds: z.record(z.string(), z.enum(kinds)).meta({
      description: 'What each variable is.',
      example: { withName: 'text', startTime: 'time' },
    }),
    subject: z.string().nullable().meta({ description: 'Of e-mails alone.', example: SUBJECT }),
    text: z.string().meta({ example: TEXT }),
    updatedAt: utc.nullable().meta({ description: 'Null where it is the platform’s own text.', example: null }),
  })
  .meta({ id: 'WholeTemplate' })

const base = { tag: 'Notifications', subject: 'Template' } as const
const path = '/api/notification-templates/{code}/{channel}/{language}'
const staff = ['ADMIN', ...professionals] as const

export const listTemplates = operation('notifications:read', {
  ...base,
  method: 'GET',
  path: '/api/notification-templates',
  name: 'listTemplates',
  summary: 'List the templates of messages',
  description:
    'For staff: the platform’s own in every channel and language, and what the organisation has written itself, in place of them or under codes that it has made. By code, channel and language.',
  roles: staff,
  query: z.object({
    ...page,
    code: code.optional(),
    channel: commaList(channels),
    language: commaList(languages),
    own: flag.meta({ description: 'Whether it is the organisation’s own text.' }),
  }),
  answer: z.object({ templates: z.array(template), pagination }),
})

export const readTemplate = operation('notifications:read', {
  ...base,
  method: 'GET',
  path,
  name: 'readTemplate',
  summary: 'Read a template with its text',
  roles: staff,
  params: named,
  answer: z.object({ template: wholeTemplate }),
})

/** A text with line breaks of one kind, and without what is no text. */
const body = filled(longest.EMAIL)
  .transform((given) => given.replace(/\r\n?/g, '\n').trim())
  .refine((given) => !breaksLine(given.replaceAll('\n', '')), 'must not contain control characters')
  .meta({ example: TEXT })

export const writeTemplate = operation('notifications:write', {
  ...base,
  method: 'PUT',
  path,
  name: 'writeTemplate',
  summary: 'Write a text of one’s own',
  description:
    'In place of the platform’s, or under a code of the organisation’s own, which is made by its first text. `{withName}` stands for a variable, `{lots, plural, one {# lot} other {# lots}}` for what depends on a count, and `[…]` is left out where an optional variable in it is absent. Every variable must be named. All texts of a code take the same variables and have the same purpose; `variables` and `purpose` may be left out where they are known. What is sent from now on says the new text.',
  roles: ['ADMIN'],
  params: named,
  body: z.object({
    subject: line(150).nullish().meta({ description: 'Required of e-mails, and of them alone.' }),
    text: body,
    variables: z
      .record(variableName, z.enum(kinds))
      .refine((given) => Object.keys(given).length <= MAX_VARIABLES, `must have at most ${MAX_VARIABLES} variables`)
      .optional()
      .meta({ description: 'The kind of each, by name.' }),
    purpose: z.enum(purposes).optional().meta({
      description: 'Required of a code that is made: SERVICE, or MARKETING for what is sent with consent alone.',
    }),
  }),
  answer: z.object({ template: wholeTemplate }),
  conflicts:
    'Other texts of the code, or the platform, declare other variables or another purpose (details has them); or the organisation has as many codes as it may.',
})

export const deleteTemplate = operation('notifications:write', {
  ...base,
  method: 'DELETE',
  path,
  name: 'deleteTemplate',
  summary: 'Take a text of one’s own back',
  description:
    'The platform’s stands again where there is one. A code of the organisation’s own ends with its last text.',
  roles: ['ADMIN'],
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})

export const previewTemplate = operation('notifications:read', {
  ...base,
  method: 'POST',
  path: `${path}/preview`,
  name: 'previewTemplate',
  summary: 'See what a message would say',
  description: 'Sends nothing. Variables are those that a message would be given, as text of their kinds.',
  roles: staff,
  params: named,
  body: z.object({
    variables: z.record(text(60), text(10_000, 0)).meta({
      example: { withName: 'Dr Youssef Benali', startTime: '2026-12-01T09:30:00Z' },
    }),
    recipientName: line(200).default('Amine El Fassi'),
  }),
  answer: z.object({
    preview: z.object({
      subject: z.string().nullable().meta({ description: 'Of e-mails alone.' }),
      text: z.string(),
      html: z.string().nullable().meta({ description: 'Of e-mails: the same as a page.' }),
      segments: z.int().nullable().meta({ description: 'Of SMS: how many it takes.', example: null }),
    }),
  }),
})
