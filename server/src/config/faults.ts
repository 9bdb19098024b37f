import { isIP } from 'node:net'
import { misspelt } from '../lib/misspelt.ts'
import { isPublicHost } from '../lib/public-address.ts'
import { secretNames } from './secret-files.ts'
import { list, variables } from './variables.ts'

/** The default secrets of sandboxes. They are published, so production refuses them. */
export const sandboxSecrets = { CRON_SECRET: 'sandbox-cron-secret', INTERNAL_TOKEN: 'sandbox-internal-token' }

/** Finds misspelt settings. They would have no effect, and their defaults would apply unnoticed. */
export function misspeltNames(env: Record<string, string | undefined>): string[] {
  const names = [...Object.keys(variables.shape), ...secretNames.map((name) => `${name}_FILE`)]
  return Object.keys(env).flatMap((given) => {
    const name = names.includes(given) ? undefined : misspelt(given, names)
    return name ? `${given} is not a setting; did you mean ${name}?` : []
  })
}

/** Refuses a sandbox that would start only because MODE was forgotten. */
export function unintendedSandbox({ MODE, NODE_ENV }: Record<string, string | undefined>): string[] {
  if (MODE !== undefined || NODE_ENV !== 'production') return []
  return [
    'MODE is missing: with NODE_ENV=production set MODE=production, or MODE=sandbox for fictitious people and data',
  ]
}

/** Refuses a sandbox at a public address: its secrets are published, so it must not be reachable by accident. */
export function publicSandbox({ PUBLIC_URL: url, SANDBOX_PUBLIC }: Record<string, string | undefined>): string[] {
  if (SANDBOX_PUBLIC === '1' || !url || !URL.canParse(url) || !isPublicHost(new URL(url).hostname)) return []
  const why = 'names a public host, and the secrets of a sandbox are published'
  return [`PUBLIC_URL ${why}: set MODE=production, or SANDBOX_PUBLIC=1 if everyone may use this sandbox`]
}

/** An embedded database can only be migrated by the server that starts it. */
export const migrateFaults = ({ MIGRATE, DATABASE_URL }: Record<string, string | undefined>): string[] =>
  MIGRATE === 'off' && !DATABASE_URL ? ['DATABASE_URL is missing: MIGRATE=off needs an external PostgreSQL'] : []

export const poolerFaults = ({ DATABASE_DIRECT_URL, DATABASE_URL }: Record<string, string | undefined>): string[] =>
  DATABASE_DIRECT_URL && !DATABASE_URL
    ? ['DATABASE_URL is missing: with DATABASE_DIRECT_URL it is the address of the pooler']
    : []

export function relayFaults(env: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (env.TURN_URL && !env.TURN_SECRET)
    faults.push('TURN_SECRET is missing: set it to the static-auth-secret of the servers in TURN_URL')
  if (env.TURN_SECRET && !env.TURN_URL)
    faults.push('TURN_URL is missing: set it to the servers whose secret is TURN_SECRET')
  if (env.VIDEO_FORCE_RELAY === '1' && !env.TURN_URL && !env.VIDEO_URL)
    faults.push('TURN_URL is missing: VIDEO_FORCE_RELAY needs a TURN server')
  return faults
}

export const signatureFaults = (env: Record<string, string | undefined>): string[] =>
  env.SIGNATURE_LONG_TERM === '1' && !env.TIMESTAMP_URL
    ? ['TIMESTAMP_URL is missing: SIGNATURE_LONG_TERM needs time stamps']
    : []

export function missingInProduction(env: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (!env.DATABASE_URL) faults.push('DATABASE_URL is missing: production needs an external PostgreSQL')
  if (!env.STORAGE_URL)
    faults.push('STORAGE_URL is missing: set a persistent folder such as file:///var/lib/medina-care/files, or s3://…')
  if (!env.MASTER_KEY) faults.push('MASTER_KEY is missing: set 32 bytes in base64 (openssl rand -base64 32)')
  for (const name of ['CRON_SECRET', 'INTERNAL_TOKEN'] as const) {
    const values = list(env[name] ?? '')
    if (values.length === 0) faults.push(`${name} is missing: set at least 32 characters (openssl rand -hex 32)`)
    else if (values.includes(sandboxSecrets[name]))
      faults.push(`${name} is the published value of the sandbox: set a secret one`)
    else if (values.some((value) => value.length < 32)) faults.push(`${name} is too short: at least 32 characters`)
  }
  // Participants get credentials derived from it, and could brute-force a short one.
  if (env.TURN_SECRET && env.TURN_SECRET.length < 32) faults.push('TURN_SECRET is too short: at least 32 characters')
  const url = env.PUBLIC_URL
  if (!url) faults.push('PUBLIC_URL is missing: set the public https address, such as https://api.example.ma')
  else if (!isPublicHttps(url)) faults.push('PUBLIC_URL must be a public https address, such as https://api.example.ma')
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
