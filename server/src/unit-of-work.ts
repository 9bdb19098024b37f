import type { FastifyBaseLogger } from 'fastify'
import type { CallerIds } from './actor.ts'
import type { OfPatient, PointValues } from './audit/point-reads.ts'
import type { Trail } from './audit/trail.ts'
import type { Db } from './db/kysely.ts'
import type { Listing } from './db/listings.ts'
import type { Prepared } from './db/prepared.ts'
import type { Clock } from './lib/clock.ts'
import type { Page, Pagination } from './lib/fields.ts'
import type { Vault } from './lib/secrets.ts'

/**
 * The context of every action: the reads or the single transaction of an operation, and its audit row. An action that needs
 * services declares them: `ctx: Context<'video'>` (`http/services.ts`).
 */
export type UnitOfWork = {
  /** Reads run on the shared lanes, writes in the operation's transaction. */
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  /** Encrypts. An action that decrypts names the service `vault`. */
  vault: Pick<Vault, 'seal'>
  /** The caller and the operation. */
  trail: Trail
  /** Sets subject and patients of the operation's audit row. */
  setAuditSubject(subjectId: string, patients?: string | readonly string[]): void
  /** Reads a row by the id of its subject, after auditing the read; in a write, within its transaction. */
  readOne<V extends PointValues, O extends OfPatient>(
    one: Prepared<V & CallerIds, O>,
    values: V,
    subjectId: string,
  ): Promise<O | undefined>
  /** Reads one page of rows, after auditing the read. */
  readPage<V extends object, O extends OfPatients>(
    listing: Listing<V, O>,
    values: V,
    page: Page,
  ): Promise<{ rows: O[]; pagination: Pagination }>
  /** The cursors of this operation's list. */
  cursors: Cursors
  /** Reads rows of a cursor-paged list, after auditing the read. */
  readSome<V extends object, O extends OfPatients>(rows: Prepared<V & CallerIds, O>, values: V): Promise<O[]>
}

/** Cursors of one list: they belong to its operation, filters and tenant. */
export type Cursors = {
  /** The cursor of a key of the list; null for no key. */
  write(key: readonly string[] | null): string | null
  /** @throws {ApiError} 422 for a cursor of another list, or with another number of key columns */
  read(cursor: string, keys: number): string[]
}

/** A row with its patient (null for data of no patient), or with several patients. */
type OfPatients = { patient_id: string | null; patient_ids?: string[] }
