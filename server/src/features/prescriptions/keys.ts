import type { JWK } from 'jose'
import type { Db } from '../../db/kysely.ts'
import { later, lockLater } from '../../db/transaction.ts'
import type { Vault } from '../../lib/secrets.ts'
import { newKeyPair } from './jws.ts'
import type { Prescriber, SealedKey } from './queries.ts'
import * as queries from './queries.ts'

const placeOf = ({ tenantId, userId }: Prescriber, kid: string) => `prescriber_keys/${tenantId}/${userId}/${kid}`

/**
 * Opened for one signature and forgotten: it takes a tenth of a millisecond, which is less than keeping the private keys
 * of all prescribers in memory would be worth.
 */
export const openKey = (vault: Vault, of: Prescriber, { kid, private_jwk_encrypted }: SealedKey): JWK =>
  JSON.parse(vault.open(private_jwk_encrypted, placeOf(of, kid)))

/** The prescriber's key, made now if there is none. */
export async function ensureKey(db: Db, vault: Vault, of: Prescriber): Promise<SealedKey> {
  lockKey(db, of)
  return (await queries.findKey(db, of)) ?? (await makeKey(db, vault, of)).sealed
}

/** Makes a key for the prescriber and ends the one before it. */
export async function exchangeKey(db: Db, vault: Vault, of: Prescriber): Promise<{ publicJwk: JWK }> {
  lockKey(db, of)
  later(db, queries.retireKey(of))
  return makeKey(db, vault, of)
}

/** A prescriber's first prescriptions may come at once; the key is made by one of them. */
const lockKey = (db: Db, { tenantId, userId }: Prescriber) => lockLater(db, 'prescriber-key', tenantId, userId)

async function makeKey(db: Db, vault: Vault, of: Prescriber): Promise<{ sealed: SealedKey; publicJwk: JWK }> {
  const { kid, publicJwk, privateJwk } = await newKeyPair()
  const sealed = { kid, private_jwk_encrypted: vault.seal(JSON.stringify(privateJwk), placeOf(of, kid)) }
  later(db, queries.insertKey(of, sealed, publicJwk))
  return { sealed, publicJwk }
}
