import { z } from 'zod'
import { publicOperation } from '../../../http/operation.ts'
import { bounded, emailAddress, patterned, utc } from '../../../lib/fields.ts'
import { fold } from '../../../lib/fold.ts'
import { newPassword } from '../accounts/actions.ts'

const base = { tag: 'Users', method: 'POST', findsTenant: true } as const

export const requestPasswordReset = publicOperation({
  ...base,
  path: '/api/auth/password-resets',
  name: 'requestPasswordReset',
  call: 'accounts.requestPasswordReset',
  summary: 'Request the reset of a forgotten password',
  description:
    'Sends a code to the address, if it is that of a login whose person may act in an organisation. The answer is the same in any case. The code has eight digits, is valid for 30 minutes and 5 tries, and only together with `resetId`. An address gets at most 3 in an hour and 10 in a day at the requests of one network, and 30 in a day, then 429.',
  body: z
    .strictObject({ email: emailAddress })
    .meta({ id: 'PasswordResetRequest', example: { email: 'amina@example.com' } }),
  answer: z.object({
    resetId: z.string().meta({ description: 'A secret for the person who asked.', example: 'k2Vb0c3mJ8xQ4hT7' }),
    expiresAt: utc,
  }),
})

/** As people type it: in groups, or in Arabic digits. */
const code = bounded(20)
  .transform((given) => fold(given).replaceAll(' ', ''))
  .refine((given) => /^\d{8}$/.test(given), 'must be the eight digits of the message')
  .meta({ example: '49302718', maxLength: 20 })

export const resetPassword = publicOperation({
  ...base,
  path: '/api/auth/password-resets/confirmations',
  name: 'resetPassword',
  call: 'accounts.resetPassword',
  summary: 'Choose a new password with the code',
  description:
    'All sessions of the person end, in all organisations, and the address counts as confirmed. If no one had confirmed it before, records of patients that were claimed with another address are not accessible with it any more: that person can claim them again. A wrong, used or expired code and an unknown `resetId` have the same answer: 422.',
  body: z
    .strictObject({
      resetId: patterned(100, /^[\w-]+$/, 'must be the resetId of the request'),
      code,
      password: newPassword,
    })
    .meta({
      id: 'PasswordReset',
      example: { resetId: 'k2Vb0c3mJ8xQ4hT7', code: '49302718', password: 'une phrase facile' },
    }),
  answer: z.object({
    ok: z.literal(true),
    hasAccount: z.boolean().meta({
      description:
        'False: the address belonged only to records that were claimed with another address. It can be registered now.',
    }),
  }),
})
