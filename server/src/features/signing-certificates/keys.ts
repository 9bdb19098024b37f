import type { Services } from '../../context.ts'
import type { Db } from '../../db/kysely.ts'
import { later, lockLater } from '../../db/transaction.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { Sealer } from '../../pdf/content.ts'
import * as queries from './queries.ts'
import type { Sound } from './soundness.ts'

const placeOf = (tenantId: string, id: string) => `signing_certificates/${tenantId}/${id}`

/** Has those who would give somebody a certificate do so one after the other. */
export const lockHolder = (db: Db, { tenantId, practitionerId }: queries.Of) =>
  lockLater(db, 'signing-certificate', tenantId, practitionerId ?? '')

/** Puts a certificate in use and ends the one before it; whoever calls holds the holder's lock. @returns its id */
export function putInUse(db: Db, vault: Vault, of: queries.Of, { privateKeyPem, ...certificate }: Sound): string {
  const id = newId('crt')
  later(db, queries.retireInUse(of))
  later(
    db,
    queries.insert({ ...of, ...certificate, id, sealedKey: vault.seal(privateKeyPem, placeOf(of.tenantId, id)) }),
  )
  return id
}

/**
 * What a document is signed with, for the one who makes it. It needs no transaction.
 * @returns undefined once it is retired: then its key is gone
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
