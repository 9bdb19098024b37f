import { type CryptoKey, calculateJwkThumbprint, errors, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/kysely.ts'
import { StartError } from '../db/start-error.ts'
import { lockLater } from '../db/transaction.ts'
import { UnknownKeyError, type Vault } from '../lib/secrets.ts'

/** Seconds for which receivers may keep the published keys. */
export const JWKS_MAX_AGE_SEC = 300
// A new key is published this long before it signs, so that every receiver's and server's copy has it by then,
// and an old one goes on verifying after its successor took over: the life of its last token, and a margin.
const NOTICE_MS = 2 * JWKS_MAX_AGE_SEC * 1000
const FAREWELL_MS = 2 * 3600 * 1000
const RELOAD_MS = 60_000
/** Signing keys are not of a tenant. */
const NO_TENANT = ''

type Key = { kid: string; publicJwk: JWK; publicKey: CryptoKey; privateKey: CryptoKey; signsFrom: Date }

/** The keys that sign access tokens, kept in the database for all servers (RFC 7517). */
export class KeyRing {
  #database: Database
  #vault: Vault
  #keys: Key[] = []
  #loadedAt = 0

  private constructor(database: Database, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  /** Loads the keys, and makes the first one where there is none. */
  static async open(database: Database, vault: Vault): Promise<KeyRing> {
    const ring = new KeyRing(database, vault)
    await ring.#load()
    if (ring.#keys.length === 0) {
      await database.inTransaction(NO_TENANT, async (tx) => {
        lockLater(tx, 'signing-keys')
        const { id } = await tx
          .selectFrom('signing_keys')
          .select(({ fn }) => fn.countAll<string>().as('id'))
          .executeTakeFirstOrThrow()
        if (id === '0') await ring.#add(tx, new Date())
      })
      await ring.#load()
    }
    return ring
  }

  /** The newest key that has been known for long enough. */
  signing(): { kid: string; privateKey: CryptoKey } {
    const now = Date.now()
    const usable = this.#keys.filter((key) => key.signsFrom.getTime() <= now)
    return usable.at(-1) ?? this.#keys[0]!
  }

  /** @throws jose's JWKSNoMatchingKey for a key that is not ours */
  async verifying(kid: string): Promise<CryptoKey> {
    const known = this.#find(kid)
    if (known) return known.publicKey
    // Another server may have made it a moment ago; strangers' ids must not become a load on the database.
    if (Date.now() - this.#loadedAt > 1000) await this.#load()
    const found = this.#find(kid)
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found.publicKey
  }

  /** The public halves, next and outgoing ones included (RFC 7517). */
  async published(): Promise<{ keys: JWK[] }> {
    await this.refresh()
    return { keys: this.#keys.map((key) => key.publicJwk) }
  }

  /** Follows what other servers did to the keys; cheap unless a minute has passed. */
  async refresh(): Promise<void> {
    if (Date.now() - this.#loadedAt > RELOAD_MS) await this.#load()
  }

  /**
   * Publishes a new key, which signs from ten minutes later on, and drops those whose farewell is over.
   * @param minAgeMs does nothing while the newest key is younger
   * @returns the id of the new key, or undefined
   */
  async rotate(minAgeMs = 0): Promise<string | undefined> {
    const kid = await this.#database.inTransaction(NO_TENANT, async (tx) => {
      lockLater(tx, 'signing-keys')
      const keys = await tx.selectFrom('signing_keys').select(['kid', 'signs_from']).orderBy('signs_from').execute()
      const newest = keys.at(-1)
      if (newest && Date.now() - newest.signs_from.getTime() < minAgeMs) return undefined
      const gone = keys.filter((_, at) => {
        const successor = keys[at + 1]
        return successor && successor.signs_from.getTime() + FAREWELL_MS < Date.now()
      })
      if (gone.length > 0)
        await tx
          .deleteFrom('signing_keys')
          .where(
            'kid',
            'in',
            gone.map((key) => key.kid),
          )
          .execute()
      return this.#add(tx, new Date(Date.now() + NOTICE_MS))
    })
    await this.#load()
    return kid
  }

  #find(kid: string): Key | undefined {
    return this.#keys.find((key) => key.kid === kid)
  }

  async #add(tx: Db, signsFrom: Date): Promise<string> {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const publicJwk = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint(publicJwk)
    await tx
      .insertInto('signing_keys')
      .values({
        kid,
        public_jwk: sql`${JSON.stringify({ ...publicJwk, kid, alg: 'ES256', use: 'sig' })}::jsonb`,
        private_jwk_encrypted: this.#vault.seal(JSON.stringify(await exportJWK(pair.privateKey)), kid),
        signs_from: signsFrom,
      })
      .execute()
    return kid
  }

  async #load(): Promise<void> {
    type Row = { kid: string; public_jwk: JWK; private_jwk_encrypted: Buffer; signs_from: Date }
    const rows = await this.#database.beforeTenant(
      sql<Row>`select kid, public_jwk, private_jwk_encrypted, signs_from from signing_keys order by signs_from`,
    )
    this.#keys = await Promise.all(rows.map((row) => this.#find(row.kid) ?? this.#unlock(row)))
    this.#loadedAt = Date.now()
  }

  async #unlock(row: { kid: string; public_jwk: JWK; private_jwk_encrypted: Buffer; signs_from: Date }): Promise<Key> {
    try {
      return {
        kid: row.kid,
        publicJwk: row.public_jwk,
        signsFrom: row.signs_from,
        publicKey: (await importJWK(row.public_jwk, 'ES256')) as CryptoKey, // a JWK of type EC gives a CryptoKey
        privateKey: (await importJWK(
          JSON.parse(this.#vault.open(row.private_jwk_encrypted, row.kid)),
          'ES256',
        )) as CryptoKey,
      }
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) throw error
      throw new StartError(
        'The database was set up with another MASTER_KEY. Set the one it was made with, or keep both with the newest first.',
      )
    }
  }
}
