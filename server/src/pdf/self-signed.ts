import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import {
  BitString,
  Boolean as Bool,
  fromBER,
  GeneralizedTime,
  Integer,
  PrintableString,
  type Sequence,
  type Set as SetOf,
  UTCTime,
  Utf8String,
} from 'asn1js'
import { derOf, octets, oid, sequence, setOf, tagged } from './asn1.ts'
import type { SealingKey } from './content.ts'
import type { Kind } from './object-identifiers.ts'

export type Holder = { name: string; organisation: string; licenceNumber: string | null }

const YEARS = 3
/** Tolerance for verifiers whose clock is slow. */
const BACKDATE_MS = 3_600_000
/** Maximum length of a name part (X.520). */
const MAX_NAME = 64

const SIGNATURE_AND_NON_REPUDIATION = 0b1100_0000
/** Document signing (RFC 9336), and e-mail protection for NSS, the library of pdfsig, which does not know the former. */
const PURPOSES: Kind[] = ['documentSigning', 'emailProtection']

/** A new P-256 key with a self-signed certificate, for trying out signatures. */
export function selfSigned(holder: Holder, now: Date): SealingKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certified = sequence(
    tagged(0, new Integer({ value: 2 })), // version 3
    new Integer({ valueHex: positive(randomBytes(16)) }),
    algorithm(),
    nameOf(holder), // issuer
    validityFrom(now),
    nameOf(holder),
    fromBER(publicKey.export({ type: 'spki', format: 'der' })).result,
    tagged(3, extensions()),
  )
  const signature = sign('sha256', derOf(certified), privateKey)
  const certificate = sequence(certified, algorithm(), new BitString({ valueHex: signature }))
  return {
    chainPem: new X509Certificate(derOf(certificate)).toString(),
    privateKeyPem: pemOf(privateKey),
  }
}

const pemOf = (privateKey: KeyObject) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const algorithm = () => sequence(oid('ecdsaWithSha256'))

/** Makes the integer positive: changes the first byte to 0x40 to 0x7f. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes
}

const nameOf = ({ name, organisation, licenceNumber }: Holder) =>
  sequence(
    part('country', new PrintableString({ value: 'MA' })),
    part('organisation', written(organisation)),
    ...(licenceNumber === null ? [] : [part('serialNumber', written(licenceNumber))]),
    part('commonName', written(name)),
  )

/** One set for each attribute: several attributes in one set would form a multi-valued name part. */
const part = (type: Kind, value: Utf8String | PrintableString): SetOf => setOf(sequence(oid(type), value))

const written = (text: string) => new Utf8String({ value: [...text].slice(0, MAX_NAME).join('') })

function validityFrom(now: Date): Sequence {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
  return sequence(timeOf(new Date(now.getTime() - BACKDATE_MS)), timeOf(until))
}

/** The time to the second. RFC 5280 requires UTCTime before 2050, and GeneralizedTime from then on. */
function timeOf(at: Date): UTCTime | GeneralizedTime {
  const valueDate = new Date(at)
  valueDate.setUTCMilliseconds(0)
  return at.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate })
}

const extensions = () =>
  sequence(
    extension('basicConstraints', true, sequence()), // not a CA, the default
    extension('keyUsage', true, new BitString({ valueHex: Buffer.of(SIGNATURE_AND_NON_REPUDIATION), unusedBits: 6 })),
    extension('extendedKeyUsage', false, sequence(...PURPOSES.map(oid))),
  )

const extension = (type: Kind, critical: boolean, value: Sequence | BitString) =>
  sequence(oid(type), ...(critical ? [new Bool({ value: true })] : []), octets(derOf(value)))
