import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Mode } from './db/mode.ts'
import { StartError } from './db/start-error.ts'
import { isCidr } from './lib/cidr.ts'
import { wholeNumber } from './lib/fields.ts'
import { misspelt } from './lib/misspelt.ts'
import { isPublicHost } from './lib/public-address.ts'
import { type MessageAddresses, smtpAddress, twilioAddress, whatsAppAddress } from './messages/providers/addresses.ts'
import { AddressFault } from './providers/address.ts'
import { isRedis } from './providers/cache/address.ts'
import { type StorageAddress, storageAddress } from './providers/storage/address.ts'
import { isTurn, type VideoAddress, videoAddress } from './providers/video/address.ts'

/** A plan's requests per minute and day; Infinity for no day limit. */
export type Quota = { perMinute: number; perDay: number }

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
  databaseUrl: string | undefined
  databaseAppUrl: string | undefined
  databaseWorkerUrl: string | undefined
  /** URL of a role that sees every row, only for `npm run backup`. */
  databaseBackupUrl: string | undefined
  databasePoolSize: number
  /** Timeout of statements and of waiting for a connection. */
  databaseTimeoutSec: number
  /** Redis or Valkey; by default this process's memory. */
  cacheUrl: string | undefined
  /** The storage of documents. */
  storage: StorageAddress
  /** The provider of video rooms. */
  video: VideoAddress
  /** TURN servers for rooms on this server. */
  turn: { urls: string[]; secret: string } | undefined
  /** Whether media are always relayed, to hide participants' addresses from each other. */
  videoForceRelay: boolean
  /** When a room may be joined; undefined for any time. */
  videoJoinWindow: { beforeMin: number; afterMin: number } | undefined
  webhookAllowCidrs: string[]
  /** Hours without a success and finally failed deliveries after which an endpoint is disabled; undefined for never. */
  webhookAutoDisable: { hours: number; deliveries: number } | undefined
  /** Retention of events, deliveries and their attempts, which are dropped by month. */
  webhookRetentionDays: number
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
  /** Message providers in production. */
  messageAddresses: MessageAddresses
  maintenance: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

export type Secrets = {
  /** 32 bytes each, newest first; undefined in a sandbox that has not created its own yet. */
  masterKeys: Buffer[] | undefined
  /** Values of X-Cron-Secret and X-Internal-Token; two during a rotation. */
  cron: string[]
  internal: string[]
}

const sandboxSecrets = { CRON_SECRET: 'sandbox-cron-secret', INTERNAL_TOKEN: 'sandbox-internal-token' }

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const base = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    })
    .transform((text) => text.replace(/\/+$/, ''))

const cidrs = z
  .string()
  .transform(list)
  .refine((items) => items.every(isCidr), 'must be a comma-separated list of addresses like 10.0.0.0/8 or ::1/128')

const origins = z
  .string()
  .transform(list)
  .refine((items) => items.every(isOrigin), {
    message:
      'must be a comma-separated list of origins like https://www.example.ma: no path, no wildcard, as browsers send them',
  })

const quota = z
  .string()
  .regex(
    /^[1-9]\d{0,8}\/([1-9]\d{0,8}|unlimited)$/,
    'must be REQUESTS_PER_MINUTE/REQUESTS_PER_DAY, say 600/100000 or 6000/unlimited',
  )
  .transform((text): Quota => {
    const [minute, day] = text.split('/')
    return { perMinute: Number(minute), perDay: day === 'unlimited' ? Number.POSITIVE_INFINITY : Number(day) }
  })

const masterKeys = z
  .string()
  .transform((text) => list(text).map((key) => Buffer.from(key, 'base64')))
  .refine((keys) => keys.length > 0 && keys.every((key) => key.length === 32), {
    message: 'must be 32 bytes in base64 (openssl rand -base64 32), or two of them with the newest first',
  })

const secretList = z
  .string()
  .transform(list)
  .refine(
    (values) => values.length >= 1 && values.length <= 2,
    'must be one value, or two while one replaces the other',
  )

const relays = z
  .string()
  .transform(list)
  .refine((items) => items.length > 0 && items.every(isTurn), {
    message:
      'must be a comma-separated list of addresses like turn:turn.example.ma:3478 or turns:turn.example.ma:443?transport=tcp',
  })

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0')

/** A URL that a provider's own parser reads. */
const addressBy = <T>(read: (text: string) => T) =>
  z.string().transform((text, issues) => {
    try {
      return read(text)
    } catch (fault) {
      if (!(fault instanceof AddressFault)) throw fault
      issues.addIssue(fault.message)
      return z.NEVER
    }
  })

