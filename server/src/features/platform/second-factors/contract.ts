import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
import { bounded, id, line, utc } from '../../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../../lib/passwords.ts'
import { MAX_CREDENTIAL, MAX_PASSKEY_NAME, MAX_TYPED_CODE } from './rules.ts'

// The second factors of the caller, in the caller's account.

const base = { tag: 'Users', subject: 'User', roles: rolesOf(access.credentials.manage) } as const
const refusals = 'The caller uses a client instead of their own session.'
const OWN = 'Call it in your own browser session.'
const NOTIFIES = 'The person is notified.'

const password = bounded(MAX_TYPED_PASSWORD).meta({
  description: 'The current password. A wrong password gets 422 and counts as a failed sign-in.',
})

const code = bounded(MAX_TYPED_CODE).meta({
  description: 'The six digits of the authenticator app, or a recovery code. Each is accepted once.',
  example: '492039',
})

const recoveryCodes = z
  .array(z.string().meta({ example: '7kq2-m4vd-x90e' }))
  .nullable()
  .meta({
    description:
      'Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once.',
  })

const passkey = z
  .object({
    id: id('psk'),
    name: z.string().meta({ example: 'Téléphone' }),
    createdAt: utc,
    lastUsedAt: utc.nullable(),
  })
  .meta({ id: 'Passkey' })

export const readSecondFactors = operation('users:read', {
  ...base,
  method: 'GET',
  path: '/api/users/me/second-factors',
  name: 'readSecondFactors',
  call: 'me.secondFactors.get',
  summary: 'Read the second factors of the current user',
  description: OWN,
  answer: z.object({
    totp: z
      .object({ addedAt: utc })
      .meta({ id: 'AuthenticatorApp' })
      .nullable()
      .meta({ description: 'Null without an app.' }),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.int().meta({ example: 10 }),
    required: z.boolean().meta({
      description:
        'Whether the installation requires a second factor for the caller’s role (`ADMIN_SECOND_FACTOR`). Without a second factor, the caller can use only their own account.',
    }),
  }),
  refusals,
})

export const beginTotp = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/totp',
  name: 'beginTotp',
  call: 'me.secondFactors.beginTotp',
  summary: 'Start setting up an authenticator app',
  description: `Creates a secret (RFC 6238: SHA-1, 6 digits, 30 s), which replaces an unconfirmed one. Send its first code to \`POST /api/users/me/totp/confirm\` within 30 minutes to activate it. ${OWN}`,
  body: z.strictObject({ password }).meta({ id: 'PasswordProof', example: { password: 'sandbox-password' } }),
  answer: z.object({
    secret: secretField('The secret in base 32, for manual entry.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: secretField('The URI for a QR code.', 'otpauth://totp/Medina%20Care:amina%40example.com?secret=JBSW…'),
    qrCode: secretField('The URI as an SVG image.', '<svg xmlns="http://www.w3.org/2000/svg" …'),
    notice,
  }),
  shownOnce: ['secret', 'uri', 'qrCode'],
  refusals,
  conflicts: 'An authenticator app is already set up.',
})

export const confirmTotp = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/totp/confirm',
  name: 'confirmTotp',
  call: 'me.secondFactors.confirmTotp',
  summary: 'Activate the authenticator app with its first code',
  description: `From now on, a sign-in requires a code after the password. If this is the person’s first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. ${NOTIFIES} ${OWN}`,
  body: z.strictObject({ code }).meta({ id: 'AppCode', example: { code: '492039' } }),
  answer: z.object({ recoveryCodes, notice }),
  shownOnce: ['recoveryCodes'],
  refusals,
  conflicts: 'An authenticator app is already set up.',
})

const proof = z
  .strictObject({ password, code })
  .meta({ id: 'SecondFactorProof', example: { password: 'sandbox-password', code: '492039' } })

