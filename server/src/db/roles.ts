import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { UnknownKeyError, type Vault } from '../lib/secrets.ts'
import { StartError } from './start-error.ts'

/** The roles that `migrations/` grants privileges to. */
export const APP_ROLE = 'medina_app'
export const WORKER_ROLE = 'medina_worker'
const GATE_ROLE = 'medina_gate'

/**
 * Creates the server's roles, and sets the passwords of the two roles that sign in. The owner needs CREATEROLE. Without it,
 * the roles must exist and be granted to the owner, and DATABASE_APP_URL and DATABASE_WORKER_URL must name them.
 */
export async function ensureRoles(
  owner: pg.ClientBase,
  ownerUrl: string,
  passwords: RolePasswords | undefined,
): Promise<void> {
  const { rows } = await owner.query<{ rolname: string; member: boolean }>(
    `select rolname, pg_has_role(current_user, oid, 'usage') as member from pg_roles where rolname = any($1)`,
    [[APP_ROLE, WORKER_ROLE, GATE_ROLE]],
  )
  for (const role of [APP_ROLE, WORKER_ROLE, GATE_ROLE]) {
    const known = rows.find((row) => row.rolname === role)
    if (!known) await owner.query(`create role ${role} nosuperuser nocreatedb nocreaterole nobypassrls`)
    // The owner needs membership to transfer functions to the gate role.
    if (!known?.member) await owner.query(`grant ${role} to current_user`)
  }
  for (const [role, password] of passwords
    ? ([
        [APP_ROLE, passwords.app],
        [WORKER_ROLE, passwords.worker],
      ] as const)
    : []) {
    // All databases of the cluster share the roles, so a correct password is not changed.
    if (await signsIn(urlFor(role, password, ownerUrl))) continue
    await assertMasterKey(owner, passwords!.vault)
    await owner.query(`alter role ${role} login password '${scramVerifier(password)}'`)
  }
  const database = pg.escapeIdentifier((await owner.query('select current_database() as name')).rows[0].name)
  await owner.query(`grant connect on database ${database} to ${APP_ROLE}, ${WORKER_ROLE}`)
}

export const OTHER_MASTER_KEY =
  'The database was created with another MASTER_KEY. Set that key, or set both keys with the newest first.'

/** A server with another master key must not change the passwords that the other servers use. */
async function assertMasterKey(owner: pg.ClientBase, vault: Vault): Promise<void> {
  const { rows: tables } = await owner.query(`select to_regclass('public.signing_keys') is not null as present`)
  if (!tables[0].present) return
  const { rows } = await owner.query('select kid, private_jwk_encrypted from signing_keys limit 1')
  try {
    for (const { kid, private_jwk_encrypted: sealed } of rows) vault.open(sealed, kid)
  } catch (error) {
    if (error instanceof UnknownKeyError) throw new StartError(OTHER_MASTER_KEY)
    throw error
  }
}

async function signsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // connect() reports it
  try {
    await client.connect()
    return true
  } catch {
    return false // setting the password reports any other cause
  } finally {
    await client.end()
  }
}

export type RolePasswords = { app: string; worker: string; vault: Vault }

/** Derived from the master key, so that operators have fewer secrets to manage. */
export const rolePasswords = (vault: Vault): RolePasswords => ({
  vault,
  app: vault.derive('database role app'),
  worker: vault.derive('database role worker'),
})

/** The owner's URL with another role and password. */
export function urlFor(role: string, password: string, ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.href
}

/** The URL of a role at the address and database of another URL. */
export function urlAt(address: string, roleUrl: string): string {
  const { username, password } = new URL(roleUrl)
  const url = new URL(address)
  url.username = username
  url.password = password
  return url.href
}

/** A SCRAM-SHA-256 verifier (RFC 5803), so that the password itself is neither sent nor logged. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`
}
