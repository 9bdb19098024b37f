import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, ObjectIdentifier, OctetString, Boolean as True } from 'asn1js'
import { derOf, membersOf, octets, oid, sequence } from './asn1.ts'
import { TimestampError } from './content.ts'
import { oids } from './object-identifiers.ts'
import { MAX_TOKEN_BYTES } from './timestamping.ts'

const TIMEOUT_MS = 10_000
const NONCE_BYTES = 8
/** PKIStatus: granted, and granted with modifications. */
const GRANTED = [0, 1]

/** A time-stamping authority (RFC 3161). */
export interface TimestampAuthority {
  /**
   * @returns a time-stamp token in DER over the SHA-256 of `data`, with the authority's certificate
   * @throws {TimestampError}
   */
  stamp(data: Uint8Array): Promise<Buffer>
}

/** @param url over HTTP (RFC 3161, 3.4), with user and password for Basic authentication if the authority needs them */
export function timestampAuthorityAt(url: string): TimestampAuthority {
  const { username, password, ...rest } = partsOf(url)
  const authorization = username && `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return {
    async stamp(data) {
      const wanted = { digest: createHash('sha256').update(data).digest(), nonce: newNonce() }
      const answer = await send(rest.url, requestOf(wanted), authorization ? { authorization } : {})
      return tokenIn(answer, wanted)
    },
  }
}

function partsOf(address: string) {
  const url = new URL(address)
  const [username, password] = [url.username, url.password].map(decodeURIComponent)
  url.username = ''
  url.password = ''
  return { url: url.href, username, password }
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
      new True({ value: true }), // the token is to contain the authority's certificate
    ),
  )

async function send(url: string, body: Buffer, headers: Record<string, string>): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      ...{ method: 'POST', body: new Uint8Array(body), redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: { ...headers, 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    })
    const answer = Buffer.from(await response.arrayBuffer())
    if (response.ok) return answer
    throw new TimestampError(`The time-stamping authority answered ${response.status}.`)
  } catch (cause) {
    if (cause instanceof TimestampError) throw cause
    throw new TimestampError('The time-stamping authority did not answer.', { cause })
  }
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
  const der = derOf(token)
  if (der.length > MAX_TOKEN_BYTES)
    throw new TimestampError(`The time stamp has ${der.length} bytes, more than ${MAX_TOKEN_BYTES}.`)
  return der
}

/** Digest and nonce of a token's TSTInfo. Undefined if it is not a time stamp. */
function infoOf(token: Parameters<typeof membersOf>[0]): { digest: Buffer; nonce: Buffer | undefined } | undefined {
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