export const removeTotp = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/totp/remove',
  name: 'removeTotp',
  call: 'me.secondFactors.removeTotp',
  summary: 'Remove the authenticator app',
  description: `Removing the last second factor also removes the recovery codes. ${NOTIFIES} ${OWN}`,
  body: proof,
  answer: z.object({ ok: z.literal(true) }),
  refusals,
  conflicts: 'No authenticator app is set up.',
})

export const replaceRecoveryCodes = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/recovery-codes',
  name: 'replaceRecoveryCodes',
  call: 'me.secondFactors.replaceRecoveryCodes',
  summary: 'Replace the recovery codes',
  description: `The previous codes become invalid. ${NOTIFIES} ${OWN}`,
  body: proof,
  answer: z.object({ recoveryCodes, notice }),
  shownOnce: ['recoveryCodes'],
  refusals,
  conflicts: 'No second factor is set up.',
})

export const beginPasskey = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/passkeys/options',
  name: 'beginPasskey',
  call: 'me.secondFactors.beginPasskey',
  summary: 'Start registering a passkey',
  description: `Returns options for \`PublicKeyCredential.parseCreationOptionsFromJSON\` (WebAuthn), valid for five minutes in this session. ${OWN}`,
  body: z.strictObject({ password }).meta({ id: 'PasswordProof', example: { password: 'sandbox-password' } }),
  answer: z.object({
    options: z.record(z.string(), z.unknown()).meta({ example: { challenge: 'pYf3…' } }),
  }),
  refusals,
})

/** The JSON of a credential, in the form of the browser. */
const credential = bounded(MAX_CREDENTIAL).meta({
  description: 'The JSON of the credential (`PublicKeyCredential.toJSON`), as text.',
  example: '{"id":"pYf3…","type":"public-key","response":{…}}',
})

export const addPasskey = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/passkeys',
  name: 'addPasskey',
  call: 'me.secondFactors.addPasskey',
  summary: 'Register a passkey',
  description: `Call it once, in the session that requested the options. From now on, the person can sign in with the passkey alone, or use it after the password. If this is their first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. ${NOTIFIES} ${OWN}`,
  body: z.strictObject({ name: line(MAX_PASSKEY_NAME), credential }).meta({
    id: 'NewPasskey',
    example: { name: 'Téléphone', credential: '{"id":"pYf3…","type":"public-key","response":{…}}' },
  }),
  answer: z.object({ passkey, recoveryCodes, notice }),
  shownOnce: ['recoveryCodes'],
  refusals,
  conflicts: 'The person already has 20 passkeys, or the passkey is already registered.',
})

export const removePasskey = operation('users:write', {
  ...base,
  subject: 'Passkey',
  method: 'POST',
  path: '/api/users/me/passkeys/{id}/remove',
  name: 'removePasskey',
  call: 'me.secondFactors.removePasskey',
  summary: 'Remove a passkey',
  description: `Removing the last second factor also removes the recovery codes. ${NOTIFIES} ${OWN}`,
  params: z.object({ id: id('psk') }),
  body: z.strictObject({ password }).meta({ id: 'PasswordProof', example: { password: 'sandbox-password' } }),
  answer: z.object({ ok: z.literal(true) }),
  refusals,
})

export const removeSecondFactors = operation('users:write', {
  tag: 'Users',
  subject: 'User',
  method: 'POST',
  path: '/api/users/{id}/second-factors/remove',
  name: 'removeSecondFactors',
  call: 'users.removeSecondFactors',
  summary: 'Remove the lost second factors of a user',
  description:
    'For a person who has lost their device and recovery codes. Afterwards they can sign in with the password alone. Verify the identity of the person before you call it. The person is notified. Call it in your own browser session.',
  roles: rolesOf(access.credentials.removeLost),
  params: z.object({ id: id('usr') }),
  answer: z.object({ ok: z.literal(true) }),
  refusals,
  conflicts:
    'The user has no second factor, is the caller, or is also a user of another organisation. In the last case, ask the operator of the installation.',
})
