import { join, resolve } from 'node:path'
import {
  migrateFaults,
  missingInProduction,
  misspeltNames,
  poolerFaults,
  publicSandbox,
  relayFaults,
  sandboxSecrets,
  signatureFaults,
  unintendedSandbox,
} from './config/faults.ts'
import { withSecretFiles } from './config/secret-files.ts'
import { type Quota, variables } from './config/variables.ts'
import type { Mode } from './db/mode.ts'
import { StartError } from './db/start-error.ts'
import { type Channel, channels } from './lib/channels.ts'
import type { OpenProvider } from './messages/providers/open.ts'
import type { StorageAddress } from './providers/storage/address.ts'
import type { TimestampAddress } from './providers/timestamps/address.ts'
import type { VideoAddress } from './providers/video/address.ts'

export type { Quota }

/** All settings from the environment except secrets. `docs/operating.md` describes each variable. */
export type Config = {
  mode: Mode
  host: string
  port: number
  dataDir: string
  /** Bases without a trailing slash. */
  publicUrl: string
  cdnUrl: string
  videoBaseUrl: string
  /** Without a pooler in transaction mode: sessions work. */
  databaseUrl: string | undefined
  /** A pooler in transaction mode, for the servers' units of work. */
  databasePoolerUrl: string | undefined
  databaseAppUrl: string | undefined
  databaseWorkerUrl: string | undefined
  /** URL of a role that sees every row, only for `npm run backup`. */
  databaseBackupUrl: string | undefined
  /** URL of a superuser, only for `npm run move-tenant`. */
  databaseAdminUrl: string | undefined
  databasePoolSize: number
  databasePoolShare: number
  /** Timeout of statements and of waiting for a connection. */
  databaseTimeoutSec: number
  /** Redis or Valkey; by default this process's memory. */
  cacheUrl: string | undefined
  /** The storage of documents. */
  storage: StorageAddress
  /** A time-stamping authority for signatures (RFC 3161). */
  timestamps: TimestampAddress | undefined
  /** Whether signatures contain the data to validate them later (PAdES B-LT). */
  signatureLongTerm: boolean
  /** The provider of video rooms. */
  video: VideoAddress
  /** TURN servers for rooms on this server. */
  turn: { urls: string[]; secret: string } | undefined
  /** Whether media are always relayed, to hide participants' addresses from each other. */
  videoForceRelay: boolean
  /** When a room may be joined; undefined for any time. */
  videoJoinWindow: { beforeMin: number; afterMin: number } | undefined
  /** What the room asks patients and guardians who come by a link. */
  joinLinkCheck: 'none' | 'birth-date' | 'code'
  /** How many open bookings a patient may have, in the organisation and with one professional; null for no limit. */
  patientBookings: { maxOpen: number | null; maxWithDoctor: number | null }
  /** Whether patients book offered slots only. */
  patientsBookSlotsOnly: boolean
  /** How many proposals a professional may have to patients whom they do not treat; null for no limit. */
  proposedBookings: { maxProposed: number | null; maxWithPatient: number | null }
  /** Months after the last contact in which a professional may read the file of a patient. */
  careRelationshipMonths: number
  /** Whether professionals may open a file by stating an emergency. */
  emergencyAccess: boolean
  /** Whether administrators need a second factor in their own session. */
  adminSecondFactor: 'required' | 'optional'
  webhookAllowCidrs: string[]
  /** Hours without a success and permanently failed deliveries that disable an endpoint; undefined: never. */
  webhookAutoDisable: { hours: number; deliveries: number } | undefined
  /** Retention of events, deliveries and their attempts, which are dropped by month. */
  webhookRetentionDays: number
  /** Retention of messages; undefined: without end. */
  messageRetentionDays: number | undefined
  leadRetentionDays: number | undefined
  effectRetentionDays: number | undefined
  /** Retention of the audit log, which is dropped by month; undefined: without end. */
  auditRetentionDays: number | undefined
  trustedProxies: string[]
  /** The tenant of self-registered accounts, leads and access requests; undefined if they are not accepted. */
  registrationTenant: string | undefined
  quotas: { STARTER: Quota; PRO: Quota; ENTERPRISE: Quota }
  /** Requests per minute from one address on routes without a token. */
  addressPerMinute: number
  /** The same for public forms: leads and access requests. */
  formsPerMinute: number
  /** Wrong secrets per minute from one address. */
  guessesPerMinute: number
  /** Origins of the marketing site, which may make cross-origin calls. */
  marketingOrigins: string[]
  /** Addresses for reports of vulnerabilities, preferred first; see security.txt. */
  securityContacts: string[]
  securityPolicy: string | undefined
  /** How to open the message provider of each channel in production. */
  messageProviders: Partial<Record<Channel, OpenProvider | undefined>>
  maintenance: boolean
  /** Whether a start applies missing migrations. Otherwise it only checks that there are none, and never signs in as the owner. */
  migrates: boolean
  /** How long a stopping server is not ready but continues to accept requests. */
  drainSec: number
  /** The collector of traces, the headers of requests to it, and the ratio of traces that are recorded. */
  traces: { endpoint: string; headers: Record<string, string>; ratio: number } | undefined
  /** The port of the metrics, on the interface `host`. */
  metricsPort: number | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

export type Secrets = {
  /** 32 bytes each, newest first; undefined in a sandbox that has not created its own yet. */
  masterKeys: Buffer[] | undefined
  /** Values of X-Cron-Secret and X-Internal-Token; two during a rotation. */
  cron: string[]
  internal: string[]
}

/**
 * Reads the environment.
 * @throws {StartError} naming every missing or malformed variable
 */
export function loadConfig(env: NodeJS.ProcessEnv): { config: Config; secrets: Secrets } {
  const inline = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { env: given, unread, faults: unreadable } = withSecretFiles(inline)
  const faults: string[] = []
  const parsed = variables.safeParse(given)
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  faults.push(
    ...misspeltNames(given),
    ...relayFaults(given),
    ...signatureFaults(given),
    ...migrateFaults(given),
    ...poolerFaults(given),
  )
  if (given.MODE === 'production') faults.push(...missingInProduction(given))
  else faults.push(...unintendedSandbox(given), ...publicSandbox(given))
  // A setting whose file cannot be read is not missing.
  const isReported = (fault: string) => unread.some((name) => fault.startsWith(`${name} is missing`))
  const all = [...unreadable, ...faults.filter((fault) => !isReported(fault))]
  if (!parsed.success || all.length > 0) throw new StartError(`Invalid configuration:\n  ${all.join('\n  ')}`)

  const v = parsed.data
  const sandbox = v.MODE === 'sandbox'
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`
  const dataDir = resolve(v.DATA_DIR)
  const videoBase = v.VIDEO_URL?.base ?? publicUrl
  const [beforeMin, afterMin] = (v.VIDEO_JOIN_WINDOW ?? (sandbox ? 'off' : '30,60')).split(',').map(Number)
  const [maxOpen, maxWithDoctor] = v.PATIENT_BOOKINGS === 'off' ? [] : v.PATIENT_BOOKINGS.split(',').map(Number)
  const [maxProposed, maxWithPatient] = v.PROPOSED_BOOKINGS === 'off' ? [] : v.PROPOSED_BOOKINGS.split(',').map(Number)
  const [hours, deliveries] = v.WEBHOOK_AUTO_DISABLE.split(',').map(Number)
  return {
    config: {
      mode: v.MODE,
      host: v.HOST ?? (sandbox ? 'localhost' : '0.0.0.0'),
      port: v.PORT,
      dataDir,
      publicUrl,
      cdnUrl: v.CDN_URL ?? publicUrl,
      videoBaseUrl: v.VIDEO_BASE_URL ?? videoBase.replace(/^http/, 'ws'),
      databaseUrl: v.DATABASE_DIRECT_URL ?? v.DATABASE_URL,
      databasePoolerUrl: v.DATABASE_DIRECT_URL && v.DATABASE_URL,
      databaseAppUrl: v.DATABASE_APP_URL,
      databaseWorkerUrl: v.DATABASE_WORKER_URL,
      databaseBackupUrl: v.DATABASE_BACKUP_URL,
      databaseAdminUrl: v.DATABASE_ADMIN_URL,
      databasePoolSize: v.DATABASE_POOL_SIZE,
      databasePoolShare: v.DATABASE_POOL_SHARE ?? Math.ceil(v.DATABASE_POOL_SIZE / 6),
      databaseTimeoutSec: v.DATABASE_TIMEOUT_SEC,
      cacheUrl: v.CACHE_URL,
      storage: v.STORAGE_URL ?? { kind: 'folder', path: join(dataDir, 'files') },
      timestamps: v.TIMESTAMP_URL,
      signatureLongTerm: v.SIGNATURE_LONG_TERM === '1',
      video: v.VIDEO_URL ?? { kind: 'embedded' },
      turn: v.TURN_URL && v.TURN_SECRET !== undefined ? { urls: v.TURN_URL, secret: v.TURN_SECRET } : undefined,
      videoForceRelay: v.VIDEO_FORCE_RELAY === '1',
      videoJoinWindow: afterMin === undefined ? undefined : { beforeMin: beforeMin!, afterMin },
      joinLinkCheck: v.JOIN_LINK_CHECK,
      patientBookings: { maxOpen: maxOpen ?? null, maxWithDoctor: maxWithDoctor ?? null },
      patientsBookSlotsOnly: v.PATIENT_BOOKING === 'offered',
      proposedBookings: { maxProposed: maxProposed ?? null, maxWithPatient: maxWithPatient ?? null },
      careRelationshipMonths: v.CARE_RELATIONSHIP_MONTHS,
      emergencyAccess: v.EMERGENCY_ACCESS === '1',
      adminSecondFactor: v.ADMIN_SECOND_FACTOR ?? (sandbox ? 'optional' : 'required'),
      webhookAllowCidrs: v.WEBHOOK_ALLOW_CIDRS ?? (sandbox ? ['127.0.0.0/8', '::1/128'] : []),
      webhookAutoDisable: deliveries === undefined ? undefined : { hours: hours!, deliveries },
      webhookRetentionDays: v.WEBHOOK_RETENTION_DAYS,
      messageRetentionDays: v.MESSAGE_RETENTION_DAYS,
      leadRetentionDays: v.LEAD_RETENTION_DAYS,
      effectRetentionDays: v.EFFECT_RETENTION_DAYS,
      auditRetentionDays: v.AUDIT_RETENTION_DAYS,
      trustedProxies: v.TRUSTED_PROXIES,
      registrationTenant: v.REGISTRATION_TENANT ?? (sandbox ? 'ten_sandbox' : undefined),
      quotas: { STARTER: v.RATE_LIMIT_STARTER, PRO: v.RATE_LIMIT_PRO, ENTERPRISE: v.RATE_LIMIT_ENTERPRISE },
      addressPerMinute: v.RATE_LIMIT_ADDRESS,
      formsPerMinute: v.RATE_LIMIT_FORMS,
      guessesPerMinute: v.RATE_LIMIT_GUESSES,
      marketingOrigins: v.MARKETING_ORIGINS,
      securityContacts: v.SECURITY_CONTACT,
      securityPolicy: v.SECURITY_POLICY,
      messageProviders: Object.fromEntries(channels.map((channel) => [channel, v[`${channel}_URL`]])),
      maintenance: v.MAINTENANCE === '1',
      migrates: v.MIGRATE === 'start',
      drainSec: v.DRAIN_SEC,
      traces: v.OTEL_EXPORTER_OTLP_ENDPOINT
        ? {
            endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: v.OTEL_EXPORTER_OTLP_HEADERS,
            ratio: v.OTEL_TRACES_SAMPLER_ARG,
          }
        : undefined,
      metricsPort: v.METRICS_PORT,
      logLevel: v.LOG_LEVEL ?? (sandbox ? 'warn' : 'info'),
    },
    secrets: {
      masterKeys: v.MASTER_KEY,
      cron: v.CRON_SECRET ?? [sandboxSecrets.CRON_SECRET],
      internal: v.INTERNAL_TOKEN ?? [sandboxSecrets.INTERNAL_TOKEN],
    },
  }
}
