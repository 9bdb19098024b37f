import { z } from 'zod'
import { publicOperation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
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
    'Sends a code to the address, if it has a login and the person can act in an organisation. The answer is the same if it has none. The code has eight digits, works only together with `resetId`, and is valid for 30 minutes and 5 tries. An address gets at most 3 codes in an hour and 10 in a day at the request of one network, and 30 in a day in all; further calls get 429.',
  body: z
    .strictObject({ email: emailAddress })
    .meta({ id: 'PasswordResetRequest', example: { email: 'amina@example.com' } }),
  answer: z.object({
    resetId: secretField(
      'A secret of this request, which `resetPassword` needs together with the code.',
      'k2Vb0c3mJ8xQ4hT7',
    ),
    expiresAt: utc,
    notice,
  }),
  shownOnce: ['resetId'],
})

/** A code as people type it: in groups, or in Arabic digits. */
const code = bounded(20)
  .transform((given) => fold(given).replaceAll(' ', ''))
  .refine((given) => /^\d{8}$/.test(given), 'must be the eight digits of the message')
  .meta({ example: '49302718', maxLength: 20 })

export const resetPassword = publicOperation({
  ...base,
  path: '/api/auth/password-resets/confirmations',
  name: 'resetPassword',
  call: 'accounts.resetPassword',
  summary: 'Set a new password with the code',
  description:
    'Ends all sessions of the person, in all organisations, and confirms the address. If the address was not confirmed before, the login loses access to patient records that were claimed with another address; their owner can claim them again. A wrong, used or expired code and an unknown `resetId` get the same answer: 422.',
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
        'False if the login had only records that were claimed with another address. The address can then be registered.',
    }),
  }),
})
