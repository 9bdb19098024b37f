import { type Role, type Scope, scopes } from '../../actor.ts'

/** How long a session lasts: unused, and in any case. */
export const IDLE_MS = 12 * 3600 * 1000
export const LONGEST_MS = 30 * 24 * 3600 * 1000
/** How old the note of when a session was last seen may be, so that not every call writes. */
export const SEEN_MS = 60_000

const everybody: Scope[] = [
  'users:read',
  'users:write',
  'appointments:read',
  'prescriptions:read',
  'orders:read',
  'notifications:read',
  'pdf:generate',
]
const practitioner: Scope[] = [
  ...everybody,
  'doctors:read',
  'appointments:write',
  'prescriptions:write',
  'notifications:write',
  'video:join',
  'lab_orders:read',
  'lab_orders:write',
  'invoices:read',
  'invoices:write',
  'follow_ups:read',
  'follow_ups:write',
  'patients:read',
]

/**
 * What each role may do in a browser. Operations narrow it further by role and by whose data it is. Webhooks belong to
 * an OAuth client, which a browser has none of.
 */
export const browserScopes: Record<Role, readonly Scope[]> = {
  PATIENT: [
    ...everybody,
    'appointments:write',
    'orders:write',
    'video:join',
    'lab_orders:read',
    'invoices:read',
    'invoices:write',
    'reviews:write',
    'follow_ups:read',
    'follow_ups:write',
    'patients:read',
    'patients:write',
  ],
  DOCTOR: practitioner,
  DENTIST: practitioner,
  PHARMACIST: [...everybody, 'doctors:read', 'orders:write', 'notifications:write'],
  ADMIN: (Object.keys(scopes) as Scope[]).filter((scope) => scope !== 'webhooks:manage'), // the table's own keys
}

/** Tries that fail in a row without a wait, from one network and from all of them together. */
const FREE = { here: 3, anywhere: 20 }
const LONGEST_WAIT_SEC = { here: 60, anywhere: 30 }

/** Failed tries of one account: those from the network that asks, and all. */
export type Failures = { here: number; anywhere: number }

/**
 * Seconds that must lie between a network's last try at an account and its next: 1, 2, 4 … after its own failures, and
 * more gently when the account is tried from everywhere. The wait is counted from the network's own last try, so that
 * whoever waits it out is heard however many others knock: a guesser is slowed, and the owner never locked out.
 */
export function waitSec({ here, anywhere }: Failures): number {
  const own = here < FREE.here ? 0 : Math.min(LONGEST_WAIT_SEC.here, 2 ** (here - FREE.here))
  const shared =
    anywhere < FREE.anywhere
      ? 0
      : Math.min(LONGEST_WAIT_SEC.anywhere, 2 ** Math.floor((anywhere - FREE.anywhere) / FREE.anywhere))
  return Math.max(own, shared)
}

export const MAX_CALLBACK = 2048

/** Where a sign-in may lead: an address of ours, or our front door instead of any other. */
export function ownAddress(asked: string | undefined, origin: string): string {
  if (!asked || asked.length > MAX_CALLBACK || !URL.canParse(asked, origin)) return origin
  const { href } = new URL(asked, origin)
  // Compared as text: a blob: of ours has our origin too, and a name before an @ would be shown to people.
  return href.startsWith(`${origin}/`) ? href : origin
}
