import type { Db } from '../../../db/kysely.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/secrets.ts'
import type { Sealer } from '../../../pdf/content.ts'
import * as queries from './queries.ts'
import type { ValidUpload } from './upload.ts'

const placeOf = (tenantId: string, id: string) => `signing_certificates/${tenantId}/${id}`

/** Serializes changes of an owner's certificate. */
export const lockHolder = (db: Db, { tenantId, practitionerId }: queries.Owner) =>
  deferLock(db, 'signing-certificate', tenantId, practitionerId ?? '')

/** Activates a certificate and retires the previous one. Call `lockHolder` first. @returns the certificate's id */
export function activateCertificate(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  owner: queries.Owner,
  { privateKeyPem, ...certificate }: ValidUpload,
): string {
  const id = newId('crt')
  defer(db, queries.retireInUse(owner))
  defer(
    db,
    queries.insert({ ...owner, ...certificate, id, sealedKey: vault.seal(privateKeyPem, placeOf(owner.tenantId, id)) }),
  )
  return id
}

/**
 * Decrypts a signing key, outside any transaction.
 * @returns undefined for a retired certificate, because its key is destroyed
 */
export async function openSealingKey(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  tenantId: string,
  certificateId: string,
): Promise<Sealer | undefined> {
  const { rows } = await database.onLane(tenantId, queries.sealed({ tenantId, id: certificateId }))
  const [found] = rows
  if (!found) return undefined
  return {
    holder: found.user_id === null ? 'ORGANISATION' : 'PRACTITIONER',
    chainPem: found.chain,
    privateKeyPem: vault.open(found.private_key_encrypted, placeOf(tenantId, certificateId)),
  }
}
