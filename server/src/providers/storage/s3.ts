import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Pool } from 'undici'
import { backoffMs } from '../../lib/backoff.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { S3Address } from './address.ts'
import { ADDRESS_MIN, type Address, type Storage, StorageError } from './index.ts'
import { assertFileKey } from './key.ts'

/** Attempts of a request that is not answered, or is answered with 429 or 5xx. */
const TRIES = 3
const CONNECT_MS = 2000
/** Timeout of one attempt, plus the time for the file at this rate. */
const TRY_MS = 3000
const BYTES_PER_MS = 1000
/** The expected answers are short; a longer one does not come from S3. */
const ANSWER_BYTES = 64 * 1024

type S3Request = { method: 'PUT' | 'DELETE' | 'HEAD'; key: string; headers?: Record<string, string>; body?: Uint8Array }

type Answer = { status: number /** The storage's error code. */; code: string }

/** Stores files in a bucket, which serves them at presigned URLs. */
export class S3Storage implements Storage {
  #address: S3Address
  #clock: Clock
  #pool: Pool
  readonly served = undefined

  /** @param clock real time, like the storage's */
  constructor(address: S3Address, clock: Clock) {
    this.#address = address
    this.#clock = clock
    this.#pool = new Pool(new URL(address.base).origin, {
      allowH2: false,
      connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
      maxResponseSize: ANSWER_BYTES,
      // Each attempt has one deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const { encryption } = this.#address
    const headers = {
      'content-type': assertFileKey(key).type,
      ...(encryption && { 'x-amz-server-side-encryption': encryption }),
    }
    const answer = await this.#send({ method: 'PUT', key, headers, body: bytes })
    if (answer.status !== 200) throw refusal(answer)
  }

  async addressOf(key: string): Promise<Address> {
    const { name, type } = assertFileKey(key)
    const madeAt = this.#clock.nowSec()
    const url = new URL(this.#urlOf(key))
    for (const [parameter, value] of Object.entries({
      'X-Amz-Expires': String(ADDRESS_MIN * 60),
      'response-content-type': type,
      'response-content-disposition': `attachment;filename="${name}"`,
      'response-cache-control': 'private,no-store',
    }))
      url.searchParams.set(parameter, value)
    const signed = await this.#signer({ method: 'GET', url: url.href, madeAt, signQuery: true }).sign()
    return { url: signed.url.href, expiresAt: new Date((madeAt + ADDRESS_MIN * 60) * 1000) }
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#send({ method: 'DELETE', key })
    if (answer.status !== 204 && answer.status !== 200 && answer.code !== 'NoSuchKey') throw refusal(answer)
  }

  /** Whether a file exists. S3 answers 403 for a missing file without permission to list the bucket. @throws {StorageError} */
  async has(key: string): Promise<boolean> {
    const answer = await this.#send({ method: 'HEAD', key })
    if (answer.status === 200) return true
    if (answer.status === 404 || answer.status === 403) return false
    throw refusal(answer)
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }

  /** All requests are idempotent. @throws {StorageError} if no attempt is answered */
  async #send(request: S3Request): Promise<Answer> {
    assertFileKey(request.key)
    for (let tries = 1; ; tries++) {
      try {
        const answer = await this.#sendOnce(request)
        if (tries === TRIES || (answer.status < 500 && answer.status !== 429)) return answer
      } catch (cause) {
        if (tries === TRIES) throw new StorageError(`The storage did not answer (${codeOf(cause)}).`, { cause })
      }
      await pause(backoffMs(tries))
    }
  }

  async #sendOnce({ method, key, headers = {}, body }: S3Request): Promise<Answer> {
    const bytes = Buffer.from(body ?? [])
    const signer = this.#signer({
      method,
      url: this.#urlOf(key),
      madeAt: this.#clock.nowSec(),
      // The storage verifies this digest.
      headers: { ...headers, 'x-amz-content-sha256': sha256(bytes).toString('hex') },
    })
    const { url, headers: signed } = await signer.sign()
    const response = await this.#pool.request({
      method,
      path: url.pathname,
      headers: Object.fromEntries(signed),
      body: bytes.length === 0 ? null : bytes,
      signal: AbortSignal.timeout(TRY_MS + Math.ceil(bytes.length / BYTES_PER_MS)),
    })
    const [, code = ''] = /<Code>(\w{1,64})<\/Code>/.exec(await response.body.text()) ?? []
    return { status: response.statusCode, code }
  }

  #signer({
    madeAt,
    ...request
  }: {
    method: string
    url: string
    madeAt: number
    headers?: Record<string, string>
    signQuery?: boolean
  }): AwsV4Signer {
    const { region, accessKeyId, secretAccessKey } = this.#address
    const datetime = new Date(madeAt * 1000).toISOString().replace(/[:-]|\.\d{3}/g, '')
    return new AwsV4Signer({ ...request, service: 's3', region, accessKeyId, secretAccessKey, datetime })
  }

  #urlOf = (key: string): string => `${this.#address.base}/${key}`
}

const refusal = ({ status, code }: Answer) =>
  new StorageError(`The storage answered ${[status, code].join(' ').trim()}.`)

function codeOf(cause: unknown): string {
  const { name, code } = cause as NodeJS.ErrnoException // undici and the system set it
  return name === 'TimeoutError' ? 'timeout' : (code ?? name)
}
