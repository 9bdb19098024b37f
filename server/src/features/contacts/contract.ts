import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { eachOnce, id, patterned, phone } from '../../lib/fields.ts'
import { channels, languages } from '../../messages/channels.ts'

const channel = z.enum(channels).meta({ id: 'Channel' })
const language = z.enum(languages).meta({ id: 'Language' })
const time = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00').meta({ example: '22:00' })
const quietHours = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must be another time than from' })
  .meta({
    id: 'QuietHours',
    description: 'In Moroccan time, through midnight where `from` is the later one.',
    example: { from: '22:00', to: '08:00' },
  })

const contact = z
  .object({
    userId: id('usr'),
    email: z.string().meta({ example: 'patient@sandbox.example' }),
    phone: z.string().nullable().meta({ description: 'E.164', example: '+212612345678' }),
    language: language.meta({ description: 'In which they are written to; French unless they say otherwise.' }),
    preferredChannel: channel.nullable().meta({ description: 'Null: WhatsApp where there is a number, else e-mail.' }),
    optOuts: z.array(channel).meta({ description: 'Channels that nothing but critical messages may use.' }),
    quietHours: quietHours.nullable().meta({ description: 'When only critical messages may come; null: at any time.' }),
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
  summary: 'Read how somebody is reached',
  description: 'By oneself, or an administrator.',
  answer: z.object({ contact }),
})

export const updateContact = operation('users:write', {
  ...base,
  method: 'PUT',
  name: 'updateContact',
  summary: 'Change how somebody is reached',
  description:
    'By oneself, or an administrator. Fields that are absent stay as they are. +212 is assumed for national numbers.',
  body: z
    .object({
      phone: phone.nullable().optional(),
      language: language.optional(),
      preferredChannel: channel.nullable().optional(),
      optOuts: eachOnce(z.array(channel)).optional(),
      quietHours: quietHours.nullable().optional(),
    })
    .meta({
      id: 'ContactChanges',
      example: { phone: '06 12 34 56 78', language: 'ar', quietHours: { from: '22:00', to: '08:00' } },
    }),
  answer: z.object({ contact }),
})
