import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { canonicalJson } from '../../../lib/canonical-json.ts'

/** Ed25519 (RFC 8037): deterministic signatures, which openssl verifies. */
export const ALGORITHM = 'EdDSA' as const

type KeyPair = { kid: string; publicJwk: JWK; privateJwk: JWK }

/** A new key with its thumbprint as id (RFC 7638). */
export async function newKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicJwk = publicKey.export({ format: 'jwk' }) as JWK // Node has a JWK type of its own
  const kid = await calculateJwkThumbprint(publicJwk)
  return {
    kid,
    publicJwk: { ...publicJwk, kid, alg: ALGORITHM, use: 'sig' },
    privateJwk: privateKey.export({ format: 'jwk' }) as JWK,
  }
}

/**
 * Signs a text. The signed header contains the key's id and the time.
 * @returns a JWS in compact form with detached content (RFC 7515, appendix F): `header..signature`
 */
export function signDetached(text: string, { kid, privateJwk }: Omit<KeyPair, 'publicJwk'>, at: Date): string {
  const header = { alg: ALGORITHM, kid, typ: 'prescription+jws', iat: Math.floor(at.getTime() / 1000) }
  const encodedHeader = encode(canonicalJson(header))
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  return `${encodedHeader}..${sign(null, inputOf(encodedHeader, text), key).toString('base64url')}`
}

/** Whether the key signed exactly this text. The key determines the algorithm; the header's `alg` is ignored. */
export function isValidDetached(jws: string, text: string, publicJwk: JWK): boolean {
  const [header = '', , signature = ''] = jws.split('.')
  const key = createPublicKey({ key: publicJwk, format: 'jwk' })
  return verify(null, inputOf(header, text), key, Buffer.from(signature, 'base64url'))
}

/** The key in the PEM form of openssl. */
export const pemOf = (publicJwk: JWK): string =>
  createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()

const encode = (text: string) => Buffer.from(text).toString('base64url')
const inputOf = (encodedHeader: string, text: string) => Buffer.from(`${encodedHeader}.${encode(text)}`)
