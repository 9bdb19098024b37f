import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** A secret of 256 random bits, as base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

/**
 * Encrypts stored secrets (webhook secrets, signing keys, idempotent answers) with AES-256-GCM. The first key encrypts,
 * all keys decrypt; so a key is rotated by putting a new one first.
 */
export class Vault {
  #keys: { id: Buffer; key: Buffer }[]

  /** @param keys 32 bytes each, the newest first */
  constructor(keys: Buffer[]) {
    this.#keys = keys.map((key) => ({ id: sha256(key).subarray(0, 4), key }))
  }

  /** @param place where the ciphertext is stored, such as a row's id: it cannot be decrypted elsewhere */
  seal(plain: string | Uint8Array, place: string): Buffer {
    const { id, key } = this.#keys[0]!
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
    const bytes = cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain)
    const rest = cipher.final() // before the tag is known
    return Buffer.concat([id, nonce, cipher.getAuthTag(), bytes, rest])
  }

  /** @throws {UnknownKeyError} if the key is not configured */
  open(sealed: Buffer, place: string): string {
    return this.openBytes(sealed, place).toString('utf8')
  }

  /** @throws {UnknownKeyError} if the key is not configured */
  openBytes(sealed: Buffer, place: string): Buffer {
    const known = this.#keys.find(({ id }) => id.equals(sealed.subarray(0, 4)))
    if (!known) throw new UnknownKeyError()
    const decipher = createDecipheriv('aes-256-gcm', known.key, sealed.subarray(4, 16))
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(16, 32))
    return Buffer.concat([decipher.update(sealed.subarray(32)), decipher.final()])
  }

  /** A vault for one owner, with keys derived from these: it rotates with them, and cannot decrypt other owners' data. */
  deriveVault(owner: string): Vault {
    return new Vault(this.deriveRing(`vault of ${owner}`).map(({ secret }) => secret))
  }

  /** A secret derived from the newest key; deterministic for each purpose. */
  derive(purpose: string): string {
    return this.deriveRing(purpose)[0]!.secret.toString('base64url')
  }

  /** The secrets derived from each key, with key ids; they rotate with the master key. */
  deriveRing(purpose: string): { kid: string; secret: Buffer }[] {
    return this.#keys.map(({ id, key }) => ({
      kid: id.toString('hex'),
      secret: createHmac('sha256', key).update(purpose).digest(),
    }))
  }
}

export class UnknownKeyError extends Error {
  override name = 'UnknownKeyError'
  constructor() {
    super('This was encrypted with a master key that is not configured.')
  }
}
