import type { ColumnType } from 'kysely'

/** Set by the database on insert, read as a Date. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>

/** Maintained by the database. */
export type Maintained<T> = ColumnType<T, never, never>
