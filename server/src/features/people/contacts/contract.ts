import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { channel, language } from '../../../lib/channels.ts'
import { emailAddress, id, patterned, phone, utc, withoutDuplicates } from '../../../lib/fields.ts'
import { addressKind as address, codeField } from '../codes/actions.ts'

const time = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00').meta({ example: '22:00' })
const quietHours = z
  .strictObject({ from: time, to: time })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from `from`' })
  .meta({
    id: 'QuietHours',
    description: 'Hours in Moroccan time. If `from` is later than `to`, they end on the next day.',
    example: { from: '22:00', to: '08:00' },
  })

const confirmed = z.boolean().meta({
  description:
    'Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages.',
})

const contact = z
  .object({
    userId: id('usr'),
    email: z.string().nullable().meta({ description: 'Null if unknown.', example: 'patient@sandbox.example' }),
    emailConfirmed: confirmed,
    phone: z.string().nullable().meta({ description: 'E.164', example: '+212612345678' }),
    phoneConfirmed: confirmed,
    language: language.meta({ description: 'Language of messages. French by default.' }),
    preferredChannel: channel
      .nullable()
      .meta({ description: 'If null, messages are sent by WhatsApp if there is a number, otherwise by e-mail.' }),
    optOuts: z.array(channel).meta({ description: 'Channels that the user accepts only for critical messages.' }),
    quietHours: quietHours
      .nullable()
      .meta({ description: 'Hours in which only critical messages are sent. Null if there are none.' }),
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
  call: 'users.contact.get',
  summary: 'Read the contact data of a user',
  description: 'For the user, an administrator and, for patients, the front desk.',
  roles: rolesOf(access.contacts.read),
  answer: z.object({ contact }),
})

export const updateContact = operation('users:write', {
  ...base,
  method: 'PUT',
  name: 'updateContact',
  call: 'users.contact.update',
  summary: 'Update the contact data of a user',
  description:
    'For the user, an administrator and, for patients, the front desk. A guardian cannot change an address of a dependant. Absent fields stay unchanged. National numbers get the country code +212. A new e-mail address or number must be confirmed (`POST /api/users/{id}/contact/codes`); messages to it wait until then.',
  roles: rolesOf(access.contacts.update),
  body: z
    .strictObject({
      email: emailAddress.nullable().optional().meta({ description: 'Does not change the address to sign in.' }),
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

export const sendContactCode = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/{id}/contact/codes',
  name: 'sendContactCode',
  call: 'users.contact.sendCode',
  summary: 'Send a code to an unconfirmed address',
  description:
    'For the user, a guardian, an administrator and, for patients, the front desk. The code has six digits, is valid for 10 minutes and 5 tries, and replaces an earlier code. A change of the address invalidates it. Users can also confirm an address themselves that another user has confirmed for them. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.',
  roles: rolesOf(access.contacts.confirm),
  body: z.strictObject({ address }).meta({ id: 'ContactCodeRequest', example: { address: 'PHONE' } }),
  answer: z.object({ address, expiresAt: utc }),
  conflicts: 'The user has no such address, or it is already confirmed.',
})

export const confirmContact = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/{id}/contact/confirmations',
  name: 'confirmContact',
  call: 'users.contact.confirm',
  summary: 'Confirm an address with its code',
  description:
    'For the user; or for a guardian, an administrator or, for patients, the front desk, to whom the user tells the code. Messages that waited for the confirmation are sent at once. A wrong, used or expired code gets 422.',
  roles: rolesOf(access.contacts.confirm),
  body: z
    .strictObject({ address, code: codeField })
    .meta({ id: 'ContactConfirmation', example: { address: 'PHONE', code: '493027' } }),
  answer: z.object({ contact }),
})
