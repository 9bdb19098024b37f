import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { dropOldEntries } from './audit/retention.ts'
import { AuditTrail } from './audit/trail.ts'
import type { Config } from './config.ts'
import { cronTasks, jobRunners } from './cron.ts'
import { Database } from './db/database.ts'
import { Pages } from './db/pages.ts'
import { urlAt } from './db/roles.ts'
import { StartError } from './db/start-error.ts'
import { Arrivals } from './events/arrivals.ts'
import { appointmentRooms } from './features/care/video/actions.ts'
import { roomLedger } from './features/care/video/room-ledger.ts'
import { claimRooms } from './features/care/video/rooms-lease.ts'
import { deleteOldLeads } from './features/messaging/leads/retention.ts'
import { Sender } from './features/messaging/notifications/engine/sender.ts'
import { outbox } from './features/messaging/notifications/outbox.ts'
import { deleteOldMessages } from './features/messaging/notifications/retention.ts'
import { cardLedger } from './features/money/invoices/card-ledger.ts'
import { settleAbandoned } from './features/money/invoices/settling.ts'
import { metricsApp } from './features/platform/metrics/app.ts'
import { openMetrics } from './features/platform/metrics/metrics.ts'
import { dropOldDays, RequestLog } from './features/platform/requests/log.ts'
import { outbound } from './features/platform/sandbox/outbound.ts'
import { resetWeekly } from './features/platform/sandbox/resetting.ts'
import { readSessionStatus } from './features/platform/sign-in/session-status.ts'
import { readTokenStatus } from './features/platform/tokens/token-status.ts'
import { Deliverer } from './features/platform/webhooks/engine/deliverer.ts'
import { addUpMinutes, dropOldMonths } from './features/platform/webhooks/engine/upkeep.ts'
import { AccessTokens, type TokenStatus } from './http/access-token.ts'
import { KeyRing } from './http/key-ring.ts'
import { MergedIds } from './http/merged-ids.ts'
import { addressBehind } from './http/proxies.ts'
import { RateLimits } from './http/rate-limit.ts'
import { Readiness } from './http/readiness.ts'
import type { Services } from './http/services.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { deleteOldEffects } from './jobs/retention.ts'
import { sandboxSchedule, schedule } from './jobs/schedule.ts'
import { startScheduler, type Tasks } from './jobs/scheduler.ts'
import { AddressGuard } from './lib/address-guard.ts'
import { Clock } from './lib/clock.ts'
import { Passwords } from './lib/passwords.ts'
import type { Vault } from './lib/secrets.ts'
import { settlesWithin } from './lib/settles-within.ts'
import type { Tracer } from './lib/tracer.ts'
import { openMessages } from './messages/providers/open.ts'
import { validationServices } from './pdf/long-term/validation-data.ts'
import { openRenderer } from './pdf/renderer.ts'
import { timestampAuthorityAt } from './pdf/timestamp-authority.ts'
import { openCache } from './providers/cache/open.ts'
import { openPayments } from './providers/payments/open.ts'
import { StorageError } from './providers/storage/index.ts'
import { openStorage } from './providers/storage/open.ts'
import { openVideo } from './providers/video/open.ts'

/** Connections shared by all point reads. */
const LANES = 3
/** Beside the session of the deliverer. */
const WORKER_CONNECTIONS = 5
const CLOCK_POLL_MS = 1000
/** How long a stop waits for threads and for connections other than the database's. */
const CLOSE_MS = 2000

type Composed = {
  services: Services
  /** Serves the metrics; undefined without METRICS_PORT. */
  metricsApp: FastifyInstance | undefined
  /** Call it before `stop`: a server that starts meanwhile waits for this one. */
  drain(): void
  /** Ends senders and jobs first and connections last. */
  stop(): Promise<void>
}

/**
 * Creates all services. Nothing else creates a provider or opens a connection.
 * @param onRoomsLost called if another server takes over the embedded rooms; if given, this process claims them
 * @throws {StartError}
 */
