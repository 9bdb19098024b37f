import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns'
import { once } from 'node:events'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { AddressGuard } from './address-guard.ts'
import { literalAddress } from './public-address.ts'

type Message = { body?: Buffer; contentType?: string; maxBytes: number; timeoutMs: number }

/**
 * Requests a URL that an organisation chose, for example in a certificate: POST with a body, otherwise GET. Only allowed addresses are
 * contacted; redirects are not followed.
 * @returns the body of an answer 200
 * @throws for another answer, a longer one, a refused address or a timeout
 */
export async function guardedRequest(guard: AddressGuard, address: string, message: Message): Promise<Buffer> {
  const url = new URL(address)
  const literal = literalAddress(url.hostname)
  if (literal !== undefined && !guard.allows(literal)) throw new Error(`${literal} is not a public address`)
  const { body, contentType, maxBytes, timeoutMs } = message
  const sent = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': contentType, 'content-length': body.length } : {},
    lookup: lookupAllowed(guard),
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`${url.host} answered ${response.statusCode}`)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`the answer of ${url.host} exceeds ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

type Found = (error: Error | null, addresses: LookupAddress[]) => void

/** A lookup that refuses names with an address that is not allowed. The connection uses the checked addresses. */
const lookupAllowed = (guard: AddressGuard) => (hostname: string, options: LookupOptions, found: Found) =>
  resolve(hostname, { ...options, all: true }, (error, addresses = []) => {
    const refused = addresses.find(({ address }) => !guard.allows(address))
    found(error ?? (refused ? new Error(`${hostname} is not a public address`) : null), addresses)
  })
