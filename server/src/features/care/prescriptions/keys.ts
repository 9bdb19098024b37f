import type { JWK } from 'jose'
import type { Db } from '../../../db/kysely.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { newKeyPair } from './jws.ts'
import type { Prescriber, SealedKey } from './queries.ts'
import * as queries from './queries.ts'

const placeOf = ({ tenantId, userId }: Prescriber, kid: string) => `prescriber_keys/${tenantId}/${userId}/${kid}`

/** Decrypts the key for one signature. Do not cache private keys in memory: decryption takes only 0.1 ms. */
export const openKey = (vault: Vault, prescriber: Prescriber, { kid, private_jwk_encrypted }: SealedKey): JWK =>
  JSON.parse(vault.open(private_jwk_encrypted, placeOf(prescriber, kid)))

/** Returns the prescriber's key, and creates it if there is none. */
export async function ensureKey(db: Db, vault: Pick<Vault, 'seal'>, prescriber: Prescriber): Promise<SealedKey> {
  lockKey(db, prescriber)
  return (await queries.findKey(db, prescriber)) ?? (await makeKey(db, vault, prescriber)).sealed
}

/** Creates a key for the prescriber, and retires the previous one. */
export async function exchangeKey(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  prescriber: Prescriber,
): Promise<{ publicJwk: JWK }> {
  lockKey(db, prescriber)
  defer(db, queries.retireKey(prescriber))
  return makeKey(db, vault, prescriber)
}

/** Serializes key creation: a prescriber's first prescriptions may be concurrent. */
const lockKey = (db: Db, { tenantId, userId }: Prescriber) => deferLock(db, 'prescriber-key', tenantId, userId)

async function makeKey(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  prescriber: Prescriber,
): Promise<{ sealed: SealedKey; publicJwk: JWK }> {
  const { kid, publicJwk, privateJwk } = await newKeyPair()
  const sealed = { kid, private_jwk_encrypted: vault.seal(JSON.stringify(privateJwk), placeOf(prescriber, kid)) }
  defer(db, queries.insertKey(prescriber, sealed, publicJwk))
  return { sealed, publicJwk }
}
