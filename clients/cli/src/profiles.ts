import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { EXIT, Failure, usage } from './failure.ts'

/** The URL and credentials for an installation. */
export type Profile = { url: string; clientId: string; clientSecret: string }

type Profiles = Record<string, Profile>

const folder = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'medina')
const file = () => join(folder(), 'profiles.json')

/** Writes a file atomically, readable only by its owner. */
export function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Failure(EXIT.failed, `Cannot write ${path}: ${(error as Error).message}`)
  }
}

/** The text of a file. Undefined if it does not exist. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Failure(EXIT.failed, `Cannot read ${path}: ${(error as Error).message}`)
  }
}

function readAll(): Profiles {
  const text = readIfExists(file())
  if (text === undefined) return {}
  try {
    return JSON.parse(text) as Profiles
  } catch {
    throw new Failure(EXIT.failed, `${file()} is not valid JSON.`, 'Correct it, or delete it and sign in again.')
  }
}

export const profileName = (given: string | undefined): string => {
  const name = given ?? (process.env.MEDINA_PROFILE || 'default')
  if (!/^[\w.-]{1,64}$/.test(name))
    throw usage(`Invalid profile name ${name}. Use letters, digits, dots, dashes and underscores.`)
  return name
}

export const profileNames = (): string[] => Object.keys(readAll())

export function saveProfile(name: string, profile: Profile): void {
  writePrivately(file(), `${JSON.stringify({ ...readAll(), [name]: profile }, null, 2)}\n`)
}

/** @returns whether the profile existed */
export function removeProfile(name: string): boolean {
  const { [name]: removed, ...others } = readAll()
  if (removed) writePrivately(file(), `${JSON.stringify(others, null, 2)}\n`)
  rmSync(secretFile(name), { force: true })
  return removed !== undefined
}

export const storedProfile = (name: string): Profile | undefined => readAll()[name]

/** The profile, with overrides from environment variables. */
export function profileOf(name: string): Profile {
  const stored = storedProfile(name)
  const { MEDINA_URL, MEDINA_CLIENT_ID, MEDINA_CLIENT_SECRET } = process.env
  const url = MEDINA_URL || stored?.url
  const clientId = MEDINA_CLIENT_ID || stored?.clientId
  const clientSecret = MEDINA_CLIENT_SECRET || stored?.clientSecret
  if (!url || !clientId || !clientSecret)
    throw new Failure(EXIT.notSignedIn, `You are not signed in as ${name}.`, 'Sign in: medina login')
  return { url: checkedUrl(url), clientId, clientSecret }
}

/** Parses an HTTP URL. Undefined if it is invalid. */
export function urlOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && ['http:', 'https:'].includes(url.protocol) ? url : undefined
}

/** @throws {Failure} if the URL is invalid or would send the secret unencrypted */
export function checkedUrl(text: string): string {
  const url = urlOf(text)
  if (!url) throw usage(`Invalid URL ${text}. Example: https://api.clinic.example`)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isLocal) throw usage(`${text} would send the secret unencrypted.`, 'Use https.')
  if (url.username || url.password) throw usage('The URL must not contain a password, because it is shown.')
  return url.href.replace(/\/+$/, '')
}

/** The file of the signing secret of `listen`. Apart from the credentials, which may come from the environment. */
export const secretFile = (name: string): string => join(folder(), 'webhook-secrets', name)

/** The file of the position of `listen`, by profile, installation and receiver. */
export const placeFile = (name: string): string => join(folder(), 'places', name)
