import { isIP } from 'node:net'
import { addressSet } from './cidr.ts'

/** IPv4 that is not on the public internet (RFC 6890 and its successors). */
const nonPublic4 = addressSet([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // the host of a virtual machine on Azure
  '169.254.0.0/16', // link-local: metadata of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** The only IPv6 block assigned for the public internet. */
const global6 = addressSet(['2000::/3'])
/** Parts of it that are not public or embed an IPv4 address: Teredo and its neighbours, 6to4, documentation. */
const nonPublic6 = addressSet(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !nonPublic4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !nonPublic6.check(address, 'ipv6')
}

/**
 * Names without a public resolution: without a dot, reserved by RFC 6761, 6762, 8375 and 9476 or by ICANN, or used by
 * local networks and never delegated.
 */
const localName =
  /^[^.]+$|\.(localhost|local|internal|test|example|invalid|alt|onion|home\.arpa|lan|home|corp|intranet|private)$/

/** Whether the host of a URL, after WHATWG parsing, can be on the public internet. */
export function isPublicHost(hostname: string): boolean {
  const address = literalAddress(hostname)
  return address === undefined ? !localName.test(hostname.replace(/\.$/, '')) : isPublicAddress(address)
}

/** The host of a URL if it is an IP address, without IPv6 brackets. WHATWG parsing has normalized its spelling. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) > 0 ? address : undefined
}
