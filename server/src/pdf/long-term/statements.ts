import { verify, type X509Certificate } from 'node:crypto'
import { type BaseBlock, BitString, GeneralizedTime, ObjectIdentifier, UTCTime } from 'asn1js'
import { membersOf } from '../asn1.ts'
import { oids } from '../object-identifiers.ts'

/** What an authority states about a certificate: revoked or not, until the next statement. */
export type Status = { isRevoked: boolean; nextUpdate: Date | undefined }

/** Clocks may differ. */
const TOLERANCE_MS = 5 * 60_000

const digests: Record<string, string> = {
  [oids.sha256WithRsa]: 'sha256',
  [oids.sha384WithRsa]: 'sha384',
  [oids.sha512WithRsa]: 'sha512',
  [oids.ecdsaWithSha256]: 'sha256',
  [oids.ecdsaWithSha384]: 'sha384',
  [oids.ecdsaWithSha512]: 'sha512',
}

/** Whether the key of a certificate signed a statement, whose parts are data, algorithm and signature. */
export function isSignedBy([data, algorithm, signature]: BaseBlock[], { publicKey }: X509Certificate): boolean {
  const [kind] = membersOf(algorithm)
  const digest = kind instanceof ObjectIdentifier ? digests[kind.getValue()] : undefined
  if (!(data && digest && signature instanceof BitString)) return false
  return verify(digest, data.valueBeforeDecodeView, publicKey, signature.valueBlock.valueHexView)
}

/** @throws unless the block is a time */
export function timeIn(block: BaseBlock | undefined): Date {
  if (block instanceof UTCTime || block instanceof GeneralizedTime) return block.toDate()
  throw new Error('a time is missing')
}

/** @throws unless `now` is between the times of a statement */
export function assertCurrent(thisUpdate: Date, nextUpdate: Date | undefined, now: Date): void {
  if (thisUpdate.getTime() > now.getTime() + TOLERANCE_MS) throw new Error('it is from the future')
  if (nextUpdate && nextUpdate.getTime() < now.getTime() - TOLERANCE_MS) throw new Error('it is outdated')
}
