import { readFileSync } from 'node:fs'
import { channels } from '../lib/channels.ts'
import type { variables } from './variables.ts'

/** The settings that contain a secret. Each can be read from a file, named by the setting with `_FILE`. */
export const secretNames: readonly (keyof typeof variables.shape)[] = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_BACKUP_URL',
  'CACHE_URL',
  'STORAGE_URL',
  'TIMESTAMP_URL',
  'MASTER_KEY',
  'CRON_SECRET',
  'INTERNAL_TOKEN',
  'VIDEO_URL',
  'TURN_SECRET',
  ...channels.map((channel) => `${channel}_URL` as const),
]

type Env = Record<string, string | undefined>

/**
 * Reads the settings that are given as files, without the line end of the file: container engines and systemd provide
 * secrets as files, because every process of a user can read an environment.
 * @returns the environment with their contents, and one fault for each file that cannot be used
 */
export function withSecretFiles(env: Env): { env: Env; faults: string[] } {
  const read: Env = { ...env }
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
    try {
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (text === '') faults.push(`${file}: ${path} is empty`)
      else read[name] = text
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException // of a file
      faults.push(`${file}: ${path} cannot be read (${code})`)
    }
  }
  return { env: read, faults }
}
