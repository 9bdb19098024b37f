import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { bounded } from '../../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../../lib/passwords.ts'
import { newPassword } from './contract.ts'

export const changePassword = operation('users:write', {
  tag: 'Users',
  subject: 'User',
  method: 'POST',
  path: '/api/users/me/password',
  name: 'changePassword',
  call: 'me.changePassword',
  summary: 'Change the password of the current user',
  description:
    'Requires the current password and the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong current password gets 422 and counts as a failed sign-in. After a few failures, further tries get 429 with an increasing delay.',
  roles: rolesOf(access.credentials.manage),
  body: z.strictObject({ currentPassword: bounded(MAX_TYPED_PASSWORD), newPassword }).meta({
    id: 'PasswordChange',
    example: { currentPassword: 'sandbox-password', newPassword: 'une phrase facile' },
  }),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'The caller uses a client instead of their own session.',
})
