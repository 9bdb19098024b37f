import type { Plan } from '../../actor.ts'
import { conflict, type Fault } from '../../errors.ts'
import { type EventKind, kindsReadableWith } from '../../events/catalog.ts'
import { literalAddress } from '../../lib/public-address.ts'
import { type AddressGuard, isLocalhost } from './engine/request/address-guard.ts'

export const statuses = ['ENABLED', 'DISABLED_USER', 'DISABLED_AUTO', 'GONE'] as const
export type Status = (typeof statuses)[number]

/** What the owner of an endpoint is told: that it takes nothing, that it was disabled for it, that it said it is gone. */
export const noticeKinds = ['FAILING', 'DISABLED', 'GONE'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** How long a new secret is announced before it takes over, and then the one before it goes on beside it. */
export const DEFAULT_GRACE_HOURS = 24
export const MAX_GRACE_HOURS = 168

/** Live endpoints of one tenant (decision: "Events and webhooks"). */
export const MAX_ENDPOINTS = 50
export const MAX_URL_LENGTH = 2048

/** Where an installation sends to: the sandbox speaks plain HTTP too, to addresses that the operator named. */
type Reach = { guard: AddressGuard; allowHttp: boolean }

/** The addresses of a webhook: where an event goes, and where it goes when the first does not take it. */
export type Addresses = { url: string; redundantUrl: string | null }

/**
 * Why a webhook may not have these addresses.
 * @param given those of the request: only they are looked at, and blamed
 * @param held what the webhook has where the request gives none
 */
export function addressFaults(given: Partial<Addresses>, held: Partial<Addresses>, reach: Reach, plan: Plan): Fault[] {
  const faults: Fault[] = []
  const { url = held.url, redundantUrl = held.redundantUrl } = given
  for (const name of ['url', 'redundantUrl'] as const) {
    const address = given[name]
    const message = address && reachFault(address, reach)
    if (message) faults.push({ path: [name], message })
  }
  if (given.redundantUrl && plan !== 'ENTERPRISE')
    faults.push({ path: ['redundantUrl'], message: 'needs the Enterprise plan' })
  if (url && redundantUrl && new URL(url).href === new URL(redundantUrl).href) {
    const [blamed, other] = given.redundantUrl ? ['redundantUrl', 'url'] : ['url', 'redundantUrl']
    faults.push({ path: [blamed], message: `must differ from ${other}` })
  }
  return faults
}

/** @throws {ApiError} 409 for a webhook to which nothing is sent */
export function assertEnabled({ id, status }: { id: string; status: Status }): void {
  if (status !== 'ENABLED')
    throw conflict(`Nothing is sent to this webhook: it is ${status}. Enable it first.`, { webhook: { id, status } })
}

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

export const MAX_RECOVERY_DAYS = 14
const DAY_MS = 86_400_000

/** A time to send again. `until` that is absent, or yet to come, is now. */
type Span = { since: Date; until?: Date | undefined }

/** What is wrong with a time of which events are to be sent again. */
export function spanFaults({ since, until }: Span, now: Date): Fault[] {
  if (since >= now) return [{ path: ['since'], message: 'must lie in the past' }]
  const end = until ?? now
  if (end <= since) return [{ path: ['until'], message: 'must be later than since' }]
  if (end.getTime() - since.getTime() > MAX_RECOVERY_DAYS * DAY_MS)
    return [{ path: ['since'], message: `must be at most ${MAX_RECOVERY_DAYS} days before until` }]
  return []
}

/** As whom the client of a webhook reads; nobody while it or its user is disabled. */
export type Reader = { userId: string; role: string; scopes: string[] }

/** Whether a reader may be told of an event now (docs/decisions/0003-event-audience.md). A test tells nothing. */
export function mayHear(
  reader: Reader | undefined,
  { kind, audience, test }: { kind: EventKind; audience: string[]; test: boolean },
): boolean {
  if (!reader) return false
  if (test) return true
  return (
    kindsReadableWith(new Set(reader.scopes)).includes(kind) &&
    (reader.role === 'ADMIN' || audience.includes(reader.userId))
  )
}