export async function compose(
  config: Config,
  vault: Vault,
  urls: { app: string; worker: string },
  log: FastifyBaseLogger,
  onRoomsLost?: (error: StartError) => void,
): Promise<Composed> {
  const testClock = config.mode === 'sandbox'
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const clock = new Clock()
  const storage = await openStorage(config, vault, clock).catch(asStartError) // before anything that must be closed
  const tracer = config.traces && (await openTraces(config.traces))
  const workerDatabase = new Database({
    url: urls.worker,
    poolerUrl: config.databasePoolerUrl && urlAt(config.databasePoolerUrl, urls.worker),
    poolSize: WORKER_CONNECTIONS,
    laneCount: 1,
    testClock,
    applicationName: 'medina-care worker',
    timeoutSec: config.databaseTimeoutSec,
    tracer,
    onLost,
  })
  const claimsRooms = config.video.kind === 'embedded' && onRoomsLost
  const roomsLease = claimsRooms ? await claimRooms(workerDatabase, log, onRoomsLost) : undefined
  const deliverer = new Deliverer({
    database: workerDatabase,
    vault,
    clock,
    log,
    allowCidrs: config.webhookAllowCidrs,
    allowHttp: testClock,
    giveUp: config.webhookAutoDisable,
    tracer,
  })
  const messages = openMessages(config, outbox(workerDatabase), log)
  const sender = new Sender({
    database: workerDatabase,
    providers: messages,
    vault,
    log,
    publicUrl: config.publicUrl,
  })
  const arrivals = new Arrivals(workerDatabase, log)
  const wake = () => {
    arrivals.wake()
    deliverer.wake()
    sender.wake()
  }
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics()
  const database = new Database({
    url: urls.app,
    poolerUrl: config.databasePoolerUrl && urlAt(config.databasePoolerUrl, urls.app),
    poolSize: config.databasePoolSize,
    poolShare: config.databasePoolShare,
    laneCount: LANES,
    testClock,
    applicationName: 'medina-care',
    timeoutSec: config.databaseTimeoutSec,
    tracer,
    onLost,
    onCommit: wake,
    ...(metrics && { onTurn: metrics.noteTurn }),
  })
  const stopFollowing = testClock ? await followTestClock(database, clock, log) : () => {}
  const keys = await KeyRing.open(database, vault)
  const merged = new MergedIds(database)
  const cache = await openCache(config, log)
  const video = await openVideo(config, {
    vault,
    clock,
    log,
    ledger: roomLedger(() => services),
    addressOf: addressBehind(config.trustedProxies),
  })
  const services: Services = {
    config,
    log,
    clock,
    vault,
    database,
    readiness: new Readiness(),
    merged,
    pages: new Pages(database),
    keys,
    tokens: new AccessTokens(keys, clock, config.publicUrl, statusIn(database, config, merged)),
    passwords: new Passwords(),
    limits: new RateLimits(clock, cache, config),
    audit: new AuditTrail(database),
    arrivals,
    cache,
    storage,
    video,
    rooms: appointmentRooms({ database, video, log }),
    messages,
    sender,
    payments: openPayments(config, cardLedger(database)),
    renderer: openRenderer({
      timestamps: config.timestamps && timestampAuthorityAt(config.timestamps),
      validation: config.signatureLongTerm ? validationServices(new AddressGuard(config.webhookAllowCidrs)) : undefined,
    }),
    jobs: jobRunners,
    outbound: outbound(workerDatabase, wake),
    requestLog: new RequestLog(workerDatabase, log),
    tracer,
    metrics,
  }
  const { requestLog } = services
  await deliverer.start()
  sender.start()
  const deleteOld = async (
    noun: string,
    keepDays: number | undefined,
    deleteOlder: (database: Database, keepDays: number) => Promise<number>,
  ) => {
    if (keepDays === undefined) return
    const deleted = await deleteOlder(workerDatabase, keepDays)
    if (deleted > 0) log.info({ deleted }, `deleted old ${noun}`)
  }
  const tasks = {
    ...housekeeping(services, workerDatabase),
    ...cronTasks(services),
    'settle-payments': () => settleAbandoned(services, workerDatabase),
    'add-up-webhooks': () => addUpMinutes(workerDatabase),
    'end-webhook-months': () => dropOldMonths(workerDatabase, config.webhookRetentionDays, log),
    'end-audit-months': async () => {
      if (config.auditRetentionDays !== undefined) await dropOldEntries(workerDatabase, config.auditRetentionDays, log)
    },
    'delete-old-messages': () => deleteOld('messages', config.messageRetentionDays, deleteOldMessages),
    'delete-old-leads': () => deleteOld('leads', config.leadRetentionDays, deleteOldLeads),
    'delete-old-effects': () => deleteOld('effects', config.effectRetentionDays, deleteOldEffects),
    'end-request-days': () => dropOldDays(workerDatabase),
    'reset-sandbox': () => resetWeekly(services, workerDatabase),
  }
  const cadences = testClock ? { ...schedule, ...sandboxSchedule } : schedule
  const scheduler = await startScheduler(workerDatabase, cadences, tracer ? traced(tasks, tracer) : tasks, log)
  async function closeRooms() {
    await services.video.close()
    if (roomsLease) await settlesWithin(CLOSE_MS, roomsLease.release())
  }
  return {
    services,
    metricsApp: metrics && metricsApp(() => metrics.scrape(services, workerDatabase)),
    drain: () => roomsLease?.drain(),
    async stop() {
      stopFollowing()
      arrivals.stop()
      await settlesWithin(CLOSE_MS, requestLog.flush())
      await Promise.all([deliverer.stop(), sender.stop(), scheduler.stop(), closeRooms()])
      const parts = [...new Set(Object.values(messages)), services.cache, storage, services.renderer]
      await settlesWithin(CLOSE_MS, Promise.all(parts.map((part) => part.close())))
      await Promise.all([database.close(), workerDatabase.close(), tracer && settlesWithin(CLOSE_MS, tracer.close())])
    },
  }
}

