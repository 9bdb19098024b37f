import type { FastifyBaseLogger } from 'fastify'
import type { AuditTrail, Trail } from './audit/trail.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Db } from './db/kysely.ts'
import type { Prepared } from './db/prepared.ts'
import type { Sender } from './features/notifications/engine/sender.ts'
import type { Outbound } from './features/sandbox/outbound.ts'
import type { AccessTokens } from './http/access-token.ts'
import type { KeyRing } from './http/key-ring.ts'
import type { RateLimits } from './http/rate-limit.ts'
import type { Clock } from './lib/clock.ts'
import type { Page } from './lib/fields.ts'
import type { Passwords } from './lib/passwords.ts'
import type { Vault } from './lib/secrets.ts'
import type { Renderer } from './pdf/content.ts'
import type { Cache } from './providers/cache/index.ts'
import type { MessageProviders } from './providers/messages/index.ts'
import type { PaymentProvider } from './providers/payments/index.ts'
import type { Storage } from './providers/storage/index.ts'
import type { VideoProvider } from './providers/video/index.ts'

/** The queries of a list: a window of its rows, and the total. */
export type Listing<V, O> = { rows: Prepared<V & Asker & Window, O>; total: Prepared<V & Asker> }
export type Asker = { tenantId: string; userId: string }
export type Window = { limit: number; offset: number }

/** A scheduled job that callers can check and run. */
type JobAtHand = { isDue(services: Services): Promise<boolean>; run(services: Services): Promise<void> }

/** The services shared by the whole process. Created by `compose`. */
export type Services = {
  config: Config
  log: FastifyBaseLogger
  clock: Clock
  vault: Vault
  database: Database
  keys: KeyRing
  tokens: AccessTokens
  passwords: Passwords
  limits: RateLimits
  audit: AuditTrail
  cache: Cache
  storage: Storage
  video: VideoProvider
  /** Providers by channel. */
  messages: MessageProviders
  /** Sends messages and receives their receipts. */
  sender: Sender
  /** The card payment provider, if any. */
  payments: PaymentProvider | undefined
  /** Renders documents. */
  renderer: Renderer
  /** The scheduled jobs by name, for moving the test clock. */
  jobs: Record<string, JobAtHand>
  /** Pending messages and deliveries, for moving the test clock. */
  outbound: Outbound
}

/** The services with the unit of work of one operation. */
export type Context = Services & {
  /** Reads run on the shared lanes, writes in the operation's transaction. */
  db: Db
  trail: Trail
  /** Sets subject and patients of the operation's audit row. */
  concerns(subjectId: string, patients?: string | readonly string[]): void
  /** Reads a row by the id of its subject, after auditing the read. */
  readOne<V extends object, O extends OfPatient>(
    one: Prepared<V & Asker, O>,
    values: V,
    subjectId: string,
  ): Promise<O | undefined>
  /** Reads one page of rows and the total, after auditing the read. */
  readPage<V extends object, O extends OfPatient>(
    listing: Listing<V, O>,
    values: V,
    page: Page,
  ): Promise<{ rows: O[]; total: number }>
  /** Reads rows of a cursor-paged list, after auditing the read. */
  readSome<V extends object, O extends OfPatient>(rows: Prepared<V & Asker, O>, values: V): Promise<O[]>
}

/** A row with its patient, null for data of no patient. */
type OfPatient = { patient_id: string | null }
