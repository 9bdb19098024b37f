import { createHash, createPrivateKey, sign } from 'node:crypto'
import { type BaseBlock, fromBER, Integer, Null } from 'asn1js'
import { certificatesIn, derOf, octets, oid, readCertificate, sequence, setOf, tagged } from './asn1.ts'
import type { SealingKey } from './content.ts'
import type { Kind } from './object-identifiers.ts'

/** Bytes that a signature takes beside its certificates and the name of who issued the first: at most 512 are RSA's. */
const BESIDE_CERTIFICATES = 1024

/** Makes signatures of one key. */
export type Signer = {
  /** Bytes that hold any of its signatures. */
  room: number
  /**
   * A detached signature (CMS SignedData) over what has this SHA-256, with the attributes of CAdES as PAdES baseline asks
   * for them: there is no signing time among them, for that stands in the document.
   */
  sign(digest: Uint8Array): Buffer
}

/** Reads a chain and its key, which takes longer than signing with them. */
export function signerFrom({ chainPem, privateKeyPem }: SealingKey): Signer {
  const chain = certificatesIn(chainPem).map(({ raw }) => raw)
  const [own] = chain
  const read = own && readCertificate(own)
  if (!read) throw new Error('There is no certificate to sign with.')
  const privateKey = createPrivateKey(privateKeyPem)
  const method =
    privateKey.asymmetricKeyType === 'rsa' ? algorithm('sha256WithRsa', new Null()) : algorithm('ecdsaWithSha256')
  const issued = sequence(read.issuer, read.serialNumber)
  const certificates = chain.map((certificate) => fromBER(certificate).result)
  const known = [attribute('contentType', oid('data')), attribute('signingCertificateV2', hashed(own))]
  return {
    room: Buffer.concat([...chain, own]).length + BESIDE_CERTIFICATES, // the name is no longer than what it stands in
    sign(digest) {
      const attributes = inOrder([...known, attribute('messageDigest', octets(digest))])
      const signature = sign('sha256', derOf(setOf(...attributes)), privateKey)
      const signerInfo = sequence(
        new Integer({ value: 1 }),
        issued,
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

/** By which a signature names its certificate, so that no other can be put in its place (RFC 5035). */
const hashed = (certificate: Uint8Array) =>
  sequence(sequence(sequence(octets(createHash('sha256').update(certificate).digest()))))

const algorithm = (kind: Kind, ...parameters: BaseBlock[]) => sequence(oid(kind), ...parameters)
const attribute = (type: Kind, value: BaseBlock) => sequence(oid(type), setOf(value))

/** A set is written in the order of its members' bytes, or it would be another one to whoever checks it. */
const inOrder = (members: BaseBlock[]): BaseBlock[] =>
  members
    .map((member) => ({ member, bytes: derOf(member) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ member }) => member)
