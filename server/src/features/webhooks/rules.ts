import { type AddressGuard, isLocalhost, literalAddress } from './engine/address-guard.ts'

export const statuses = ['ENABLED', 'DISABLED_USER', 'DISABLED_AUTO', 'GONE'] as const

/** Live endpoints of one tenant (decision: "Events and webhooks"). */
export const MAX_ENDPOINTS = 50
export const MAX_URL_LENGTH = 2048

/** Where an installation sends to: the sandbox speaks plain HTTP too, to addresses that the operator named. */
export type Reach = { guard: AddressGuard; allowHttp: boolean }

/** What is wrong with a text as the address of an endpoint, wherever the endpoint may be. */
export function urlFault(text: string): string | undefined {
  // The parser would strip some of these, and what is stored must be what is used.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters'
  if (!URL.canParse(text)) return 'must be an absolute address, say https://example.com/hooks'
  const { protocol, username, password, hash, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https://'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (hash !== '' || text.endsWith('#')) return 'must not contain a fragment (#…)'
  if (!mayConnectTo(port)) return 'must use port 443, or one above 1023'
  return undefined
}

/** Ports below 1024 belong to services that are not to be talked to by way of us (mail, databases, shells). */
const mayConnectTo = (port: string) => port === '' || port === '443' || Number(port) > 1023

/**
 * Why a well-formed address is out of reach, if it is. A name is not resolved here: the connector checks, each time,
 * what it stands for at that time.
 */
export function reachFault(text: string, { guard, allowHttp }: Reach): string | undefined {
  const { protocol, hostname } = new URL(text)
  const literal = literalAddress(hostname)
  const here = isLocalhost(hostname)
  const added = literal ? guard.isAdded(literal) : here && (guard.isAdded('127.0.0.1') || guard.isAdded('::1'))
  if (protocol === 'http:' && !(allowHttp && added)) {
    return allowHttp ? 'must begin with https:// (plain http is for local addresses only)' : 'must begin with https://'
  }
  if (added || (literal ? guard.allows(literal) : !here)) return undefined
  return 'must be an address on the public internet'
}
