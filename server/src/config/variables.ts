import { z } from 'zod'
import { type Channel, channels } from '../lib/channels.ts'
import { isCidr } from '../lib/cidr.ts'
import { wholeNumber } from '../lib/fields.ts'
import { type OpenProvider, openers } from '../messages/providers/open.ts'
import { AddressFault } from '../providers/address.ts'
import { isRedis } from '../providers/cache/address.ts'
import { storageAddress } from '../providers/storage/address.ts'
import { timestampAddress } from '../providers/timestamps/address.ts'
import { isTurn, videoAddress } from '../providers/video/address.ts'

/** A plan's requests per minute and day; Infinity for no day limit. */
export type Quota = { perMinute: number; perDay: number }

/** The items of a comma-separated list. */
export const list = (text: string): string[] =>
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

/** Of security.txt (RFC 9116): web addresses are https. */
const contacts = z
  .string()
  .transform(list)
  .refine((items) => items.every((item) => /^(mailto:[^\s@]+@|tel:\+?\d|https:\/\/)[^\s]+$/.test(item)), {
    message: 'must be a comma-separated list of addresses like mailto:security@example.ma or https://example.ma/report',
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

/** Headers as OpenTelemetry writes them: `name=value,other=value`, values percent-encoded. */
const headers = z
  .string()
  .transform((text) => list(text).map((item) => item.split(/=(.*)/s).slice(0, 2)))
  .refine(
    (items) =>
      items.every(([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name!) && value !== undefined && isEncoded(value)),
    'must be name=value, comma-separated, with percent-encoded values',
  )
  .transform((items) => Object.fromEntries(items.map(([name, value]) => [name!, decodeURIComponent(value!)])))

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

/** The URL of each channel's provider: `EMAIL_URL` for EMAIL. */
const channelVariables = Object.fromEntries(
  channels.map((channel) => [`${channel}_URL`, addressBy(openers[channel]).optional()]),
) as Record<`${Channel}_URL`, z.ZodOptional<ReturnType<typeof addressBy<OpenProvider>>>>

export const variables = z.object({
  MODE: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }).default('sandbox'),
  HOST: z.string().optional(),
  PORT: wholeNumber(1, 65535).default(3000),
  DATA_DIR: z.string().default('data'),
  PUBLIC_URL: base('http:', 'https:').optional(),
  SANDBOX_PUBLIC: flag,
  CDN_URL: base('http:', 'https:').optional(),
  VIDEO_BASE_URL: base('ws:', 'wss:').optional(),
  DATABASE_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_DIRECT_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_APP_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_WORKER_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_BACKUP_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_ADMIN_URL: base('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(12),
  DATABASE_POOL_SHARE: wholeNumber(1, 500).optional(),
  DATABASE_TIMEOUT_SEC: wholeNumber(1, 600).default(5),
  CACHE_URL: z
    .string()
    .refine(isRedis, 'must be an address like redis://localhost:6379, or rediss://user:password@host:6379/0 for TLS')
    .optional(),
  STORAGE_URL: addressBy(storageAddress).optional(),
  TIMESTAMP_URL: addressBy(timestampAddress).optional(),
  SIGNATURE_LONG_TERM: flag,
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
  JOIN_LINK_CHECK: z
    .enum(['none', 'birth-date', 'code'], { error: 'must be none, birth-date or code' })
    .default('none'),
  PATIENT_BOOKINGS: z
    .string()
    .regex(/^(off|[1-9]\d{0,3},[1-9]\d{0,3})$/, 'must be off, or OPEN,WITH_ONE_PROFESSIONAL, say 5,2')
    .default('5,2'),
  PROPOSED_BOOKINGS: z
    .string()
    .regex(/^(off|[1-9]\d{0,3},[1-9]\d{0,3})$/, 'must be off, or PROPOSED,WITH_ONE_PATIENT, say 20,2')
    .default('20,2'),
  PATIENT_BOOKING: z.enum(['any', 'offered'], { error: 'must be any or offered' }).default('any'),
  CARE_RELATIONSHIP_MONTHS: wholeNumber(1, 600).default(24),
  EMERGENCY_ACCESS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  WEBHOOK_ALLOW_CIDRS: cidrs.optional(),
  WEBHOOK_AUTO_DISABLE: z
    .string()
    .regex(/^(off|[1-9]\d{0,4},[1-9]\d{0,6})$/, 'must be off, or HOURS,DELIVERIES, say 72,20')
    .default('72,20'),
  WEBHOOK_RETENTION_DAYS: wholeNumber(30, 36_500).default(90),
  MESSAGE_RETENTION_DAYS: wholeNumber(30, 36_500).optional(),
  LEAD_RETENTION_DAYS: wholeNumber(30, 36_500).optional(),
  EFFECT_RETENTION_DAYS: wholeNumber(30, 36_500).optional(),
  AUDIT_RETENTION_DAYS: wholeNumber(365, 36_500).optional(),
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
  SECURITY_CONTACT: contacts.default([]),
  SECURITY_POLICY: base('https:').optional(),
  ...channelVariables,
  MAINTENANCE: flag,
  MIGRATE: z.enum(['start', 'off'], { error: 'must be start or off' }).default('start'),
  DRAIN_SEC: wholeNumber(0, 600).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: base('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a ratio from 0 to 1, say 0.1')
    .transform(Number)
    .default(1),
  METRICS_PORT: wholeNumber(1, 65535).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'must be a level from debug to silent' })
    .optional(),
})

/** Whether a text is an origin as in a browser's Origin header: lower case, no default port, no trailing slash. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

function isEncoded(text: string): boolean {
  try {
    return !/[\r\n]/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}