const variables = z.object({
  MODE: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }).default('sandbox'),
  HOST: z.string().optional(),
  PORT: wholeNumber(1, 65535).default(3000),
  DATA_DIR: z.string().default('data'),
  PUBLIC_URL: base('http:', 'https:').optional(),
  SANDBOX_PUBLIC: flag,
  CDN_URL: base('http:', 'https:').optional(),
  VIDEO_BASE_URL: base('ws:', 'wss:').optional(),
  DATABASE_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_APP_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_WORKER_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_BACKUP_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(12),
  DATABASE_TIMEOUT_SEC: wholeNumber(1, 600).default(5),
  CACHE_URL: z
    .string()
    .refine(isRedis, 'must be an address like redis://localhost:6379, or rediss://user:password@host:6379/0 for TLS')
    .optional(),
  STORAGE_URL: addressBy(storageAddress).optional(),
  MASTER_KEY: masterKeys.optional(),
  CRON_SECRET: secretList.optional(),
  INTERNAL_TOKEN: secretList.optional(),
  VIDEO_URL: addressBy(videoAddress).optional(),
  TURN_URL: relays.optional(),
  TURN_SECRET: z.string().optional(),
  VIDEO_FORCE_RELAY: flag,
  VIDEO_JOIN_WINDOW: z
    .string()
    .regex(/^(off|\d{1,5},\d{1,5})$/, 'must be off, or MINUTES_BEFORE,MINUTES_AFTER, say 30,60')
    .optional(),
  WEBHOOK_ALLOW_CIDRS: cidrs.optional(),
  WEBHOOK_AUTO_DISABLE: z
    .string()
    .regex(/^(off|[1-9]\d{0,4},[1-9]\d{0,6})$/, 'must be off, or HOURS,DELIVERIES, say 72,20')
    .default('72,20'),
  WEBHOOK_RETENTION_DAYS: wholeNumber(30, 36_500).default(90),
  TRUSTED_PROXIES: cidrs.default([]),
  REGISTRATION_TENANT: z
    .string()
    .regex(/^ten_[0-9a-z_]{1,64}$/, 'must be the id of a tenant, like ten_…')
    .optional(),
  RATE_LIMIT_STARTER: quota.default({ perMinute: 60, perDay: 5000 }),
  RATE_LIMIT_PRO: quota.default({ perMinute: 600, perDay: 100_000 }),
  RATE_LIMIT_ENTERPRISE: quota.default({ perMinute: 6000, perDay: Number.POSITIVE_INFINITY }),
  RATE_LIMIT_ADDRESS: wholeNumber(1, 999_999_999).default(3000),
  RATE_LIMIT_FORMS: wholeNumber(1, 999_999_999).default(60),
  RATE_LIMIT_GUESSES: wholeNumber(1, 999_999_999).default(30),
  MARKETING_ORIGINS: origins.default([]),
  EMAIL_URL: addressBy(smtpAddress).optional(),
  SMS_URL: addressBy(twilioAddress).optional(),
  WHATSAPP_URL: addressBy(whatsAppAddress).optional(),
  MAINTENANCE: flag,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'must be a level from debug to silent' })
    .optional(),
})

/**
 * Reads the environment.
 * @throws {StartError} naming every missing or malformed variable
 */
