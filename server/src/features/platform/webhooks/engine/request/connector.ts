import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { DeliveryError } from '../../../../../events/deliveries.ts'
import type { AddressGuard } from '../../../../../lib/address-guard.ts'
import { literalAddress } from '../../../../../lib/public-address.ts'

/** The failure of a connection, with its reason. */
export class ConnectError extends Error {
  override name = 'ConnectError'
  readonly reason: DeliveryError

  constructor(reason: DeliveryError, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

export type Address = { address: string; family: number }
export type Lookup = (hostname: string) => Promise<Address[]>

/** How to connect to a webhook. `trust` replaces Node's certificate authorities. */
export type Route = { guard: AddressGuard; lookup: Lookup; trust?: string[] }

/**
 * Connects to the host of a URL at a checked address only. The name is resolved once and the result is pinned, which prevents DNS
 * rebinding. The certificate must be valid for the name.
 * @param signal aborts the attempt. Until the connection is open, undici leaves that to the connector
 * @throws {ConnectError}
 */
export async function connectGuarded(url: URL, { guard, lookup, trust }: Route, signal: AbortSignal): Promise<Socket> {
  const plain = url.protocol === 'http:'
  const isPermitted = (address: string) => (plain ? guard.isAdded(address) : guard.allows(address))
  const name = url.hostname.replace(/\.$/, '')
  const literal = literalAddress(url.hostname)
  const found = literal
    ? [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
    : await resolve(name, lookup, signal)
  const addresses = found.filter(({ address }) => isPermitted(address))
  if (addresses.length === 0) throw new ConnectError('blocked_address')

  const socket = await waitForConnection(
    connectPlain({
      host: literal ?? name,
      port: Number(url.port) || (plain ? 80 : 443),
      lookup: pinnedLookup(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1000,
      noDelay: true,
    }),
    'connect',
    signal,
    reasonOf,
  )
  if (!socket.remoteAddress || !isPermitted(socket.remoteAddress)) {
    socket.destroy()
    throw new ConnectError('blocked_address')
  }
  if (plain) return socket
  const secured = connectTls({
    socket,
    host: literal ?? name, // the name that the certificate must have
    ...(literal ? {} : { servername: name }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true, // no environment variable overrides this
    ALPNProtocols: ['http/1.1'],
    ...(trust ? { ca: trust } : {}),
  })
  return waitForConnection(secured, 'secureConnect', signal, () => 'tls_error')
}

/** Resolves a name. The signal ends the wait, because a lookup itself cannot be aborted. */
function resolve(name: string, lookup: Lookup, signal: AbortSignal): Promise<Address[]> {
  return new Promise((done, fail) => {
    const abort = () => fail(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    lookup(name)
      .then(done, (error) => fail(new ConnectError('dns_error', error)))
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A lookup that returns the checked addresses for every name. */
const pinnedLookup =
  (addresses: Address[]): LookupFunction =>
  (_hostname, { all }, answer) =>
    all ? answer(null, addresses) : answer(null, addresses[0]!.address, addresses[0]!.family)

function waitForConnection<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  reason: (error: unknown) => DeliveryError,
): Promise<S> {
  socket.on('error', () => {}) // a later socket error must not end the process
  return new Promise((done, fail) => {
    const abort = () => socket.destroy(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    socket.once(event, () => {
      signal.removeEventListener('abort', abort)
      socket.off('error', failed)
      done(socket)
    })
    const failed = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      fail(signal.aborted ? signal.reason : new ConnectError(reason(error), error))
    }
    socket.once('error', failed)
  })
}

function reasonOf(error: unknown): DeliveryError {
  // After trying several addresses, Node reports all failures together.
  const causes = error instanceof AggregateError ? error.errors : [error]
  const codes = causes.map((cause) => (cause as NodeJS.ErrnoException).code)
  if (codes.includes('ECONNREFUSED')) return 'connection_refused'
  if (codes.includes('ETIMEDOUT')) return 'timeout'
  return codes.includes('ECONNRESET') ? 'connection_reset' : 'unreachable'
}
