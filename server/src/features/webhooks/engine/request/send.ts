import { errors } from 'undici'
import type { DeliveryError } from '../../../../events/deliveries.ts'
import type { Connection, Connections } from './connections.ts'
import { ConnectError } from './connector.ts'

/** What is posted. Headers and body are the same bytes for every kind of receiver. */
export type Message = { headers: Record<string, string>; body: Buffer }

/** How one request ended. */
export type Sent = {
  status: number | null
  error: DeliveryError | null
  durationMs: number
  remoteAddress: string | null
  responseHead: string | null
}

/** Of an answer this much is read, and this much of a failed one's beginning kept. */
const READ_BYTES = 16 * 1024
const KEPT_CHARACTERS = 2048

/**
 * Makes one request, whatever comes of it. The deadline covers all of it, from the look-up of the name to the last byte
 * of the answer that is read.
 * @param cut ends the request from outside; then its outcome means nothing
 */
export async function send(
  connections: Connections,
  address: string,
  message: Message,
  deadlineMs: number,
  cut: AbortController,
): Promise<Sent> {
  const url = new URL(address)
  const startedAt = performance.now()
  const deadline = setTimeout(() => cut.abort(new Error('The deadline has passed.')), deadlineMs)
  const connection = connections.take(url)
  let status: number | null = null
  let head: string | null = null
  let error: DeliveryError | null
  const exchange = async () => {
    const response = await connection.post(url.pathname + url.search, message.headers, message.body, cut.signal)
    status = response.statusCode
    const success = status >= 200 && status < 300
    const { beginning, whole } = await read(response.body)
    if (whole) connections.giveBack(connection)
    else connection.drop()
    if (!success) head = asText(beginning)
    return success ? null : 'http_error'
  }
  try {
    // Whatever holds up the exchange, and whether or not it heeds the signal, nobody waits for it any longer.
    error = await Promise.race([exchange(), aborted(cut.signal)])
  } catch (cause) {
    connection.drop()
    error = cut.signal.aborted ? 'timeout' : errorOf(cause)
  } finally {
    clearTimeout(deadline)
  }
  const durationMs = Math.round(performance.now() - startedAt)
  return { status, error, durationMs, remoteAddress: connection.remoteAddress, responseHead: head }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })

type Body = Awaited<ReturnType<Connection['post']>>['body']

async function read(body: Body): Promise<{ beginning: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > READ_BYTES) return { beginning: Buffer.concat(chunks), whole: false } // leaving ends the stream
  }
  return { beginning: Buffer.concat(chunks), whole: true }
}

/** As PostgreSQL can hold it. */
const asText = (bytes: Buffer): string =>
  bytes
    .subarray(0, 4 * KEPT_CHARACTERS)
    .toString('utf8')
    .replaceAll('\0', '')
    .slice(0, KEPT_CHARACTERS)
    .toWellFormed()

function errorOf(cause: unknown): DeliveryError {
  if (cause instanceof ConnectError) return cause.reason
  if (cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError) return 'invalid_response'
  if (cause instanceof errors.SocketError) return 'connection_reset'
  const { code = '' } = cause as NodeJS.ErrnoException // what undici and the system throw
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'connection_reset' : 'invalid_response'
}
