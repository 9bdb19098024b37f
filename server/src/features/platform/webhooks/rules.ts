import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { AccountRole, Plan } from '../../../actor.ts'
import { conflict, type Fault } from '../../../errors.ts'
import { deskKinds, type EventKind, kindsReadableWith } from '../../../events/catalog.ts'
import { literalAddress } from '../../../lib/public-address.ts'
import { type AddressGuard, isLocalhost } from './engine/request/address-guard.ts'

export const statuses = ['ENABLED', 'DISABLED_USER', 'DISABLED_AUTO', 'GONE'] as const
export type Status = (typeof statuses)[number]

/** Notices to the administrators of an endpoint: it is failing, was disabled for failing, or answered 410. */
export const noticeKinds = ['FAILING', 'DISABLED', 'GONE'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** How long a new secret is announced before it takes over, and how long the previous one then remains valid. */
export const DEFAULT_GRACE_HOURS = 24
export const MAX_GRACE_HOURS = 168

/** Live endpoints of one tenant (decision: "Events and webhooks"). */
export const MAX_ENDPOINTS = 50
export const MAX_URL_LENGTH = 2048

/** Where an installation may send. The sandbox allows plain HTTP too, to addresses that the operator added. */
type Reach = { guard: AddressGuard; allowHttp: boolean }

/** A webhook's URL, and the second one that is tried when the first fails. */
export type Addresses = { url: string; redundantUrl: string | null }

/**
 * Validates the addresses of a webhook.
 * @param given the addresses of the request; only these are checked and reported
 * @param current the webhook's present ones
 */
export function addressFaults(
  given: Partial<Addresses>,
  current: Partial<Addresses>,
  reach: Reach,
  plan: Plan,
): Fault[] {
  const faults: Fault[] = []
  const { url = current.url, redundantUrl = current.redundantUrl } = given
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

/** @throws {ApiError} 409 when the webhook is disabled */
export function assertEnabled({ id, status }: { id: string; status: Status }): void {
  if (status !== 'ENABLED') throw conflict(`The webhook is ${status}. Enable it first.`, { webhook: { id, status } })
}

/** Checks the syntax of an endpoint's URL. */
export function urlFault(text: string): string | undefined {
  // The parser would strip some of these, but the stored URL must be the one that is used.
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
 * Checks whether a well-formed URL may be sent to. It does not resolve names: the connector checks their addresses at
 * each connection.
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

/** A period to resend. `until` is at most now, its default. */
type Span = { since: Date; until?: Date | undefined }

/** Checks the period of a recovery. */
export function spanFaults({ since, until }: Span, now: Date): Fault[] {
  if (since >= now) return [{ path: ['since'], message: 'must be in the past' }]
  const end = until ?? now
  if (end <= since) return [{ path: ['until'], message: 'must be later than since' }]
  if (end.getTime() - since.getTime() > MAX_RECOVERY_DAYS * DAY_MS)
    return [{ path: ['since'], message: `must be at most ${MAX_RECOVERY_DAYS} days before until` }]
  return []
}

/**
 * The user, role and scopes of a webhook's client, and for whom the user acts; absent if it or its user is disabled, or the
 * user is not verified.
 */
export type Reader = { userId: string; role: AccountRole; dependants: string[]; scopes: string[] }

/** The readers of an event besides administrators are those who act for a user in its audience. */
export const actsFor = ({ userId, dependants }: Pick<Reader, 'userId' | 'dependants'>): string[] => [
  userId,
  ...dependants,
]

/**
 * Whether a client may receive an event now (docs/decisions/0003-event-audience.md). Test events contain no data.
 * @param addressed whether its lab order is at the laboratory that reads
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
 * A position in a list ordered by event, endpoint and `n`, as the bound of `n` of one endpoint in the position's event: none
 * of an endpoint after the position's is below it, and all of an endpoint before it are.
 */
export function boundOf(id: string, { endpointId, n }: { endpointId: string; n: number }): number {
  if (id === endpointId) return n
  return id < endpointId ? MAX_INT : -1
}
