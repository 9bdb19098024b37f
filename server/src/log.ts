import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/**
 * The process's log: JSON lines with ids and outcomes. Errors are logged by selected fields, because libraries attach
 * objects with connections, passwords and values to them.
 */
export function openLog(level: Config['logLevel']): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: present } })
}

function present(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined ? {} : { cause: present(error.cause) }
  if (error instanceof pg.DatabaseError) {
    // The message of a data exception (class 22) quotes the value.
    const message = error.code?.startsWith('22') ? {} : { message: error.message }
    return {
      type: 'DatabaseError',
      code: error.code,
      constraint: error.constraint,
      table: error.table,
      routine: error.routine,
      ...message,
    }
  }
  return {
    type: error.name,
    code: (error as NodeJS.ErrnoException).code,
    message: error.message,
    stack: error.stack,
    ...cause,
  }
}
