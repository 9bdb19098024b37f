import { getSystemErrorMap } from 'node:util'
import pg from 'pg'
import { StartError } from '../db/start-error.ts'

/** What an operator can mend in one line; anything else is ours, with its stack. */
export function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof pg.DatabaseError) return `PostgreSQL answered: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  if ('errno' in error && typeof error.errno === 'number') {
    const cause = getSystemErrorMap().get(error.errno)?.[1] ?? error.message
    return 'path' in error ? `${cause}: ${error.path}` : `${cause} (${error.message})`
  }
  // node-postgres says so of a server that stopped.
  if (error.message.startsWith('Connection terminated')) return 'The connection to PostgreSQL was lost.'
  return error.stack ?? error.message
}
