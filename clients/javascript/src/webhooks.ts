import { createHmac, timingSafeEqual } from 'node:crypto'
import { SignatureError } from './errors.ts'
import type { Event } from './generated/types.ts'

/** The headers of a request, in the forms of servers and frameworks. */
export type ReceivedHeaders = Headers | Record<string, string | readonly string[] | undefined>

/** Seconds by which the time of a signature may differ from the clock. */
const TOLERANCE_SEC = 300

/**
 * Verifies a webhook by both of its signatures, and returns its event.
 * @param body the raw bytes of the request. JSON that was parsed and serialized again has different bytes
 * @param secrets the webhook's secret, or both secrets during a rotation
 * @throws {SignatureError} if a signature is invalid, or its time differs by more than `toleranceSec`
 */
export function verify(
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
  { toleranceSec = TOLERANCE_SEC, now = Date.now() }: { toleranceSec?: number; now?: number } = {},
): Event {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  // Ids and times contain no dots, so that the signed parts cannot be shifted.
  if (!/^evt_[0-9a-z_]{1,64}$/.test(id)) throw new SignatureError('webhook-id is not an event id.')
  if (!/^\d{1,12}$/.test(timestamp)) throw new SignatureError('webhook-timestamp is not a time.')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSec)
    throw new SignatureError(`The signature is not within ${toleranceSec} seconds of now.`)
  const known = [secrets].flat()
  // With an empty key, anyone could sign.
  if (known.length === 0 || !known.every((secret) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)))
    throw new SignatureError('Invalid secret: pass whsec_ followed by 32 bytes in base64, as the platform returned it.')
  const standard = headerOf(headers, 'webhook-signature').split(' ')
  const own = ['', '-next', '-previous'].flatMap((suffix) => headerOf(headers, `x-mc-signature${suffix}`, '') || [])
  const isGenuine = known.some(
    (secret) =>
      standard.some((given) => isEqual(given, standardSignature(secret, id, timestamp, bytes))) &&
      own.some((given) => isEqual(given, createHmac('sha256', secret).update(bytes).digest('hex'))),
  )
  if (!isGenuine) throw new SignatureError('No signature matches. Pass the raw body, and the secret with whsec_.')
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event
}

const standardSignature = (secret: string, id: string, timestamp: string, body: Uint8Array) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64')}`

/** Compares in constant time. The length is not secret. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)] // compare bytes: some letters take several
  return a.length === b.length && timingSafeEqual(a, b)
}

function headerOf(headers: ReceivedHeaders, name: string, absent?: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const only = Array.isArray(value) ? value[0] : value
  if (typeof only === 'string') return only
  if (absent !== undefined) return absent
  throw new SignatureError(`The header ${name} is missing.`)
}
