import { createHash, randomBytes } from 'node:crypto'
import { type BaseBlock, Boolean as BooleanBlock, fromBER, Integer, ObjectIdentifier, OctetString } from 'asn1js'
import { derOf, membersOf, octets, oid, sequence } from './asn1.ts'
import { TimestampError } from './content.ts'
import { oids } from './object-identifiers.ts'
import { MAX_TOKEN_BYTES } from './timestamping.ts'

const TIMEOUT_MS = 10_000
const NONCE_BYTES = 8
const MAX_ANSWER_BYTES = 2 * MAX_TOKEN_BYTES
/** PKIStatus: granted, and granted with modifications. */
const GRANTED = [0, 1]

type Address = { url: string; authorization: string | undefined }

/** A time-stamping authority (RFC 3161). */
export interface TimestampAuthority {
  /**
   * @returns a time-stamp token in DER over the SHA-256 of `data`, with the authority's certificate
   * @throws {TimestampError}
   */
  stamp(data: Uint8Array): Promise<Buffer>
}

/** The authority at an address (RFC 3161, 3.4). */
export function timestampAuthorityAt({ url, authorization }: Address): TimestampAuthority {
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(authorization !== undefined && { authorization }),
  }
  return {
    async stamp(data) {
      const wanted = { digest: createHash('sha256').update(data).digest(), nonce: newNonce() }
      return tokenIn(await post(url, headers, requestOf(wanted)), wanted)
    },
  }
}

/** A positive number of a fixed length. */
function newNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = (nonce[0]! & 0x3f) | 0x40
  return nonce
}

type Wanted = { digest: Buffer; nonce: Buffer }

/** TimeStampReq (RFC 3161, 2.4.1). */
const requestOf = ({ digest, nonce }: Wanted): Buffer =>
  derOf(
    sequence(
      new Integer({ value: 1 }),
      sequence(sequence(oid('sha256')), octets(digest)),
      new Integer({ valueHex: nonce }),
      new BooleanBlock({ value: true }), // certReq: the token contains the authority's certificate
    ),
  )

async function post(url: string, headers: Record<string, string>, body: Buffer): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal,
    })
    if (!response.ok) throw new TimestampError(`The time-stamping authority answered ${response.status}.`)
    return await readAtMost(response, MAX_ANSWER_BYTES)
  } catch (cause) {
    if (cause instanceof TimestampError) throw cause
    throw new TimestampError('The time-stamping authority did not answer.', { cause })
  }
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new TimestampError(`The answer of the time-stamping authority exceeds ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The token of a TimeStampResp (RFC 3161, 2.4.2), if it is for the requested value. */
function tokenIn(answer: Buffer, { digest, nonce }: Wanted): Buffer {
  const [status, token] = membersOf(fromBER(answer).result)
  const [code] = membersOf(status)
  if (!(code instanceof Integer && GRANTED.includes(code.valueBlock.valueDec)) || !token)
    throw new TimestampError('The time-stamping authority refused the request.')
  const stamped = infoOf(token)
  if (!stamped?.digest.equals(digest) || !stamped.nonce?.equals(nonce))
    throw new TimestampError('The time-stamping authority answered another request.')
  const der = Buffer.from(token.valueBeforeDecodeView)
  // Embedding encodes the token again. Another encoding would invalidate the authority's signature.
  if (!derOf(token).equals(der)) throw new TimestampError('The time stamp is not encoded in DER.')
  if (der.length > MAX_TOKEN_BYTES)
    throw new TimestampError(`The time stamp has ${der.length} bytes, more than ${MAX_TOKEN_BYTES}.`)
  return der
}

/** Digest and nonce of a token's TSTInfo. Undefined if it is not a time stamp. */
function infoOf(token: BaseBlock): { digest: Buffer; nonce: Buffer | undefined } | undefined {
  const [, signed] = membersOf(token)
  const [, , encapsulated] = membersOf(membersOf(signed)[0])
  const [type, content] = membersOf(encapsulated)
  const [info] = membersOf(content)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== oids.timestampInfo || !(info instanceof OctetString))
    return undefined
  const [, , imprint, , , ...more] = membersOf(fromBER(info.getValue()).result)
  const hashed = membersOf(imprint)[1]
  if (!(hashed instanceof OctetString)) return undefined
  const number = more.find((part) => part instanceof Integer)
  return { digest: bytesOf(hashed), nonce: number && bytesOf(number) }
}

const bytesOf = ({ valueBlock }: OctetString | Integer): Buffer => Buffer.from(valueBlock.valueHexView)
