import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartError } from '../db/start-error.ts'
import { sameSecret, type Vault } from '../lib/secrets.ts'
import type { Inventory } from './inventory.ts'

export const MANIFEST = 'manifest.json'
const FORMAT = 1

/** The content of a backup's `manifest.json`. */
export type Manifest = {
  format: typeof FORMAT
  /** `dump`: pg_dump of an external PostgreSQL. `base`: the data folder of the embedded one. */
  kind: 'dump' | 'base'
  takenAt: string
  /** Of Medina Care. */
  version: string
  /** Major versions of the server and of the program that wrote the dump. */
  postgres: { server: number; program: number }
  database: Inventory
  files: {
    storage: 'folder' | 's3'
    /** Documents whose file was missing from the storage. */
    missing: string[]
  }
  /** Whether the backup includes the key that a sandbox generated. */
  withKey: boolean
  /** SHA-256 of SHA256SUMS, which lists every other file. */
  sums: string
  /** Ids of the master keys of encrypted data, newest first. */
  keys: string[]
}

type Signed = Manifest & { /** HMAC-SHA-256 of the other fields with the newest master key. */ mac: string }

const PURPOSE = 'backup manifest'

/** The text of the manifest. It is signed, to detect a backup that was altered together with its checksums. */
export function formatManifest(manifest: Omit<Manifest, 'format' | 'keys'>, vault: Vault): string {
  const ring = vault.deriveRing(PURPOSE)
  const whole: Manifest = { format: FORMAT, ...manifest, keys: ring.map(({ kid }) => kid) }
  const signed: Signed = { ...whole, mac: macOf(whole, ring[0]!.secret) }
  return `${JSON.stringify(signed, null, 1)}\n`
}

/** The manifest before its signature is checked, because the key may be in the backup. */
export async function readManifest(folder: string): Promise<Signed> {
  const path = join(folder, MANIFEST)
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8'))
    if (manifest?.format === FORMAT && Array.isArray(manifest.keys) && typeof manifest.mac === 'string') return manifest
    throw new StartError(
      `${path} is of format ${manifest?.format}, which this version of Medina Care does not support. Use a newer version.`,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR')
      throw new StartError(`${folder} is not a backup: it has no ${MANIFEST}.`)
    throw new StartError(`${path} cannot be read: ${(error as Error).message}`) // the file system's or JSON.parse's
  }
}

/** @throws {StartError} if a master key is missing, or the manifest was altered */
export function checkManifest({ mac, ...manifest }: Signed, vault: Vault): Manifest {
  const ring = vault.deriveRing(PURPOSE)
  const lacking = manifest.keys.filter((kid) => !ring.some((key) => key.kid === kid))
  if (lacking.length > 0)
    throw new StartError(
      `The backup needs the master key ${lacking.join(' and ')}; MASTER_KEY has ${ring.map(({ kid }) => kid).join(' and ')}. Set the MASTER_KEY of the time of the backup.`,
    )
  const { secret } = ring.find(({ kid }) => kid === manifest.keys[0])!
  if (!sameSecret(macOf(manifest, secret), mac))
    throw new StartError(`${MANIFEST} was altered: its signature is invalid. Use another backup.`)
  return manifest
}

const macOf = (manifest: Manifest, secret: Buffer) =>
  createHmac('sha256', secret).update(JSON.stringify(manifest)).digest('hex')
