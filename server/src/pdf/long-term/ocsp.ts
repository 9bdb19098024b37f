import { createHash, X509Certificate } from 'node:crypto'
import { type BaseBlock, BitString, Enumerated, fromBER, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { derOf, isTagged, membersOf, octets, oid, readCertificate, sequence } from '../asn1.ts'
import { oids } from '../object-identifiers.ts'
import { assertCurrent, isSignedBy, type Status, timeIn } from './statements.ts'

const SUCCESSFUL = 0

/** A request for the status of one certificate (RFC 6960, 4.1). */
export const ocspRequest = (certificate: X509Certificate, issuer: X509Certificate): Buffer =>
  derOf(sequence(sequence(sequence(sequence(certificateId(certificate, issuer))))))

/**
 * The status of a certificate in an OCSP response (RFC 6960, 4.2).
 * @throws unless it is a current answer about the certificate, signed for its issuer
 */
export function readOcspResponse(
  der: Buffer,
  certificate: X509Certificate,
  issuer: X509Certificate,
  now: Date,
): Status {
  const signed = basicResponseIn(der)
  const [data, , , embedded] = signed
  const responders = membersOf(membersOf(embedded)[0])
    .map((block) => new X509Certificate(block.valueBeforeDecodeView))
    .filter((one) => one.keyUsage?.includes(oids.ocspSigning) && one.verify(issuer.publicKey))
  if (![issuer, ...responders].some((responder) => isSignedBy(signed, responder)))
    throw new Error('it is not signed for the issuer of the certificate')
  const wanted = idsIn(certificateId(certificate, issuer))
  const [, state, thisUpdate, next] =
    membersOf(membersOf(data).find((part) => part instanceof Sequence))
      .map(membersOf)
      .find(([id]) => idsIn(id) === wanted) ?? []
  if (!state) throw new Error('it is about another certificate')
  const nextUpdate = next && isTagged(next, 0) ? timeIn(membersOf(next)[0]) : undefined
  assertCurrent(timeIn(thisUpdate), nextUpdate, now)
  if (!isTagged(state, 0) && !isTagged(state, 1)) throw new Error('the responder does not know the certificate')
  return { isRevoked: isTagged(state, 1), nextUpdate }
}

/** The parts of the BasicOCSPResponse: data, algorithm, signature and certificates. */
function basicResponseIn(der: Buffer): BaseBlock[] {
  const [status, wrapped] = membersOf(fromBER(der).result)
  const code = status instanceof Enumerated ? status.valueBlock.valueDec : undefined
  if (code !== SUCCESSFUL) throw new Error(`it has the status ${code}`)
  const [type, content] = membersOf(membersOf(wrapped)[0])
  if (
    !(type instanceof ObjectIdentifier && type.getValue() === oids.basicOcspResponse) ||
    !(content instanceof OctetString)
  )
    throw new Error('it has an unknown type')
  return membersOf(fromBER(content.getValue()).result)
}

/** CertID. SHA-1 only identifies the issuer here, and all responders know it. */
function certificateId(certificate: X509Certificate, issuer: X509Certificate): BaseBlock {
  const [own, above] = [readCertificate(certificate.raw), readCertificate(issuer.raw)]
  const key = membersOf(above?.publicKey)[1]
  if (!(own && above && key instanceof BitString)) throw new Error('a certificate cannot be read')
  const [name, bits] = [sha1(derOf(above.subject)), sha1(key.valueBlock.valueHexView)]
  return sequence(sequence(oid('sha1'), new Null()), octets(name), octets(bits), own.serialNumber)
}

/** The hashes and the serial number of a CertID. Its algorithm may be encoded in two ways. */
const idsIn = (id: BaseBlock | undefined): string =>
  membersOf(id)
    .slice(1)
    .map((part) => derOf(part).toString('hex'))
    .join()

const sha1 = (bytes: Uint8Array): Buffer => createHash('sha1').update(bytes).digest()
