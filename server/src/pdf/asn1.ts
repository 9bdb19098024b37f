import { X509Certificate } from 'node:crypto'
import { type BaseBlock, Constructed, fromBER, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js'
import { type Kind, oids } from './object-identifiers.ts'

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a text, in order; other content is skipped. @throws for a certificate that cannot be parsed */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(PEM_CERTIFICATE) ?? []).map((one) => new X509Certificate(one))

export const sequence = (...value: BaseBlock[]): Sequence => new Sequence({ value })
export const setOf = (...value: BaseBlock[]): SetOf => new SetOf({ value })
export const oid = (kind: Kind): ObjectIdentifier => new ObjectIdentifier({ value: oids[kind] })
export const octets = (bytes: Uint8Array): OctetString => new OctetString({ valueHex: bytes })
/** A context-specific tag. */
export const tagged = (tagNumber: number, ...value: BaseBlock[]): Constructed =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
/** The members of a constructed block; empty for a primitive one. */
export const membersOf = (block: BaseBlock | undefined): BaseBlock[] =>
  block instanceof Constructed ? block.valueBlock.value : []
export const derOf = (block: BaseBlock): Buffer => Buffer.from(block.toBER())

/** The fields of a certificate that Node does not expose (RFC 5280, 4.1). */
export type CertificateFields = {
  serialNumber: BaseBlock
  issuer: BaseBlock
  subject: BaseBlock
  /** SubjectPublicKeyInfo. */
  publicKey: BaseBlock
  extension(kind: Kind): BaseBlock | undefined
}

/** @returns undefined if the bytes are not a certificate */
export function readCertificate(der: Uint8Array): CertificateFields | undefined {
  const [certified] = membersOf(fromBER(der).result)
  // The version, with tag 0, is absent in version 1 and skipped here.
  const [serialNumber, , issuer, , subject, publicKey, ...more] = membersOf(certified).filter(
    (part) => !isTagged(part, 0),
  )
  if (!(serialNumber && issuer && subject && publicKey)) return undefined
  const extensions = membersOf(membersOf(more.find((part) => isTagged(part, 3)))[0])
  return { serialNumber, issuer, subject, publicKey, extension: (kind) => extensionIn(extensions, kind) }
}

/** Whether a block has a context-specific tag. */
export const isTagged = ({ idBlock }: BaseBlock, tagNumber: number) =>
  idBlock.tagClass === 3 && idBlock.tagNumber === tagNumber

function extensionIn(extensions: BaseBlock[], kind: Kind): BaseBlock | undefined {
  const found = extensions
    .map(membersOf)
    .find(([name]) => name instanceof ObjectIdentifier && name.getValue() === oids[kind])
  const value = found?.at(-1)
  return value instanceof OctetString ? fromBER(value.valueBlock.valueHexView).result : undefined
}
