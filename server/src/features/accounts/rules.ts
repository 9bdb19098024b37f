import { type Actor, isProfessional, professionals, type Role } from '../../actor.ts'
import { conflict } from '../../errors.ts'
import { canonical } from '../../lib/passwords.ts'
import { commonPasswords } from './common-passwords.ts'

/** Who may make an account for themselves. Administrators are made by administrators. */
export const registrable = ['PATIENT', ...professionals] as const
export type Registrable = (typeof registrable)[number]

const MAX_CHARACTERS = 128
export const PASSWORD_TOO_LONG = `must have at most ${MAX_CHARACTERS} characters`

/** What is wrong with a password that a person chose, if anything. Characters are counted as they are hashed. */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed() || password.includes('\0')) return 'must not contain NUL or half a surrogate pair'
  const characters = [...canonical(password)].length
  if (characters < 8) return 'must have at least 8 characters'
  if (characters > MAX_CHARACTERS) return PASSWORD_TOO_LONG
  if (commonPasswords.has(password.toLowerCase())) return 'is one of the commonest, which are guessed first'
  return undefined
}

/** @throws {ApiError} 409 for somebody of whom there is nothing to verify */
export function assertProfessional(role: Role): void {
  if (isProfessional(role)) return
  throw conflict(`A user who is ${role} has nothing to verify; ${professionals.join(', ')} have.`)
}

/** @throws {ApiError} 409 for an administrator who would lock themselves out */
export function assertMayDisable(actor: Actor, userId: string): void {
  if (actor.userId === userId) throw conflict('Administrators do not disable themselves: ask another one.')
}
