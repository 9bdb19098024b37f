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
    'Ends the caller’s membership. Requires their own browser session. Their sessions, tokens, clients and care relationships in this organisation end. Their login, their other memberships and their entries stay. The administrators are notified. Only an administrator can undo it. Patients cannot leave, because the organisation keeps their record.',
  roles: rolesOf(access.memberships.end),
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'The caller uses a client instead of their own session.',
  conflicts:
    'The caller has open appointments, orders or lab orders (counted in `details.open`), or is the only administrator.',
})
