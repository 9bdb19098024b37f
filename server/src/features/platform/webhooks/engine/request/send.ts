import { errors } from 'undici'
import type { DeliveryError } from '../../../../../events/deliveries.ts'
import type { Connection, Connections } from './connections.ts'
import { ConnectError } from './connector.ts'

/** Headers and body of a request. */
export type Message = { headers: Record<string, string>; body: Buffer }

/** The result of one request. */
export type RequestResult = {
  status: number | null
  error: DeliveryError | null
  durationMs: number
  remoteAddress: string | null
  responseHead: string | null
}

/** How much of a response is read, and how much of a failed response is stored. */
const READ_BYTES = 16 * 1024
const KEPT_CHARACTERS = 2048

/**
 * Makes one request. The deadline covers everything from the DNS lookup to the last byte of the response that is read.
 * @param controller lets the caller abort the request, whose result is then meaningless
 */
export async function send(
  connections: Connections,
  address: string,
  message: Message,
  deadlineMs: number,
  controller: AbortController,
): Promise<RequestResult> {
  const url = new URL(address)
  const startedAt = performance.now()
  const deadline = setTimeout(() => controller.abort(new Error('Deadline exceeded.')), deadlineMs)
  const connection = connections.take(url)
  let status: number | null = null
  let head: string | null = null
  let error: DeliveryError | null
  const exchange = async () => {
    const response = await connection.post(url.pathname + url.search, message.headers, message.body, controller.signal)
    status = response.statusCode
    const success = status >= 200 && status < 300
    const { beginning, whole } = await read(response.body)
    if (whole) connections.giveBack(connection)
    else connection.drop()
    if (!success) head = asText(beginning)
    return success ? null : 'http_error'
  }
  try {
    // Once aborted, do not wait for the exchange, even if it ignores the signal.
    error = await Promise.race([exchange(), aborted(controller.signal)])
  } catch (cause) {
    connection.drop()
    error = controller.signal.aborted ? 'timeout' : errorOf(cause)
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
    if (length > READ_BYTES) return { beginning: Buffer.concat(chunks), whole: false } // leaving the loop destroys the stream
  }
  return { beginning: Buffer.concat(chunks), whole: true }
}

/** Text that PostgreSQL can store. */
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