/** The packages are loaded only here. */
async function openTraces(traces: NonNullable<Config['traces']>): Promise<Tracer> {
  const { openTracer } = await import('./providers/traces/open.ts')
  return openTracer(traces)
}

const traced = (tasks: Tasks, tracer: Tracer): Tasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, () => tracer.run({ name: `task ${name}` }, async () => task())]),
  )

/** Reports a wrong storage setting as an error of the operator's. */
function asStartError(error: unknown): never {
  throw error instanceof StorageError ? new StartError(`STORAGE_URL: ${error.message}`, { cause: error }) : error
}

const statusIn =
  (database: Database, config: Config, merged: MergedIds): TokenStatus =>
  async ({ tenant, sub, client_id, jti, family, session }) => {
    const [row] =
      session === undefined
        ? await readTokenStatus(database, { tenant, sub, client_id, jti, family })
        : await readSessionStatus(database, config, { tenant, sub }, session)
    if (!row) {
      await database.onLane(tenant, { sql: 'select 1', parameters: [] }) // tells the client if its organisation has moved
      return undefined
    }
    const { burst_factor: factor, burst_sec: sec, may_act: mayAct, may_sign: maySign, ...rest } = row
    const { lacks_second_factor: lacksSecondFactor = false, ...status } = rest
    await merged.refresh(tenant, status.merges)
    const userId = merged.get(tenant)?.get(sub)
    return {
      ...status,
      userId,
      mayAct,
      maySign,
      lacksSecondFactor,
      ...(factor !== null && sec !== null && { burst: { factor, sec } }),
    }
  }

/** Polls the test clock's offset, which the database stores for all servers. */
async function followTestClock(database: Database, clock: Clock, log: FastifyBaseLogger): Promise<() => void> {
  const follow = () =>
    clock.follow(async () => {
      const [row] = await database.queryWithoutTenant(
        sql<{ ms: number }>`select extract(epoch from ahead_by)::float8 * 1000 as ms from test_clock`,
      )
      return row?.ms ?? 0
    })
  await follow()
  const timer = setInterval(() => {
    follow().catch((error) => log.warn({ err: error }, 'the test clock could not be read'))
  }, CLOCK_POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
