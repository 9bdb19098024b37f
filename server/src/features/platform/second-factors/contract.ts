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
const OWN = 'In the caller’s own browser session.'
const NOTIFIES = 'A message notifies the person.'

const password = bounded(MAX_TYPED_PASSWORD).meta({
  description: 'The present password. A wrong one is 422 and counts as a failed sign-in.',
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
      'Ten codes, each for one sign-in without the device. Keep them apart from it. Null in a replay: secrets are shown once.',
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
        'Whether the installation requires a second factor of the caller’s role (`ADMIN_SECOND_FACTOR`). Without one the caller can use only their own account.',
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
  summary: 'Begin to set up an authenticator app',
  description: `Makes a secret (RFC 6238: SHA-1, 6 digits, 30 s). It replaces one that was not confirmed, and is valid once \`POST /api/users/me/totp/confirm\` gets its first code, within 30 minutes. ${OWN}`,
  body: z.strictObject({ password }).meta({ id: 'PasswordProof', example: { password: 'sandbox-password' } }),
  answer: z.object({
    secret: secretField('In base 32, for typing.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: secretField('For a QR code.', 'otpauth://totp/Medina%20Care:amina%40example.com?secret=JBSW…'),
    qrCode: secretField('The URI as an SVG image.', '<svg xmlns="http://www.w3.org/2000/svg" …'),
    notice,
  }),
  shownOnce: ['secret', 'uri', 'qrCode'],
  refusals,
  conflicts: 'An authenticator app is set up already.',
})

export const confirmTotp = operation('users:write', {
  ...base,
  method: 'POST',
  path: '/api/users/me/totp/confirm',
  name: 'confirmTotp',
  call: 'me.secondFactors.confirmTotp',
  summary: 'Set up the authenticator app by its first code',
  description: `From now on a sign-in needs a code after the password. All other sessions of the person end. With the first second factor the answer has recovery codes; otherwise the list is empty. ${NOTIFIES} ${OWN}`,
  body: z.strictObject({ code }).meta({ id: 'AppCode', example: { code: '492039' } }),
  answer: z.object({ recoveryCodes, notice }),
  shownOnce: ['recoveryCodes'],
  refusals,
  conflicts: 'An authenticator app is set up already.',
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
  description: `Recovery codes end with the last second factor. ${NOTIFIES} ${OWN}`,
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
  description: `Earlier ones end. ${NOTIFIES} ${OWN}`,
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
  summary: 'Begin to register a passkey',
  description: `Options for \`PublicKeyCredential.parseCreationOptionsFromJSON\` (WebAuthn), valid for five minutes in this session. ${OWN}`,
  body: z.strictObject({ password }).meta({ id: 'PasswordProof', example: { password: 'sandbox-password' } }),
  answer: z.object({
    options: z.record(z.string(), z.unknown()).meta({ example: { challenge: 'pYf3…' } }),
  }),
  refusals,
})

/** The JSON of a credential, whose form is the browser's. */
export const credential = bounded(MAX_CREDENTIAL).meta({
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
  description: `In the session that began it, once. From now on the person signs in with it alone, or after the password. With the first second factor all other sessions of the person end, and the answer has recovery codes; otherwise the list is empty. ${NOTIFIES} ${OWN}`,
  body: z.strictObject({ name: line(MAX_PASSKEY_NAME), credential }).meta({
    id: 'NewPasskey',
    example: { name: 'Téléphone', credential: '{"id":"pYf3…","type":"public-key","response":{…}}' },
  }),
  answer: z.object({ passkey, recoveryCodes, notice }),
  shownOnce: ['recoveryCodes'],
  refusals,
  conflicts: 'The person has 20 passkeys, or the passkey is registered already.',
})

export const removePasskey = operation('users:write', {
  ...base,
  subject: 'Passkey',
  method: 'POST',
  path: '/api/users/me/passkeys/{id}/remove',
  name: 'removePasskey',
  call: 'me.secondFactors.removePasskey',
  summary: 'Remove a passkey',
  description: `Recovery codes end with the last second factor. ${NOTIFIES} ${OWN}`,
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
    'For a person who lost the device and the recovery codes: their password alone signs them in then. Make sure that it is them who asks. They are notified. In the administrator’s own browser session.',
  roles: rolesOf(access.credentials.removeLost),
  params: z.object({ id: id('usr') }),
  answer: z.object({ ok: z.literal(true) }),
  refusals,
  conflicts:
    'The user has no second factor, is the caller, or is also a user of another organisation, whose administrators did not decide it: then the operator removes it.',
})
