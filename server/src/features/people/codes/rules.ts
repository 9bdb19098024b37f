import { createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '../../../lib/secrets.ts'
import type { TemplateCode } from '../../../messages/catalog.ts'

/** Kinds of addresses. Codes to a telephone are sent by WhatsApp or SMS. */
export const kinds = ['EMAIL', 'PHONE'] as const
export type Kind = (typeof kinds)[number]
export const addressKind = z.enum(kinds).meta({
  id: 'AddressKind',
  description: 'The e-mail address, or the telephone number (by WhatsApp or SMS).',
})

/** Tries of one code, of a million possible codes. */
export const MAX_TRIES = 5

const MINUTE_SEC = 60
const HOUR_SEC = 60 * MINUTE_SEC
const DAY_SEC = 24 * HOUR_SEC

type PurposeOfCode = { template: TemplateCode; lifeSec: number }

/**
 * The message and the lifetime of a code. People claim at home, after their visit to the front desk, so that code lives for a
 * day.
 */
export const purposes = {
  CONTACT: { template: 'CONTACT_CODE', lifeSec: 10 * MINUTE_SEC },
  CLAIM: { template: 'CLAIM_CODE', lifeSec: DAY_SEC },
  GUARDIAN: { template: 'GUARDIAN_CODE', lifeSec: DAY_SEC },
} as const satisfies Record<string, PurposeOfCode>
export type Purpose = keyof typeof purposes

/** The key of a code, besides its address. */
export type CodeKey = {
  userId: string
  purpose: Purpose
  kind: Kind
  /** The id of another user to whom the code is bound, such as the guardian who requested it. */
  about?: string
}

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const hmacOf = (vault: Pick<Vault, 'derive'>, ...parts: string[]): Buffer =>
  createHmac('sha256', vault.derive('confirmation codes')).update(JSON.stringify(parts)).digest()

/** The hash of an address, with which codes and limits are looked up. */
export const addressKey = (vault: Pick<Vault, 'derive'>, kind: Kind, address: string): Buffer =>
  hmacOf(vault, 'address', kind, address.toLowerCase())

/** The hash of an inbox, for limits. An address with a tag (`name+tag@…`) counts as the same inbox as the address without it. */
const inboxKey = (vault: Pick<Vault, 'derive'>, kind: Kind, address: string): string =>
  addressKey(vault, kind, kind === 'EMAIL' ? address.replace(/\+.*@/, '@') : address).toString('hex')

/** The hash of a code with all that it is bound to. */
export const codeKey = (
  vault: Pick<Vault, 'derive'>,
  tenantId: string,
  { userId, purpose, kind, about = '' }: CodeKey,
  address: string,
  code: string,
): Buffer => hmacOf(vault, 'code', tenantId, userId, purpose, about, kind, address.toLowerCase(), code)

/** The maximum number of codes for one subject in a period. */
export type Limit = { subject: Buffer; most: number; periodSec: number }

/** The user who requests a code. */
export type Requester = {
  /** The person, for a code to their own address; otherwise the member of the staff. */
  userId: string
  /** Whether the code goes to an address of the requester. Otherwise a member of the staff requests it for another person. */
  isOwn: boolean
  /** Whether the requester signs in with the address. An address has at most one login. */
  isLogin: boolean
  network: string | null
}

const limiter =
  (vault: Pick<Vault, 'derive'>) =>
  (name: string, most: number, periodSec: number, ...parts: string[]): Limit => ({
    subject: hmacOf(vault, 'limit', name, ...parts),
    most,
    periodSec,
  })

/**
 * Limits of links to an address, such as invitations. Links and codes are counted separately, so that links do not prevent a
 * person from confirming their address.
 */
export function limitsOfLinks(
  vault: Pick<Vault, 'derive'>,
  { tenantId, userId }: { tenantId: string; userId: string },
  email: string,
): Limit[] {
  const to = inboxKey(vault, 'EMAIL', email)
  const limit = limiter(vault)
  return [
    limit('links to an address in an hour', 3, HOUR_SEC, to),
    limit('links to an address in a day', 10, DAY_SEC, to),
    limit('staff in an hour', 200, HOUR_SEC, tenantId, userId),
  ]
}

/**
 * Limits of notices to an unconfirmed address. Check them in order: a later limit counts only notices that the earlier ones
 * allow. The limit of a record and address together is low. The limit of an address is high, so that a fake record with the
 * same address cannot use up the notices of another record.
 */
export function limitsOfNotices(
  vault: Pick<Vault, 'derive'>,
  { tenantId, account }: { tenantId: string; account: string },
  { kind, address }: { kind: Kind; address: string },
): Limit[] {
  const inbox = inboxKey(vault, kind, address)
  const limit = limiter(vault)
  return [
    limit('notices of a record to an address in a day', 3, DAY_SEC, tenantId, account, inbox),
    limit('notices of records to an address in a day', 30, DAY_SEC, inbox),
  ]
}

/** Limit of codes, links and notices that one member of the staff sends. */
export const limitOfStaff = (
  vault: Pick<Vault, 'derive'>,
  { tenantId, userId }: { tenantId: string; userId: string },
): Limit => limiter(vault)('staff in an hour', 200, HOUR_SEC, tenantId, userId)

/**
 * Limits of password resets. They are counted whether or not the address has a login, and separately from other codes. The
 * limit of a network and inbox together is low. The limit of an inbox is high, so that a stranger in another network cannot use
 * up the resets of the owner.
 */
export function limitsOfResets(vault: Pick<Vault, 'derive'>, email: string, network: string | null): Limit[] {
  const to = inboxKey(vault, 'EMAIL', email)
  const limit = limiter(vault)
  return [
    limit('resets to an address from a network in an hour', 3, HOUR_SEC, to, network ?? ''),
    limit('resets to an address from a network in a day', 10, DAY_SEC, to, network ?? ''),
    limit('resets to an address from all networks in a day', 30, DAY_SEC, to),
    ...(network === null ? [] : [limit('resets of a network in an hour', 100, HOUR_SEC, network)]),
  ]
}

/** Limits of codes for the room that are sent to a telephone, and by a network. */
export const limitsOfJoinCodes = (vault: Pick<Vault, 'derive'>, phone: string, network: string | null): Limit[] => {
  const to = inboxKey(vault, 'PHONE', phone)
  const limit = limiter(vault)
  return [
    limit('room codes to a telephone in an hour', 5, HOUR_SEC, to),
    limit('room codes to a telephone in a day', 15, DAY_SEC, to),
    ...(network === null ? [] : [limit('room codes of a network in an hour', 100, HOUR_SEC, network)]),
  ]
}

/** Limit of registrations by one network, in addition to the limits of each inbox. */
export const limitsOfRegistrations = (vault: Pick<Vault, 'derive'>, network: string): Limit[] => [
  limiter(vault)('registrations of a network in an hour', 100, HOUR_SEC, network),
]

/**
 * Limits of patients whom one professional registers. Refused registrations count too, because a refusal reveals that the
 * organisation has a patient with this name and birth date.
 */
export function limitsOfPatients(
  vault: Pick<Vault, 'derive'>,
  { tenantId, userId }: { tenantId: string; userId: string },
): Limit[] {
  const limit = limiter(vault)
  return [
    limit('patients of a professional in an hour', 60, HOUR_SEC, tenantId, userId),
    limit('patients of a professional in a day', 200, DAY_SEC, tenantId, userId),
  ]
}

/**
 * Limit of requests of one person about other people. Requests count even if no code is sent; otherwise a 429 would reveal
 * whether one was sent.
 */
export const limitsOfRequests = (
  vault: Pick<Vault, 'derive'>,
  { tenantId, userId }: { tenantId: string; userId: string },
): Limit[] => [limiter(vault)('requests of a person in a day', 20, DAY_SEC, tenantId, userId)]

/**
 * Limits of codes. The staff sends codes to other people all day; other users only to themselves. The limit of an account and
 * address together is low. The limit of an address is high, so that a stranger who enters the address in their account cannot
 * use up the codes of its owner. Codes to the address with which a person signs in do not count against the limit of the
 * address, because only its owner has that login. Addresses with a tag do count, because one inbox can have any number of them.
 */
export function limitsOf(
  vault: Pick<Vault, 'derive'>,
  tenantId: string,
  { kind, address, purpose, account }: { kind: Kind; address: string; purpose: Purpose; account: string },
  { userId, isOwn, isLogin, network }: Requester,
): Limit[] {
  // Each purpose is counted separately, so that requests of a guardian, or an account with the same address, do not use up the
  // codes that the person or the front desk needs.
  const inbox = inboxKey(vault, kind, address)
  const to = `${purpose === 'CONTACT' ? account : purpose.toLowerCase()} ${inbox}`
  const limit = limiter(vault)
  const isOwner = isLogin && !address.includes('+')
  return [
    limit('address in an hour', 3, HOUR_SEC, to),
    limit('address in a day', 10, DAY_SEC, to),
    ...(purpose === 'CONTACT' && !isOwner
      ? [limit('address of accounts in a day', 30, DAY_SEC, isOwn ? 'own' : 'staff', inbox)]
      : []),
    isOwn
      ? limit(purpose === 'GUARDIAN' ? 'guardian in a day' : 'person in a day', 10, DAY_SEC, tenantId, userId)
      : limit('staff in an hour', 200, HOUR_SEC, tenantId, userId),
    ...(isOwn && purpose !== 'GUARDIAN' && network !== null
      ? [limit('network in an hour', 100, HOUR_SEC, network)]
      : []),
  ]
}
