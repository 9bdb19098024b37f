import { createHash, createPrivateKey, sign } from 'node:crypto'
import { type BaseBlock, fromBER, Integer, Null } from 'asn1js'
import { Certificate } from 'pkijs'
import { certificatesIn, derOf, octets, oid, sequence, setOf, tagged } from './asn1.ts'
import type { SealingKey } from './content.ts'

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'

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
  if (!own) throw new Error('There is no certificate to sign with.')
  const privateKey = createPrivateKey(privateKeyPem)
  const method =
    privateKey.asymmetricKeyType === 'rsa' ? algorithm(SHA256_WITH_RSA, new Null()) : algorithm(ECDSA_WITH_SHA256)
  const { issuer, serialNumber } = Certificate.fromBER(own)
  const issued = sequence(issuer.toSchema(), serialNumber)
  const certificates = chain.map((certificate) => fromBER(certificate).result)
  const known = [attribute(CONTENT_TYPE, oid(DATA)), attribute(SIGNING_CERTIFICATE_V2, hashed(own))]
  return {
    room: Buffer.concat([...chain, own]).length + BESIDE_CERTIFICATES, // the name is no longer than what it stands in
    sign(digest) {
      const attributes = inOrder([...known, attribute(MESSAGE_DIGEST, octets(digest))])
      const signature = sign('sha256', derOf(setOf(...attributes)), privateKey)
      const signerInfo = sequence(
        new Integer({ value: 1 }),
        issued,
        algorithm(SHA256),
        tagged(0, ...attributes),
        method,
        octets(signature),
      )
      const signedData = sequence(
        new Integer({ value: 1 }),
        setOf(algorithm(SHA256)),
        sequence(oid(DATA)),
        tagged(0, ...certificates),
        setOf(signerInfo),
      )
      return derOf(sequence(oid(SIGNED_DATA), tagged(0, signedData)))
    },
  }
}

/** By which a signature names its certificate, so that no other can be put in its place (RFC 5035). */
const hashed = (certificate: Uint8Array) =>
  sequence(sequence(sequence(octets(createHash('sha256').update(certificate).digest()))))

const algorithm = (value: string, ...parameters: BaseBlock[]) => sequence(oid(value), ...parameters)
const attribute = (type: string, value: BaseBlock) => sequence(oid(type), setOf(value))

/** A set is written in the order of its members' bytes, or it would be another one to whoever checks it. */
const inOrder = (members: BaseBlock[]): BaseBlock[] =>
  members
    .map((member) => ({ member, bytes: derOf(member) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ member }) => member)
