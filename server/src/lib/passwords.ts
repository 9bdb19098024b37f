import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { unavailable } from '../errors.ts'

/** What one hash costs: KiB of memory and passes over it. OWASP's minimum is 19456 and 2; this takes about 0.1 s. */
const COST = { memory: 32_768, passes: 2, parallelism: 1 } as const
/** Code points of a password as it is sent: one may have 128 characters, each made of at most 4 (NFC). */
export const MAX_TYPED_PASSWORD = 512
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashes that are made at once, on as many of libuv's four threads: the others look up names and read files. */
const AT_ONCE = 2
/** Callers that may wait for their turn, about three seconds' worth; and those of one network among them. */
const WAITING = 64
const WAITING_FROM_ONE = 16

/** What a hash was made with, in the form of PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
type Hashed = { memory: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer }

/**
 * Hashes passwords with argon2id (RFC 9106). Each takes a tenth of a second of a core and 32 MiB, so only a few run at
 * once and not many wait: nobody may hold the server up by sending passwords.
 */
export class Passwords {
  #running = 0
  #waiting: (() => void)[] = []
  #waitingFrom = new Map<string, number>()

  /**
   * @param from the network that asks, which may not fill the queue by itself
   * @throws {ApiError} 503 when too many wait
   */
  async hash(password: string, from: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const hash = await this.#derive(password, { ...COST, salt, hash: Buffer.alloc(HASH_BYTES) }, from)
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(hash)}`
  }

  /**
   * Whether it is the password that was hashed. Without a hash the answer is no, after the same work, so that nobody
   * learns from the time it takes that there is none.
   * @returns `stale` when it was hashed at another cost than today's and should be hashed again
   * @throws {ApiError} 503 when too many wait
   */
  async verify(password: string, phc: string | undefined, from: string): Promise<{ right: boolean; stale: boolean }> {
    const expected = phc === undefined ? nobodys : parsed(phc)
    const hash = await this.#derive(password, expected, from)
    const right = timingSafeEqual(hash, expected.hash) && phc !== undefined
    const stale = expected.memory !== COST.memory || expected.passes !== COST.passes
    return { right, stale: stale || expected.parallelism !== COST.parallelism }
  }

  async #derive(password: string, { salt, hash, ...cost }: Hashed, from: string): Promise<Buffer> {
    await this.#turn(from)
    try {
      return await argon2id({ ...cost, message: canonical(password), nonce: salt, tagLength: hash.length })
    } finally {
      // The place goes to the next in line, without becoming free in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #turn(from: string): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running++
      return
    }
    const already = this.#waitingFrom.get(from) ?? 0
    if (this.#waiting.length >= WAITING || already >= WAITING_FROM_ONE)
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

/** Whether a text has more UTF-16 units than any password. */
export const isBeyondPasswords = (text: string): boolean => text.length > 2 * MAX_TYPED_PASSWORD

/**
 * The same password typed on different keyboards is the same (RFC 8265, section 4.2: OpaqueString).
 * @throws {RangeError} for one that is longer than any that is accepted: normalising it takes time by the square
 */
export function canonical(password: string): string {
  if (isBeyondPasswords(password)) throw new RangeError('A password is longer than any may be.')
  return password.normalize('NFC')
}

/** A hash that no password has. */
const nobodys: Hashed = { ...COST, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parsed(phc: string): Hashed {
  const found = PHC.exec(phc)
  if (!found) throw new Error('A stored password hash is no argon2id PHC string.')
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
