import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { AccountRole, Plan } from '../../../actor.ts'
import { conflict, type Fault } from '../../../errors.ts'
import { deskKinds, type EventKind, kindsReadableWith } from '../../../events/catalog.ts'
import { type AddressGuard, isLocalhost } from '../../../lib/address-guard.ts'
import { literalAddress } from '../../../lib/public-address.ts'

export const statuses = ['ENABLED', 'DISABLED_USER', 'DISABLED_AUTO', 'GONE'] as const
export type Status = (typeof statuses)[number]

/** Notices to the administrators of an endpoint: it is failing, was disabled for failing, or answered 410. */
export const noticeKinds = ['FAILING', 'DISABLED', 'GONE'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** How long a new secret is announced before it takes over, and how long the previous one then remains valid. */
export const DEFAULT_GRACE_HOURS = 24
export const MAX_GRACE_HOURS = 168

/** The maximum number of endpoints of a tenant (decision: "Events and webhooks"). */
export const MAX_ENDPOINTS = 50
export const MAX_URL_LENGTH = 2048

/** The addresses that an installation may send to. The sandbox also allows plain HTTP, to addresses that the operator added. */
type AddressRules = { guard: AddressGuard; allowHttp: boolean }

/** A webhook's URL, and the second URL that is used if the first one fails. */
export type Addresses = { url: string; redundantUrl: string | null }

/**
 * Validates the addresses of a webhook.
 * @param given the addresses of the request. Only these are checked and reported
 * @param current the webhook's current addresses
 */
export function addressFaults(
  given: Partial<Addresses>,
  current: Partial<Addresses>,
  addressRules: AddressRules,
  plan: Plan,
): Fault[] {
  const faults: Fault[] = []
  const { url = current.url, redundantUrl = current.redundantUrl } = given
  for (const name of ['url', 'redundantUrl'] as const) {
    const address = given[name]
    const message = address && forbiddenAddressFault(address, addressRules)
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

/** @throws {ApiError} 409 when the webhook is disabled */
export function assertEnabled({ id, status }: { id: string; status: Status }): void {
  if (status !== 'ENABLED') throw conflict(`The webhook is ${status}. Enable it first.`, { webhook: { id, status } })
}

/** Checks the syntax of an endpoint's URL. */
export function urlFault(text: string): string | undefined {
  // The parser would strip some of these characters, but the stored URL must be the URL that is used.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters'
  if (!URL.canParse(text)) return 'must be an absolute URL, such as https://example.com/hooks'
  const { protocol, username, password, hash, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https://'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (hash !== '' || text.endsWith('#')) return 'must not contain a fragment (#…)'
  if (!mayConnectTo(port)) return 'must use port 443 or a port above 1023'
  return undefined
}

/** Ports below 1024 belong to other services, such as mail and SSH. */
const mayConnectTo = (port: string) => port === '' || port === '443' || Number(port) > 1023

/**
 * Checks whether webhooks may be sent to a well-formed URL. Does not resolve names, because the connector checks their addresses
 * for each connection.
 */
export function forbiddenAddressFault(text: string, { guard, allowHttp }: AddressRules): string | undefined {
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

/** The period of a recovery. `until` is at most now, which is the default. */
type Span = { since: Date; until?: Date | undefined }

/** Checks the period of a recovery. */
export function spanFaults({ since, until }: Span, now: Date): Fault[] {
  if (since >= now) return [{ path: ['since'], message: 'must be in the past', code: 'not_past' }]
  const end = until ?? now
  if (end <= since) return [{ path: ['until'], message: 'must be later than since', code: 'not_after' }]
  if (end.getTime() - since.getTime() > MAX_RECOVERY_DAYS * DAY_MS)
    return [{ path: ['since'], message: `must be at most ${MAX_RECOVERY_DAYS} days before until` }]
  return []
}

/**
 * The user, role and scopes of a webhook's client, and the dependants of the user. There is no reader if the client or its user
 * is disabled, or the user is not verified.
 */
export type Reader = { userId: string; role: AccountRole; dependants: string[]; scopes: string[] }

/** The users that a reader acts for. Except for administrators, one of them must be in the audience of an event. */
export const actsFor = ({ userId, dependants }: Pick<Reader, 'userId' | 'dependants'>): string[] => [
  userId,
  ...dependants,
]

/**
 * Whether a client may currently receive an event (docs/decisions/0003-event-audience.md). Test events contain no real data.
 * @param addressed whether the lab order of the event is addressed to the reader's laboratory
 */
export function mayReceive(
  reader: Reader | undefined,
  { kind, audience, addressed, test }: { kind: EventKind; audience: string[]; addressed: boolean; test: boolean },
): boolean {
  if (!reader) return false
  if (test) return true
  const caller = { ...reader, actsFor: actsFor(reader) }
  const isAudience = audience.some((id) => caller.actsFor.includes(id))
  return (
    kindsReadableWith(new Set(reader.scopes)).includes(kind) &&
    may(access.events.read, caller, {
      audience: isAudience,
      addressed: isAudience && addressed,
      desk: deskKinds.includes(kind),
    })
  )
}

const MAX_INT = 2 ** 31 - 1

/**
 * Converts a position in a list ordered by event, endpoint and `n` to a bound of `n` for one endpoint, in the event of the
 * position. Deliveries with a smaller `n` come before the position: all of an endpoint that precedes the position's endpoint,
 * none of an endpoint that follows it.
 */
export function boundOf(id: string, { endpointId, n }: { endpointId: string; n: number }): number {
  if (id === endpointId) return n
  return id < endpointId ? MAX_INT : -1
}
