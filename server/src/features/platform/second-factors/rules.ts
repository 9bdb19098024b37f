import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { AccountRole, Actor } from '../../../actor.ts'
import type { Config } from '../../../config.ts'
import { conflict } from '../../../errors.ts'
import { fold } from '../../../lib/fold.ts'
import type { Vault } from '../../../lib/secrets.ts'

/** How a person proves a second factor. */
export const methods = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const
export type Method = (typeof methods)[number]

/** How long a person has for the second factor after the password. */
export const CHALLENGE_MS = 5 * 60 * 1000
/** The maximum number of tries of a challenge. */
export const MAX_TRIES = 5
/** The maximum number of wrong codes of an app in an hour, from all networks. A guess is right with 3 in a million. */
export const MAX_FAILURES = 20
/** The number of wrong codes after which the owner is notified, because a wrong code follows the right password. */
export const FAILURES_TO_NOTIFY = 5

/** Maximum length of a code as typed, possibly in groups or in Arabic digits. */
export const MAX_TYPED_CODE = 40

/** How long a browser has for the challenge of a passkey. */
export const PASSKEY_MS = 5 * 60 * 1000
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
/** Maximum length of a credential as JSON. */
export const MAX_CREDENTIAL = 8000

const STEP_SEC = 30
/** By how many steps the clock of a device may differ. */
const WINDOW = 1

/** Recovery codes of 60 random bits, in the letters of Crockford's base 32. */
const RECOVERY_CODES = 10
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12
const GROUP = 4

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!).join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')
}

/** Parses a typed code. Ignores spaces, hyphens and case, and accepts Arabic digits and letters that look like digits. */
export function readCode(typed: string): { totp: string } | { recovery: string } | undefined {
  const text = fold(typed).replaceAll(' ', '')
  if (/^\d{6}$/.test(text)) return { totp: text }
  const recovery = text.replaceAll('o', '0').replace(/[il]/g, '1')
  return recovery.length === LENGTH ? { recovery } : undefined
}

/** The possible keys of a recovery code, one for each master key, because a code may be older than the newest master key. */
export const recoveryKeys = (vault: Pick<Vault, 'deriveRing'>, loginId: string, code: string): Buffer[] =>
  vault.deriveRing('recovery codes').map(({ secret }) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([loginId, code]))
      .digest(),
  )

/** The parameters of RFC 6238 that every app supports. */
const appOf = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: STEP_SEC, secret })

/** A secret of 160 bits (RFC 4226, section 4), in base 32, and the URI that an app reads. */
export function newSecret(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: appOf(secret, { issuer, label }).toString() }
}

/** The time step of a code; undefined for a wrong one. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const delta = appOf(Secret.fromBase32(secret)).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / STEP_SEC) + delta
}

/** @throws {ApiError} 409 if the person already has an app */
export function assertNoApp(hasApp: boolean): void {
  if (hasApp) throw conflict('An authenticator app is already set up. Remove it first.')
}

/** @throws {ApiError} 409 without a second factor */
export function assertHasFactor(hasFactor: boolean): void {
  if (!hasFactor) throw conflict('No second factor is set up.')
}

const administrators: readonly string[] = rolesOf(access.users.update)

/** Whether the installation requires a second factor of an account. */
export const isRequiredOfAccount = (
  { adminSecondFactor }: Pick<Config, 'adminSecondFactor'>,
  { role }: { role: AccountRole },
): boolean => adminSecondFactor === 'required' && administrators.includes(role)

/** The same for a caller, who acts as PENDING while a required second factor is missing. */
export const isRequiredOf = (
  config: Pick<Config, 'adminSecondFactor'>,
  { role, lacksSecondFactor }: Pick<Actor, 'role' | 'lacksSecondFactor'>,
): boolean => lacksSecondFactor === true || (config.adminSecondFactor === 'required' && administrators.includes(role))
