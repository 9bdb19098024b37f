import { createHash, createPrivateKey, sign } from 'node:crypto'
import { type BaseBlock, fromBER, Integer, Null } from 'asn1js'
import { certificatesIn, derOf, octets, oid, readCertificate, sequence, setOf, tagged } from './asn1.ts'
import type { SealingKey } from './content.ts'
import type { Kind } from './object-identifiers.ts'

/** Limit of bytes of a signature without its certificates and the issuer's name. An RSA value takes up to 512 of them. */
const BESIDE_CERTIFICATES = 1024

/** A signing key, ready for use. */
export type Signer = {
  /** Maximum bytes of a signature. */
  reservedBytes: number
  /**
   * Creates a detached signature (CMS SignedData) over data with this SHA-256. Its attributes are those of PAdES baseline,
   * without the signing time, which the document states.
   */
  sign(digest: Uint8Array): Buffer
}

/** Parses a chain and its key. Parsing is slower than signing, so reuse the result. */
export function signerFrom({ chainPem, privateKeyPem }: SealingKey): Signer {
  const chain = certificatesIn(chainPem).map(({ raw }) => raw)
  const [own] = chain
  const parsed = own && readCertificate(own)
  if (!parsed) throw new Error('The chain contains no certificate to sign with.')
  const privateKey = createPrivateKey(privateKeyPem)
  const method =
    privateKey.asymmetricKeyType === 'rsa' ? algorithm('sha256WithRsa', new Null()) : algorithm('ecdsaWithSha256')
  const issuerAndSerial = sequence(parsed.issuer, parsed.serialNumber)
  const certificates = chain.map((certificate) => fromBER(certificate).result)
  const fixedAttributes = [
    attribute('contentType', oid('data')),
    attribute('signingCertificateV2', certificateHash(own)),
  ]
  return {
    reservedBytes: Buffer.concat([...chain, own]).length + BESIDE_CERTIFICATES, // the issuer's name is part of the certificate
    sign(digest) {
      const attributes = inDerOrder([...fixedAttributes, attribute('messageDigest', octets(digest))])
      const signature = sign('sha256', derOf(setOf(...attributes)), privateKey)
      const signerInfo = sequence(
        new Integer({ value: 1 }),
        issuerAndSerial,
        algorithm('sha256'),
        tagged(0, ...attributes),
        method,
        octets(signature),
      )
      const signedData = sequence(
        new Integer({ value: 1 }),
        setOf(algorithm('sha256')),
        sequence(oid('data')),
        tagged(0, ...certificates),
        setOf(signerInfo),
      )
      return derOf(sequence(oid('signedData'), tagged(0, signedData)))
    },
  }
}

/** Binds the signature to its certificate (RFC 5035). */
const certificateHash = (certificate: Uint8Array) =>
  sequence(sequence(sequence(octets(createHash('sha256').update(certificate).digest()))))

const algorithm = (kind: Kind, ...parameters: BaseBlock[]) => sequence(oid(kind), ...parameters)
const attribute = (type: Kind, value: BaseBlock) => sequence(oid(type), setOf(value))

/** DER sorts the members of a set by their encoding. */
const inDerOrder = (members: BaseBlock[]): BaseBlock[] =>
  members
    .map((member) => ({ member, bytes: derOf(member) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ member }) => member)
