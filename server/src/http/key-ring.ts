import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, errors, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/kysely.ts'
import { OTHER_MASTER_KEY } from '../db/roles.ts'
import { StartError } from '../db/start-error.ts'
import { deferLock } from '../db/transaction.ts'
import { UnknownKeyError, type Vault } from '../lib/secrets.ts'

/** Cache lifetime of the published keys. */
export const JWKS_MAX_AGE_SEC = 300
/** A new key is published this long before it signs, so that all receivers and servers have it by then. */
const PUBLISH_AHEAD_MS = 2 * JWKS_MAX_AGE_SEC * 1000
/** A replaced key verifies for this long: the lifetime of its last token and a margin. */
const RETIREMENT_MS = 2 * 3600 * 1000
const RELOAD_MS = 60_000
/** Signing keys belong to no tenant. */
const NO_TENANT = ''

type Key = { kid: string; publicJwk: JWK; publicKey: CryptoKey; privateKey: KeyObject; signsFrom: Date }

/** The signing keys of access tokens, stored in the database for all servers (RFC 7517). */
export class KeyRing {
  #database: Database
  #vault: Vault
  #keys: Key[] = []
  #loadedAt = 0

  private constructor(database: Database, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  /** Loads the keys; creates the first one if there is none. */
  static async open(database: Database, vault: Vault): Promise<KeyRing> {
    const ring = new KeyRing(database, vault)
    await ring.#load()
    if (ring.#keys.length === 0) {
      await database.inTransaction(NO_TENANT, async (tx) => {
        deferLock(tx, 'signingKey-keys')
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

  /** The newest key that has been published for long enough. */
  signingKey(): { kid: string; privateKey: KeyObject } {
    const now = Date.now()
    const usable = this.#keys.filter((key) => key.signsFrom.getTime() <= now)
    return usable.at(-1) ?? this.#keys[0]!
  }

  /** @throws jose's JWKSNoMatchingKey for an unknown key */
  async verificationKey(kid: string): Promise<CryptoKey> {
    const known = this.#find(kid)
    if (known) return known.publicKey
    // Another server may just have created it. At most one query a second, because callers can invent key ids.
    if (Date.now() - this.#loadedAt > 1000) await this.#load()
    const found = this.#find(kid)
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found.publicKey
  }

  /** The public keys, including the next and the retiring ones (RFC 7517). */
  async published(): Promise<{ keys: JWK[] }> {
    await this.refresh()
    return { keys: this.#keys.map((key) => key.publicJwk) }
  }

  /** Reloads the keys once a minute, because other servers rotate them too. */
  async refresh(): Promise<void> {
    if (Date.now() - this.#loadedAt > RELOAD_MS) await this.#load()
  }

  /**
   * Publishes a new key, which starts to sign after ten minutes, and deletes retired keys.
   * @param minAgeMs does nothing while the newest key is younger
   * @returns the id of the new key, or undefined
   */
  async rotate(minAgeMs = 0): Promise<string | undefined> {
    const kid = await this.#database.inTransaction(NO_TENANT, async (tx) => {
      deferLock(tx, 'signingKey-keys')
      const keys = await tx.selectFrom('signing_keys').select(['kid', 'signs_from']).orderBy('signs_from').execute()
      const newest = keys.at(-1)
      if (newest && Date.now() - newest.signs_from.getTime() < minAgeMs) return undefined
      const retired = keys.filter((_, index) => {
        const successor = keys[index + 1]
        return successor && successor.signs_from.getTime() + RETIREMENT_MS < Date.now()
      })
      if (retired.length > 0)
        await tx
          .deleteFrom('signing_keys')
          .where(
            'kid',
            'in',
            retired.map((key) => key.kid),
          )
          .execute()
      return this.#add(tx, new Date(Date.now() + PUBLISH_AHEAD_MS))
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
    const rows = await this.#database.queryWithoutTenant(
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
        privateKey: createPrivateKey({
          key: JSON.parse(this.#vault.open(row.private_jwk_encrypted, row.kid)),
          format: 'jwk',
        }),
      }
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) throw error
      throw new StartError(OTHER_MASTER_KEY)
    }
  }
}
