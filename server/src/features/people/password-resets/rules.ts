import { createHmac, randomInt } from 'node:crypto'
import type { Vault } from '../../../lib/secrets.ts'

export const LIFE_MS = 30 * 60 * 1000

/** Tries of one code: five of a hundred million. */
export const MAX_TRIES = 5

/** Requests are answered at multiples of this time, so that their duration reveals nothing. */
export const ANSWER_INTERVAL_MS = 200

/** Longer than other codes, because anyone who knows an address can ask for one. */
export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

/** The key of a code: only the browser that asked for it can use it. */
export const codeKey = (vault: Pick<Vault, 'derive'>, resetId: string, code: string): Buffer =>
  createHmac('sha256', vault.derive('password resets'))
    .update(JSON.stringify([resetId, code]))
    .digest()
