import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { channels, languages } from '../../../lib/channels.ts'
import { id, patterned, phone, withoutDuplicates } from '../../../lib/fields.ts'

const channel = z.enum(channels).meta({ id: 'Channel' })
const language = z.enum(languages).meta({ id: 'Language' })
const time = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00').meta({ example: '22:00' })
const quietHours = z
  .strictObject({ from: time, to: time })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from `from`' })
  .meta({
    id: 'QuietHours',
    description: 'In Moroccan time; past midnight if `from` is later than `to`.',
    example: { from: '22:00', to: '08:00' },
  })

const contact = z
  .object({
    userId: id('usr'),
    email: z.string().nullable().meta({ description: 'Null if none is known.', example: 'patient@sandbox.example' }),
    phone: z.string().nullable().meta({ description: 'E.164', example: '+212612345678' }),
    language: language.meta({ description: 'Language of messages; French by default.' }),
    preferredChannel: channel.nullable().meta({ description: 'Null: WhatsApp if there is a number, else e-mail.' }),
    optOuts: z.array(channel).meta({ description: 'Channels for critical messages only.' }),
    quietHours: quietHours.nullable().meta({ description: 'Hours for critical messages only; null: none.' }),
  })
  .meta({ id: 'Contact' })

const base = {
  tag: 'Users',
  subject: 'User',
  path: '/api/users/{id}/contact',
  params: z.object({ id: id('usr') }),
} as const

export const readContact = operation('users:read', {
  ...base,
  method: 'GET',
  name: 'readContact',
  summary: 'Read the contact data of a user',
  description: 'By the user or an administrator.',
  roles: rolesOf(access.contacts.read),
  answer: z.object({ contact }),
})

export const updateContact = operation('users:write', {
  ...base,
  method: 'PUT',
  name: 'updateContact',
  summary: 'Update the contact data of a user',
  description:
    'By the user or an administrator; a guardian cannot change the number of a dependant. Absent fields stay unchanged. National numbers get the country code +212.',
  roles: rolesOf(access.contacts.update),
  body: z
    .strictObject({
      phone: phone.nullable().optional(),
      language: language.optional(),
      preferredChannel: channel.nullable().optional(),
      optOuts: withoutDuplicates(z.array(channel)).optional(),
      quietHours: quietHours.nullable().optional(),
    })
    .meta({
      id: 'ContactChanges',
      example: { phone: '06 12 34 56 78', language: 'ar', quietHours: { from: '22:00', to: '08:00' } },
    }),
  answer: z.object({ contact }),
})
