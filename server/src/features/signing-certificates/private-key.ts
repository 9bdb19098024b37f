import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type BaseBlock, fromBER, Integer, ObjectIdentifier } from 'asn1js'
import type { Fault } from '../../errors.ts'
import { membersOf } from '../../pdf/asn1.ts'
import { oids } from '../../pdf/object-identifiers.ts'

/** Characters of a private key, as PEM. */
export const MAX_PRIVATE_KEY = 16_384
/** Rounds in which a passphrase becomes a key: a hundred thousand take some 30 ms, and nobody else is served meanwhile. */
const MAX_ROUNDS = 100_000

const BLOCK = /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\s\S]+?-----END \1-----/

/** A key that documents can be signed with, or what is wrong with it. */
export function readPrivateKey(pem: string, passphrase: string | undefined): KeyObject | Fault {
  const [block, label] = BLOCK.exec(pem) ?? []
  if (block === undefined) return notAKey
  const key = label === 'ENCRYPTED PRIVATE KEY' ? opened(block, passphrase) : read(block, passphrase)
  if ('path' in key || isOfUse(key)) return key
  return fault('must be RSA of 2048 to 4096 bits, or elliptic on P-256 or P-384')
}

/** The key in a block of PEM; some of before PKCS #8 say in their own head that they are encrypted. */
function read(block: string, passphrase: string | undefined): KeyObject | Fault {
  const encrypted = block.includes('ENCRYPTED')
  if (encrypted && passphrase === undefined) return isNeeded
  try {
    return createPrivateKey({ key: block, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch {
    return encrypted ? opensNothing : notAKey
  }
}

/** The key in an encrypted PKCS #8. What is opened are the very bytes that were looked at before. */
function opened(block: string, passphrase: string | undefined): KeyObject | Fault {
  const bytes = Buffer.from(block.split('-----')[2]!, 'base64')
  const rounds = roundsOf(bytes)
  if (rounds === undefined || rounds > MAX_ROUNDS)
    return fault(
      `must be encrypted as PBES2 with PBKDF2, of at most ${MAX_ROUNDS} rounds: openssl pkcs8 -topk8 makes one`,
    )
  if (passphrase === undefined) return isNeeded
  try {
    return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8', passphrase })
  } catch {
    return opensNothing
  }
}

/** How many rounds it takes to open an encrypted PKCS #8; undefined where its key is derived in another way. */
function roundsOf(bytes: Buffer): number | undefined {
  const [scheme, derivation] = membersOf(membersOf(fromBER(bytes).result)[0])
  const [method, parameters] = membersOf(membersOf(derivation)[0])
  const [, rounds] = membersOf(parameters)
  const isKnown = nameOf(scheme) === oids.pbes2 && nameOf(method) === oids.pbkdf2
  return isKnown && rounds instanceof Integer ? Number(rounds.toBigInt()) : undefined
}

const nameOf = (block: BaseBlock | undefined) => (block instanceof ObjectIdentifier ? block.getValue() : undefined)

function isOfUse({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength = 0, namedCurve = '' } = {},
}: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return modulusLength >= 2048 && modulusLength <= 4096
  return asymmetricKeyType === 'ec' && ['prime256v1', 'secp384r1'].includes(namedCurve)
}

const fault = (message: string, field = 'privateKeyPem'): Fault => ({ path: [field], message })
const notAKey = fault('must be a private key as PEM')
const isNeeded = fault('is needed: the private key is encrypted', 'passphrase')
const opensNothing = fault('does not open the private key', 'passphrase')
