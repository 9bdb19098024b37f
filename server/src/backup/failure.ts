import { getSystemErrorMap } from 'node:util'
import pg from 'pg'
import { StartError } from '../db/start-error.ts'

/** One line for errors that an operator can fix; other errors with their stack. */
export function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof pg.DatabaseError) return `PostgreSQL answered: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  if ('errno' in error && typeof error.errno === 'number') {
    const cause = getSystemErrorMap().get(error.errno)?.[1] ?? error.message
    return 'path' in error ? `${cause}: ${error.path}` : `${cause} (${error.message})`
  }
  // node-postgres throws this if the server stopped.
  if (error.message.startsWith('Connection terminated')) return 'The connection to PostgreSQL was lost.'
  return error.stack ?? error.message
}
