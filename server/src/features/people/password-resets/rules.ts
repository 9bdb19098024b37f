import { createHmac, randomInt } from 'node:crypto'
import type { Vault } from '../../../lib/secrets.ts'

export const LIFE_MS = 30 * 60 * 1000

/** Tries of one code, of a hundred million possible codes. */
export const MAX_TRIES = 5

/** Every answer takes a multiple of this time, so that its duration does not reveal whether the address has a login. */
export const ANSWER_INTERVAL_MS = 200

/** Two digits longer than other codes, because anyone who knows an address can request one. */
export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

/** The key of a code. It contains `resetId`, so that only the browser that requested the code can use it. */
export const codeKey = (vault: Pick<Vault, 'derive'>, resetId: string, code: string): Buffer =>
  createHmac('sha256', vault.derive('password resets'))
    .update(JSON.stringify([resetId, code]))
    .digest()
