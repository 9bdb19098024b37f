import { X509Certificate } from 'node:crypto'
import { type BaseBlock, Constructed, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js'
import { type Kind, oids } from './object-identifiers.ts'

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a text, in order; what else it holds is passed over. @throws for one that cannot be read */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(PEM_CERTIFICATE) ?? []).map((one) => new X509Certificate(one))

export const sequence = (...value: BaseBlock[]): Sequence => new Sequence({ value })
export const setOf = (...value: BaseBlock[]): SetOf => new SetOf({ value })
export const oid = (kind: Kind): ObjectIdentifier => new ObjectIdentifier({ value: oids[kind] })
export const octets = (bytes: Uint8Array): OctetString => new OctetString({ valueHex: bytes })
/** What stands under a number of its own in what holds it. */
export const tagged = (tagNumber: number, ...value: BaseBlock[]): Constructed =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
export const derOf = (block: BaseBlock): Buffer => Buffer.from(block.toBER())
