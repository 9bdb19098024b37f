import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { networkOf } from '../lib/address.ts'
import { addressSet } from '../lib/cidr.ts'

/** Whether an address is a proxy's that was named: only those may say who the caller is. */
export function trustedProxy(cidrs: string[]): (address: string) => boolean {
  const proxies = addressSet(cidrs)
  // What a header says need not be an address.
  return (address) => isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The caller's address as it is counted, for what does not pass through Fastify. */
export function addressBehind(cidrs: string[]): (request: IncomingMessage) => string {
  const trusted = trustedProxy(cidrs)
  return (request) => networkOf(proxyAddress(request, trusted))
}
