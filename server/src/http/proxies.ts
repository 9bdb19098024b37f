import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { networkOf } from '../lib/address.ts'
import { addressSet } from '../lib/cidr.ts'

/** Tests whether an address belongs to a trusted proxy, whose `X-Forwarded-For` is used. */
export function trustedProxy(cidrs: string[]): (address: string) => boolean {
  const proxies = addressSet(cidrs)
  // A header may contain anything.
  return (address) => isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The caller's network for rate limits, for requests that do not pass through Fastify: of the addresses from the nearest
 * to the farthest, the first that is not a trusted proxy.
 */
export function addressBehind(cidrs: string[]): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const trusted = trustedProxy(cidrs)
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for']?.toString().split(',').reverse() ?? []
    const hops = [socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).filter((hop) => hop !== '')]
    return networkOf(hops.find((hop) => !trusted(hop)) ?? hops.at(-1)!)
  }
}
