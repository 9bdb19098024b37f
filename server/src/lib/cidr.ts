import { BlockList, isIP } from 'node:net'

/** Whether a text is a CIDR range such as 10.0.0.0/8 or ::1/128. */
export function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const family = isIP(address)
  return family > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** The set of addresses that the ranges cover. */
export function addressSet(cidrList: string[]): BlockList {
  const set = new BlockList()
  for (const cidr of cidrList) {
    const [address, bits] = cidr.split('/') as [string, string]
    set.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return set
}
