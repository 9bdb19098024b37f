import { readFileSync } from 'node:fs'
import { channels } from '../lib/channels.ts'
import type { variables } from './variables.ts'

/** The settings that contain a secret. Each can be read from a file, named by the setting with `_FILE`. */
export const secretNames: readonly (keyof typeof variables.shape)[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_APP_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_BACKUP_URL',
  'DATABASE_ADMIN_URL',
  'CACHE_URL',
  'STORAGE_URL',
  'TIMESTAMP_URL',
  'MASTER_KEY',
  'CRON_SECRET',
  'INTERNAL_TOKEN',
  'VIDEO_URL',
  'TURN_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  ...channels.map((channel) => `${channel}_URL` as const),
]

type Env = Record<string, string | undefined>

/**
 * Reads the settings that are given as files, without the line end of the file: container engines and systemd provide
 * secrets as files, because every process of a user can read an environment.
 * @returns the environment with their contents, the settings whose file cannot be used, and one fault for each of them
 */
export function withSecretFiles(env: Env): { env: Env; unread: string[]; faults: string[] } {
  const read: Env = { ...env }
  const unread: string[] = []
  const faults: string[] = []
  for (const name of secretNames) {
    const file = `${name}_FILE`
    const path = env[file]
    if (path === undefined) continue
    delete read[file]
    if (env[name] !== undefined) {
      faults.push(`${name} and ${file} are both set: set one of them`)
      continue
    }
    const content = contentOf(path)
    if ('text' in content) {
      read[name] = content.text
      continue
    }
    unread.push(name)
    faults.push(`${file}: ${path} ${content.fault}`)
  }
  return { env: read, unread, faults }
}

function contentOf(path: string): { text: string } | { fault: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return text === '' ? { fault: 'is empty' } : { text }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException // of a file
    return { fault: `cannot be read (${code})` }
  }
}
