import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { unavailable } from '../errors.ts'

/** The cost of a hash: KiB of memory and passes. OWASP's minimum is 19456 and 2; this takes about 0.1 s. */
const COST = { memory: 32_768, passes: 2, parallelism: 1 } as const
/** Maximum code points of a password as sent: 128 characters, each of at most 4 (NFC). */
export const MAX_TYPED_PASSWORD = 512
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Maximum concurrent hashes. Each occupies one of libuv's four threads; the others resolve host names and read files. */
const CONCURRENCY = 2
/** Maximum waiting callers, in total and from one network. The last of 64 waits about three seconds. */
const MAX_WAITING = 64
const MAX_WAITING_PER_NETWORK = 16

/** The parameters of a hash in the format of PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
type Hashed = { memory: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer }

/**
 * Hashes passwords with argon2id (RFC 9106). Each hash takes 0.1 s of a core and 32 MiB, so concurrency and queue are
 * bounded against denial of service.
 */
export class Passwords {
  #running = 0
  #waiting: (() => void)[] = []
  #waitingFrom = new Map<string, number>()

  /**
   * @param from the caller's network, whose share of the queue is limited
   * @throws {ApiError} 503 when too many wait
   */
  async hash(password: string, from: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const hash = await this.#derive(password, { ...COST, salt, hash: Buffer.alloc(HASH_BYTES) }, from)
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(hash)}`
  }

  /**
   * Verifies a password. Without a hash it fails after the same work, so that timing does not reveal whether there is one.
   * @returns `stale` when the hash has an outdated cost and should be renewed
   * @throws {ApiError} 503 when too many wait
   */
  async verify(password: string, phc: string | undefined, from: string): Promise<{ right: boolean; stale: boolean }> {
    const expected = phc === undefined ? dummy : parsePhc(phc)
    const hash = await this.#derive(password, expected, from)
    const right = timingSafeEqual(hash, expected.hash) && phc !== undefined
    const stale = expected.memory !== COST.memory || expected.passes !== COST.passes
    return { right, stale: stale || expected.parallelism !== COST.parallelism }
  }

  async #derive(password: string, { salt, hash, ...cost }: Hashed, from: string): Promise<Buffer> {
    await this.#waitForSlot(from)
    try {
      return await argon2id({ ...cost, message: canonical(password), nonce: salt, tagLength: hash.length })
    } finally {
      // Hands the slot to the next waiter directly.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #waitForSlot(from: string): Promise<void> {
    if (this.#running < CONCURRENCY) {
      this.#running++
      return
    }
    const already = this.#waitingFrom.get(from) ?? 0
    if (this.#waiting.length >= MAX_WAITING || already >= MAX_WAITING_PER_NETWORK)
      throw unavailable('Too many passwords are being checked at the moment. Try again.', 2)
    this.#waitingFrom.set(from, already + 1)
    await new Promise<void>((go) => this.#waiting.push(go))
    const left = this.#waitingFrom.get(from)! - 1
    if (left > 0) this.#waitingFrom.set(from, left)
    else this.#waitingFrom.delete(from)
  }
}

const argon2id = (input: Argon2Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => argon2('argon2id', input, (error, hash) => (error ? reject(error) : resolve(hash))))

/** Whether a text is longer in UTF-16 units than any valid password. */
export const exceedsPasswordLength = (text: string): boolean => text.length > 2 * MAX_TYPED_PASSWORD

/**
 * Normalizes a password, so that it is the same from different keyboards (RFC 8265, section 4.2: OpaqueString).
 * @throws {RangeError} above the maximum length, because normalization can take quadratic time
 */
export function canonical(password: string): string {
  if (exceedsPasswordLength(password)) throw new RangeError('The password exceeds the maximum length.')
  return password.normalize('NFC')
}

/** A hash that no password matches. */
const dummy: Hashed = { ...COST, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parsePhc(phc: string): Hashed {
  const found = PHC.exec(phc)
  if (!found) throw new Error('A stored password hash is not an argon2id PHC string.')
  const [memory, passes, parallelism] = found.slice(1, 4).map(Number) as [number, number, number]
  return {
    memory,
    passes,
    parallelism,
    salt: Buffer.from(found[4]!, 'base64'),
    hash: Buffer.from(found[5]!, 'base64'),
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
