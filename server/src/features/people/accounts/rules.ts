import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type AccountRole, type Actor, isProfessional, professionals } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { canonical } from '../../../lib/passwords.ts'
import { commonPasswords } from './common-passwords.ts'

/** Roles that can register. Administrators invite the others. */
export const registrable = ['PATIENT', ...professionals] as const
export type Registrable = (typeof registrable)[number]

const MAX_CHARACTERS = 128
export const PASSWORD_TOO_LONG = `must have at most ${MAX_CHARACTERS} characters`

/** The fault of a chosen password, if any. Characters are counted after normalisation, because that form is hashed. */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed() || password.includes('\0')) return 'must not contain NUL or unpaired surrogates'
  const characters = [...canonical(password)].length
  if (characters < 8) return 'must have at least 8 characters'
  if (characters > MAX_CHARACTERS) return PASSWORD_TOO_LONG
  if (commonPasswords.has(password.toLowerCase())) return 'is a common password, which attackers try first'
  return undefined
}

/** Whether a role can invite users. Administrators are notified of changes to such users, who could bring in accomplices. */
export const canInvite = (role: AccountRole): boolean =>
  rolesOf(access.invitations.manage).some((inviting) => inviting === role)

/** @throws {ApiError} 409 for a user who is not a professional */
export function assertProfessional(role: AccountRole): void {
  if (isProfessional(role)) return
  throw conflict(`Cannot verify a user with the role ${role}. Only ${professionals.join(', ')} need verification.`)
}

/** @throws {ApiError} 409 for administrators who rename themselves although there are others */
export function assertMayRename(hasOthers: boolean): void {
  if (hasOthers) throw conflict('Administrators cannot rename themselves. Ask another administrator.')
}

/** @throws {ApiError} 409 for the only administrator */
export function assertNotLast(hasOthers: boolean): void {
  if (!hasOthers) throw conflict('You are the only administrator. Invite another one first.')
}

/** @throws {ApiError} 409 for administrators who disable themselves */
export function assertMayDisable(actor: Actor, userId: string): void {
  if (actor.userId === userId) throw conflict('Administrators cannot disable themselves. Ask another administrator.')
}
