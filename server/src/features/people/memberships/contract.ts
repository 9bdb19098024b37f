import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'

export const leaveOrganization = operation('users:write', {
  tag: 'Users',
  subject: 'User',
  method: 'POST',
  path: '/api/users/me/leave',
  name: 'leaveOrganization',
  call: 'me.leave',
  summary: 'Leave the organisation',
  description:
    'Ends the caller’s membership, in their own browser session. Their sessions, tokens and clients here end, and so do their care relationships. Login and other memberships stay, and so does what they wrote. The administrators are notified. Only an administrator can undo it. A patient’s record stays with the organisation.',
  roles: rolesOf(access.memberships.end),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'The caller uses a client instead of their own session.',
  conflicts:
    'The caller has open appointments, orders or lab orders, which `details.open` counts, or is the only administrator.',
})
