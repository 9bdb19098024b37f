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

/** A list: one window of its rows, and how many there are in all. */
export type Listing<V, O> = { rows: Prepared<V & Asker & Window, O>; total: Prepared<V & Asker> }
export type Asker = { tenantId: string; userId: string }
export type Window = { limit: number; offset: number }

/** A scheduled job: whether anything is due by now, and the doing of it. */
type JobAtHand = { isDue(services: Services): Promise<boolean>; run(services: Services): Promise<void> }

/** What the whole process shares. Made once, by `compose`. */
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
  /** Keeps documents. */
  storage: Storage
  video: VideoProvider
  /** Who carries which messages. */
  messages: MessageProviders
  /** Sends them, and is told what providers say of them. */
  sender: Sender
  /** Takes cards; undefined where nobody does. */
  payments: PaymentProvider | undefined
  /** Makes documents. */
  renderer: Renderer
  /** The scheduled jobs by name, for a clock that is moved past their times. */
  jobs: Record<string, JobAtHand>
  /** What is to be sent, for the same clock. */
  outbound: Outbound
}

/** What one operation works with: the services, and its unit of work. */
export type Context = Services & {
  /** A read's queries run on the shared lanes; a write's in the operation's one transaction. */
  db: Db
  trail: Trail
  /** Says whose data a write touched, or a read asks for whatever it shows, for the audit row of the operation. */
  concerns(subjectId: string, patients?: string | readonly string[]): void
  /** A row by the id of its subject, once the read has been written down. */
  readOne<V extends object, O extends OfPatient>(
    one: Prepared<V & Asker, O>,
    values: V,
    subjectId: string,
  ): Promise<O | undefined>
  /** One page of rows and the total, once the read has been written down. */
  readPage<V extends object, O extends OfPatient>(
    listing: Listing<V, O>,
    values: V,
    page: Page,
  ): Promise<{ rows: O[]; total: number }>
  /** Some rows of a list that is walked with a cursor, once the read has been written down. */
  readSome<V extends object, O extends OfPatient>(rows: Prepared<V & Asker, O>, values: V): Promise<O[]>
}

/** A row that says whose data it is; null when it is no patient's. */
type OfPatient = { patient_id: string | null }
