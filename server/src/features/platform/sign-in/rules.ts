import { type AccountRole, type Scope, scopes } from '../../../actor.ts'

/** Lifetime of a session without use, and its maximum lifetime. */
export const IDLE_MS = 12 * 3600 * 1000
export const LIFETIME_MS = 30 * 24 * 3600 * 1000
/** How long a person has to choose an organisation after their password. */
export const CHOICE_MS = 5 * 60 * 1000
/** Interval at which a session's last use is recorded, so that not every call writes. */
export const RECORD_INTERVAL_MS = 60_000

const account: Scope[] = ['users:read', 'users:write', 'notifications:read', 'schedules:read']
const common: Scope[] = [...account, 'appointments:read', 'prescriptions:read', 'orders:read', 'pdf:generate']
/** What booking from free slots needs. */
const slots: Scope[] = ['slots:read', 'holds:write']
const practitioner: Scope[] = [
  ...common,
  ...slots,
  'schedules:write',
  'doctors:read',
  'appointments:write',
  'prescriptions:write',
  'documents:read',
  'documents:write',
  'notifications:write',
  'video:join',
  'lab_orders:read',
  'lab_orders:write',
  'invoices:read',
  'invoices:write',
  'follow_ups:read',
  'follow_ups:write',
  'patients:read',
  'patients:write',
]

/**
 * The scopes of each role in a browser. Operations restrict them further by role and ownership. In a browser only administrators
 * manage webhooks (of the organisation), because a browser has no OAuth client of its own.
 */
export const browserScopes: Record<AccountRole, readonly Scope[]> = {
  PATIENT: [
    ...common,
    ...slots,
    'appointments:write',
    'orders:write',
    'video:join',
    'lab_orders:read',
    'lab_orders:write',
    'invoices:read',
    'invoices:write',
    'documents:read',
    'reviews:write',
    'follow_ups:read',
    'follow_ups:write',
    'patients:read',
    'patients:write',
  ],
  DOCTOR: practitioner,
  DENTIST: practitioner,
  PHARMACIST: [...common, 'doctors:read', 'orders:write', 'notifications:write'],
  LABORATORY: [...account, 'lab_orders:read', 'lab_orders:write'],
  RECEPTIONIST: [
    ...account,
    ...slots,
    'schedules:write',
    'appointments:read',
    'appointments:write',
    'doctors:read',
    'invoices:read',
    'invoices:write',
    'patients:read',
    'patients:write',
    'services:read',
    'documents:read',
    'pdf:generate',
  ],
  ADMIN: Object.keys(scopes) as Scope[], // the keys of `scopes`
}

/** In a query, 1024 characters take up to 12 KB. Node refuses requests whose URL and headers exceed 16 KB. */
export const MAX_CALLBACK = 1024

/** The URL to redirect to after a sign-in: the requested URL if it has this origin, otherwise the home page. */
export function redirectTarget(asked: string | undefined, origin: string): string {
  if (!asked || asked.length > MAX_CALLBACK || !URL.canParse(asked, origin)) return origin
  const { href } = new URL(asked, origin)
  // Compared as text: a blob: URL has the same origin, and a user name before an @ would be misleading.
  return href.startsWith(`${origin}/`) ? href : origin
}
