import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { channel, kind, language, properties, purpose } from '../../../lib/channels.ts'
import {
  commaList,
  filled,
  flag,
  line,
  page,
  pagination,
  patterned,
  properName,
  text,
  utc,
} from '../../../lib/fields.ts'
import { hasLineBreak } from '../../../lib/written.ts'
import { MAX_VARIABLES } from './rules.ts'

const code = patterned(60, /^[A-Z][A-Z0-9_]{2,59}$/, 'must be a code like APPOINTMENT_CONFIRMED').meta({
  example: 'APPOINTMENT_CONFIRMED',
})
const named = z.object({ code, channel, language })

const variableName = patterned(40, /^[a-z][A-Za-z0-9]{0,39}$/, 'must be named like doctorName')

const template = z
  .object({
    ...named.shape,
    purpose: purpose.meta({ example: 'SERVICE' }),
    variables: z.array(z.string()).meta({
      description: 'The required variables. Each text may also use `recipientName`.',
      example: ['withName', 'startTime'],
    }),
    optional: z.array(z.string()).meta({ description: 'The optional variables.', example: [] }),
    own: z.boolean().meta({ description: 'Whether the organisation wrote the text.', example: false }),
    sendable: z.boolean().meta({
      description:
        'Whether clients can send the template with `POST /api/notifications/send`, and replace its text with `PUT`. Only the platform sends templates about accounts, access, secrets and alarms, always with its own text.',
    }),
  })
  .meta({ id: 'Template' })

const SUBJECT = 'Votre rendez-vous avec {withName} est confirmé'
const TEXT = 'Bonjour {recipientName},\n\nVotre rendez-vous avec {withName} est confirmé pour le {startTime}.'

const wholeTemplate = z
  .object({
    ...template.shape,
    kinds: z.record(z.string(), kind).meta({
      description: 'The kind of each variable.',
      example: { withName: 'name', startTime: 'time' },
    }),
    subject: z.string().nullable().meta({ description: 'E-mails only.', example: SUBJECT }),
    text: z.string().meta({ example: TEXT }),
    updatedAt: utc.nullable().meta({ description: 'Null for the platform’s text.', example: null }),
  })
  .meta({ id: 'WholeTemplate' })

const base = { tag: 'Notifications', subject: 'Template' } as const
const path = '/api/notification-templates/{code}/{channel}/{language}'
export const listTemplates = operation('notifications:read', {
  ...base,
  method: 'GET',
  path: '/api/notification-templates',
  name: 'listTemplates',
  call: 'templates.list',
  summary: 'List message templates',
  description:
    'Returns the platform’s templates in every channel and language, and the organisation’s texts, which replace them or have their own codes. Available to staff. Ordered by code, channel and language.',
  roles: rolesOf(access.templates.read),
  query: z.strictObject({
    ...page,
    code: code.optional(),
    channel: commaList(channel),
    language: commaList(language),
    own: flag.meta({ description: 'true: only texts that the organisation wrote. false: only texts of the platform.' }),
  }),
  answer: z.object({ templates: z.array(template), pagination }),
})

export const readTemplate = operation('notifications:read', {
  ...base,
  method: 'GET',
  path,
  name: 'readTemplate',
  call: 'templates.get',
  summary: 'Read a template with its text',
  description: 'Returns the organisation’s text, or else the platform’s.',
  roles: rolesOf(access.templates.read),
  params: named,
  answer: z.object({ template: wholeTemplate }),
})

/** A text with normalised line breaks and without control characters. */
const body = filled(properties.EMAIL.longestWritten)
  .transform((given) => given.replace(/\r\n?/g, '\n').trim())
  .refine((given) => !hasLineBreak(given.replaceAll('\n', '')), 'must not contain control characters')
  .meta({ example: TEXT })

const draft = z.strictObject({
  subject: line(150).nullish().meta({ description: 'Required for e-mails; not allowed otherwise.' }),
  text: body,
  variables: z
    .record(variableName, kind)
    .refine((given) => Object.keys(given).length <= MAX_VARIABLES, `must have at most ${MAX_VARIABLES} variables`)
    .optional()
    .meta({ description: 'The kind of each variable, by name.' }),
  purpose: purpose.optional().meta({
    description: 'Required for a new code: SERVICE, or MARKETING for messages that require consent.',
  }),
})

export const writeTemplate = operation('notifications:write', {
  ...base,
  method: 'PUT',
  path,
  name: 'writeTemplate',
  call: 'templates.write',
  summary: 'Write a template',
  description:
    'Replaces the platform’s text, or creates a code of the organisation with its first text. Texts of codes that are not `sendable` cannot be replaced (422), because people rely on them. In a text, `{withName}` is a variable, `{lots, plural, one {# lot} other {# lots}}` depends on a count, and `[…]` is omitted if an optional variable in it is absent. The text must use every required variable. All texts of a code have the same variables and purpose, which may be omitted for an existing code. Queued messages already use the new text.',
  roles: rolesOf(access.templates.write),
  params: named,
  body: draft,
  answer: z.object({ template: wholeTemplate }),
  conflicts:
    'The code has other variables or another purpose (details.variables, details.purpose), or the organisation has the maximum number of codes.',
})

export const deleteTemplate = operation('notifications:write', {
  ...base,
  method: 'DELETE',
  path,
  name: 'deleteTemplate',
  call: 'templates.delete',
  summary: 'Delete a template',
  description:
    'Restores the platform’s text, if there is one. Deleting the last text of a code of the organisation deletes the code.',
  roles: rolesOf(access.templates.write),
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})

export const previewTemplate = operation('notifications:read', {
  ...base,
  method: 'POST',
  path: `${path}/preview`,
  name: 'previewTemplate',
  call: 'templates.preview',
  summary: 'Preview a message',
  description:
    'Renders the saved text of the template, or a `draft`, with the given variables. The draft must pass the checks of a text that is written. Nothing is saved or sent. Times are in ISO 8601.',
  roles: rolesOf(access.templates.read),
  params: named,
  body: z.strictObject({
    variables: z.record(text(60), text(10_000, 0)).meta({
      example: { withName: 'Dr Youssef Benali', startTime: '2026-12-01T09:30:00Z' },
    }),
    recipientName: properName(200).default('Amine El Fassi'),
    draft: draft
      .meta({ id: 'TemplateDraft' })
      .optional()
      .meta({
        description:
          'A text that is not saved, with the fields of `PUT`; the code may be new. By default the saved text.',
        example: { text: 'Rendez-vous avec {withName} : {startTime}.' },
      }),
  }),
  conflicts: 'The draft has other variables or another purpose than the code.',
  answer: z.object({
    preview: z
      .object({
        subject: z.string().nullable().meta({ description: 'E-mails only.' }),
        text: z.string(),
        html: z.string().nullable().meta({ description: 'The HTML version of e-mails.' }),
        segments: z.int().nullable().meta({ description: 'The number of SMS segments.', example: null }),
      })
      .meta({ id: 'TemplatePreview' }),
  }),
})
