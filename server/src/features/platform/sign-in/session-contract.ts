import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, utc } from '../../../lib/fields.ts'

// The sessions of the caller, in the caller's account.

const base = { tag: 'Users', subject: 'Session', roles: rolesOf(access.sessions.manage) } as const
const refusals = 'The caller uses a client instead of their own session.'

const session = z
  .object({
    id: id('ses'),
    organization: z.object({ id: id('ten'), name: z.string() }).meta({ id: 'Organization' }),
    userAgent: z.string().nullable().meta({
      description: 'The `User-Agent` header of the sign-in; null if there was none.',
      example: 'Mozilla/5.0 (Android 16; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
    }),
    createdAt: utc,
    lastUsedAt: utc.meta({ description: 'When the session was last used, to the minute.' }),
    expiresAt: utc.meta({ description: 'When the session ends unless it is used again.' }),
    current: z.boolean().meta({ description: 'Whether this call uses the session.' }),
  })
  .meta({ id: 'OwnSession' })

export const listSessions = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/me/sessions',
  name: 'listSessions',
  call: 'me.sessions.list',
  summary: 'List the sessions of the current user',
  description:
    'Returns the browser sessions of the person in all organisations, last used first. Call it in your own browser session.',
  answer: z.object({ sessions: z.array(session) }),
  refusals,
})

export const endSession = operation('users:write', {
  ...base,
  method: 'DELETE',
  path: '/api/users/me/sessions/{id}',
  name: 'endSession',
  call: 'me.sessions.end',
  summary: 'End a session of the current user',
  description:
    'Its cookie becomes invalid at once, its access tokens within a second. Call it in your own browser session.',
  params: z.object({ id: id('ses') }),
  answer: z.object({ ok: z.literal(true) }),
  refusals,
})

export const endOtherSessions = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/sessions/end-others',
  name: 'endOtherSessions',
  call: 'me.sessions.endOthers',
  summary: 'End all other sessions of the current user',
  description:
    'Ends the sessions in all organisations of the person, except the session of this call. Call it in your own browser session.',
  answer: z.object({ ended: z.int().meta({ description: 'How many sessions were ended.', example: 2 }) }),
  refusals,
})
