import type { ColumnType } from 'kysely'

/** Set by the database at insertion, read as a Date. */
export type Stamped = ColumnType<Date, Date | undefined, Date>

/** Kept by the database itself. */
export type Kept<T> = ColumnType<T, never, never>
