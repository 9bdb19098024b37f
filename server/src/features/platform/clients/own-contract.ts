import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { page, pagination } from '../../../lib/fields.ts'
import { client, named } from './contract.ts'

// The clients that act as the caller, in the caller's account.

const base = { tag: 'Users', subject: 'Client' } as const

export const listOwnClients = operation('users:read', {
  ...base,
  roles: rolesOf(access.clients.readOwn),
  method: 'GET',
  path: '/api/users/me/clients',
  name: 'listOwnClients',
  call: 'me.clients.list',
  summary: 'List the clients that act as the current user',
  description:
    'Returns all clients that act as the caller, including disabled clients and clients that administrators created. A client with `actingAllowedAt` may act as the caller; a client with `signingAllowedAt` may sign in the caller’s name. Newest first.',
  query: z.strictObject({ ...page }),
  answer: z.object({ clients: z.array(client), pagination }),
})

export const allowActing = operation('users:write', {
  ...base,
  roles: rolesOf(access.clients.allowActing),
  method: 'POST',
  path: '/api/users/me/clients/{id}/acting',
  name: 'allowActing',
  call: 'me.clients.allowActing',
  summary: 'Allow a client to act as you',
  description:
    'Call it in your own browser session. Without this permission, a client that another user created is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the current secrets of the client. If an administrator rotates the secret or creates a credential link, tokens of the previous secret work until it expires, and tokens of the new secret need a new permission. An added scope ends the permission.',
  params: named,
  answer: z.object({ client }),
  conflicts: 'The client is disabled.',
  refusals: 'The caller uses a client instead of their own session.',
})

export const withdrawActing = operation('users:write', {
  ...base,
  roles: rolesOf(access.clients.allowActing),
  method: 'DELETE',
  path: '/api/users/me/clients/{id}/acting',
  name: 'withdrawActing',
  call: 'me.clients.withdrawActing',
  summary: 'Withdraw a client’s permission to act as you',
  description: 'Takes effect within a second, and also ends the permission to sign. Withdrawing again changes nothing.',
  params: named,
  answer: z.object({ client }),
})

export const allowSigning = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/clients/{id}/signing',
  name: 'allowSigning',
  call: 'me.clients.allowSigning',
  summary: 'Allow a client to sign in your name',
  description:
    'For doctors and dentists, in their own browser session. Also allows the client to act as you. Without this permission, the client cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.',
  params: named,
  answer: z.object({ client }),
  conflicts: 'The client is disabled.',
  refusals: 'The caller is not a doctor or dentist, or uses a client instead of their own session.',
})

export const withdrawSigning = operation('users:write', {
  ...base,
  method: 'DELETE',
  path: '/api/users/me/clients/{id}/signing',
  name: 'withdrawSigning',
  call: 'me.clients.withdrawSigning',
  summary: 'Withdraw a client’s permission to sign in your name',
  description:
    'Takes effect within a second. Documents that the client has signed stay valid. Withdrawing again changes nothing.',
  params: named,
  answer: z.object({ client }),
})

export const endOwnClient = operation('users:write', {
  ...base,
  method: 'DELETE',
  path: '/api/users/me/clients/{id}',
  name: 'endOwnClient',
  call: 'me.clients.end',
  summary: 'End a client that acts as you',
  description:
    'Call it in your own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
  refusals: 'The caller uses a client instead of their own session.',
})
