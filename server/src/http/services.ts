import type { Closing } from '@medina-care/protocol/messages.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditTrail } from '../audit/trail.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/kysely.ts'
import type { Pages } from '../db/pages.ts'
import type { Arrivals } from '../events/arrivals.ts'
import type { Clock } from '../lib/clock.ts'
import type { Passwords } from '../lib/passwords.ts'
import type { Vault } from '../lib/secrets.ts'
import type { Tracer } from '../lib/tracer.ts'
import type { MessageProviders, Received } from '../messages/providers/index.ts'
import type { Renderer } from '../pdf/content.ts'
import type { Cache } from '../providers/cache/index.ts'
import type { PaymentProvider } from '../providers/payments/index.ts'
import type { Storage } from '../providers/storage/index.ts'
import type { RoomId, VideoProvider } from '../providers/video/index.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { AccessTokens } from './access-token.ts'
import type { KeyRing } from './key-ring.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { MergedIds } from './merged-ids.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Readiness } from './readiness.ts'

/** The services shared by the whole process. Created by `compose`; an action names those that it uses. */
export type Services = {
  config: Config
  log: FastifyBaseLogger
  clock: Clock
  vault: Vault
  database: Database
  readiness: Readiness
  merged: MergedIds
  pages: Pages
  keys: KeyRing
  tokens: AccessTokens
  passwords: Passwords
  limits: RateLimits
  audit: AuditTrail
  /** Wakes calls that wait for events. */
  arrivals: Arrivals
  cache: Cache
  storage: Storage
  video: VideoProvider
  rooms: Rooms
  /** Providers by channel. */
  messages: MessageProviders
  sender: MessageSender
  /** The provider of card payments, if any. */
  payments: PaymentProvider | undefined
  /** Renders documents. */
  renderer: Renderer
  /** The scheduled jobs by name, for moving the test clock. */
  jobs: Record<string, RunnableJob>
  /** Pending messages and deliveries, for moving the test clock. */
  outbound: Outbound
  /** The log of requests of clients. */
  requestLog: { note(entry: LoggedRequest): void; flush(): Promise<void> }
  /** With OTEL_EXPORTER_OTLP_ENDPOINT only. */
  tracer: Tracer | undefined
  /** With METRICS_PORT only. */
  metrics: Metrics | undefined
}

/** The metrics of this process and of the installation's backlog, in the format of Prometheus. */
export type Metrics = {
  noteRequest(served: { operation: string; status: number; ms: number }): void
  /** Notes how long a transaction or list waited for a connection. */
  noteTurn(waitedMs: number): void
  /** @param worker its role sees all organisations */
  scrape(services: Services, worker: Database): Promise<{ contentType: string; text: string }>
}

/** The video rooms of appointments. */
export type Rooms = {
  /**
   * Closes a room in the transaction, and disconnects all participants after the commit.
   * @param durationSec of a completed consultation, of which its participants are notified
   */
  close(tx: Db, room: RoomId, reason: Closing, durationSec?: number): void
  /** Disconnects a participant from one patient's rooms after the commit. The transaction must have ended their access. */
  removeFromRoomsOf(tx: Db, participant: PatientsParticipant): void
  /** Whole seconds that practitioner and patient were in the room together; 0 if it was not used. */
  secondsTogether(tx: Db, room: RoomId): Promise<number>
}

export type PatientsParticipant = { tenantId: string; identity: string; patientId: string }

/** Sends messages, and records the receipts and replies that a provider reports. */
type MessageSender = {
  take(provider: string, received: Pick<Received, 'receipts' | 'replies'>): Promise<void>
  stop(): Promise<void>
}

/** A scheduled job that callers can check and run. */
type RunnableJob = {
  isDue(services: Services): Promise<boolean>
  run(services: Services): Promise<void>
  /** Of a job that runs every minute: when an item will next be due, unless something changes; undefined if none is known. */
  nextDueAt: ((services: Services) => Promise<Date | undefined>) | undefined
}

/** Tracks due messages and webhooks of all organisations while the clock is moved. */
export type Outbound = {
  /**
   * Waits until all messages and webhooks that are due now have been sent, or until `isLate` returns true. Does not wait for
   * a send that hangs or for work that is added meanwhile.
   * @returns when the next one is due, in milliseconds since 1970; undefined if none is
   */
  waitUntilSent(isLate: () => boolean): Promise<number | undefined>
}

/** The unit of work with the services that an action uses: `ctx: Context<'video' | 'config'>`. */
export type Context<S extends keyof Services> = UnitOfWork & Pick<Services, S>

/** What handlers and jobs receive, to pass to actions. */
export type FullContext = Context<keyof Services>
