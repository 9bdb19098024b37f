import { type BlockList, isIP } from 'node:net'
import { addressSet } from '../../../../lib/cidr.ts'

/** IPv4 that is nobody's on the public internet (RFC 6890 and its successors). */
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

/** The one block of IPv6 that is handed out for the public internet; all else is closed, whatever becomes of it. */
const global6 = addressSet(['2000::/3'])
/** What within it is not, or leads to an IPv4 address behind our back: Teredo and its neighbours, 6to4, documentation. */
const nonPublic6 = addressSet(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !nonPublic4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !nonPublic6.check(address, 'ipv6')
}

/** Which addresses webhooks may be sent to: public ones, and those the operator added (WEBHOOK_ALLOW_CIDRS). */
export class AddressGuard {
  #added: BlockList

  constructor(allowCidrs: string[]) {
    this.#added = addressSet(allowCidrs)
  }

  allows(address: string): boolean {
    return isPublic(address) || this.isAdded(address)
  }

  /** Whether the operator named it. Plain HTTP goes nowhere else. */
  isAdded(address: string): boolean {
    const family = isIP(address)
    return family > 0 && this.#added.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** The host of a URL if it is an address, without the brackets of IPv6. WHATWG parsing has resolved all odd spellings. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) > 0 ? address : undefined
}

/** Whether a name means this machine, whatever a resolver says (RFC 6761). */
export const isLocalhost = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)
