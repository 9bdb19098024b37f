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

/** Whose certificate it is. */
export type Holder = { name: string; organisation: string; licenceNumber: string | null }

const YEARS = 3
/** The clock of whoever checks a signature may be behind ours. */
const BEHIND_MS = 3_600_000
/** The longest that X.520 lets a part of a name be. */
const MAX_NAME = 64

const SIGNATURE_AND_NON_REPUDIATION = 0b1100_0000
/** Documents (RFC 9336), and e-mail: programs on NSS, pdfsig among them, know of no documents and take those for e-mail alone. */
const PURPOSES: Kind[] = ['documentSigning', 'emailProtection']

/** A new key of P-256 with a certificate that nobody else vouches for: enough to see how documents are signed. */
export function selfSigned(holder: Holder, now: Date): SealingKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certified = sequence(
    tagged(0, new Integer({ value: 2 })), // which is called version 3
    new Integer({ valueHex: positive(randomBytes(16)) }),
    algorithm(),
    nameOf(holder), // who vouches
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

/** With a first byte that neither makes the number negative nor is left out. */
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

/** Each in a set of its own: several in one would be one part of a name with several values. */
const part = (type: Kind, value: Utf8String | PrintableString): SetOf => setOf(sequence(oid(type), value))

const written = (text: string) => new Utf8String({ value: [...text].slice(0, MAX_NAME).join('') })

function validityFrom(now: Date): Sequence {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
  return sequence(timeOf(new Date(now.getTime() - BEHIND_MS)), timeOf(until))
}

/** To the second; of the two forms, the one that RFC 5280 has for its year. */
function timeOf(at: Date): UTCTime | GeneralizedTime {
  const valueDate = new Date(at)
  valueDate.setUTCMilliseconds(0)
  return at.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate })
}

const extensions = () =>
  sequence(
    extension('basicConstraints', true, sequence()), // not an authority, which is the default
    extension('keyUsage', true, new BitString({ valueHex: Buffer.of(SIGNATURE_AND_NON_REPUDIATION), unusedBits: 6 })),
    extension('extendedKeyUsage', false, sequence(...PURPOSES.map(oid))),
  )

const extension = (type: Kind, critical: boolean, value: Sequence | BitString) =>
  sequence(oid(type), ...(critical ? [new Bool({ value: true })] : []), octets(derOf(value)))
