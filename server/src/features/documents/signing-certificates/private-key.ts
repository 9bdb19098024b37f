import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type BaseBlock, fromBER, Integer, ObjectIdentifier } from 'asn1js'
import type { Fault } from '../../../errors.ts'
import { membersOf } from '../../../pdf/asn1.ts'
import { oids } from '../../../pdf/object-identifiers.ts'

/** Limit of characters of a PEM private key. */
export const MAX_PRIVATE_KEY = 16_384
/** Limit of PBKDF2 iterations. 100,000 iterations block the event loop for about 30 ms. */
const MAX_ROUNDS = 100_000

const BLOCK = /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\s\S]+?-----END \1-----/

/** Parses a key that can sign documents, or returns its fault. */
export function readPrivateKey(pem: string, passphrase: string | undefined): KeyObject | Fault {
  const [block, label] = BLOCK.exec(pem) ?? []
  if (block === undefined) return notAKey
  const key = label === 'ENCRYPTED PRIVATE KEY' ? decryptKey(block, passphrase) : read(block, passphrase)
  if ('path' in key || isSupported(key)) return key
  return fault('must be RSA with 2048 to 4096 bits, or elliptic curve P-256 or P-384')
}

/** The key in a PEM block. Formats older than PKCS #8 declare encryption in a header. */
function read(block: string, passphrase: string | undefined): KeyObject | Fault {
  const encrypted = block.includes('ENCRYPTED')
  if (encrypted && passphrase === undefined) return passphraseRequired
  try {
    return createPrivateKey({ key: block, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch {
    return encrypted ? wrongPassphrase : notAKey
  }
}

/** The key of an encrypted PKCS #8 block. Decrypts the same bytes whose iteration count was checked, not the PEM text again. */
function decryptKey(block: string, passphrase: string | undefined): KeyObject | Fault {
  const bytes = Buffer.from(block.split('-----')[2]!, 'base64')
  const rounds = roundsOf(bytes)
  if (rounds === undefined || rounds > MAX_ROUNDS)
    return fault(
      `must be encrypted with PBES2 and at most ${MAX_ROUNDS} rounds of PBKDF2: convert it with openssl pkcs8 -topk8`,
    )
  if (passphrase === undefined) return passphraseRequired
  try {
    return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8', passphrase })
  } catch {
    return wrongPassphrase
  }
}

/** The PBKDF2 iterations of an encrypted PKCS #8 block; undefined for other key derivations. */
function roundsOf(bytes: Buffer): number | undefined {
  const [scheme, derivation] = membersOf(membersOf(fromBER(bytes).result)[0])
  const [method, parameters] = membersOf(membersOf(derivation)[0])
  const [, rounds] = membersOf(parameters)
  const isKnown = nameOf(scheme) === oids.pbes2 && nameOf(method) === oids.pbkdf2
  return isKnown && rounds instanceof Integer ? Number(rounds.toBigInt()) : undefined
}

const nameOf = (block: BaseBlock | undefined) => (block instanceof ObjectIdentifier ? block.getValue() : undefined)

function isSupported({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength = 0, namedCurve = '' } = {},
}: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return modulusLength >= 2048 && modulusLength <= 4096
  return asymmetricKeyType === 'ec' && ['prime256v1', 'secp384r1'].includes(namedCurve)
}

const fault = (message: string, field = 'privateKeyPem'): Fault => ({ path: [field], message })
const notAKey = fault('must be a private key as PEM')
const passphraseRequired = fault('is required: the private key is encrypted', 'passphrase')
const wrongPassphrase = fault('does not decrypt the private key', 'passphrase')
