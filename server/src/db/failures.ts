import pg from 'pg'
import { DatabaseUnavailable } from './flush.ts'

/** 40P01 deadlock or 40001 serialization failure: the transaction may be retried. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** 55P03 or 57014: a lock or a statement took longer than its limit. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')

/** 23503: a row that another refers to does not exist. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503'

/** 23P01: a time overlaps with another one. */
export const isOverlap = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '23P01'

/** Whether a statement failed at this constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint

/** Whether the database accepts a statement. @returns false if it violates the constraint; other errors are thrown */
export async function isAccepted(statement: Promise<unknown>, constraint: string): Promise<boolean> {
  try {
    await statement
    return true
  } catch (error) {
    if (!violates(error, constraint)) throw error
    return false
  }
}

/** The database answers, but has no disk space or no free connection, or is read-only. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  error.cause instanceof pg.DatabaseError &&
  /^(53|25006)/.test(error.cause.code ?? '')

/** MV001 of `refuse_moved_tenant`: the tenant is being moved to another installation. */
export const isBeingMoved = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === 'MV001'

/** MV002 of `refuse_moved_tenant`: the public address of the installation to which the tenant has moved, else undefined. */
export const movedTo = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === 'MV002' ? error.detail : undefined

/** The database is unavailable or busy: the work may be retried. */
export const isTransient = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isDeadlock(error) || isTimeout(error)
