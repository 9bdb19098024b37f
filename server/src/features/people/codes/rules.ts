import { createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '../../../lib/secrets.ts'
import type { TemplateCode } from '../../../messages/catalog.ts'

/** Kinds of addresses. A telephone gets its code by WhatsApp or SMS. */
export const kinds = ['EMAIL', 'PHONE'] as const
export type Kind = (typeof kinds)[number]
export const addressKind = z.enum(kinds).meta({
  id: 'AddressKind',
  description: 'The e-mail address, or the telephone number (by WhatsApp or SMS).',
})

/** Tries of one code: five of a million. */
export const MAX_TRIES = 5

const MINUTE_SEC = 60
const HOUR_SEC = 60 * MINUTE_SEC
const DAY_SEC = 24 * HOUR_SEC

type PurposeOfCode = { template: TemplateCode; lifeSec: number }

/** A claim is made at home, after the visit to the front desk. */
export const purposes = {
  CONTACT: { template: 'CONTACT_CODE', lifeSec: 10 * MINUTE_SEC },
  CLAIM: { template: 'CLAIM_CODE', lifeSec: DAY_SEC },
  GUARDIAN: { template: 'GUARDIAN_CODE', lifeSec: DAY_SEC },
} as const satisfies Record<string, PurposeOfCode>
export type Purpose = keyof typeof purposes

/** What a code is bound to, besides its address. */
export type CodeKey = {
  userId: string
  purpose: Purpose
  kind: Kind
  /** What else it is bound to, such as the guardian who asks. */
  about?: string
}

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const hashed = (vault: Pick<Vault, 'derive'>, ...parts: string[]): Buffer =>
  createHmac('sha256', vault.derive('confirmation codes')).update(JSON.stringify(parts)).digest()

/** The key of an address, by which codes and limits find it. */
export const addressKey = (vault: Pick<Vault, 'derive'>, kind: Kind, address: string): Buffer =>
  hashed(vault, 'address', kind, address.toLowerCase())

/**
 * The key by which limits count an address: with any tag (`name+tag@…`) it is the same inbox, and a thousand tags would
 * be a thousand messages to it.
 */
const inboxKey = (vault: Pick<Vault, 'derive'>, kind: Kind, address: string): string =>
  addressKey(vault, kind, kind === 'EMAIL' ? address.replace(/\+.*@/, '@') : address).toString('hex')

/** The key of a code with everything that it is bound to. */
export const codeKey = (
  vault: Pick<Vault, 'derive'>,
  tenantId: string,
  { userId, purpose, kind, about = '' }: CodeKey,
  address: string,
  code: string,
): Buffer => hashed(vault, 'code', tenantId, userId, purpose, about, kind, address.toLowerCase(), code)

/** Codes that one subject may cause in a period. */
export type Limit = { subject: Buffer; most: number; periodSec: number }

/** Who asks for a code. */
export type Asker = {
  /** For a person's own request the person, else the member of staff. */
  userId: string
  /** Whether they ask for a code to an address that they gave themselves, and not as staff. */
  isOwn: boolean
  /** Whether it is the address with which they sign in: a login has one, and an address one login. */
  isLogin: boolean
  network: string | null
}

const limiter =
  (vault: Pick<Vault, 'derive'>) =>
  (name: string, most: number, periodSec: number, ...parts: string[]): Limit => ({
    subject: hashed(vault, 'limit', name, ...parts),
    most,
    periodSec,
  })

/**
 * Limits of links to an address, such as invitations. Counted apart from codes, so that links keep no one from confirming
 * their address.
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
 * Limits of notices to an address that no one has confirmed, of which each counts what those before it admit. Tight for a record and
 * address together, so that a dummy record with the address uses up none of another's; loose for the address, which has been notified
 * of that many changes then.
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

/** Limit of what one member of the staff sends to addresses that no one has confirmed. */
export const limitOfStaff = (
  vault: Pick<Vault, 'derive'>,
  { tenantId, userId }: { tenantId: string; userId: string },
): Limit => limiter(vault)('staff in an hour', 200, HOUR_SEC, tenantId, userId)

/**
 * Limits of resets of a password, counted whether or not the address has a login, and apart from other codes. Tight for each network,
 * and loose for the inbox: a stranger elsewhere does not use up the requests of the owner.
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

/** Limit of registrations from one network, beside those of each inbox. */
export const limitsOfRegistrations = (vault: Pick<Vault, 'derive'>, network: string): Limit[] => [
  limiter(vault)('registrations of a network in an hour', 100, HOUR_SEC, network),
]

/**
 * Registrations by one professional, refused ones included: each refusal tells that the organisation has a patient of this
 * name and birth date.
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

/** Requests of one person about others, counted whether or not a code is sent: else the answer would tell. */
export const limitsOfRequests = (
  vault: Pick<Vault, 'derive'>,
  { tenantId, userId }: { tenantId: string; userId: string },
): Limit[] => [limiter(vault)('requests of a person in a day', 20, DAY_SEC, tenantId, userId)]

/**
 * Staff send codes for others all day; everyone else only to themselves. Tight for an account and address together, and loose for the
 * address: a stranger who names it in an account uses up no codes of its owner. Only the owner signs in with it, so their own codes
 * do not count with the others; with a tag they do, because an inbox has any number of those.
 */
export function limitsOf(
  vault: Pick<Vault, 'derive'>,
  tenantId: string,
  { kind, address, purpose, account }: { kind: Kind; address: string; purpose: Purpose; account: string },
  { userId, isOwn, isLogin, network }: Asker,
): Limit[] {
  // Counted apart by purpose, so that neither a guardian who asks nor an account that names the address uses up the codes of the
  // person or of the front desk.
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
