import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { networkOf } from '../lib/address.ts'
import { addressSet } from '../lib/cidr.ts'

/** Tests whether an address belongs to a trusted proxy, whose `X-Forwarded-For` is used. */
export function trustedProxy(cidrs: string[]): (address: string) => boolean {
  const proxies = addressSet(cidrs)
  // A header may contain anything.
  return (address) => isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The caller's network for rate limits, for requests that do not pass through Fastify. */
export function addressBehind(cidrs: string[]): (request: IncomingMessage) => string {
  const trusted = trustedProxy(cidrs)
  return (request) => networkOf(proxyAddress(request, trusted))
}
