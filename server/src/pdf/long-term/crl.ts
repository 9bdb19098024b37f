import type { X509Certificate } from 'node:crypto'
import { type BaseBlock, fromBER, GeneralizedTime, Sequence, UTCTime } from 'asn1js'
import { derOf, membersOf, readCertificate } from '../asn1.ts'
import { assertCurrent, isSignedBy, type Status, timeIn } from './statements.ts'

/**
 * The status of a certificate by a revocation list (RFC 5280, 5.1).
 * @param issuer of the certificate and the list. Undefined if it is not known: a reader then checks the signature of the list
 * @throws unless it is a current list, signed by the issuer of the certificate
 */
export function readRevocationList(
  der: Buffer,
  certificate: X509Certificate,
  issuer: X509Certificate | undefined,
  now: Date,
): Status {
  const signed = membersOf(fromBER(der).result)
  const parts = membersOf(signed[0])
  const from = parts.findIndex(isTime)
  const own = readCertificate(certificate.raw)
  const listed = parts[from - 1]
  if (!own || !listed || !derOf(listed).equals(derOf(own.issuer))) throw new Error('it is of another issuer')
  if (issuer && !isSignedBy(signed, issuer)) throw new Error('it is not signed by the issuer of the certificate')
  const [thisUpdate, ...rest] = parts.slice(from)
  const nextUpdate = rest[0] && isTime(rest[0]) ? timeIn(rest.shift()) : undefined
  assertCurrent(timeIn(thisUpdate), nextUpdate, now)
  const serial = derOf(own.serialNumber)
  const revoked = rest[0] instanceof Sequence ? membersOf(rest[0]) : []
  const isRevoked = revoked.some((entry) => membersOf(entry)[0] && derOf(membersOf(entry)[0]!).equals(serial))
  return { isRevoked, nextUpdate }
}

const isTime = (block: BaseBlock): boolean => block instanceof UTCTime || block instanceof GeneralizedTime
