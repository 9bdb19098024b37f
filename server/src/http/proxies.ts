import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { addressSet } from '../config.ts'
import { networkOf } from '../lib/address.ts'

/** Whether an address is a proxy's that was named: only those may say who the caller is. */
export function trustedProxy(cidrs: string[]): (address: string) => boolean {
  const proxies = addressSet(cidrs)
  return (address) => proxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** The caller's address as it is counted, for what does not pass through Fastify. */
export function addressBehind(cidrs: string[]): (request: IncomingMessage) => string {
  const trusted = trustedProxy(cidrs)
  return (request) => networkOf(proxyAddress(request, trusted))
}
