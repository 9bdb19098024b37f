import { type BlockList, isIP } from 'node:net'
import { addressSet } from './cidr.ts'
import { isPublicAddress } from './public-address.ts'

/** The addresses that a URL of an organisation may lead to: public addresses, and those of WEBHOOK_ALLOW_CIDRS. */
export class AddressGuard {
  #added: BlockList

  constructor(allowCidrs: string[]) {
    this.#added = addressSet(allowCidrs)
  }

  allows(address: string): boolean {
    return isPublicAddress(address) || this.isAdded(address)
  }

  /** Whether the operator added the address. Plain HTTP is allowed only to added addresses. */
  isAdded(address: string): boolean {
    const family = isIP(address)
    return family > 0 && this.#added.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Whether a name always means this machine, regardless of DNS (RFC 6761). */
export const isLocalhost = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)
