import { type KeyObject, randomBytes, sign, verify, type X509Certificate } from 'node:crypto'
import { type Fault, unprocessable } from '../../../errors.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { cleaned } from '../../../lib/written.ts'
import type { SealingKey } from '../../../pdf/content.ts'
import { type Chain, isSelfSigned, readChain } from './chain.ts'
import { readPrivateKey } from './private-key.ts'

/** An uploaded certificate chain with its private key. */
export type Upload = { chainPem: string; privateKeyPem: string; passphrase?: string | undefined }

/** A validated upload: a chain that contains only certificates, and the private key of the first one as PKCS #8. */
export type ValidUpload = SealingKey & {
  subject: string
  /** SHA-256, as lowercase hex. */
  fingerprint: string
  selfSigned: boolean
  validFrom: Date
  validUntil: Date
}

/** @throws {ApiError} 422 with the faults of chain, key or passphrase */
export function validateUpload({ chainPem, privateKeyPem, passphrase }: Upload, now: Date): ValidUpload {
  const chain = readChain(chainPem, now)
  const privateKey = readPrivateKey(privateKeyPem, passphrase)
  if (isFault(chain) || isFault(privateKey)) throw unprocessable([chain, privateKey].filter(isFault))
  if (!belongTogether(privateKey, chain[0]))
    throw unprocessable([{ path: ['privateKeyPem'], message: 'does not belong to the first certificate of chainPem' }])
  return { ...describe(chain), privateKeyPem: pemOf(privateKey) }
}

/** The stored fields of a chain. */
export function describe(chain: Chain): Omit<ValidUpload, 'privateKeyPem'> {
  const [own] = chain
  return {
    chainPem: chain.map(String).join(''),
    subject: cleaned(own.subject.replaceAll('\n', ', ')),
    fingerprint: sha256(own.raw).toString('hex'),
    selfSigned: isSelfSigned(own),
    validFrom: own.validFromDate,
    validUntil: own.validToDate,
  }
}

const isFault = (read: object): read is Fault => 'path' in read

/** Whether the key belongs to the certificate: signs random data and verifies the signature. */
function belongTogether(privateKey: KeyObject, certificate: X509Certificate): boolean {
  const data = randomBytes(32)
  try {
    return verify('sha256', data, certificate.publicKey, sign('sha256', data, privateKey))
  } catch {
    return false // the key has another algorithm
  }
}

const pemOf = (privateKey: KeyObject) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