export function loadConfig(env: NodeJS.ProcessEnv): { config: Config; secrets: Secrets } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  faults.push(...misspeltIn(given), ...relayFaults(given))
  if (given.MODE === 'production') faults.push(...missingInProduction(given))
  else faults.push(...publicSandbox(given))
  if (!parsed.success || faults.length > 0) throw new StartError(`Invalid configuration:\n  ${faults.join('\n  ')}`)

  const v = parsed.data
  const sandbox = v.MODE === 'sandbox'
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`
  const dataDir = resolve(v.DATA_DIR)
  const videoBase = v.VIDEO_URL?.base ?? publicUrl
  const [beforeMin, afterMin] = (v.VIDEO_JOIN_WINDOW ?? (sandbox ? 'off' : '30,60')).split(',').map(Number)
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
      databaseUrl: v.DATABASE_URL,
      databaseAppUrl: v.DATABASE_APP_URL,
      databaseWorkerUrl: v.DATABASE_WORKER_URL,
      databaseBackupUrl: v.DATABASE_BACKUP_URL,
      databasePoolSize: v.DATABASE_POOL_SIZE,
      databaseTimeoutSec: v.DATABASE_TIMEOUT_SEC,
      cacheUrl: v.CACHE_URL,
      storage: v.STORAGE_URL ?? { kind: 'folder', path: join(dataDir, 'files') },
      video: v.VIDEO_URL ?? { kind: 'embedded' },
      turn: v.TURN_URL && v.TURN_SECRET !== undefined ? { urls: v.TURN_URL, secret: v.TURN_SECRET } : undefined,
      videoForceRelay: v.VIDEO_FORCE_RELAY === '1',
      videoJoinWindow: afterMin === undefined ? undefined : { beforeMin: beforeMin!, afterMin },
      webhookAllowCidrs: v.WEBHOOK_ALLOW_CIDRS ?? (sandbox ? ['127.0.0.0/8', '::1/128'] : []),
      webhookAutoDisable: deliveries === undefined ? undefined : { hours: hours!, deliveries },
      webhookRetentionDays: v.WEBHOOK_RETENTION_DAYS,
      trustedProxies: v.TRUSTED_PROXIES,
      registrationTenant: v.REGISTRATION_TENANT ?? (sandbox ? 'ten_sandbox' : undefined),
      quotas: { STARTER: v.RATE_LIMIT_STARTER, PRO: v.RATE_LIMIT_PRO, ENTERPRISE: v.RATE_LIMIT_ENTERPRISE },
      addressPerMinute: v.RATE_LIMIT_ADDRESS,
      formsPerMinute: v.RATE_LIMIT_FORMS,
      guessesPerMinute: v.RATE_LIMIT_GUESSES,
      marketingOrigins: v.MARKETING_ORIGINS,
      messageAddresses: { email: v.EMAIL_URL, sms: v.SMS_URL, whatsApp: v.WHATSAPP_URL },
      maintenance: v.MAINTENANCE === '1',
      logLevel: v.LOG_LEVEL ?? (sandbox ? 'warn' : 'info'),
    },
    secrets: {
      masterKeys: v.MASTER_KEY,
      cron: v.CRON_SECRET ?? [sandboxSecrets.CRON_SECRET],
      internal: v.INTERNAL_TOKEN ?? [sandboxSecrets.INTERNAL_TOKEN],
    },
  }
}

/** A misspelt setting would have no effect, and its default would apply unnoticed. */
function misspeltIn(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(variables.shape)
  return Object.keys(env).flatMap((given) => {
    const name = names.includes(given) ? undefined : misspelt(given, names)
    return name ? `${given} is not a setting; did you mean ${name}?` : []
  })
}

/** A sandbox's secrets are published, so it must not be reachable by accident. */
function publicSandbox({ PUBLIC_URL: url, SANDBOX_PUBLIC }: Record<string, string | undefined>): string[] {
  if (SANDBOX_PUBLIC === '1' || !url || !URL.canParse(url) || !isPublicHost(new URL(url).hostname)) return []
  const why = 'names a public host, and the secrets of a sandbox are published'
  return [`PUBLIC_URL ${why}: set MODE=production, or SANDBOX_PUBLIC=1 for a sandbox that is open to all`]
}

function relayFaults(env: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (env.TURN_URL && !env.TURN_SECRET)
    faults.push('TURN_SECRET is missing: the static-auth-secret of the relays in TURN_URL')
  if (env.TURN_SECRET && !env.TURN_URL) faults.push('TURN_URL is missing: the relays whose secret is TURN_SECRET')
  if (env.VIDEO_FORCE_RELAY === '1' && !env.TURN_URL && !env.VIDEO_URL)
    faults.push('TURN_URL is missing: VIDEO_FORCE_RELAY sends everything through a relay')
  return faults
}

function missingInProduction(env: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (!env.DATABASE_URL) faults.push('DATABASE_URL is missing: production needs a PostgreSQL of its own')
  if (!env.STORAGE_URL)
    faults.push('STORAGE_URL is missing: a folder that lasts, say file:///var/lib/medina-care/files, or s3://…')
  if (!env.MASTER_KEY) faults.push('MASTER_KEY is missing: 32 bytes in base64 (openssl rand -base64 32)')
  for (const name of ['CRON_SECRET', 'INTERNAL_TOKEN'] as const) {
    const values = list(env[name] ?? '')
    if (values.length === 0) faults.push(`${name} is missing: at least 32 characters (openssl rand -hex 32)`)
    else if (values.includes(sandboxSecrets[name])) faults.push(`${name} is the sandbox's, which is public`)
    else if (values.some((value) => value.length < 32)) faults.push(`${name} is too short: at least 32 characters`)
  }
  // Participants get credentials derived from it, and could brute-force a short one.
  if (env.TURN_SECRET && env.TURN_SECRET.length < 32) faults.push('TURN_SECRET is too short: at least 32 characters')
  const url = env.PUBLIC_URL
  if (!url) faults.push('PUBLIC_URL is missing: the public https address, say https://api.example.ma')
  else if (!isPublicHttps(url)) faults.push('PUBLIC_URL must be a public https address, say https://api.example.ma')
  if (list(env.MARKETING_ORIGINS ?? '').some((origin) => !origin.startsWith('https://')))
    faults.push('MARKETING_ORIGINS must begin with https://')
  for (const [name, scheme] of [
    ['CDN_URL', 'https:'],
    ['VIDEO_BASE_URL', 'wss:'],
  ] as const) {
    const value = env[name]
    if (value && URL.canParse(value) && new URL(value).protocol !== scheme)
      faults.push(`${name} must begin with ${scheme}//`)
  }
  return faults
}

function isPublicHttps(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' &&
    hostname !== 'localhost' &&
    !hostname.endsWith('.localhost') &&
    isIP(hostname) === 0 &&
    !hostname.startsWith('[')
  )
}

/** Whether a text is an origin as in a browser's Origin header: lower case, no default port, no trailing slash. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
